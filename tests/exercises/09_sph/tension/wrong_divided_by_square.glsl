// says: expected
    if (square_of(d) > 0.0) pull -= tension * kernel(inside) * d / square_of(d);
