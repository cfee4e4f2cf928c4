// The part of a sphere that faces the eye, from a square.
in vec2 on_disc;
flat in vec3 middle;
flat in float sphere_radius;
flat in float share;

// 1 in the middle of the disc, 0 at its edge, below 0 outside.
float bulge() { return 1.0 - dot(on_disc, on_disc); }
