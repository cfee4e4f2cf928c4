// says: expected
    pull -= mass * tension * kernel(inside) * d;
