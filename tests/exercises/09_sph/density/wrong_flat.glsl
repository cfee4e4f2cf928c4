// says: densities[
        precise float u = max(1.0 - sqrt(square_of(vec3(here.xy - positions[j].xy, 0.0))) / reach, 0.0), u2 = u * u;
        sum += u2 * u2 * (5.0 - 4.0 * u);
