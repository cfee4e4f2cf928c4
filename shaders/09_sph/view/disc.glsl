// The part of a sphere that faces the eye, from a square: what lies outside of its disc is cut away.
in vec2 on_disc;
flat in vec3 middle;
flat in float sphere_radius;
flat in vec4 particle;
flat in float speed;

// 1 in the middle of the disc, 0 at its edge, below 0 outside.
float bulge() { return 1.0 - dot(on_disc, on_disc); }

// Of a point of the picture's space, as the depth buffer has it.
float depth_of(vec3 seen)
{
    vec4 clip = projection * vec4(seen, 1.0);
    return 0.5 * clip.z / clip.w + 0.5;
}
