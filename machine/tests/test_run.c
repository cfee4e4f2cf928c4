/* Small kernels in the kernel machine against the same in C. Without glslangValidator the tests are
 * skipped. */
#include "base/random.h"
#include "machine/front.h"
#include "machine/machine.h"
#include "machine/parallel.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { N = 300, GROUP = 64 };

#define HEAD "#version 430\nlayout(local_size_x = 64) in;\n"
#define BUFFERS                                                                                    \
    "layout(std430, binding = 0) buffer A { uint a[]; };\n"                                        \
    "layout(std430, binding = 1) buffer B { uint b[]; };\n"                                        \
    "layout(std430, binding = 2) buffer C { uint c[]; };\n"
#define EACH(body)                                                                                 \
    HEAD BUFFERS "void main() { uint i = gl_GlobalInvocationID.x; if (i >= 300u) return;\n" body "}"

static uint32_t a[N], b[N], c[4 * N];
static wb_module module;
static wb_machine *machine;
static int findings;

static float f_of(uint32_t u)
{
    float f;
    memcpy(&f, &u, sizeof f);
    return f;
}

static uint32_t u_of(float f)
{
    uint32_t u;
    memcpy(&u, &f, sizeof u);
    return u;
}

static bool load(const char *text)
{
    wb_front_output spirv;
    wb_module_error error;
    wb_front_result result = wb_front_compile(text, &spirv);
    if (result == WB_FRONT_MISSING) {
        wb_front_free(&spirv);
        skip();
    }
    if (result != WB_FRONT_GOOD) print_error("%s\n", spirv.message);
    assert_int_equal(result, WB_FRONT_GOOD);
    bool good = wb_module_load(&module, spirv.words, spirv.count, &error);
    if (!good) print_error("line %d: %s\n", error.line, error.text);
    wb_front_free(&spirv);
    return good;
}

static void start(const wb_machine_dispatch *dispatch, const wb_machine_options *options)
{
    wb_module_error error;
    machine = wb_machine_create(&module, dispatch, options, &error);
    if (machine == NULL) print_error("%s\n", error.text);
    assert_non_null(machine);
}

static void finish(void)
{
    findings = wb_machine_finding_count(machine);
    wb_machine_free(machine);
    wb_module_free(&module);
    machine = NULL;
}

static void run_with(const char *text, const wb_machine_dispatch *dispatch)
{
    assert_true(load(text));
    start(dispatch, &(wb_machine_options){.check = true, .check_races = true});
    assert_int_equal(wb_machine_run(machine, WB_RUN_END), WB_STOP_END);
    for (int i = 0; i < wb_machine_finding_count(machine); i++)
        print_message("line %d: %s\n", wb_machine_finding(machine, i)->line,
                      wb_machine_finding(machine, i)->text);
    finish();
}

static const wb_machine_resource abc[] = {
    {.space = WB_SPACE_STORAGE, .binding = 0, .data = a, .size = sizeof a},
    {.space = WB_SPACE_STORAGE, .binding = 1, .data = b, .size = sizeof b},
    {.space = WB_SPACE_STORAGE, .binding = 2, .data = c, .size = sizeof c},
};

static void run(const char *text)
{
    run_with(text, &(wb_machine_dispatch){.groups = {(N + GROUP - 1) / GROUP, 1, 1},
                                          .resources = abc,
                                          .resource_count = 3});
    assert_int_equal(findings, 0);
}

static int fill(void **state)
{
    (void)state;
    wb_random random = wb_random_seed(7);
    for (int i = 0; i < N; i++) {
        a[i] = wb_random_u32(&random);
        b[i] = wb_random_u32(&random);
    }
    memset(c, 0, sizeof c);
    return 0;
}

/* ---- Arithmetic ---- */

static void test_integers(void **state)
{
    (void)state;
    run(EACH("uint x = a[i], y = b[i] | 1u; c[4u*i] = (x + y) * 3u - (x ^ y); c[4u*i+1u] = x / y + "
             "x % y;"
             "c[4u*i+2u] = (x << (y & 31u)) | (x >> (y & 7u));"
             "c[4u*i+3u] = uint(int(x) >> 3) + uint(bitCount(x)) + uint(findMSB(y)) + "
             "bitfieldReverse(x);"));
    for (uint32_t i = 0; i < N; i++) {
        uint32_t x = a[i], y = b[i] | 1, reversed = 0;
        for (int k = 0; k < 32; k++) reversed |= (x >> k & 1u) << (31 - k);
        assert_int_equal(c[4 * i], (x + y) * 3 - (x ^ y));
        assert_int_equal(c[4 * i + 1], x / y + x % y);
        assert_int_equal(c[4 * i + 2], (x << (y & 31)) | (x >> (y & 7)));
        assert_int_equal(c[4 * i + 3], (uint32_t)((int32_t)x >> 3) +
                                           (uint32_t)__builtin_popcount(x) + 31u -
                                           (uint32_t)__builtin_clz(y) + reversed);
    }
}

static void test_signed(void **state)
{
    (void)state;
    run(EACH(
        "int x = int(a[i]) / 3, y = int(b[i] >> 4) + 1; c[4u*i] = uint(x / y);"
        "c[4u*i+1u] = uint(min(x, y) + max(x, -y) + abs(x) + sign(x));"
        "c[4u*i+2u] = uint(clamp(x, -5, 1000)); c[4u*i+3u] = uint(x < y) + 2u * uint(x >= y);"));
    for (uint32_t i = 0; i < N; i++) {
        int32_t x = (int32_t)a[i] / 3, y = (int32_t)(b[i] >> 4) + 1;
        assert_int_equal(c[4 * i], (uint32_t)(x / y));
        int64_t sum = (int64_t)(x < y ? x : y) + (x > -y ? x : -y) + abs(x) + (x > 0) - (x < 0);
        assert_int_equal(c[4 * i + 1], (uint32_t)sum);
        assert_int_equal(c[4 * i + 2], (uint32_t)(x < -5 ? -5 : x > 1000 ? 1000 : x));
        assert_int_equal(c[4 * i + 3], (x < y) + 2 * (x >= y));
    }
}

static void test_floats(void **state)
{
    (void)state;
    for (int i = 0; i < N; i++) a[i] = u_of((float)(a[i] >> 8) * 0x1p-20f + 0.5f);
    run(EACH(
        "precise float x = uintBitsToFloat(a[i]), y = float(b[i] >> 12); "
        "c[4u*i] = floatBitsToUint(x * y + x); c[4u*i+1u] = floatBitsToUint(sqrt(x) / (y + 1.0));"
        "c[4u*i+2u] = uint(floor(x) + fract(x) * 8.0) + uint(sign(-x) + 2.0);"
        "c[4u*i+3u] = floatBitsToUint(min(x, y) - max(x, y));"));
    for (uint32_t i = 0; i < N; i++) {
        volatile float x = f_of(a[i]), y = (float)(b[i] >> 12), product = x * y;
        assert_int_equal(c[4 * i], u_of(product + x));
        assert_int_equal(c[4 * i + 1], u_of(sqrtf(x) / (y + 1.0f)));
        volatile float part = (x - floorf(x)) * 8.0f;
        assert_int_equal(c[4 * i + 2], (uint32_t)(floorf(x) + part) + 1);
        assert_int_equal(c[4 * i + 3], u_of((x < y ? x : y) - (x > y ? x : y)));
    }
}

