// says: expected
    pull -= 0.5 * tension * kernel(inside) * d;
