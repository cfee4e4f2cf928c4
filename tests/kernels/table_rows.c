// Each body is one line, unless it says otherwise; table_kernels.c says what it may use.
#include "table_kernels.h"

#include <stddef.h>

#define RIGHT(name, body) {name, body, NULL},
#define FAULTY(name, body) {name, body, "undefined-arithmetic"},
// Of floats, doubles or uints, each in one component and in a vector.
#define F(name, value) RIGHT(name, "o[i] = " value ";")
#define FV(name, value)                                                                            \
    RIGHT(name, "vec3 r = " value "; o[i] = r.x; o[i + 64u] = r.y; o[i + 128u] = r.z;")
#define D(name, value) RIGHT(name, "od[i] = " value ";")
#define DV(name, value) RIGHT(name, "dvec3 r = " value "; od[i] = r.x + r.y * 2.0lf + r.z;")
#define U(name, value) RIGHT(name, "ou[i] = " value ";")
#define BAD(name, value) FAULTY(name, "o[i] = float(" value ");")
#define BAD_D(name, value) FAULTY(name, "od[i] = double(" value ");")
// A right kernel and its faulty twin
#define BOTH(name, right, wrong) F(name, "float(" right ")") BAD(name, wrong)
#define BOTH_D(name, right, wrong) D(name, "double(" right ")") BAD_D(name, wrong)
#define RACE(name, body) {name, body, "race"},

