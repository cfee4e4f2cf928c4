// says: positions of the vertices
float share_of_way(uint here, uint there)
{
    return (0.45 * 4194304.0 - float(here)) / (float(there) - float(here));
}
