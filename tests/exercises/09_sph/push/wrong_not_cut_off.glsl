// says: densities[
    precise float u = 1.0 - sqrt(square) / reach;
    push = u * u * u * (densities[i].y + densities[j].y + friction) * d;
