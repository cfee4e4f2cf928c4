    vec3 towards = other.xyz - body.xyz;
    if (inside > 0.0) pull += kernel(inside) * (tension * towards);
