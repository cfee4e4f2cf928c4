#include "08_indirect/slots.h"

// One particle, 32 bytes, as struct particle in fountain.h. In std430, `vec3, float, vec3, float` would be
// the same bytes. Two vec4 have no hole to know of, and each is one access of 16 bytes, where
// NVIDIA's compiler loads and stores a vec3 and a float in pieces of 4 and 8.
struct Particle {
    vec4 position; // m; w: age in s
    vec4 velocity; // m/s; w: life in s
};

// False for a slot of zeros, too, in which no particle has been born yet.
bool is_alive(Particle p) { return p.position.w < p.velocity.w; }

const float STEP = 1.0 / float(STEPS_PER_SECOND); // s, a power of two: ages are exact
