// says: expected
    pull -= tension * kernel(sqrt(square_of(d)) / reach) * d;
