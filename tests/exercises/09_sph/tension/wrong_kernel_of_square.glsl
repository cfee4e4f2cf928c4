// says: expected
    pull -= tension * kernel(1.0 - square_of(d) / (reach * reach)) * d;
