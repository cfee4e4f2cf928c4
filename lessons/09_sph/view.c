#include "view.h"

bool view_init(void) { return true; }
void view_quit(void) {}
void view_draw(const view_scene *scene, const wb_view *view)
{
    (void)scene, (void)view;
}
int view_pick(GLuint positions, const physics *p, const wb_view *view)
{
    (void)positions, (void)p, (void)view;
    return -1;
}
