// says: densities[
        if (j < i) continue; // the other one has seen this pair
        precise float u = max(1.0 - sqrt(square_of(here - positions[j].xyz)) / reach, 0.0), u2 = u * u;
        sum += u2 * u2 * (5.0 - 4.0 * u);
