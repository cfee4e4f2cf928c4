// says: positions of the vertices
float share_of_way(uint here, uint there)
{
    return round((float(iso) - float(here)) / (float(there) - float(here)));
}
