// says: densities[
    if (j < i) return push; // the other one has seen this pair
    precise float u = max(1.0 - sqrt(square) / reach, 0.0);
    push = u * u * u * (densities[i].y + densities[j].y + friction) * d;
