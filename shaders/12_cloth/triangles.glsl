// The surface: two triangles a cell, on both sides of the diagonal from its upper left particle. One of
// them is there as long as its three links hold. The includer has `cuts`.
bool holds(ivec2 cell, int direction) { return !is_cut(cuts[number_of(cell)], direction); }

bool is_whole(ivec2 cell, bool upper)
{
    if (!is_link(cell, 2)) return false;
    if (tear == 0.0) return true;
    return holds(cell, 2) && (upper ? holds(cell, 0) && holds(cell + ivec2(1, 0), 1)
                                    : holds(cell, 1) && holds(cell + ivec2(0, 1), 0));
}
