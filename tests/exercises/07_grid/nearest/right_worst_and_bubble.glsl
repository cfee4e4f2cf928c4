bool is_first(float a, uint m, float b, uint n) { return a < b || (a == b && m < n); }

void take(float distance_squared, uint number)
{
    if (!is_first(distance_squared, number, distances[K - 1], numbers[K - 1])) return;
    distances[K - 1] = distance_squared;
    numbers[K - 1] = number;
    for (int i = K - 1; i > 0; i--) {
        if (!is_first(distances[i], numbers[i], distances[i - 1], numbers[i - 1])) return;
        float d = distances[i];
        uint n = numbers[i];
        distances[i] = distances[i - 1];
        numbers[i] = numbers[i - 1];
        distances[i - 1] = d;
        numbers[i - 1] = n;
    }
}