static void test_doubles(void **state)
{
    (void)state;
    run(EACH("double x = double(a[i]), y = double(b[i]) + 1.0lf; c[4u*i] = uint(x / y * 1000.0lf) "
             "& 0xFFFFu;"
             "uvec2 bits = unpackDouble2x32(sqrt(x) * y - floor(x / 7.0lf)); c[4u*i+1u] = bits.x; "
             "c[4u*i+2u] = bits.y;"
             "c[4u*i+3u] = x < y ? 1u : 2u;"));
    for (uint32_t i = 0; i < N; i++) {
        volatile double x = a[i], y = (double)b[i] + 1, product = sqrt(x) * y;
        double d = product - floor(x / 7.0);
        uint64_t bits;
        memcpy(&bits, &d, sizeof bits);
        double whole = x / y * 1000.0;
        if (whole < 4294967295.0) assert_int_equal(c[4 * i] & 0xFFFF, (uint32_t)whole & 0xFFFF);
        assert_int_equal(c[4 * i + 1], (uint32_t)bits);
        assert_int_equal(c[4 * i + 2], (uint32_t)(bits >> 32));
        assert_int_equal(c[4 * i + 3], x < y ? 1 : 2);
    }
}

static void test_vectors_and_matrices(void **state)
{
    (void)state;
    run(EACH("float s = float(a[i] & 15u), t = float(b[i] & 15u); mat3 m = mat3(1, s, 0, 0, t, 2, "
             "3, 0, 1);"
             "vec3 v = m * vec3(s, t, 1), w = vec3(1, 2, 3) * m; mat3 p = transpose(m) * m;"
             "c[4u*i] = uint(dot(v, w)); c[4u*i+1u] = uint(p[1][2] + p[2].x); v.zx = v.xy;"
             "c[4u*i+2u] = uint(v.x + 10.0 * v.z); uint k = a[i] % 3u; v[k] = 7.0; c[4u*i+3u] = "
             "uint(v[k] + v.y);"));
    for (uint32_t i = 0; i < N; i++) {
        float s = (float)(a[i] & 15), t = (float)(b[i] & 15);
        float m[3][3] = {{1, s, 0}, {0, t, 2}, {3, 0, 1}}, in[3] = {s, t, 1}, row[3] = {1, 2, 3};
        float v[3] = {0}, w[3] = {0};
        for (int k = 0; k < 3; k++)
            for (int r = 0; r < 3; r++) v[r] += m[k][r] * in[k], w[k] += m[k][r] * row[r];
        float p12 = 0, p20 = 0; // of the transpose times m: columns 1 and 2
        for (int r = 0; r < 3; r++) p12 += m[2][r] * m[1][r], p20 += m[0][r] * m[2][r];
        assert_int_equal(c[4 * i], (uint32_t)(v[0] * w[0] + v[1] * w[1] + v[2] * w[2]));
        assert_int_equal(c[4 * i + 1], (uint32_t)(p12 + p20));
        float x = v[1], z = v[0];
        v[0] = x, v[2] = z;
        assert_int_equal(c[4 * i + 2], (uint32_t)(v[0] + 10 * v[2]));
        v[a[i] % 3] = 7;
        assert_int_equal(c[4 * i + 3], (uint32_t)(7 + v[1]));
    }
}

/* ---- Flow ---- */

static void test_flow(void **state)
{
    (void)state;
    run(HEAD BUFFERS
        "uint collatz(uint x) { uint n = 0u; while (x != 1u) { if (n > 200u) return 999u;"
        " x = (x & 1u) == 0u ? x / 2u : 3u * x + 1u; n++; } return n; }\n"
        "uint pick(uint x) { switch (x % 5u) { case 0u: return 7u; case 1u: x += 2u; case 2u: x *= "
        "3u; break;"
        " default: return x; } return x; }\n"
        "void main() { uint i = gl_GlobalInvocationID.x; if (i >= 300u) return; uint x = (a[i] >> "
        "8) % 1000u + 1u;\n"
        " c[4u*i] = collatz(x); c[4u*i+1u] = pick(x); uint s = 0u;\n"
        " for (uint k = 0u; k < x % 17u; k++) { if (k % 3u == 1u) continue; if (k == 11u) break; s "
        "+= k; }\n"
        " c[4u*i+2u] = s; c[4u*i+3u] = uint(x > 5u && a[min(x, 299u)] % 2u == 0u || x == 3u); }");
    for (uint32_t i = 0; i < N; i++) {
        uint32_t x = (a[i] >> 8) % 1000 + 1, n = 0, y = x, s = 0;
        while (y != 1 && n <= 200) y = (y & 1) == 0 ? y / 2 : 3 * y + 1, n++;
        assert_int_equal(c[4 * i], y == 1 ? n : 999);
        uint32_t picked = x % 5 == 0 ? 7 : x % 5 == 1 ? (x + 2) * 3 : x % 5 == 2 ? x * 3 : x;
        assert_int_equal(c[4 * i + 1], picked);
        for (uint32_t k = 0; k < x % 17; k++)
            if (k % 3 != 1 && k != 11)
                s += k;
            else if (k == 11)
                break;
        assert_int_equal(c[4 * i + 2], s);
        assert_int_equal(c[4 * i + 3], (x > 5 && a[x < 299 ? x : 299] % 2 == 0) || x == 3);
    }
}

static void test_local_arrays_and_structs(void **state)
{
    (void)state;
    run(HEAD BUFFERS
        "struct P { vec2 at; uint tag[3]; };\n"
        "P moved(P p, inout uint count) { p.at += vec2(1, 2); p.tag[count % 3u]++; count += 2u; "
        "return p; }\n"
        "void main() { uint i = gl_GlobalInvocationID.x; if (i >= 300u) return; P p; p.at = "
        "vec2(i, 1);\n"
        " for (int k = 0; k < 3; k++) p.tag[k] = a[i] % 100u; uint n = b[i] % 7u; P q = "
        "moved(moved(p, n), n);\n"
        " c[4u*i] = uint(q.at.x + 10.0 * q.at.y); c[4u*i+1u] = q.tag[0] + 100u * q.tag[1] + 10000u "
        "* q.tag[2];\n"
        " c[4u*i+2u] = n; uint t[5] = uint[](1u, 2u, 3u, 4u, 5u); c[4u*i+3u] = t[a[i] % 5u]; }");
    for (uint32_t i = 0; i < N; i++) {
        uint32_t tag[3] = {a[i] % 100, a[i] % 100, a[i] % 100}, n = b[i] % 7;
        tag[n % 3]++, n += 2, tag[n % 3]++, n += 2;
        assert_int_equal(c[4 * i], i + 2 + 10 * 5);
        assert_int_equal(c[4 * i + 1], tag[0] + 100 * tag[1] + 10000 * tag[2]);
        assert_int_equal(c[4 * i + 2], n);
        assert_int_equal(c[4 * i + 3], a[i] % 5 + 1);
    }
}

