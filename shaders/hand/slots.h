// Where a person's hand comes into a kernel: common/gl/hand.h sets these, far behind a lesson's own.
#ifndef WB_SHADERS_HAND_SLOTS_H
#define WB_SHADERS_HAND_SLOTS_H

// Uniform locations
#define HAND_EYE 40
#define HAND_WAY 41
#define HAND_PLACE 42

#define HAND_GROUP 128 // invocations of a work group, where the lesson has no size of its own

#endif
