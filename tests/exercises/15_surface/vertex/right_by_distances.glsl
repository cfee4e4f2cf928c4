float share_of_way(uint here, uint there)
{
    float from_here = abs(float(here) - float(iso)), from_there = abs(float(there) - float(iso));
    return from_here / (from_here + from_there);
}