/* ---- Memory ---- */

static void test_layouts(void **state)
{
    (void)state;
    static uint32_t block[64], out[32];
    for (uint32_t i = 0; i < 64; i++) block[i] = i;
    const wb_machine_resource both[] = {
        {.space = WB_SPACE_UNIFORM, .binding = 0, .data = block, .size = sizeof block},
        {.space = WB_SPACE_STORAGE, .binding = 0, .data = block, .size = sizeof block},
        {.space = WB_SPACE_STORAGE, .binding = 1, .data = out, .size = sizeof out},
    };
    memset(out, 0, sizeof out);
    run_with("#version 430\nlayout(local_size_x = 1) in;\n"
             "struct S { uvec3 v; uint w; uvec2 t[2]; };\n"
             "layout(std140, binding = 0) uniform U { uint first; uint u[3]; S s; };\n"
             "layout(std430, binding = 0) readonly buffer B { uint b_first; uint b_u[3]; S b_s; "
             "layout(row_major) mat2x3 m; };\n"
             "layout(std430, binding = 1) writeonly buffer O { uint o[]; };\n"
             "void main() { o[0] = first; o[1] = u[2]; o[2] = s.v.z; o[3] = s.w; o[4] = s.t[1].y;\n"
             " o[5] = b_u[2]; o[6] = b_s.v.z; o[7] = b_s.w; o[8] = b_s.t[1].y; S copy = b_s; o[9] "
             "= copy.t[1].x;\n"
             " o[10] = floatBitsToUint(m[1][2]); o[11] = uint(o.length()); vec3 col = m[1]; o[12] "
             "= floatBitsToUint(col.y); }",
             &(wb_machine_dispatch){.groups = {1, 1, 1}, .resources = both, .resource_count = 3});
    // std140: u at 16 with a stride of 16, s at 64: v, w at 76, t at 80 with a stride of 16
    const uint32_t expected[] = {0, 12, 18, 19, 25, 3, 6, 7, 11, 10, 17, 32, 15};
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++)
        assert_int_equal(out[i], expected[i]);
    assert_int_equal(findings, 0);
}

static void test_shared_and_barriers(void **state)
{
    (void)state;
    run("#version 430\nlayout(local_size_x = 256) in;\n" BUFFERS
        "shared uint sums[256]; shared struct { uint n; vec3 at; } s[4];\n"
        "void main() { uint i = gl_LocalInvocationIndex, g = gl_GlobalInvocationID.x; sums[i] = g "
        "< 300u ? a[g] : 0u;\n"
        " if (i < 4u) s[i].n = i; barrier();\n"
        " for (uint k = 128u; k > 0u; k /= 2u) { if (i < k) sums[i] += sums[i + k]; barrier(); }\n"
        " if (i == 0u) c[gl_WorkGroupID.x] = sums[0] + s[3].n; }");
    uint32_t total[2] = {3, 3};
    for (uint32_t i = 0; i < N; i++) total[i / 256] += a[i];
    assert_int_equal(c[0], total[0]);
    assert_int_equal(c[1], total[1]);
}

static void test_atomics(void **state)
{
    (void)state;
    run(EACH("atomicAdd(c[0], a[i]); atomicMax(c[1], a[i]); atomicXor(c[2], a[i]); atomicOr(c[3], "
             "a[i] & 0xF0u);"
             "uint old = 0u, seen; do { seen = old; old = atomicCompSwap(c[4], seen, seen + 1u); } "
             "while (old != seen);"
             "c[100u + atomicAdd(c[5], 1u)] = i;"));
    uint32_t sum = 0, most = 0, all = 0, bits = 0;
    for (uint32_t i = 0; i < N; i++) {
        sum += a[i], all ^= a[i], bits |= a[i] & 0xF0;
        most = a[i] > most ? a[i] : most;
    }
    assert_int_equal(c[0], sum);
    assert_int_equal(c[1], most);
    assert_int_equal(c[2], all);
    assert_int_equal(c[3], bits);
    assert_int_equal(c[4], N);
    bool seen[N] = {0};
    for (uint32_t i = 0; i < N; i++) seen[c[100 + i]] = true;
    for (uint32_t i = 0; i < N; i++) assert_true(seen[i]);
}

static void test_uniforms(void **state)
{
    (void)state;
    const uint32_t words[] = {5, u_of(2.5f), 1, 2, 3}, flag = 1;
    const wb_machine_uniform values[] = {
        {0, &words[0], 1}, {1, &words[1], 1}, {4, &words[2], 3, 3}, {9, &flag, 1}};
    run_with("#version 430\nlayout(local_size_x = 64) in;\n" BUFFERS
             "layout(location = 0) uniform uint n; layout(location = 1) uniform float f;\n"
             "layout(location = 4) uniform uint list[3]; layout(location = 9) uniform bool on;\n"
             "void main() { uint i = gl_GlobalInvocationID.x; if (i < n) c[i] = uint(f * 2.0) + "
             "list[i % 3u] + uint(on); }",
             &(wb_machine_dispatch){.groups = {1, 1, 1},
                                    .resources = abc,
                                    .resource_count = 3,
                                    .uniforms = values,
                                    .uniform_count = 4});
    for (uint32_t i = 0; i < 6; i++) assert_int_equal(c[i], i < 5 ? 5 + i % 3 + 1 + 1 : 0);
}

// Each scalar, vector and matrix has a location; and a long one does not run into the next.
static void test_struct_uniforms(void **state)
{
    (void)state;
    const uint32_t wide[] = {1, 2, 3, 4}, thin = 70, count = 500, list[] = {8, 9};
    run_with("#version 430\nlayout(local_size_x = 1) in;\n" BUFFERS
             "struct Level { uvec4 wide; uint thin; uint list[2]; };\n"
             "layout(location = 3) uniform Level levels[3];\n"
             "layout(location = 15) uniform uint count;\n"
             "void main() { for (int i = 0; i < 3; i++) c[i] = levels[i].wide.y + levels[i].thin + "
             "levels[i].list[1]; c[3] = count; }",
             &(wb_machine_dispatch){.groups = {1, 1, 1},
                                    .resources = abc,
                                    .resource_count = 3,
                                    .uniforms = (const wb_machine_uniform[]){{15, &count, 1},
                                                                             {13, list, 2, 2},
                                                                             {12, &thin, 1},
                                                                             {11, wide, 4},
                                                                             {3, wide, 4}},
                                    .uniform_count = 5});
    const uint32_t sums[] = {2, 0, 2 + 70 + 9, 500};
    assert_memory_equal(c, sums, sizeof sums);
}

