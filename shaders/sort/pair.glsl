// What the bitonic kernels compare. x is the key, y the value: pairs with equal keys are ordered by
// their values, so that no two different pairs are equal, and the order is the same with every version.
const uvec2 BEYOND = uvec2(0xFFFFFFFFu); // stands for pairs behind the last: nothing is larger

bool is_larger(uvec2 a, uvec2 b) { return a.x > b.x || (a.x == b.x && a.y > b.y); }

void order(inout uvec2 lower, inout uvec2 upper)
{
    uvec2 a = lower, b = upper;
    bool swaps = is_larger(a, b);
    lower = swaps ? b : a;
    upper = swaps ? a : b;
}
