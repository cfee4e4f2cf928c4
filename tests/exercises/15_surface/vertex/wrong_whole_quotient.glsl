// says: positions of the vertices
float share_of_way(uint here, uint there)
{
    return float((int(iso) - int(here)) / (int(there) - int(here)));
}
