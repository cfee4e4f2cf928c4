// says: expected
        float inside = max(1.0 - square_of(here - positions[j].xyz) / (reach * reach), 0.0);
        sum += inside * inside * inside;
