/* Numbers of sections and equations are those of the paper that flip.h names. */
#include "flip.h"

#include "base/message.h"

#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#define PI 3.14159265358979323846

enum { MOST_TAPS = 64 }; // of a kernel, the middle one included

// The colours that a plane of YyCxCz, later of L*a*b*, holds.
enum { LIGHTNESS, RED_GREEN, BLUE_YELLOW, CHANNELS };

typedef struct kernel {
    int radius;
    float weights[MOST_TAPS]; // from -radius on
} kernel;

typedef struct triple {
    double v[3];
} triple;

// What is made of one picture: its colours as they are seen, and how strong edges and points are.
typedef struct sight {
    float *colour[CHANNELS], *edge, *point;
} sight;

/* ---- Colour spaces ---- */

static const double TO_XYZ[3][3] = {
    {10135552.0 / 24577794.0, 8788810.0 / 24577794.0, 4435075.0 / 24577794.0},
    {2613072.0 / 12288897.0, 8788810.0 / 12288897.0, 887015.0 / 12288897.0},
    {1425312.0 / 73733382.0, 8788810.0 / 73733382.0, 70074185.0 / 73733382.0}};

static triple multiply(const double matrix[3][3], triple a)
{
    triple b;
    for (int i = 0; i < 3; i++)
        b.v[i] = matrix[i][0] * a.v[0] + matrix[i][1] * a.v[1] + matrix[i][2] * a.v[2];
    return b;
}

// XYZ as shares of the white of these primaries, which is red + green + blue.
static triple xyz_of(triple linear)
{
    triple xyz = multiply(TO_XYZ, linear), white = multiply(TO_XYZ, (triple){{1.0, 1.0, 1.0}});
    for (int i = 0; i < 3; i++) xyz.v[i] /= white.v[i];
    return xyz;
}

static void invert(const double m[3][3], double inverse[3][3])
{
    double determinant = 0.0;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
            int a = (j + 1) % 3, b = (j + 2) % 3, c = (i + 1) % 3, d = (i + 2) % 3;
            inverse[i][j] = m[a][c] * m[b][d] - m[a][d] * m[b][c];
        }
    for (int j = 0; j < 3; j++) determinant += m[0][j] * inverse[j][0];
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) inverse[i][j] /= determinant;
}

static double linear_of(uint8_t srgb)
{
    double value = srgb / 255.0;
    return value > 0.04045 ? pow((value + 0.055) / 1.055, 2.4) : value / 12.92;
}

// Linear in light, as filters need it.
static triple opponent_of(triple linear)
{
    triple xyz = xyz_of(linear);
    double y = xyz.v[1];
    return (triple){{116.0 * y - 16.0, 500.0 * (xyz.v[0] - y), 200.0 * (y - xyz.v[2])}};
}

static triple linear_of_opponent(const double from_xyz[3][3], triple opponent)
{
    triple white = multiply(TO_XYZ, (triple){{1.0, 1.0, 1.0}});
    double y = (opponent.v[0] + 16.0) / 116.0;
    triple xyz = {{(y + opponent.v[1] / 500.0) * white.v[0], y * white.v[1],
                   (y - opponent.v[2] / 200.0) * white.v[2]}};
    triple linear = multiply(from_xyz, xyz);
    for (int i = 0; i < 3; i++) linear.v[i] = fmin(fmax(linear.v[i], 0.0), 1.0);
    return linear;
}

static double lab_root(double t)
{
    const double delta = 6.0 / 29.0;
    return t > delta * delta * delta ? cbrt(t) : t / (3.0 * delta * delta) + 4.0 / 29.0;
}

// L*a*b*, in which colours pale as they grow dark, as Hunt found.
static triple hunt_lab_of(triple linear)
{
    triple xyz = xyz_of(linear);
    double x = lab_root(xyz.v[0]), y = lab_root(xyz.v[1]), z = lab_root(xyz.v[2]);
    double lightness = 116.0 * y - 16.0;
    return (triple){
        {lightness, 0.01 * lightness * 500.0 * (x - y), 0.01 * lightness * 200.0 * (y - z)}};
}

/* ---- Filters ---- */

// exp(-x^2 / (2 deviation^2)), and the sum of all weights.
static double make_gaussian(kernel *k, int radius, double deviation)
{
    double sum = 0.0;
    k->radius = radius;
    for (int i = -radius; i <= radius; i++) {
        double weight = exp(-i * i / (2.0 * deviation * deviation));
        k->weights[i + radius] = (float)weight;
        sum += weight;
    }
    return sum;
}

static void scale_kernel(kernel *k, double by)
{
    for (int i = 0; i <= 2 * k->radius; i++) k->weights[i] = (float)(k->weights[i] * by);
}

// Weights below zero add up to -1, those above to 1.
static void balance_kernel(kernel *k)
{
    double above = 0.0, below = 0.0;
    for (int i = 0; i <= 2 * k->radius; i++)
        *(k->weights[i] > 0.0f ? &above : &below) += k->weights[i];
    for (int i = 0; i <= 2 * k->radius; i++)
        k->weights[i] = (float)(k->weights[i] / (k->weights[i] > 0.0f ? above : -below));
}

