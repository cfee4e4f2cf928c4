// says: expected
    pull.y -= tension * kernel(inside) * d.y;
