// says: expected
    pull -= kernel(inside) * d;
