// says: positions of the vertices
float share_of_way(uint here, uint there)
{
    uint low = min(here, there), high = max(here, there);
    return (float(iso) - float(low)) / (float(high) - float(low));
}
