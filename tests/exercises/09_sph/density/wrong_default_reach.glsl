// says: densities[
        const float h = 0.9210168; // of 4,096 particles
        precise float u = max(1.0 - sqrt(square_of(here - positions[j].xyz)) / h, 0.0), u2 = u * u;
        sum += u2 * u2 * (5.0 - 4.0 * u);
