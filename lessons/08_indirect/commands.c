#include "commands.h"

#include "compute/groups.h"

const wb_field commands_fields[] = {
    {"groups", WB_U32, 3},   {"listed", WB_U32, 1}, {"vertices", WB_U32, 1},
    {"living", WB_U32, 1},   {"first", WB_U32, 1},  {"base", WB_U32, 1},
    {"finished", WB_U32, 1}, {"spare", WB_U32, 3},  {0}};

void commands_split(uint32_t count, uint32_t group, uint32_t limit, uint32_t groups[3])
{
    uint32_t all = wb_groups_for(count, group), rows = all > limit ? wb_groups_for(all, limit) : 1;
    groups[0] = wb_groups_for(all, rows);
    groups[1] = rows;
    groups[2] = 1;
}

void commands_announce(commands *c, uint32_t listed, uint32_t group, uint32_t limit)
{
    c->listed = listed;
    commands_split(listed > 0 ? listed : 1, group, limit, c->groups);
}
