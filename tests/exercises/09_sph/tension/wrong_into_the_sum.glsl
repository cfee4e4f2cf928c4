// says: expected
    sum -= tension * kernel(inside) * d;
