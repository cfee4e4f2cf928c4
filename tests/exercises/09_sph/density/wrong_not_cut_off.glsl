// says: densities[
        precise float u = 1.0 - sqrt(square_of(here - positions[j].xyz)) / reach, u2 = u * u;
        sum += u2 * u2 * (5.0 - 4.0 * u);
