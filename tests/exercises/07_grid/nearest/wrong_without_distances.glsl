// says: expected
void take(float distance_squared, uint number)
{
    for (int i = K - 1; i > 0; i--) numbers[i] = numbers[i - 1];
    numbers[0] = number; // whoever came last
}
