// The dispatches of a frame: what each pass reads and writes, and which barrier follows; then the
// versions, which put the passes together.
#include "steps.h"
#include "state.h"

void step_scan(void)
{
    wb_surface_build(&lesson.surface, lesson.positions.id, (uint32_t)lesson.particles);
    lesson.frame++;
}
