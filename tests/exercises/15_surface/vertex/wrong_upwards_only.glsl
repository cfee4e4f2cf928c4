// says: positions of the vertices
float share_of_way(uint here, uint there)
{
    if (here > there) return 0.5;
    return (float(iso) - float(here)) / (float(there) - float(here));
}