// clang-format off
const table_row table_rows[] = {
    // The order of sums is the driver's
    F("sums", "dot(v, v) + x") F("sums", "dot(vec4(v, q), vec4(w, x)) * 3.0 + p")
    F("sums", "1.0 / sqrt(dot(v, v) + 0.01)") F("sums", "dot(v - w, v + w) - x * q")
    F("sums", "x * 0.3 + p * 0.7 + q + w.z + v.y * 0.1 + p + q * 1.7 + x") F("sums", "x * p * q * 0.3 * w.z * v.y * 0.7 * p")
    // Through statements, functions and loops, with products that become one, and where large terms go out again
    RIGHT("sums in pieces", "float y = v.y * 0.1; y += v.y * 0.1; y += x * 0.3; y += 1.0 / p; y += x; y += a[(i + 3u) & 63u]; y += p; y += x; y += v.y * 0.1; y += x * 0.3; o[i] = y;")
    RIGHT("sums in pieces", "float y = q * 1.7 + q, z = y + v.y * 0.1, k = w.z * 0.9 + z; o[i] = k + w.z * 0.9 + a[(i + 3u) & 63u] + p * 0.7 + v.y * 0.1;")
    RIGHT("sums in pieces", "float y = 0.0; for (uint k = 0u; k < 32u; k++) y += a[(i + k * 7u) & 63u] * 0.3; o[i] = y;")
    RIGHT("sums in pieces", "float y = 0.0; for (uint k = 0u; k < 9u; k++) y += a[(i + k * 7u) & 63u] * (1.0 / p); o[i] = y;")
    RIGHT("sums in pieces", "float y = 0.3, z[4]; for (uint k = 0u; k < 4u; k++) z[k] = a[(i + k) & 63u] * 0.7; for (uint k = 0u; k < 4u; k++) y += z[k]; o[i] = y;")
    F("sums in pieces", "w.z * (w.z * 0.9) + w.z * w.x") F("sums in pieces", "q * v.y + q * (p * 0.7)") F("sums in pieces", "abs(q) * (1.0 - p * 0.7) + abs(q) * (p * 0.7)")
    F("sums in pieces", "(((x * 0.3 + 0.7) * x + w.z) * x + 1.1) * x + q * 1.7") F("sums in pieces", "(((w.x * 0.3 + 0.7) * w.x + abs(q)) * w.x + 1.1) * w.x + p * 0.7")
    F("sums in pieces", "q * 1.7 * 0.3 + (x * 9999.7 - x * 9999.1 + (x + (x * 0.3 - w.x)))") F("sums in pieces", "(1.0 / p + w.y) + ((x * 9999.7 - x * 9999.1) + (q + (v.y * 0.1 - a[(i * 5u) & 63u])))")
    D("sums in pieces", "d * 0.3lf + e * 0.7lf + double(w.z) + d * 1.7lf + e + double(w.y) + d") D("sums in pieces", "d * 0.3lf * e * 0.7lf * double(p) * d * 1.7lf")
    // One operation takes the other back
    RIGHT("taken back", "float r = sqrt(p); o[i] = r * r;") RIGHT("taken back", "float r = sqrt(p); o[i] = x / (r * r * r) + r * r;") F("taken back", "sqrt(p) * -sqrt(p)")
    RIGHT("taken back", "float r = 1.0 / p; o[i] = 1.0 / r + x;") D("taken back", "sqrt(e) * sqrt(e)") D("taken back", "1.0lf / (1.0lf / e)")
    RIGHT("taken back", "precise float r = sqrt(p); precise float y = r * r; o[i] = y;")
    F("sums", "length(v)") F("sums", "length(vec4(v, w.x)) - q") F("sums", "distance(v, w)")
    F("sums", "distance(vec2(x, p), vec2(q, 1.0))") FV("sums", "normalize(v)")
    FV("sums", "mat3(v, w, v + w) * w") FV("sums", "w * mat3(v, w, v * w)")
    FV("sums", "(mat3(v, w, v + w) * mat3(w, v, w * v))[1]") FV("sums", "mat4x3(v, w, v + w, v * w) * vec4(w, p)")
    FV("sums", "cross(v, w)") FV("sums", "reflect(v, normalize(w))") FV("sums", "mix(v, w, p * 0.25)")
    FV("sums", "smoothstep(vec3(-1.0), vec3(1.5), v)") FV("sums", "radians(v)") FV("sums", "degrees(w)")
    F("sums", "dot(v, w) > 1e6 ? 1.0 : dot(w, v)") F("sums", "max(dot(v, w), length(v)) * 7.0")
    F("sums", "determinant(mat3(v, w, v.zxy))") F("sums", "determinant(mat2(v.xy, w.yz))")
    F("sums", "determinant(mat4(vec4(v, 1), vec4(w, 2), vec4(v.zxy, 3), vec4(w.yzx, q)))")
    FV("sums", "inverse(mat3(v + vec3(9, 0, 0), w + vec3(0, 7, 0), vec3(q, x, 12)))[1]")
    F("sums", "inverse(mat2(9.0, x, q, 7.0))[0][1]")
    F("sums", "inverse(mat4(vec4(9, x, q, 1), vec4(w, 8) + vec4(0, 9, 0, 0), vec4(q, 1, 12, p), vec4(v, 20)))[2][3]")
    FV("sums", "refract(normalize(v), normalize(w), 0.7)") FV("sums", "faceforward(v, w, normalize(v + 9.0))")
    FV("sums", "outerProduct(v, w)[2]") FV("sums", "transpose(mat3(v, w, v))[1]")
    // Doubles
    D("doubles", "mix(d, 2.0lf, 0.5lf)") DV("doubles", "mix(dvec3(v), dvec3(w), e)") D("doubles", "length(dvec3(v))")
    D("doubles", "distance(dvec3(v), dvec3(w))") DV("doubles", "normalize(dvec3(v))") D("doubles", "dot(dvec3(v), dvec3(w))")
    DV("doubles", "reflect(dvec3(v), normalize(dvec3(w)))") D("doubles", "smoothstep(-1.0lf, 1.5lf, d)")
    DV("doubles", "cross(dvec3(v), dvec3(w))") D("doubles", "clamp(d, -1.0lf, e)") D("doubles", "step(d, 0.5lf)")
    DV("doubles", "faceforward(dvec3(v), dvec3(w), dvec3(v + w))") D("doubles", "fract(d) + floor(d) * ceil(e)")
    D("doubles", "mod(d, 0.75lf)") D("doubles", "inversesqrt(e)") D("doubles", "sqrt(e) / (d + 5.0lf)")
    D("doubles", "round(d * 3.3lf) + trunc(d * 7.0lf) + sign(d) + abs(d)") D("doubles", "min(d, e) - max(d, -e)")
    RIGHT("doubles", "int k; double f = frexp(d, k); od[i] = f + double(k);")
    RIGHT("doubles", "double k; double f = modf(d * 3.5lf, k); od[i] = f * 8.0lf + k;")
    D("doubles", "ldexp(d, int(i) - 20)") D("doubles", "determinant(dmat3(dvec3(v), dvec3(w), dvec3(v.zxy)))")
    DV("doubles", "inverse(dmat3(dvec3(v) + dvec3(9, 0, 0), dvec3(w) + dvec3(0, 7, 0), dvec3(q, x, 12)))[2]")
    DV("doubles", "outerProduct(dvec3(v), dvec3(w))[1]") DV("doubles", "dmat3(dvec3(v), dvec3(w), dvec3(1)) * dvec3(w)")
    DV("doubles", "transpose(dmat3(dvec3(v), dvec3(w), dvec3(x)))[0]") D("doubles", "packDouble2x32(uvec2(u, 0x40000000u | (u & 0xFFFFu)))")
    U("doubles", "unpackDouble2x32(d).y") D("doubles", "d < e ? double(int(d)) : double(uint(e))")
    // Floats in uints
    U("floats in uints", "floatBitsToUint(x * 0.0)") U("floats in uints", "floatBitsToUint(-x * 0.0 + 0.0)")
    U("floats in uints", "floatBitsToUint(dot(v, w))") U("floats in uints", "floatBitsToUint(length(v) * q)")
    U("floats in uints", "floatBitsToUint(x / 0.0 - x / 0.0)") U("floats in uints", "floatBitsToUint(inversesqrt(p))")
    RIGHT("floats in uints", "ou[i] = floatBitsToUint(sin(x)); ou[i + 64u] = u;")
    U("floats in uints", "packHalf2x16(vec2(x * 0.3, q / 3.0))") U("floats in uints", "packUnorm4x8(vec4(v, p) * 0.11)")
    U("floats in uints", "packSnorm2x16(v.xy * 0.2)") U("floats in uints", "packUnorm2x16(w.xy * 0.7)")
    // Functions of which GLSL says how exact they are
    F("precision", "log(1.0 + q * 0.01)") F("precision", "log2(p)") F("precision", "exp(x)") F("precision", "exp2(x * 3.0)")
    F("precision", "pow(p, x)") F("precision", "asin(q)") F("precision", "acos(q)") F("precision", "atan(x)")
    F("precision", "atan(x, p)") F("precision", "sin(x)") F("precision", "cos(x * 3.0)") F("precision", "tan(q)")
    F("precision", "sin(x * 10000.0)") F("precision", "sinh(q)") F("precision", "cosh(x)") F("precision", "tanh(x)")
    F("precision", "asinh(x)") F("precision", "acosh(p + 1.0)") F("precision", "atanh(q * 0.9)") F("precision", "inversesqrt(p)")
    F("precision", "mod(x, 0.3)") F("precision", "float(u) * 0.7 + float(int(u))") F("precision", "fract(x * 1e5)")
    F("precision", "ldexp(x, s / 2)") F("precision", "x * 1e-38 * 0.01") F("precision", "uintBitsToFloat(u >> 9) * 3.0")
    FV("precision", "unpackUnorm4x8(u).xyz") FV("precision", "unpackSnorm4x8(u).yzw")
    FV("precision", "vec3(unpackUnorm2x16(u), unpackSnorm2x16(u).y)") FV("precision", "vec3(unpackHalf2x16(u & 0x7BFF7BFFu), x)")
    F("precision", "float(int(dot(v, w) * 1e4))") F("precision", "sin(dot(v, w)) < 0.3 ? 2.0 : 3.0")
    // What is undefined, and the same within its domain
    BOTH("domain", "pow(p, q)", "pow(x, 0.5)") BOTH("domain", "pow(0.0 * x, p)", "pow(0.0 * x, q - 1.0)")
    BOTH("domain", "pow(vec2(p, 1.0), vec2(q)).y", "pow(vec2(p, q), vec2(2.0)).y") BOTH("domain", "sqrt(p)", "sqrt(x)")
    BOTH("domain", "sqrt(v * v).z", "sqrt(v).x") BOTH("domain", "inversesqrt(p)", "inversesqrt(floor(p))")
    BOTH("domain", "log2(p)", "log2(floor(p))") BOTH("domain", "log(p)", "log(x)") BOTH("domain", "asin(q)", "asin(x)")
    BOTH("domain", "acos(vec2(q, -q)).y", "acos(vec2(q, p)).y") BOTH("domain", "acosh(p + 1.0)", "acosh(p)")
    BOTH("domain", "atanh(q * 0.5)", "atanh(q * 4.0)") BOTH("domain", "atan(x, p)", "atan(floor(p) * 0.0, x * 0.0)")
    BOTH("domain", "clamp(x, q - 1.0, q + 1.0)", "clamp(x, q, -q)") BOTH("domain", "clamp(v, -1.0, p).y", "clamp(v, p, 1.0).y")
    BOTH("domain", "clamp(s, -3, int(i))", "clamp(s, 3, int(i))") BOTH("domain", "clamp(u, 3u, i + 3u)", "clamp(u, 3u, i)")
    BOTH("domain", "smoothstep(q - 1.0, q + 1.0, x)", "smoothstep(q, 0.5, x)") BOTH("domain", "smoothstep(-p, p, v.x)", "smoothstep(p, p, x)")
    BOTH("domain", "ldexp(x, s)", "ldexp(x, 100 + int(i))") BOTH("domain", "inverse(mat2(1.0, x, 0.0, p))[1][1]", "inverse(mat2(x, x, x, x))[0][0]")
    RIGHT("domain", "int k; o[i] = frexp(x, k) + float(k);") FAULTY("domain", "int k; o[i] = frexp(1.0 / floor(p), k);")
    BOTH_D("domain", "sqrt(e)", "sqrt(d)") BOTH_D("domain", "inversesqrt(e)", "inversesqrt(floor(e))")
    BOTH_D("domain", "clamp(d, -e, e)", "clamp(d, e, 1.0lf)") BOTH_D("domain", "smoothstep(-e, e, d)", "smoothstep(e, 1.0lf, d)")
    BOTH_D("domain", "ldexp(d, s)", "ldexp(d, 1000 + int(i) * 9)") BOTH("domain", "normalize(v + 9.0).x", "normalize(v * 0.0).x")
    BOTH_D("domain", "normalize(dvec3(v) + 9.0lf).x", "normalize(dvec3(v) * 0.0lf).x")
    // Whole numbers
    BOTH("integers", "u << (i & 31u)", "u << i") BOTH("integers", "u >> (i & 31u)", "u >> i") BOTH("integers", "s >> (s & 31)", "s >> s")
    BOTH("integers", "u / (i + 1u)", "u / i") BOTH("integers", "u % (i + 1u)", "u % i") BOTH("integers", "1000 / (s | 1)", "1000 / s")
    BOTH("integers", "int(i) % (abs(s) + 1)", "s % 7") BOTH("integers", "int(x * 1e8)", "int(x * 1e9)")
    BOTH("integers", "uint(p)", "uint(x)") BOTH("integers", "uint(p * 1e9)", "uint(p * 2e9)") BOTH("integers", "uvec2(p, 7.0).x", "uvec2(p, x).y")
    BOTH_D("integers", "int(d * 1e8)", "int(d * 1e9)") BOTH_D("integers", "uint(e)", "uint(d)")
    BOTH("integers", "bitfieldExtract(u, int(i & 15u), 16)", "bitfieldExtract(u, int(i), 16)")
    BOTH("integers", "bitfieldInsert(u, i, 3, int(i & 7u))", "bitfieldInsert(u, i, 3, int(i))")
    // One texture, bound as an image and as a texture
    RACE("one texture", "ivec2 t = ivec2(i & 15u, i >> 4); imageStore(image_s, t, vec4(x)); o[i] = texelFetch(same, ivec2(15 - t.x, t.y), 0).x;")
    RACE("one texture", "ivec2 t = ivec2(i & 15u, i >> 4); o[i] = textureLod(same, vec2(t.yx) / 16.0, 0.0).x; imageStore(image_s, t, vec4(x));")
    RACE("one texture", "if (i == 0u) imageStore(image_s, ivec2(3), vec4(2)); o[i] = textureGather(same, vec2(0.25)).x;")
    RACE("one texture", "imageStore(image_s, ivec2(0), vec4(x));")
    RIGHT("one texture", "ivec2 t = ivec2(i & 7u, i >> 3); imageStore(image_s, t, vec4(x)); o[i] = texelFetch(same, t + ivec2(8, 0), 0).x;")
    RIGHT("one texture", "ivec2 t = ivec2(i & 7u, i >> 3); imageStore(image_s, t, vec4(x)); o[i] = textureLod(same, (vec2(t) + 0.5) / 4.0, 2.0).x;")
    RIGHT("one texture", "ivec2 t = ivec2(i & 15u, i >> 4); imageStore(image_s, t, imageLoad(image_s, t) * 2.0);")
    RACE("one texture", "if (i == 3u) imageStore(image_p[u * 0u], ivec2(1), uvec4(7)); ou[i] = imageLoad(image_u, ivec2(1)).x;")
    // Images and their formats
    RIGHT("images", "ivec2 t = ivec2(i & 15u, i >> 4); imageStore(image_8, t, vec4(q, p * 0.25, 0.5, x)); ")
    RIGHT("images", "ivec2 t = ivec2(i & 15u, i >> 4); o[i] = imageLoad(image_8, t).y * 3.0;")
    RIGHT("images", "ivec2 t = ivec2(i & 15u, i >> 4); imageStore(image_h, t, vec4(x / 3.0, p * 999.0, q * 1e-7, 70000.0));")
    RIGHT("images", "ivec2 t = ivec2(i & 15u, i >> 4); imageStore(image_h, t, vec4(sin(x), exp(x), sqrt(p), 1.0));")
    RIGHT("images", "ivec2 t = ivec2(i & 15u, i >> 4); imageStore(image_t, t, vec4(p, p * 100.0, p / 1000.0, 1.0));")
    RIGHT("images", "ivec2 t = ivec2(i & 15u, i >> 4); vec4 c = imageLoad(image_t, t); o[i] = c.x + c.y + c.z + c.w;")
    RIGHT("images", "imageStore(image_l, ivec3(i & 15u, (i >> 4) & 3u, i & 3u), vec4(x * q));")
    RIGHT("images", "ivec3 t = imageSize(image_l); o[i] = float(t.x + 100 * t.y + 10000 * t.z) + imageLoad(image_l, ivec3(i & 7u, 1, 2)).x;")
    RIGHT("images", "imageStore(image_c, ivec3(i & 15u, i >> 4, 5), vec4(x));")
    RIGHT("images", "o[i] = imageLoad(image_c, ivec3(i & 15u, 3, i % 6u)).x + float(imageSize(image_c).y);")
    RIGHT("images", "imageStore(image_v, ivec3(i & 15u, (i >> 4) & 3u, i & 7u), vec4(x * q));")
    RIGHT("images", "ivec3 t = imageSize(image_v); o[i] = float(t.x + 100 * t.y + 10000 * t.z) + imageLoad(image_v, ivec3(i & 7u, 1, i >> 3)).x;")
    RIGHT("images", "imageAtomicAdd(image_x, ivec3(i & 3u, 1, i & 7u), u); imageAtomicMax(image_x, ivec3(5), u);")
    RIGHT("images", "ou[i] = imageLoad(image_x, ivec3(i & 15u, 2, 7)).x;")
    {"images", "o[i] = imageLoad(image_v, ivec3(0, 0, i)).x;", "out-of-bounds"}, {"images", "imageStore(image_v, ivec3(i, 0, 0), vec4(1));", "out-of-bounds"},
    RACE("images", "ivec3 t = ivec3(i & 15u, i >> 4, 3); float next = imageLoad(image_v, ivec3((t.x + 1) & 15, t.yz)).x; imageStore(image_v, t, vec4(next));")
    {"images", "imageStore(image_x, ivec3(1), imageLoad(image_x, ivec3(1)) + u);", "race-lost-update"},
    RIGHT("images", "o[i] = texelFetch(solid, ivec3(i & 15u, 3, i & 7u), 0).x + texelFetch(solid, ivec3(1, 2, i & 3u), 1).x;")
    RIGHT("images", "imageStore(image_w, int(i), uvec4(u + 1u)); o[i] = float(imageSize(image_w));")
    RIGHT("images", "imageAtomicAdd(image_u, ivec2(i & 3u, 0), u); imageAtomicMax(image_w, 7, u);")
    RIGHT("images", "ou[i] = imageLoad(image_p[i * 0u], ivec2(i & 15u, 2)).x;")
    {"images", "imageStore(image_8, ivec2(i, 0), vec4(1));", "out-of-bounds"}, {"images", "o[i] = imageLoad(image_l, ivec3(0, 0, i)).x;", "out-of-bounds"},
    {"images", "ou[i] = imageLoad(image_w, int(i) + 1).x;", "out-of-bounds"}, {"images", "ou[i] = imageLoad(image_p[i], ivec2(0)).x;", "out-of-bounds"},
    {"images", "o[i] = imageLoad(image_c, ivec3(0, 0, i & 7u)).x;", "out-of-bounds"}, RACE("images", "imageStore(image_c, ivec3(1, 2, 3), vec4(x));")
    // Textures of all kinds
    FV("textures", "texture(rgba, v.xy).xyz") FV("textures", "textureLod(rgba, v.xy, 1.3).xyz") FV("textures", "texelFetch(rgba, ivec2(i & 7u, i >> 3), 1).xyz")
    FV("textures", "texelFetchOffset(rgba, ivec2(i & 7u, i >> 3), 0, ivec2(3, 1)).xyz") FV("textures", "textureOffset(rgba, v.xy, ivec2(-2, 3)).xyz")
    FV("textures", "textureProj(rgba, vec3(v.xy, p)).xyz") FV("textures", "textureProjLod(rgba, vec4(v.xy, 1.0, p), 0.5).xyz")
    FV("textures", "textureGrad(rgba, v.xy, vec2(0.01), vec2(0.0)).xyz") FV("textures", "textureGather(rgba, v.xy, 2).xyz")
    FV("textures", "textureGatherOffset(rgba, v.xy, ivec2(1, -1)).xyz") FV("textures", "texture(solid, v).xxx") FV("textures", "textureLod(solid, w, 1.0).xxx")
    FV("textures", "texture(cube, v).xxx") FV("textures", "textureLod(cube, w, 1.0).xxx") FV("textures", "textureGather(cube, v).xyz")
    FV("textures", "texture(cards, vec3(v.xy, i & 3u)).xyz") FV("textures", "texelFetch(cards, ivec3(i & 15u, 2, 3), 0).xyz") FV("textures", "vec3(textureSize(cards, 1))")
    F("textures", "texture(depth, vec3(v.xy, 0.5))") F("textures", "textureLod(depth, vec3(v.xy, q), 1.0)") FV("textures", "textureGather(depth, v.xy, 0.4).xyz")
    F("textures", "textureProj(depth, vec4(v.xy, 0.5, 2.0))") F("textures", "textureOffset(depth, vec3(v.xy, 0.3), ivec2(1))") F("textures", "texture(rect, v.xy * 3.0).x")
    F("textures", "texelFetch(rect, ivec2(i & 15u, 3)).x") U("textures", "texelFetch(words, int(i)).x") F("textures", "float(textureSize(words) + textureSize(line, 1))")
    FV("textures", "texture(line, x).xyz") FV("textures", "textureLod(line, x, 0.7).xyz") FV("textures", "texture(rows, vec2(x, i & 7u)).xxx") FV("textures", "texelFetch(rows, ivec2(i & 15u, 5), 0).xxx")
    FV("textures", "texture(skies, vec4(v, i & 1u)).xxx") FV("textures", "vec3(textureSize(skies, 0))") U("textures", "uint(texelFetch(ints, ivec2(i & 15u, i >> 4), 0).x)")
    F("textures", "texture(pair[i * 0u + 1u], v.xy).x") F("textures", "texelFetch(pair[0], ivec2(i & 15u, 0), 0).x + float(textureQueryLevels(rgba))")
    FV("textures", "textureGatherOffsets(rgba, v.xy, ivec2[4](ivec2(0), ivec2(1, 0), ivec2(0, 2), ivec2(-1)), 1).xyz")
    {"textures", "o[i] = texelFetch(rgba, ivec2(i, 0), 0).x;", "out-of-bounds"}, {"textures", "o[i] = texelFetch(pair[0], ivec2(i & 15u, 8), 0).x;", "out-of-bounds"},
    {"textures", "ou[i] = texelFetch(words, int(i) - 1).x;", "out-of-bounds"}, {"textures", "o[i] = texelFetch(cards, ivec3(0, 0, i), 0).x;", "out-of-bounds"},
    // Arrays of blocks, atomic counters, shared structs
    U("blocks and counters", "part[0].list[i] + part[1].list[63u - i]") U("blocks and counters", "part[u * 0u + 1u].list[i]")
    U("blocks and counters", "uint(part[0].list.length()) + part[u * 0u].count") RIGHT("blocks and counters", "part[1].list[i] = u; part[0].list[i] = part[1].list[i] + 1u;")
    RIGHT("blocks and counters", "atomicAdd(part[u * 0u].count, u); atomicMax(part[1].count, u);")
    RIGHT("blocks and counters", "atomicCounterIncrement(counter); atomicCounterIncrement(counts[1]);") RIGHT("blocks and counters", "if (atomicCounterDecrement(counts[0]) == 0xFFFFFFFFu) ou[0] = 1u;")
    U("blocks and counters", "atomicCounter(counter)") {"blocks and counters", "ou[i] = part[i & 3u].list[0];", "out-of-bounds"}, {"blocks and counters", "ou[i] = part[1].list[i + 1u];", "out-of-bounds"},
    {"blocks and counters", "ou[i] = part[u * 0u].list[int(i) - 1];", "out-of-bounds"}, RACE("blocks and counters", "part[0].list[i >> 1] = u;")
    RIGHT("blocks and counters", "bodies[i].turn = mat3(v, w, v * w); bodies[i].mass = x; bodies[i].at = dvec2(d, e); memoryBarrierShared(); barrier(); Body b = bodies[63u - i]; o[i] = b.turn[1].y + b.mass + float(b.at.y); o[i + 64u] = bodies[i ^ 5u].turn[2][u % 3u];")
    RACE("blocks and counters", "bodies[i].turn = mat3(v, w, v * w);  o[i] = bodies[i ^ 5u].turn[2].y;")
    {"blocks and counters", "bodies[i].mass = x; o[i] = bodies[i].turn[2].y;", "undefined-value"},
    RIGHT("blocks and counters", "tile[i] = x; memoryBarrierShared(); barrier(); o[i] = dot(vec2(tile[i ^ 1u]), vec2(tile[i ^ 2u], q));") RACE("blocks and counters", "tile[i] = x; o[i] = dot(vec2(tile[i ^ 1u]), vec2(q));")
    // Where llvmpipe moves a load past barrier(), and the same with memoryBarrierShared()
#define MOVED(fence) "marks[i] = i; " fence "barrier(); uint y = marks[(i + 1u) & 63u]; " fence "barrier(); " \
    "marks[i] = y * 3u + 1u; " fence "barrier(); ou[i] = marks[i];"
    RIGHT("drivers' mistakes", MOVED("")) RIGHT("blocks and counters", MOVED("memoryBarrierShared(); "))
};

