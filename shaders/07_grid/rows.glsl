// Three cells that follow each other along x have indices that follow each other, so their particles
// fill one run of slots: 9 runs instead of 27 cells. The including kernel has search.glsl and defines
// void visit_slot(uint slot).
void search_row(ivec3 own, int y, int z)
{
    ivec3 from = own + ivec3(-1, y, z), to = own + ivec3(1, y, z);
    from.x = max(from.x, 0);
    to.x = min(to.x, grid_size.x - 1);
    if (!is_cell(from)) return; // the whole row is outside
    uvec2 slots = slots_of(cell_index(from), cell_index(to));
    for (uint slot = slots.x; slot < slots.y; slot++) visit_slot(slot);
}

void search_rows()
{
    ivec3 own = cell_of(centre);
    for (int z = -reach.z; z <= reach.z; z++)
        for (int y = -reach.y; y <= reach.y; y++) search_row(own, y, z);
}
