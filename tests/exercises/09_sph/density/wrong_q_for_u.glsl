// says: densities[
        precise float u = min(sqrt(square_of(here - positions[j].xyz)) / reach, 1.0), u2 = u * u;
        sum += u2 * u2 * (5.0 - 4.0 * u);
