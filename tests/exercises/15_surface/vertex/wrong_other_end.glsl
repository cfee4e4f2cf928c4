// says: positions of the vertices
float share_of_way(uint here, uint there)
{
    return (float(iso) - float(there)) / (float(here) - float(there));
}
