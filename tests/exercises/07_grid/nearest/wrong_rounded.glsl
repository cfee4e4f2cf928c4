// says: expected
void take(float distance_squared, uint number)
{
    for (int i = 0; i < K; i++) {
        if (!(int(1000.0 * sqrt(distance_squared)) < int(1000.0 * sqrt(min(distances[i], 1000.0))) ||
              (int(1000.0 * sqrt(distance_squared)) == int(1000.0 * sqrt(min(distances[i], 1000.0))) && number < numbers[i]))) continue;
        float displaced = distances[i];
        uint displaced_number = numbers[i];
        distances[i] = distance_squared;
        numbers[i] = number;
        distance_squared = displaced;
        number = displaced_number;
    }
}
