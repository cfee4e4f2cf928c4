// What is asked of the particles, of some of them or of all: a reduction may carry any record, if two
// of them can be combined, and if there is one that changes nothing.
struct Extent {
    vec4 low, high; // smallest and largest x, y, z and mass
    vec4 moment;    // sums of mass x position; mass
};

const float FAR = 3.402823466e38; // the largest float32

Extent nothing() { return Extent(vec4(FAR), vec4(-FAR), vec4(0.0)); }

Extent of_particle(vec4 p) { return Extent(p, p, vec4(p.w * p.xyz, p.w)); }

Extent combine(Extent a, Extent b)
{
    return Extent(min(a.low, b.low), max(a.high, b.high), a.moment + b.moment);
}

shared Extent extents[GROUP];

// The tree of `sequential`. The pairs that it combines never change: so neither do the last bits.
Extent tree_extent(Extent value)
{
    uint me = gl_LocalInvocationIndex;
    extents[me] = value;
    barrier(); // the first round reads what others have written
    for (uint reach = GROUP / 2u; reach > 0u; reach /= 2u) {
        if (me < reach) extents[me] = combine(extents[me], extents[me + reach]);
        barrier(); // each round reads what the one before has combined
    }
    return extents[0];
}
