// The depth buffer keeps the largest nearness, 1 / distance in 1/m. Depth is between 0 and 1, and nearness at most
// 1 / CLOSEST, which is 20 1/m. Divided by a power of 2, no digit gets lost.
const float DEPTH_OF_NEARNESS = 1.0 / 32.0;
const float CLOSEST = 0.05; // m: for an eye in the water