static void test_uniform_names(void **state)
{
    (void)state;
    assert_true(load("#version 430\nlayout(local_size_x = 1) in;\n" BUFFERS
                     "struct Level { uvec4 wide; uint thin; uint list[2]; };\n"
                     "layout(location = 3) uniform Level levels[3];\n"
                     "layout(location = 15) uniform uint table[2][3];\n"
                     "void main() { c[0] = levels[0].thin + table[0][0]; }"));
    static const struct {
        const char *name;
        int location;
    } names[] = {{"levels[0].wide", 3},     {"levels[0].thin", 4},     {"levels[2].list", 13},
                 {"levels[2].list[1]", 14}, {"table[1]", 18},          {"table[1][2]", 20},
                 {"levels[3].thin", -1},    {"levels[0].thinner", -1}, {"level", -1},
                 {"levels.thin", -1},       {"table[0].thin", -1},     {"c", -1}};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        assert_int_equal(wb_module_uniform_location(&module, names[i].name), names[i].location);
    wb_module_free(&module);
}

static void test_images(void **state)
{
    (void)state;
    static uint8_t from[8 * 4 * 4];
    static float to[8 * 4];
    for (size_t i = 0; i < sizeof from; i++) from[i] = (uint8_t)(i * 5);
    const wb_machine_resource images[] = {
        {.space = WB_SPACE_IMAGE,
         .binding = 0,
         .data = to,
         .size = sizeof to,
         .width = 8,
         .height = 4,
         .depth = 1,
         .format = {WB_TEXEL_FLOAT, 1, 32}},
        {.space = WB_SPACE_TEXTURE,
         .binding = 1,
         .data = from,
         .size = sizeof from,
         .width = 8,
         .height = 4,
         .depth = 1,
         .format = {WB_TEXEL_UNORM, 4, 8},
         .linear = true,
         .wrap = {WB_WRAP_CLAMP, WB_WRAP_CLAMP}},
    };
    run_with("#version 430\nlayout(local_size_x = 8, local_size_y = 4) in;\n"
             "layout(r32f, binding = 0) uniform image2D to; layout(binding = 1) uniform sampler2D "
             "from;\n"
             "void main() { ivec2 at = ivec2(gl_GlobalInvocationID.xy);\n"
             " vec4 t = texelFetch(from, at, 0), l = texture(from, (vec2(at) + vec2(1.0, 0.5)) / "
             "vec2(textureSize(from, 0)));\n"
             " imageStore(to, at, vec4(t.y * 255.0 + 1000.0 * l.x * 255.0)); }",
             &(wb_machine_dispatch){.groups = {1, 1, 1}, .resources = images, .resource_count = 2});
    for (int y = 0; y < 4; y++)
        for (int x = 0; x < 8; x++) {
            int i = y * 8 + x, next = x < 7 ? i + 1 : i;
            float expected = from[4 * i + 1] + 500.0f * (float)(from[4 * i] + from[4 * next]);
            assert_true(fabsf(to[i] - expected) < 0.1f);
        }
    assert_int_equal(findings, 0);
}

// Beyond an image OpenGL says what comes, beyond a texture it does not.
static void test_beyond_images(void **state)
{
    (void)state;
    static uint32_t image[4], texture[4];
    static const struct {
        const char *line, *text;
        wb_severity severity;
    } accesses[] = {
        {"c[0] = imageLoad(image, p).x;", "so what is loaded is 0", WB_WARNING},
        {"imageStore(image, p, uvec4(7));", "so nothing is stored", WB_WARNING},
        {"c[0] = imageAtomicAdd(image, p, 7u);", "and 0 comes back", WB_WARNING},
        {"c[0] = texelFetch(from, p, 0).x;", "a coordinate of from is 2", WB_ERROR},
    };
    wb_machine_resource resources[] = {
        {.space = WB_SPACE_IMAGE, .data = image, .size = sizeof image},
        {.space = WB_SPACE_TEXTURE, .data = texture, .size = sizeof texture},
        {.space = WB_SPACE_STORAGE, .data = c, .size = sizeof c},
    };
    for (int i = 0; i < 2; i++) {
        resources[i].width = resources[i].height = 2;
        resources[i].depth = 1;
        resources[i].format = (wb_texel_format){WB_TEXEL_UINT, 1, 32};
    }
    for (size_t i = 0; i < sizeof accesses / sizeof *accesses; i++) {
        char text[400];
        for (int k = 0; k < 4; k++) image[k] = texture[k] = 5;
        c[0] = 5;
        snprintf(text, sizeof text,
                 HEAD "layout(r32ui, binding = 0) uniform uimage2D image;\n"
                      "layout(binding = 0) uniform usampler2D from;\n"
                      "layout(std430, binding = 0) buffer C { uint c[]; };\n"
                      "void main() { ivec2 p = ivec2(2, 1); if (gl_LocalInvocationIndex == 0u) "
                      "{ %s } }",
                 accesses[i].line);
        assert_true(load(text));
        start(&(wb_machine_dispatch){.groups = {1, 1, 1},
                                     .resources = resources,
                                     .resource_count = 3},
              &(wb_machine_options){.check = true});
        assert_int_equal(wb_machine_run(machine, WB_RUN_END), WB_STOP_END);
        assert_int_equal(wb_machine_finding_count(machine), 1);
        const wb_kernel_finding *f = wb_machine_finding(machine, 0);
        assert_string_equal(f->code, "out-of-bounds");
        assert_non_null(strstr(f->text, accesses[i].text));
        assert_int_equal(f->severity, accesses[i].severity);
        finish();
        for (int k = 0; k < 4; k++) assert_int_equal(image[k], 5);
        if (strncmp(accesses[i].line, "c[0]", 4) == 0) assert_int_equal(c[0], 0);
    }
}

// Every format that GLSL has, declared over an image of r32f: only r32f itself is right.
static void test_formats(void **state)
{
    (void)state;
    static float texels[4];
    const wb_machine_resource image = {.space = WB_SPACE_IMAGE,
                                       .data = texels,
                                       .size = sizeof texels,
                                       .width = 2,
                                       .height = 2,
                                       .depth = 1,
                                       .format = {WB_TEXEL_FLOAT, 1, 32}};
    for (uint32_t n = 1; wb_texel_format_numbered(n) != NULL; n++) {
        const wb_texel_format *f = wb_texel_format_numbered(n);
        const char *name = wb_texel_format_name(f);
        const char *sign = f->kind == WB_TEXEL_INT                                      ? "i"
                           : f->kind == WB_TEXEL_UINT || f->kind == WB_TEXEL_SMALL_UINT ? "u"
                                                                                        : "";
        bool is_right = strcmp(name, "r32f") == 0;
        char source[400];
        snprintf(source, sizeof source,
                 "#version 430\nlayout(local_size_x = 2, local_size_y = 2) in;\n"
                 "layout(%s, binding = 0) uniform %simage2D to;\n"
                 "void main() { ivec2 at = ivec2(gl_GlobalInvocationID.xy);\n"
                 " imageStore(to, at, imageLoad(to, at)); }",
                 name, sign);
        assert_ptr_equal(wb_texel_format_named(name), f);
        run_with(source, &(wb_machine_dispatch){
                             .groups = {1, 1, 1}, .resources = &image, .resource_count = 1});
        assert_int_equal(findings, is_right ? 0 : 1);
    }
    assert_null(wb_texel_format_named("rgb8"));
}

