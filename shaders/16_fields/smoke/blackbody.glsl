// What a body shines with that is so hot, in linear sRGB: 1 in all is the light, in luminance, of one of 2,000 K.
// Planck's law as the observer of CIE 1931 sees it (by the curves of Wyman, Sloan and Shirley, 2013). Red is Wien's form of it, and
// green and blue are a share of red: fitted from 1,000 to 3,000 K, red to 1.5 %, the shares to 0.015.
vec3 blackbody(float kelvin)
{
    float beyond = max(kelvin - 1950.0, 0.0);
    vec3 shares = vec3(1.0, max(2.32e-4 * kelvin - 0.20, 0.0), (1.0 + 5e-4 * beyond) * 1e-4 * beyond);
    return exp(12.41 - 23016.0 / kelvin) * shares;
}
