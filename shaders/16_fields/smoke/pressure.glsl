// The equation of a cell: the sum over its open faces of (neighbour - itself) is its divergence. Above the ceiling pressure is 0.
// The including shader defines pressure_at().
float pressure_at(int i);

float sum_of_neighbours(ivec3 p, int i, uint open)
{
    precise float across = ((open & uint(OPEN_LEFT)) != 0u ? pressure_at(i - 1) : 0.0) +
                           ((open & uint(OPEN_RIGHT)) != 0u ? pressure_at(i + 1) : 0.0);
    precise float up = ((open & uint(OPEN_BELOW)) != 0u ? pressure_at(i - size.x) : 0.0) +
                       ((open & uint(OPEN_ABOVE)) != 0u && p.y + 1 < size.y ? pressure_at(i + size.x) : 0.0);
    precise float deep = ((open & uint(OPEN_BACK)) != 0u ? pressure_at(i - size.x * size.y) : 0.0) +
                         ((open & uint(OPEN_FRONT)) != 0u ? pressure_at(i + size.x * size.y) : 0.0);
    precise float sum = (across + up) + deep;
    return sum;
}

// 1 / how many open faces: written out, because not every driver divides alike.
float share_of(uint open)
{
    const float shares[7] = float[](0.0, 1.0, 0.5, 0.333333343, 0.25, 0.2, 0.166666672);
    return shares[bitCount(open)];
}
