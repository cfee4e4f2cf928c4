// says: expected
void take(float distance_squared, uint number)
{
    for (int i = 0; i < K; i++) {
        if (numbers[i] != NOBODY) continue;
        distances[i] = distance_squared;
        numbers[i] = number;
        return;
    }
}
