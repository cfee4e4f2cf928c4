// says: expected
    pull -= tension * add_kernel(0.0, inside) * d;
