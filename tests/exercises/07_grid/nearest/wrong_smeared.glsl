// says: expected
void take(float distance_squared, uint number)
{
    for (int i = 0; i < K; i++) {
        if (!(distance_squared < distances[i] || (distance_squared == distances[i] && number < numbers[i]))) continue;
        for (int j = i + 1; j < K; j++) { // from the front: one is copied over all others
            distances[j] = distances[j - 1];
            numbers[j] = numbers[j - 1];
        }
        distances[i] = distance_squared;
        numbers[i] = number;
        return;
    }
}