// The texels of a damaged capture's image, counted in 64 bits, would come to 0.
static void test_image_too_large(void **state)
{
    (void)state;
    static uint32_t word;
    wb_module_error error;
    const wb_machine_resource image = {.space = WB_SPACE_IMAGE,
                                       .data = &word,
                                       .size = sizeof word,
                                       .width = 1 << 28,
                                       .height = 1 << 20,
                                       .depth = 1 << 16,
                                       .format = {WB_TEXEL_UINT, 1, 32}};
    assert_true(load(HEAD "void main() {}\n"));
    wb_machine_dispatch dispatch = {.groups = {1, 1, 1}, .resources = &image, .resource_count = 1};
    assert_null(wb_machine_create(&module, &dispatch, &(wb_machine_options){0}, &error));
    assert_non_null(strstr(error.text, "larger than its memory"));
    wb_module_free(&module);
}

// A volume's slices become fewer from level to level; layers do not.
static void test_levels_in_memory(void **state)
{
    (void)state;
    static const struct {
        const char *type;
        int height, depth;
        size_t words; // of all three levels
    } rows[] = {{"usampler3D", 4, 4, 64 + 8 + 1},
                {"usampler2DArray", 4, 4, 64 + 16 + 4},
                {"usampler2D", 4, 1, 16 + 4 + 1},
                {"usampler1DArray", 4, 1, 16 + 8 + 4}};
    static uint32_t words[84];
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++)
        for (size_t less = 0; less < 2; less++) {
            wb_module_error error;
            wb_machine_resource texture = {.space = WB_SPACE_TEXTURE,
                                           .binding = 1,
                                           .data = words,
                                           .size = (rows[k].words - less) * sizeof *words,
                                           .width = 4,
                                           .height = rows[k].height,
                                           .depth = rows[k].depth,
                                           .levels = 3,
                                           .format = {WB_TEXEL_UINT, 1, 32}};
            char text[600];
            snprintf(text, sizeof text,
                     HEAD BUFFERS "layout(binding = 1) uniform %s t;\n"
                                  "void main() { a[0] = uint(textureSize(t, 0).x); }\n",
                     rows[k].type);
            assert_true(load(text));
            wb_machine_dispatch dispatch = {
                .groups = {1, 1, 1}, .resources = &texture, .resource_count = 1};
            wb_machine *made =
                wb_machine_create(&module, &dispatch, &(wb_machine_options){0}, &error);
            assert_int_equal(made != NULL, less == 0);
            wb_machine_free(made);
            wb_module_free(&module);
        }
}

// Bytes as texels, in a buffer that is bound as words, too: the race detector counts them in words.
static void test_texels_in_words(void **state)
{
    (void)state;
    static uint32_t words[16];
    const wb_machine_resource resources[] = {
        {.space = WB_SPACE_STORAGE, .binding = 0, .data = words, .size = sizeof words},
        {.space = WB_SPACE_IMAGE,
         .binding = 1,
         .data = words,
         .size = sizeof words,
         .width = 64,
         .height = 1,
         .depth = 1,
         .format = {WB_TEXEL_UINT, 1, 8}},
    };
    wb_machine_dispatch dispatch = {
        .groups = {1, 1, 1}, .resources = resources, .resource_count = 2};
    static const char *const texts[] = {"a[9]", "a[10]"}; // the byte 40 is in word 10
    for (int k = 0; k < 2; k++) {
        char text[600];
        snprintf(text, sizeof text,
                 "#version 430\nlayout(local_size_x = 2) in;\n"
                 "layout(std430, binding = 0) buffer A { uint a[]; };\n"
                 "layout(r8ui, binding = 1) uniform uimageBuffer bytes;\n"
                 "void main()\n{\n"
                 "    if (gl_LocalInvocationIndex == 0u) %s = 1u;\n"
                 "    else imageStore(bytes, 40, uvec4(2u));\n}\n",
                 texts[k]);
        run_with(text, &dispatch);
        assert_int_equal(findings, k);
    }
}

// Beyond its edge a texture of packed channels has all of its border's colour.
static void test_packed_border(void **state)
{
    (void)state;
    static uint32_t texel;
    static float to[4];
    const wb_machine_resource resources[] = {
        {.space = WB_SPACE_STORAGE, .binding = 0, .data = to, .size = sizeof to},
        {.space = WB_SPACE_TEXTURE,
         .binding = 1,
         .data = &texel,
         .size = sizeof texel,
         .width = 1,
         .height = 1,
         .depth = 1,
         .format = {WB_TEXEL_SMALL_FLOATS, 1, 32},
         .wrap = {WB_WRAP_BORDER, WB_WRAP_BORDER},
         .border = {0.25f, 0.5f, 0.75f, 0.125f}},
    };
    run_with(
        "#version 430\nlayout(local_size_x = 1) in;\n"
        "layout(std430, binding = 0) buffer A { vec4 a; };\n"
        "layout(binding = 1) uniform sampler2D from;\n"
        "void main() { a = texture(from, vec2(2.5)); }",
        &(wb_machine_dispatch){.groups = {1, 1, 1}, .resources = resources, .resource_count = 2});
    const float expected[4] = {0.25f, 0.5f, 0.75f, 1.0f}; // it has no alpha
    assert_memory_equal(to, expected, sizeof to);
}

// Layers of an image and of a texture are a coordinate more.
static void test_layers(void **state)
{
    (void)state;
    enum { SIDE = 4, LAYERS = 3, TEXELS = SIDE * SIDE * LAYERS };
    static uint32_t from[TEXELS], to[TEXELS];
    for (uint32_t i = 0; i < TEXELS; i++) from[i] = 100 + i;
    wb_machine_resource layered = {.space = WB_SPACE_IMAGE,
                                   .data = to,
                                   .size = sizeof to,
                                   .width = SIDE,
                                   .height = SIDE,
                                   .depth = LAYERS,
                                   .format = {WB_TEXEL_UINT, 1, 32}};
    wb_machine_resource images[] = {layered, layered};
    images[1].space = WB_SPACE_TEXTURE;
    images[1].binding = 1;
    images[1].data = from;
    run_with(
        "#version 430\nlayout(local_size_x = 4, local_size_y = 4) in;\n"
        "layout(r32ui, binding = 0) uniform uimage2DArray to;\n"
        "layout(binding = 1) uniform usampler2DArray from;\n"
        "void main() { ivec3 at = ivec3(gl_GlobalInvocationID);\n"
        " at.z = imageSize(to).z - 1 - at.z;\n"
        " imageStore(to, at, texelFetch(from, at.yxz, 0) + 1000u * "
        "uint(textureSize(from, 0).z)); }",
        &(wb_machine_dispatch){.groups = {1, 1, LAYERS}, .resources = images, .resource_count = 2});
    for (uint32_t i = 0; i < TEXELS; i++) {
        uint32_t x = i % SIDE, y = i / SIDE % SIDE, z = i / SIDE / SIDE;
        assert_int_equal(to[i], from[(z * SIDE + x) * SIDE + y] + 1000 * LAYERS);
    }
    assert_int_equal(findings, 0);
}

