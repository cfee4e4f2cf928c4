// says: positions of the vertices
float share_of_way(uint here, uint there)
{
    float share = (float(iso) - float(here)) / (float(there) - float(here));
    return smoothstep(0.0, 1.0, share);
}
