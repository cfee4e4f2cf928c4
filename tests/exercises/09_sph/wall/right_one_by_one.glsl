    vec3 far = box - x;
    walls.x += opening(x.x);
    walls.x -= opening(far.x);
    walls.z += opening(x.z);
    walls.z -= opening(far.z);
    walls.y = opening(x.y);
