void take(float distance_squared, uint number)
{
    int place = K;
    while (place > 0 && (distance_squared < distances[place - 1] ||
                         (distance_squared == distances[place - 1] && number < numbers[place - 1]))) {
        if (place < K) {
            distances[place] = distances[place - 1];
            numbers[place] = numbers[place - 1];
        }
        place--;
    }
    if (place == K) return;
    distances[place] = distance_squared;
    numbers[place] = number;
}