// Along rows, or along columns; beyond the border is what is at the border.
static void filter(const kernel *k, bool along_rows, const float *from, float *to, int width,
                   int height)
{
    int length = along_rows ? width : height;
    ptrdiff_t step = along_rows ? 1 : width;
    for (int y = 0; y < height; y++) {
        for (int x = 0; x < width; x++) {
            ptrdiff_t me = (ptrdiff_t)y * width + x;
            int at = along_rows ? x : y, low = -k->radius, high = k->radius;
            float sum = 0.0f;
            if (at + low >= 0 && at + high < length) {
                for (int i = low; i <= high; i++) sum += k->weights[i - low] * from[me + i * step];
            } else {
                for (int i = low; i <= high; i++) {
                    int other = at + i < 0 ? 0 : at + i >= length ? length - 1 : at + i;
                    sum += k->weights[i - low] * from[me + (other - at) * step];
                }
            }
            to[me] = sum;
        }
    }
}

/* ---- Colours as they are seen: section 4.1 ---- */

// Table 1: the contrast sensitivity of a channel is a sum of two Gaussians, a exp(-b f^2).
typedef struct sensitivity {
    double a1, b1, a2, b2;
} sensitivity;

static const sensitivity SENSITIVITIES[CHANNELS] = {
    [LIGHTNESS] = {1.0, 0.0047, 0.0, 1e-5},
    [RED_GREEN] = {1.0, 0.0053, 0.0, 1e-5},
    [BLUE_YELLOW] = {34.1, 0.04, 13.5, 0.025},
};

static double deviation_of(double b)
{
    return sqrt(b / (2.0 * PI * PI)) * WB_FLIP_PIXELS_PER_DEGREE;
}

// One Gaussian of the sum, with this share of the whole, added to the plane `to`.
static void add_gaussian(const kernel *gaussian, double share, const float *from, float *to,
                         float *scratch[2], int width, int height)
{
    kernel scaled = *gaussian;
    scale_kernel(&scaled, share);
    filter(gaussian, true, from, scratch[0], width, height);
    filter(&scaled, false, scratch[0], scratch[1], width, height);
    for (ptrdiff_t i = 0; i < (ptrdiff_t)width * height; i++) to[i] += scratch[1][i];
}

// `to` starts as zeros.
static void see_channel(const sensitivity *s, const float *from, float *to, float *scratch[2],
                        int width, int height)
{
    kernel first, second;
    int radius = (int)ceil(3.0 * deviation_of(0.04)); // all channels have that of the widest
    double sum1 = make_gaussian(&first, radius, deviation_of(s->b1));
    double sum2 = make_gaussian(&second, radius, deviation_of(s->b2));
    double factor1 = s->a1 * sqrt(PI / s->b1), factor2 = s->a2 * sqrt(PI / s->b2);
    double whole = factor1 * sum1 * sum1 + factor2 * sum2 * sum2;
    add_gaussian(&first, factor1 / whole, from, to, scratch, width, height);
    if (factor2 > 0.0) add_gaussian(&second, factor2 / whole, from, to, scratch, width, height);
}

static void to_hunt_lab(sight *s, ptrdiff_t count)
{
    double from_xyz[3][3];
    invert(TO_XYZ, from_xyz);
    for (ptrdiff_t i = 0; i < count; i++) {
        triple opponent = {{s->colour[0][i], s->colour[1][i], s->colour[2][i]}};
        triple lab = hunt_lab_of(linear_of_opponent(from_xyz, opponent));
        for (int c = 0; c < CHANNELS; c++) s->colour[c][i] = (float)lab.v[c];
    }
}

// Equation 9: the distance of two colours.
static double hyab(triple a, triple b)
{
    return fabs(a.v[0] - b.v[0]) + hypot(a.v[1] - b.v[1], a.v[2] - b.v[2]);
}

// Equation 10: most of the range is for differences of up to 0.4 of the largest.
static double colour_difference(double distance, double largest)
{
    double d = pow(distance, 0.7), most = pow(largest, 0.7), knee = 0.4 * most;
    return d < knee ? 0.95 / knee * d : 0.95 + 0.05 * (d - knee) / (most - knee);
}

/* ---- Edges and points: section 4.2 ---- */

static void add_square(const float *a, float *sum, ptrdiff_t count)
{
    for (ptrdiff_t i = 0; i < count; i++) sum[i] += a[i] * a[i];
}

// The strength of what `across` finds, in both directions; `to` starts as zeros.
static void find_feature(const kernel *smooth, const kernel *across, const float *lightness,
                         float *to, float *scratch[2], int width, int height)
{
    ptrdiff_t count = (ptrdiff_t)width * height;
    for (int along_rows = 0; along_rows < 2; along_rows++) {
        filter(across, along_rows, lightness, scratch[0], width, height);
        filter(smooth, !along_rows, scratch[0], scratch[1], width, height);
        add_square(scratch[1], to, count);
    }
    for (ptrdiff_t i = 0; i < count; i++) to[i] = sqrtf(to[i]);
}

