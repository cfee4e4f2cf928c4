// says: expected
    if (inside > 0.0) pull -= tension * d;
