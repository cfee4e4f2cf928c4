// says: expected
void take(float distance_squared, uint number)
{
    int worst = 0;
    for (int i = 1; i < K; i++)
        if (distances[i] > distances[worst]) worst = i;
    if (distance_squared >= distances[worst]) return;
    distances[worst] = distance_squared;
    numbers[worst] = number;
}
