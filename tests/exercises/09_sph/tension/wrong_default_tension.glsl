// says: expected
    pull -= 0.2 * kernel(inside) * d;