static void find_features(sight *s, const float *lightness, float *scratch[2], int width,
                          int height)
{
    double deviation = 0.5 * 0.082 * WB_FLIP_PIXELS_PER_DEGREE;
    int radius = (int)ceil(3.0 * deviation);
    kernel smooth, edge, point;
    double sum = make_gaussian(&smooth, radius, deviation);
    edge = point = smooth;
    for (int i = -radius; i <= radius; i++) {
        double g = smooth.weights[i + radius];
        edge.weights[i + radius] = (float)(-i * g);
        point.weights[i + radius] = (float)((i * i / (deviation * deviation) - 1.0) * g);
    }
    scale_kernel(&smooth, 1.0 / sum);
    balance_kernel(&edge);
    balance_kernel(&point);
    find_feature(&smooth, &edge, lightness, s->edge, scratch, width, height);
    find_feature(&smooth, &point, lightness, s->point, scratch, width, height);
}

/* ---- The whole ---- */

static bool allocate(float **planes, int count, size_t pixels)
{
    bool good = true;
    for (int i = 0; i < count; i++) good &= (planes[i] = calloc(pixels, sizeof **planes)) != NULL;
    return good;
}

static void free_planes(float **planes, int count)
{
    for (int i = 0; i < count; i++) free(planes[i]);
}

static void look_at(const wb_image *image, sight *s, float *opponent[CHANNELS], float *scratch[2])
{
    ptrdiff_t count = (ptrdiff_t)image->width * image->height;
    double linear[256];
    for (int i = 0; i < 256; i++) linear[i] = linear_of((uint8_t)i);
    for (ptrdiff_t i = 0; i < count; i++) {
        const uint8_t *pixel = image->rgba + 4 * i;
        triple o = opponent_of((triple){{linear[pixel[0]], linear[pixel[1]], linear[pixel[2]]}});
        for (int c = 0; c < CHANNELS; c++) opponent[c][i] = (float)o.v[c];
    }
    for (int c = 0; c < CHANNELS; c++)
        see_channel(&SENSITIVITIES[c], opponent[c], s->colour[c], scratch, image->width,
                    image->height);
    to_hunt_lab(s, count);
    for (ptrdiff_t i = 0; i < count; i++) opponent[0][i] = (opponent[0][i] + 16.0f) / 116.0f;
    find_features(s, opponent[0], scratch, image->width, image->height);
}

static double difference_at(const sight *a, const sight *b, ptrdiff_t i, double largest)
{
    triple one = {{a->colour[0][i], a->colour[1][i], a->colour[2][i]}};
    triple other = {{b->colour[0][i], b->colour[1][i], b->colour[2][i]}};
    double colour = colour_difference(hyab(one, other), largest);
    double edge = fabs((double)a->edge[i] - (double)b->edge[i]);
    double point = fabs((double)a->point[i] - (double)b->point[i]);
    double feature = sqrt(fmax(edge, point) / sqrt(2.0)); // equation 13
    return pow(colour, 1.0 - feature);                    // equation 14
}

static double mean_difference(const sight *a, const sight *b, ptrdiff_t count)
{
    double largest = hyab(hunt_lab_of((triple){{0.0, 1.0, 0.0}}),
                          hunt_lab_of((triple){{0.0, 0.0, 1.0}})), // green to blue
        sum = 0.0;
    for (ptrdiff_t i = 0; i < count; i++) sum += difference_at(a, b, i, largest);
    return sum / (double)count;
}

bool wb_flip(const wb_image *expected, const wb_image *actual, double *mean)
{
    if (expected->width != actual->width || expected->height != actual->height) {
        wb_error("the pictures differ in size: %d x %d and %d x %d pixels", expected->width,
                 expected->height, actual->width, actual->height);
        return false;
    }
    size_t count = (size_t)expected->width * (size_t)expected->height;
    *mean = 0.0;
    if (memcmp(expected->rgba, actual->rgba, 4 * count) == 0) return true; // no need to look
    enum { OPPONENT = 0, SCRATCH = 3, FIRST = 5, SECOND = 10, PLANES = 15 };
    float *planes[PLANES] = {NULL};
    bool good = allocate(planes, PLANES, count);
    if (good) {
        sight sights[2];
        for (int i = 0; i < 2; i++) {
            float **own = planes + (i == 0 ? FIRST : SECOND);
            sights[i] = (sight){{own[0], own[1], own[2]}, own[3], own[4]};
            look_at(i == 0 ? expected : actual, &sights[i], planes + OPPONENT, planes + SCRATCH);
        }
        *mean = mean_difference(&sights[0], &sights[1], (ptrdiff_t)count);
    } else {
        wb_error("no memory to compare two pictures of %d x %d pixels", expected->width,
                 expected->height);
    }
    free_planes(planes, PLANES);
    return good;
}
