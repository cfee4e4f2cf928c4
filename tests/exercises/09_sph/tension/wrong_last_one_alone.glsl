// says: expected
    pull = -tension * kernel(inside) * d;
