// Keys of other types as uint32 in the same order, and back.
//   int32: the sign bit is turned over, so that negative numbers come first.
//   float32: positive numbers are already in order, behind the negative ones once the sign bit is
//   turned over; negative ones grow the wrong way, so all their bits are turned over.
// Every bit pattern has its place: NaN with the sign bit, -inf, ..., -0, 0, ..., inf, NaN.
const int U32 = 0, I32 = 1, F32 = 2;
const uint SIGN = 0x80000000u;

uint order_of(uint bits, int type)
{
    if (type == U32) return bits;
    bool negative = type == F32 && (bits & SIGN) != 0u;
    return negative ? ~bits : bits ^ SIGN;
}

uint from_order(uint order, int type)
{
    if (type == U32) return order;
    bool negative = type == F32 && (order & SIGN) == 0u;
    return negative ? ~order : order ^ SIGN;
}
