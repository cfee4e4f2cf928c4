// says: expected
void take(float distance_squared, uint number)
{
    for (int i = 0; i < K; i++) {
        if (!(distance_squared <= distances[i])) continue;
        float displaced = distances[i];
        uint displaced_number = numbers[i];
        distances[i] = distance_squared;
        numbers[i] = number;
        distance_squared = displaced;
        number = displaced_number;
    }
}
