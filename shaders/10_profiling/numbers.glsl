// One round of arithmetic on four numbers: a multiplication and an addition of whole numbers, exact
// on every machine. The compiler cannot foresee the result, and so cannot leave rounds out.
uvec4 next_number(uvec4 x) { return x * 1664525u + 1013904223u; }
