// says: densities[
        float r = length(here - positions[j].xyz);
        if (r >= reach) break;
        float u = 1.0 - r / reach, u2 = u * u;
        sum += u2 * u2 * (5.0 - 4.0 * u);