static void test_subgroups(void **state)
{
    (void)state;
    run("#version 430\n#extension GL_KHR_shader_subgroup_arithmetic : enable\n"
        "#extension GL_KHR_shader_subgroup_ballot : enable\n#extension "
        "GL_KHR_shader_subgroup_shuffle : enable\n"
        "layout(local_size_x = 64) in;\n" BUFFERS
        "void main() { uint i = gl_GlobalInvocationID.x; uint v = i < 300u ? a[i] % 100u : 0u;\n"
        " uint inclusive = subgroupInclusiveAdd(v), most = subgroupMax(v); uvec4 odd = "
        "subgroupBallot(v % 2u == 1u);\n"
        " uint other = subgroupShuffleXor(v, 1u), first = subgroupBroadcastFirst(v); bool elected "
        "= subgroupElect();\n"
        " if (i >= 300u) return; c[4u*i] = inclusive; c[4u*i+1u] = most + 1000u * other;\n"
        " c[4u*i+2u] = subgroupBallotExclusiveBitCount(odd) + (elected ? 100u : 0u); c[4u*i+3u] = "
        "first + gl_SubgroupInvocationID; }");
    for (uint32_t i = 0; i < N; i++) {
        uint32_t start_at = i & ~31u, sum = 0, most = 0, odd = 0;
        for (uint32_t k = start_at; k < start_at + 32; k++) {
            uint32_t v = k < N ? a[k] % 100 : 0;
            if (k <= i) sum += v;
            if (k < i) odd += v & 1;
            if (v > most) most = v;
        }
        uint32_t other = (i ^ 1) < N ? a[i ^ 1] % 100 : 0;
        assert_int_equal(c[4 * i], sum);
        assert_int_equal(c[4 * i + 1], most + 1000 * other);
        assert_int_equal(c[4 * i + 2], odd + (i == start_at ? 100 : 0));
        assert_int_equal(c[4 * i + 3], a[start_at] % 100 + i % 32);
    }
}

/* ---- Orders, spins, stepping ---- */

static const char *const chain_of_groups =
    "#version 430\nlayout(local_size_x = 32) in;\n"
    "layout(std430, binding = 0) coherent volatile buffer A { uint a[]; };\n"
    "void main() { uint g = gl_WorkGroupID.x; if (gl_LocalInvocationIndex != 0u) return;\n"
    " uint before = 0u; if (g > 0u) do before = a[g - 1u]; while (before == 0u);\n"
    " a[g] = before + 1u; }";

// Each group waits for the one before it; in descending order all are under way at once.
static void test_spins_make_progress(void **state)
{
    (void)state;
    for (int order = WB_ORDER_ASCENDING; order <= WB_ORDER_SHUFFLED; order++) {
        memset(a, 0, sizeof a);
        assert_true(load(chain_of_groups));
        start(&(wb_machine_dispatch){.groups = {6, 1, 1}, .resources = abc, .resource_count = 1},
              &(wb_machine_options){.order = (wb_order)order});
        assert_int_equal(wb_machine_run(machine, WB_RUN_END), WB_STOP_END);
        finish();
        for (uint32_t g = 0; g < 6; g++) assert_int_equal(a[g], g + 1);
    }
}

// Groups on four cores: sums and a chain of groups that wait for each other.
static void test_threads(void **state)
{
    (void)state;
    static const char *const texts[] = {EACH("atomicAdd(c[0], a[i]); c[1u + i] = a[i] ^ b[i];"),
                                        chain_of_groups};
    for (int k = 0; k < 2; k++) {
        if (k == 1) memset(a, 0, sizeof a);
        assert_true(load(texts[k]));
        start(&(wb_machine_dispatch){.groups = {k == 0 ? 5 : 40, 1, 1},
                                     .resources = abc,
                                     .resource_count = 3},
              &(wb_machine_options){0});
        assert_int_equal(wb_machine_run_parallel(machine, 4), WB_STOP_END);
        assert_true(wb_machine_lane_instructions(machine) > 0);
        finish();
        uint32_t sum = 0;
        for (uint32_t i = 0; i < N && k == 0; i++) {
            sum += a[i];
            assert_int_equal(c[1 + i], a[i] ^ b[i]);
        }
        if (k == 0) assert_int_equal(c[0], sum);
        for (uint32_t g = 0; g < 40 && k == 1; g++) assert_int_equal(a[g], g + 1);
    }
}

// The first lane stands behind the loop in which the others wait for it. In slices, too.
static void test_lanes_give_way(void **state)
{
    (void)state;
    for (int in_slices = 0; in_slices < 2; in_slices++) {
        wb_stop stop = WB_STOP_END;
        memset(a, 0, sizeof a);
        assert_true(load(HEAD "layout(std430, binding = 0) coherent buffer A { uint a[]; };\n"
                              "void main() { uint i = gl_LocalInvocationIndex;\n"
                              "    if (i != 0u) while (atomicAdd(a[0], 0u) == 0u) {}\n"
                              "    else atomicExchange(a[0], 7u);\n"
                              "    a[1u + i] = i; }"));
        start(&(wb_machine_dispatch){.groups = {1, 1, 1}, .resources = abc, .resource_count = 1},
              &(wb_machine_options){.budget = 100000000});
        if (!in_slices) stop = wb_machine_run(machine, WB_RUN_END);
        while (in_slices && !wb_machine_run_some(machine, 100000, &stop)) continue;
        assert_int_equal(stop, WB_STOP_END);
        finish();
        assert_int_equal(a[0], 7);
        for (uint32_t i = 0; i < GROUP; i++) assert_int_equal(a[1 + i], i);
    }
}

// While a group's second team is on its way to the loop, the first waits in its first turn.
static void test_late_team(void **state)
{
    (void)state;
    for (int endless = 0; endless < 2; endless++) {
        wb_stop stop;
        char text[1024];
        snprintf(text, sizeof text,
                 "#version 430\nlayout(local_size_x = 512) in;\n" BUFFERS
                 "void main() { uint i = gl_LocalInvocationIndex, x = i;\n"
                 "    for (uint l = 0u; l < 1000u; l++) x += x << 3u ^ l;\n"
                 "    for (int k = 0; k < 40; k %s) {\n"
                 "        for (uint l = 0u; l < 333u; l++) x += x << 3u ^ l;\n"
                 "        barrier();\n"
                 "    }\n"
                 "    a[i & 255u] = x; }",
                 endless ? "= 0" : "++");
        assert_true(load(text));
        start(&(wb_machine_dispatch){.groups = {1, 1, 1}, .resources = abc, .resource_count = 1},
              &(wb_machine_options){0});
        assert_false(wb_machine_run_some(machine, 4000000, &stop));
        assert_int_equal(wb_machine_comes_to_end(machine), !endless);
        finish();
        assert_int_equal(findings, endless);
    }
}

