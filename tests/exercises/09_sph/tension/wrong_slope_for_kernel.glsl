// says: expected
    pull -= tension * slope_factor * slope_at(inside) * d;
