// says: out-of-bounds
shared uint tile[GROUP][GROUP + 1]; // a word after each row: a column lies in different banks

void main()
{
    ivec2 corner = ivec2(gl_WorkGroupID.xy) * GROUP, inside = ivec2(gl_LocalInvocationID.xy);
    ivec2 from = corner + inside, to = corner + inside.yx;
    tile[inside.y][inside.x] = pixels[from.y * size.x + from.x];
    barrier(); // every invocation stores what another has loaded

    if (to.x < size.x && to.y < size.y) turned[to.x * size.y + to.y] = tile[inside.x][inside.y];
}
