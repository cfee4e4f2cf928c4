// says: positions of the vertices
float share_of_way(uint here, uint there)
{
    return (float(there) - float(here)) / (float(iso) - float(here));
}
