// says: expected
    if (square_of(d) > 0.0) pull -= tension * kernel(inside) * normalize(d);
