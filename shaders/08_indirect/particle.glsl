// One particle, 32 bytes. In std430 a vec3 begins at a multiple of 16 bytes and is 12 long, so that a
// float behind it fills the hole: offsets 0, 12, 16, 28. struct particle in fountain.h is the same.
struct Particle {
    vec3 position; // m
    float age;     // s
    vec3 velocity; // m/s
    float life;    // s; dead once age >= life, as a slot is that nobody has been born in
};

const float STEP = 1.0 / float(STEPS_PER_SECOND); // s, a power of two: ages are exact
