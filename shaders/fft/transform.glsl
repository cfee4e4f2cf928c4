// The Fourier transform of a line of LENGTH complex numbers, by a team of LENGTH / 8 invocations with
// eight numbers each; GROUP invocations, so LINES lines, in a work group. (x is the real part, y the imaginary one.)
//
//     X[k] = sum over i of x[i] e^(-2 pi sqrt(-1) i k / LENGTH)
//
// Member t of a team holds the elements t, t + TEAM, ... t + 7 TEAM, before and after: so the
// including kernel loads v, calls transform(), and stores v. In between, the algorithm of Stockham: each
// round joins eight transforms of `done` elements to one that is eight times as long, and needs no
// reordering in the end. Three levels of butterflies happen in registers, and then the team exchanges
// its numbers through shared memory, as lesson 06's merged passes do with pairs of keys.
//
// The inverse, but for the factor 1 / LENGTH, is the same with real and imaginary parts exchanged
// before and after: v[e] = v[e].yx.
#include "fft/slots.h"
#pragma optionNV(unroll all)

const int EACH = 8, TEAM = LENGTH / EACH, LINES = GROUP / TEAM;
layout(local_size_x = GROUP) in;

layout(std430, binding = FFT_TWIDDLES) restrict readonly buffer Twiddles { vec2 twiddles[]; };

// The length of a line in shared memory, with gaps against bank conflicts: where neighbours in the group are
// members of a team, and where they are of different teams (see fft/lines.glsl).
const int ALONG = LENGTH + TEAM, ACROSS = ALONG + max(16 / LINES, 1);
shared vec2 exchange[LINES * ACROSS];
vec2 v[EACH];

// precise: the same bits on every driver, which costs nothing here.
vec2 product(vec2 a, vec2 b)
{
    precise vec2 result = vec2(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x);
    return result;
}

void butterfly(int a, int b)
{
    precise vec2 sum = v[a] + v[b], difference = v[a] - v[b];
    v[a] = sum;
    v[b] = difference;
}

void swap(int a, int b)
{
    vec2 old = v[a];
    v[a] = v[b];
    v[b] = old;
}

// By a quarter of a turn: times -sqrt(-1).
void quarter_turn(int a) { v[a] = vec2(v[a].y, -v[a].x); }

// By n / 8 of a turn, times e^(-2 pi sqrt(-1) n / 8), for 0 <= n < 4. As n is known when it is compiled, one
// line remains.
void turn_by(int a, int n)
{
    const vec2 EIGHTH = vec2(0.70710678118654752, -0.70710678118654752); // cos and -sin of 1/8 of a turn
    if (n == 1) v[a] = product(v[a], EIGHTH);
    if (n == 2) quarter_turn(a);
    if (n == 3) v[a] = product(v[a], EIGHTH.yy);
}

// [few]
// A level of butterflies, between numbers that are `apart` places from each other; a place is `step` elements.
void level(int first, int step, int count, int apart)
{
    for (int pair = 0; pair < count / 2; pair++) {
        int place = pair % apart, a = first + (2 * (pair - place) + place) * step, b = a + apart * step;
        butterfly(a, b);
        turn_by(b, place * (4 / apart));
    }
}

// A transform of `count` of the invocation's numbers: the elements first, first + step, and so on.
void transform_few(int first, int step, int count)
{
    if (count > 4) level(first, step, count, 4);
    if (count > 2) level(first, step, count, 2);
    level(first, step, count, 1);
    // The results stand in the order of their numbers' bits read backwards.
    for (int k = 0; k < count; k++) {
        int back = int(bitfieldReverse(uint(k)) >> (32 - findMSB(uint(count))));
        if (k < back) swap(first + k * step, first + back * step);
    }
}
// [/few]

// The factors of a round that joins `count` transforms of `done` elements. They stand in the order in which
// the team reads them, from `first` on: wb_fft_create() sees to that.
void turn(int t, int done, int count, int first)
{
    const int PARTS = EACH / count;
    for (int e = PARTS; e < EACH; e++) {
        int place = (t + e % PARTS * TEAM) % done;
        v[e] = product(v[e], twiddles[first + e / PARTS * done + place]);
    }
}

// Where an element of a line lies that is exchanged.
int bank_place(int place) { return place + place / EACH; }

// After a round that made transforms of EACH * done elements: where its results belong, and what the next
// round joins. The line begins at `first`.
void exchange_line(int first, int t, int done)
{
    int to = t / done * done * EACH + t % done;
    for (int e = 0; e < EACH; e++) exchange[first + bank_place(to + e * done)] = v[e];
    barrier(); // the team reads what others of it have written
    for (int e = 0; e < EACH; e++) v[e] = exchange[first + bank_place(t + e * TEAM)];
}

// [transform]
// A round: joins `count` transforms of `done` elements, with what others of the team hold of them. Its
// factors stand from number `factors` on.
void join(int first, int t, int done, int count, int factors)
{
    exchange_line(first, t, done / EACH);
    turn(t, done, count, factors);
    for (int part = 0; part < EACH / count; part++) transform_few(part, EACH / count, count);
}

// The team's line is at `first` in `exchange`. All invocations of the group call it; before they call it
// again, there is a barrier(). Everything is known when it is compiled, so v stays in registers.
void transform(int first, int t)
{
    transform_few(0, 1, EACH);
#if LENGTH > 8
    join(first, t, 8, min(LENGTH / 8, 8), 0);
#endif
#if LENGTH > 64
    barrier(); // all have what they exchanged before
    join(first, t, 64, min(LENGTH / 64, 8), 64);
#endif
#if LENGTH > 512
    barrier(); // the same
    join(first, t, 512, LENGTH / 512, 64 + 512);
#endif
}
// [/transform]
