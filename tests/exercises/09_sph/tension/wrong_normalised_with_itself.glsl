// says: expected
    pull -= tension * kernel(inside) * normalize(d);
