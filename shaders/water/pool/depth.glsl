// The distance along the view that the depth buffer stands for, in metres; and the other way round.
float distance_of(float depth) { return projection[3][2] / (2.0 * depth - 1.0 + projection[2][2]); }

float depth_of(float distance) { return clamp(0.5 * (projection[3][2] / distance - projection[2][2]) + 0.5, 0.0, 1.0); }
