// Numbers, drawn by the shader that reads them: they need not come back to the CPU. A digit is
// 3 x 5 dots, 15 bits from the upper left on; digits are 4 dots apart.
const uint DIGITS[10] = uint[](0x7B6Fu, 0x2C97u, 0x73E7u, 0x73CFu, 0x5BC9u, 0x79CFu, 0x79EFu, 0x7252u,
                               0x7BEFu, 0x7BCFu);

// Whether a dot (from the right end of the number, 0, 0 being its upper right one) is lit.
bool digit_dot(uint number, ivec2 dot)
{
    int place = dot.x / 4, column = 2 - dot.x % 4;
    if (dot.x < 0 || dot.y < 0 || dot.y >= 5 || column < 0) return false;
    uint rest = number;
    for (int i = 0; i < place; i++) rest /= 10u;
    if (place > 9 || (rest == 0u && place > 0)) return false;
    return (DIGITS[rest % 10u] >> (14 - (dot.y * 3 + column)) & 1u) != 0u;
}
