// The distance along the view that the depth buffer stands for, in metres.
float distance_of(float depth) { return projection[3][2] / (2.0 * depth - 1.0 + projection[2][2]); }