// Of word 5, in which x = -3.3125
const table_change table_changes[] = {
    {"o[i] = dot(v, w);", 2, false, 2, false}, {"o[i] = dot(v, w);", 2, false, 64, true}, {"o[i] = x * p;", 2, false, 1, true},
    {"o[i] = x + v.y;", 2, false, (uint32_t)-1, true}, {"precise float r = x * p + q; o[i] = r;", 2, false, 1, true}, {"o[i] = inversesqrt(p);", 2, false, 2, false},
    {"o[i] = x * 0.3 + p * 0.7 + q + w.z + v.y * 0.1 + p + q * 1.7 + x;", 2, false, 1 << 12, true}, {"precise float r = x + p + q + x + p + q + x + p; o[i] = r;", 2, false, 1, true},
    {"o[i] = v.y * 0.3 + w.z * 0.7;", 2, false, 1, true}, {"precise float y = x * 0.3 + q; o[i] = y + v.y;", 2, false, 1, true}, {"tile[i] = x + p + q; memoryBarrierShared(); barrier(); o[i] = tile[i] * 2.0;", 2, false, 1 << 6, true},
    {"float y = 0.0; for (uint k = 0u; k < 32u; k++) y += a[(i + k * 7u) & 63u] * 0.3; o[i] = y;", 2, false, 1 << 14, true}, {"od[i] = d * 0.3lf + e * 0.7lf + double(w.z) + d * 1.7lf + e + double(w.y) + d;", 3, false, 1, true},
    {"float r = sqrt(p); o[i] = r * r;", 2, false, 8, true}, {"o[i] = 1.0 / (1.0 / p);", 2, false, 8, true}, {"o[i] = sqrt(p) * sqrt(abs(q));", 2, false, 1, true},
    {"o[i] = sqrt(p) * p;", 2, false, 1, true}, {"o[i] = x / (1.0 / p);", 2, false, 1, true},
    {"o[i] = exp(x);", 2, false, 1 << 18, true}, {"o[i] = sin(x);", 2, false, 500, false}, {"o[i] = sin(x);", 2, false, 1 << 16, true},
    {"o[i] = x * 0.0;", 2, true, 0, false}, {"ou[i] = floatBitsToUint(x * 0.0);", 3, true, 0, false}, {"ou[i] = u * 0u;", 3, true, 0x80000000u, true},
    {"ou[i] = floatBitsToUint(0.0 * x / (x * 0.0));", 3, true, 0x7FC00001u, false}, {"ou[i] = floatBitsToUint(dot(v, w));", 3, false, 1, false},
    {"ou[i] = floatBitsToUint(x * p);", 3, false, 1, true}, {"ou[i] = u + 1u;", 3, false, 1, true}, {"o[i] = log(1.0 + q * 0.001);", 2, false, 3, false},
    {"tile[i] = sin(x); memoryBarrierShared(); barrier(); o[i] = tile[i] * 2.0;", 2, false, 500, false}, {"tile[i] = x; memoryBarrierShared(); barrier(); o[i] = tile[i] * 2.0;", 2, false, 500, true},
    {"o[i] = length(v) * 0.0 + x;", 2, false, 1, true}, {"o[i] = x < dot(v, w) ? 1.0 : 2.0;", 2, true, 0, true}, {"o[i] = dot(vec2(x, 1.0), vec2(1.0, 3.3125)) > 0.0 ? 1.0 : 2.0;", 2, true, 0x3F800000u, false},
    {"od[i] = d * e;", 3, false, 1, true}, {"od[i / 2u * 2u] = dot(dvec3(v.xxx), dvec3(w.yyy));", 3, false, 1, true}, {"o[i] = textureLod(rgba, v.xy, 0.0).x;", 2, false, 300, false},
    {"o[i] = texelFetch(rgba, ivec2(i & 7u, 0), 0).x;", 2, false, 3, false}, {"o[i] = texelFetch(rgba, ivec2(i & 7u, 0), 0).x;", 2, false, 1 << 16, true},
    {"o[i] = inversesqrt(p);", 2, false, 1000, true}, {"ou[i] = uint(int(sin(x) * 20480.0) + 99999) * 3u;", 3, false, 3, false}, {"tile[i] = sin(x); memoryBarrierShared(); barrier(); o[i] = tile[i] * 2.0;", 2, false, 2000, false},
    {"o[i] = mod(x, 0.3);", 2, true, 0x3F800000u, true}, {"o[i] = float(int(sin(x) * 100.0 + 0.4));", 2, true, 0, true}, {"o[i] = smoothstep(-4.0, 4.0, x);", 2, false, 4, false},
};
// clang-format on
const int table_row_count = sizeof table_rows / sizeof *table_rows;
const int table_change_count = sizeof table_changes / sizeof *table_changes;
