#include "gl/hand.h"

#include "hand/slots.h"

#include <cglm/cglm.h>
#include <glad/gl.h>

wb_hand wb_hand_at(const wb_orbit *orbit, const wb_eye *eye, int picture_width, int picture_height,
                   float x, float y)
{
    wb_hand hand = {.holds = true};
    vec3 ahead; // where the camera looks: a row of its matrix
    for (int i = 0; i < 3; i++) ahead[i] = -eye->view[i][2];
    glm_vec3_copy((float *)eye->position, hand.eye);
    wb_eye_ray(eye, picture_width, picture_height, x, y, hand.way);
    glm_vec3_copy(hand.eye, hand.place);
    glm_vec3_muladds(hand.way, orbit->distance / glm_vec3_dot(hand.way, ahead), hand.place);
    return hand;
}

wb_hand wb_hand_of_camera(const wb_orbit *orbit)
{
    wb_hand hand = {.holds = true};
    wb_eye eye = wb_orbit_eye(orbit, 1, 1); // its place does not depend on the picture's size
    glm_vec3_copy(eye.position, hand.eye);
    glm_vec3_copy((float *)orbit->target, hand.place);
    glm_vec3_sub(hand.place, hand.eye, hand.way);
    glm_vec3_normalize(hand.way);
    return hand;
}

void wb_hand_convert(wb_hand *hand, float scale, float offset)
{
    for (int i = 0; i < 3; i++) {
        hand->eye[i] = hand->eye[i] * scale + offset;
        hand->place[i] = hand->place[i] * scale + offset;
    }
}

void wb_hand_set_uniforms(const wb_hand *hand)
{
    glUniform3fv(HAND_EYE, 1, hand->eye);
    glUniform3fv(HAND_WAY, 1, hand->way);
    glUniform3fv(HAND_PLACE, 1, hand->place);
}
