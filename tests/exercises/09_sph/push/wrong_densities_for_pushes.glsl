// says: densities[
    precise float u = max(1.0 - sqrt(square) / reach, 0.0);
    push = u * u * u * (densities[i].x + densities[j].x + friction) * d;
