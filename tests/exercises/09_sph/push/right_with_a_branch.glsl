    float r = length(d);
    if (i == j || r >= reach) return vec3(0.0);
    float inside = 1.0 - r / reach, energies = densities[j].y + densities[i].y;
    push = (energies + friction) * inside * inside * inside * d;
