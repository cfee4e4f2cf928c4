/* A person's hand in the picture of a lesson seen in space: the ray under the mouse's pointer, and
 * where it meets the plane of the picture. Kernels get it from shaders/hand/hand.glsl. */
#ifndef WB_GL_HAND_H
#define WB_GL_HAND_H

#include "gl/camera.h"

#include <stdbool.h>

/* In the units in which the lesson draws. */
typedef struct wb_hand {
    bool holds;           // false: no button is down, and the rest is 0
    float eye[3], way[3]; // the ray: from the camera, into a direction of length 1
    float place[3];       // where it meets the plane that faces the camera in the orbit's target
} wb_hand;

/* A hand at the pixel (x, y) of a picture that is seen from `eye`, which comes from the orbit. */
wb_hand wb_hand_at(const wb_orbit *orbit, const wb_eye *eye, int picture_width, int picture_height,
                   float x, float y);

/* The camera as a hand: its ray leads to what it looks at. */
wb_hand wb_hand_of_camera(const wb_orbit *orbit);

/* Where kernels have other units than the picture: eye and place times `scale` plus `offset`, along
 * each axis. */
void wb_hand_convert(wb_hand *hand, float scale, float offset);

/* For the program in use, which includes hand.glsl. */
void wb_hand_set_uniforms(const wb_hand *hand);

#endif
