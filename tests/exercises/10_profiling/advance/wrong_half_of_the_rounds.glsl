// says: yours[
    for (uint k = 0u; k < rounds / 2u; k++) x = next_number(x);
