// says: expected
    pull -= time_step * tension * kernel(inside) * d;
