// The sun, and the map of the floor on which its light falls.
const vec3 SUN = vec3(0.4330, 0.6400, -0.6347); // towards it, of length 1
const vec3 SUNLIGHT = vec3(3.3, 3.0, 2.5);
const vec3 ABSORPTION = vec3(0.62, 0.235, 0.085); // of water, 1/m: red goes first
const float INDEX = 1.33;

// Where the light through a place falls.
vec2 on_floor(vec3 place) { return place.xz - SUN.xz / SUN.y * place.y; }

// From the floor's metres to the map, 0 to 1: all that the box can throw a shadow on.
vec2 on_map(vec2 point)
{
    const float MARGIN = 0.4; // m
    vec2 moved = -SUN.xz / SUN.y * box.y, low = min(moved, 0.0) - MARGIN, high = box.xz + max(moved, 0.0) + MARGIN;
    return (point - low) / (high - low);
}
