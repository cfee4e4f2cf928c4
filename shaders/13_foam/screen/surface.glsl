// How near the water's surface is, pixel by pixel.
layout(binding = NEARNESS_UNIT) uniform sampler2D nearness; // 1 / distance along the view, in 1/m; 0: no water

float nearness_at(ivec2 p) { return texelFetch(nearness, clamp(p, ivec2(0), textureSize(nearness, 0) - 1), 0).r; }
