// says: expected
    if (j < gl_GlobalInvocationID.x) return; // the other one has seen this pair
    pull -= tension * kernel(inside) * d;
