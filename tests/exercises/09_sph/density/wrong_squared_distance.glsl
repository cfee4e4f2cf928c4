// says: densities[
        precise float u = max(1.0 - square_of(here - positions[j].xyz) / reach, 0.0), u2 = u * u;
        sum += u2 * u2 * (5.0 - 4.0 * u);