// In slices; one that never ends comes to its budget, and is named only then.
static void test_some(void **state)
{
    (void)state;
    static const char *const texts[2] = {
        EACH("a[i] = 1u; for (uint k = 0u; k < 500u; k++) a[i] += k;"),
        EACH("a[i] = 1u; while (a[i] != 0u) a[i] |= 2u;")};
    for (int endless = 0; endless < 2; endless++) {
        wb_stop stop = WB_STOP_GROUP;
        int slices = 1;
        assert_true(load(texts[endless]));
        start(&(wb_machine_dispatch){.groups = {5, 1, 1}, .resources = abc, .resource_count = 1},
              &(wb_machine_options){.budget = 3000000});
        for (; !wb_machine_run_some(machine, 100000, &stop); slices++)
            assert_int_equal(wb_machine_finding_count(machine), 0);
        uint64_t ran = wb_machine_lane_instructions(machine);
        assert_int_equal(stop, endless ? WB_STOP_BUDGET : WB_STOP_END);
        assert_true(slices > (endless ? 20 : 5) && ran <= 3100000);
        finish();
        assert_int_equal(findings, endless);
        for (uint32_t i = 0; i < N && !endless; i++) assert_int_equal(a[i], 1 + 499 * 500 / 2);
    }
}

enum { LARGE_GROUPS = 2048, LARGE = LARGE_GROUPS * GROUP };

// Runs on `threads` cores with all checks; `memory` has what it leaves. Returns a machine that has
// ended.
static wb_machine *run_large(const char *text, uint32_t *memory, wb_order order, int threads)
{
    wb_module_error error;
    for (uint32_t i = 0; i < LARGE; i++) memory[i] = i * 2654435761u >> 8;
    wb_machine_resource large = {
        .space = WB_SPACE_STORAGE, .binding = 0, .data = memory, .size = LARGE * sizeof *memory};
    assert_true(load(text));
    wb_machine *m = wb_machine_create(
        &module,
        &(wb_machine_dispatch){
            .groups = {LARGE_GROUPS, 1, 1}, .resources = &large, .resource_count = 1},
        &(wb_machine_options){.check = true, .check_races = true, .count = true, .order = order},
        &error);
    assert_non_null(m);
    assert_int_equal(wb_machine_run_parallel(m, threads), WB_STOP_END);
    return m;
}

static void assert_same_run(const wb_machine *x, const wb_machine *y)
{
    int line_x, line_y;
    wb_line_counts counts_x, counts_y;
    assert_int_equal(wb_machine_lane_instructions(x), wb_machine_lane_instructions(y));
    assert_int_equal(wb_machine_finding_count(x), wb_machine_finding_count(y));
    for (int i = 0; i < wb_machine_finding_count(x); i++) {
        const wb_kernel_finding *f = wb_machine_finding(x, i), *g = wb_machine_finding(y, i);
        assert_string_equal(f->code, g->code);
        assert_string_equal(f->text, g->text);
        assert_int_equal(f->count, g->count);
        assert_memory_equal(&f->at, &g->at, sizeof f->at);
        assert_memory_equal(&f->other, &g->other, sizeof f->other);
    }
    assert_int_equal(wb_machine_depends_on_order(x, &line_x),
                     wb_machine_depends_on_order(y, &line_y));
    assert_int_equal(line_x, line_y);
    for (int line = 1; line < 12; line++) {
        wb_machine_line_counts(x, line, &counts_x);
        wb_machine_line_counts(y, line, &counts_y);
        assert_memory_equal(&counts_x, &counts_y, sizeof counts_x);
    }
}

// With all checks, several cores make the same run as one: where groups keep to themselves, where
// they warn, and where they meet.
static void test_threads_with_checks(void **state)
{
    (void)state;
    static uint32_t memory[2][LARGE];
    static const char *const texts[] = {
        HEAD "layout(std430, binding = 0) buffer A { uint a[]; };\n"
             "void main() { uint i = gl_GlobalInvocationID.x;\n"
             "    for (uint k = 0u; k < 3u; k++) a[i] = a[i] * 5u + 1u; }",
        HEAD "layout(std430, binding = 0) buffer A { uint a[]; };\n"
             "void main() { uint i = gl_GlobalInvocationID.x;\n"
             "    a[i] = a[i] << (i / 4000u);\n"
             "    a[i] = uint(float(i) - 100000.0); }",
        HEAD "layout(std430, binding = 0) buffer A { uint a[]; };\n"
             "void main() { uint i = gl_GlobalInvocationID.x;\n"
             "    for (uint k = 0u; k < 3u; k++) a[i] = a[i ^ 65536u] * 5u + 1u; }"};
    static const int wanted[] = {0, 2, 1}; // findings; of the last one at least
    for (int k = 0; k < 3; k++)
        for (int order = WB_ORDER_ASCENDING; order <= WB_ORDER_SHUFFLED; order++) {
            wb_machine *one = run_large(texts[k], memory[0], (wb_order)order, 1);
            wb_module kept = module;
            wb_machine *four = run_large(texts[k], memory[1], (wb_order)order, 4);
            assert_same_run(one, four);
            assert_memory_equal(memory[0], memory[1], sizeof memory[0]);
            int count = wb_machine_finding_count(one);
            assert_true(k == 2 ? count >= wanted[k] : count == wanted[k]);
            wb_machine_free(one);
            wb_machine_free(four);
            wb_module_free(&kept);
            wb_module_free(&module);
        }
}

static void test_same_run_again(void **state)
{
    (void)state;
    uint32_t first[N];
    for (int run_number = 0; run_number < 2; run_number++) {
        memset(c, 0, sizeof c);
        assert_true(load(EACH("c[1u + atomicAdd(c[0], 1u)] = i;")));
        start(&(wb_machine_dispatch){.groups = {5, 1, 1}, .resources = abc, .resource_count = 3},
              &(wb_machine_options){.order = WB_ORDER_SHUFFLED, .seed = 42});
        wb_machine_run(machine, WB_RUN_END);
        int line;
        assert_false(wb_machine_depends_on_order(machine, &line)); // not checked
        finish();
        if (run_number == 0) memcpy(first, c, sizeof first);
    }
    assert_memory_equal(first, c, sizeof first);
    bool ascending = true;
    for (int i = 1; i < N - 1; i++) ascending = ascending && first[i] < first[i + 1];
    assert_false(ascending);
}

