// says: expected
    pull -= tension * well(inside) * d;
