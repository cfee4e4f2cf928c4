// The start of the buffer `commands`: wb_surface_commands of common/compute/surface.h.
struct Commands {
    uvec3 block_groups;
    uint blocks;
    uvec3 corner_groups;
    uint corners;
    uint draw[5];
    uint vertices;
    uint triangles;
    uint lacking;
};

// Work groups for `count`, in rows of ROW, which is 65,535 unless a lesson tries shorter ones: OpenGL promises no more.
// None for 0.
uvec3 groups_for(uint count)
{
    return uvec3(min(count, uint(ROW)), (count + uint(ROW) - 1u) / uint(ROW), 1u);
}

// And of these, the number of this one.
uint group_number() { return gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x; }
