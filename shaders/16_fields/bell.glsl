// The mean of 5 x 5 with the weights 1 4 6 4 1 each way. The including shader defines at().
const float BELL[5] = float[](1.0, 4.0, 6.0, 4.0, 1.0);

float at(ivec2 p);

float blurred(ivec2 p)
{
    float sum = 0.0;
    for (int y = -2; y <= 2; y++)
        for (int x = -2; x <= 2; x++) sum += BELL[x + 2] * BELL[y + 2] * at(p + ivec2(x, y));
    return sum / 256.0;
}
