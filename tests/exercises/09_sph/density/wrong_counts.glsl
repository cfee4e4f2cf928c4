// says: expected
        if (length(here - positions[j].xyz) < reach) sum += 1.0;
