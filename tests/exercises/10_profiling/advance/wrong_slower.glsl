// says: times: got
    for (uint k = 0u; k < rounds; k++) x = next_number(x);
    for (uint k = 0u; k < rounds; k++) x = x * 3u; // and back
    for (uint k = 0u; k < rounds; k++) x = x * 2863311531u;