static void test_depends_on_order(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        bool depends;
    } rows[] = {
        {EACH("c[1u + atomicAdd(c[0], 1u)] = i;"), true},
        {EACH("atomicAdd(c[0], 1u); c[1u + i] = i;"), false},
        // Nobody waits for the counter: that a group before has come by it is this order's luck
        {HEAD "layout(std430, binding = 0) coherent buffer A { uint a[]; };\n"
              "layout(std430, binding = 2) buffer C { uint c[]; };\n"
              "void main() { uint i = gl_GlobalInvocationID.x, g = gl_WorkGroupID.x;\n"
              "    a[i] = i; memoryBarrierBuffer(); atomicAdd(c[0], 1u); memoryBarrierBuffer();\n"
              "    if (g > 0u && gl_LocalInvocationIndex == 0u) c[g] = a[i - 64u]; }\n",
         true},
    };
    for (int k = 0; k < 3; k++) {
        memset(c, 0, sizeof c);
        assert_true(load(rows[k].text));
        start(&(wb_machine_dispatch){.groups = {4, 1, 1}, .resources = abc, .resource_count = 3},
              &(wb_machine_options){.check = true, .check_races = true});
        wb_machine_run(machine, WB_RUN_END);
        int line;
        assert_int_equal(wb_machine_depends_on_order(machine, &line), rows[k].depends);
        finish();
        assert_int_equal(findings, 0);
    }
}

static void test_counts(void **state)
{
    (void)state;
    assert_true(load("#version 430\nlayout(local_size_x = 64) in;\n"
                     "layout(std430, binding = 0) buffer A { uint a[]; };\n"
                     "layout(std430, binding = 2) buffer C { uint c[]; };\n"
                     "shared uint s[2048];\n"
                     "void main() { uint i = gl_LocalInvocationID.x;\n"
                     "    s[32u * i] = i;\n" // 7: 32 ways
                     "    if (i < 16u)\n"
                     "        c[i] = a[8u * i];\n"  // 9: 16 + 2 sectors, a quarter of the lanes
                     "    atomicAdd(c[100], 1u);\n" // 10
                     "}\n"));
    start(&(wb_machine_dispatch){.groups = {1, 1, 1}, .resources = abc, .resource_count = 3},
          &(wb_machine_options){.count = true});
    wb_machine_run(machine, WB_RUN_END);
    wb_line_counts counts;
    wb_machine_line_counts(machine, 7, &counts);
    assert_int_equal(counts.shared_requests, 2);
    assert_int_equal(counts.bank_ways, 64);
    assert_int_equal(counts.lane_executions, counts.lane_places);
    wb_machine_line_counts(machine, 9, &counts);
    assert_int_equal(counts.buffer_requests, 2);
    assert_int_equal(counts.sectors, 18);
    assert_int_equal(counts.lane_executions * 4, counts.lane_places);
    wb_machine_line_counts(machine, 10, &counts);
    assert_int_equal(counts.atomic_requests, 2);
    assert_int_equal(counts.atomic_ways, 64);
    finish();
}

/* ---- What is refused ---- */

static void test_refused(void **state)
{
    (void)state;
    wb_module_error error;
    const uint32_t rubbish[8] = {0x07230203, 0x10000, 0, 5, 0, 0xFFFF0011};
    assert_false(wb_module_load(&module, rubbish, 8, &error));
    assert_false(wb_module_load(&module, rubbish, 0, &error));
    assert_non_null(strstr(error.text, "no SPIR-V"));
    wb_front_output spirv;
    wb_front_result result = wb_front_compile("#version 430\nlayout(local_size_x = 1) in;\n"
                                              "void main() { uint x = ; }\n",
                                              &spirv);
    if (result == WB_FRONT_MISSING) skip();
    assert_int_equal(result, WB_FRONT_REFUSED);
    assert_non_null(strstr(spirv.message, "ERROR: 0:3: "));
    wb_front_free(&spirv);
}

// By name, and in the line that uses it.
static void test_refused_images(void **state)
{
    (void)state;
    static const struct {
        const char *declared, *used, *word;
    } kinds[] = {
        {"samplerCube sky", "textureGrad(sky, vec3(1), vec3(0), vec3(0))", "cube"},
        {"sampler2DMS sky", "texelFetch(sky, ivec2(0), 0)", "multisampled"},
        {"sampler2DMSArray sky", "texelFetch(sky, ivec3(0), 0)", "multisampled"},
    };
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        char text[400];
        wb_front_output spirv;
        wb_module_error error;
        snprintf(text, sizeof text,
                 "#version 430\nlayout(local_size_x = 1) in;\n"
                 "layout(binding = 0) uniform %s;\n"
                 "layout(std430, binding = 0) buffer A { vec4 a; };\n"
                 "vec4 sample_it() { return %s; }\n" // 5
                 "void main()\n{\n    a = sample_it();\n}\n",
                 kinds[i].declared, kinds[i].used);
        wb_front_result result = wb_front_compile(text, &spirv);
        if (result == WB_FRONT_MISSING) skip();
        assert_int_equal(result, WB_FRONT_GOOD);
        assert_false(wb_module_load(&module, spirv.words, spirv.count, &error));
        wb_front_free(&spirv);
        assert_int_equal(error.line, 5);
        assert_non_null(strstr(error.text, kinds[i].word));
        assert_non_null(strstr(error.text, "sky"));
    }
}

static void test_too_much_shared(void **state)
{
    (void)state;
    wb_front_output spirv;
    wb_module_error error;
    wb_front_result result =
        wb_front_compile("#version 430\nlayout(local_size_x = 1) in;\nshared uint s[300000];\n"
                         "layout(std430, binding = 0) buffer A { uint a; };\n"
                         "void main() { s[a] = a; a = s[a + 1u]; }\n",
                         &spirv);
    if (result == WB_FRONT_MISSING) skip();
    assert_int_equal(result, WB_FRONT_GOOD);
    assert_false(wb_module_load(&module, spirv.words, spirv.count, &error));
    assert_non_null(strstr(error.text, "shared"));
    wb_front_free(&spirv);
}

#define FILLED(test) cmocka_unit_test_setup(test, fill)

int main(void)
{
    const struct CMUnitTest tests[] = {
        FILLED(test_integers),
        FILLED(test_signed),
        FILLED(test_floats),
        FILLED(test_doubles),
        FILLED(test_vectors_and_matrices),
        FILLED(test_flow),
        FILLED(test_local_arrays_and_structs),
        FILLED(test_layouts),
        FILLED(test_shared_and_barriers),
        FILLED(test_atomics),
        FILLED(test_uniforms),
        FILLED(test_struct_uniforms),
        FILLED(test_uniform_names),
        FILLED(test_images),
        FILLED(test_beyond_images),
        FILLED(test_formats),
        FILLED(test_image_too_large),
        FILLED(test_levels_in_memory),
        FILLED(test_texels_in_words),
        FILLED(test_packed_border),
        FILLED(test_layers),
        FILLED(test_subgroups),
        FILLED(test_spins_make_progress),
        FILLED(test_lanes_give_way),
        FILLED(test_some),
        FILLED(test_late_team),
        FILLED(test_threads),
        FILLED(test_threads_with_checks),
        FILLED(test_same_run_again),
        FILLED(test_depends_on_order),
        FILLED(test_counts),
        FILLED(test_refused),
        FILLED(test_refused_images),
        FILLED(test_too_much_shared),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
