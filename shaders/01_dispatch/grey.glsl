// A pixel is one uint, 8 bits a channel: red in the lowest bits, then green, blue and alpha.
// Grey is 0.299 red + 0.587 green + 0.114 blue, rounded to the nearest; alpha stays. Counted in
// thousandths, so that it is exact, and the same on every machine.
uint grey_pixel(uint pixel)
{
    uint red = pixel & 255u, green = (pixel >> 8) & 255u, blue = (pixel >> 16) & 255u;
    uint grey = (299u * red + 587u * green + 114u * blue + 500u) / 1000u;
    return (pixel & 0xFF000000u) | (grey * 0x010101u);
}

uvec4 grey_pixels(uvec4 four)
{
    return uvec4(grey_pixel(four.x), grey_pixel(four.y), grey_pixel(four.z), grey_pixel(four.w));
}
