float share_of_way(uint here, uint there)
{
    int a = int(here), b = int(there);
    return float(int(iso) - a) / float(b - a);
}
