        float q = length(here - positions[j].xyz) / reach;
        if (q >= 1.0) continue; // beyond the reach
        float rest = 1.0 - q;
        sum += rest * rest * rest * rest * (1.0 + 4.0 * q);
