// says: positions of the vertices
float share_of_way(uint here, uint there)
{
    int share = 100 * (int(iso) - int(here)) / (int(there) - int(here));
    return float(share) / 100.0;
}
