// The Fourier transform of a line of LENGTH complex numbers, by a team of LENGTH / 8 invocations with
// eight numbers each; GROUP invocations, so LINES lines, in a work group. (x is the real part, y the imaginary one.)
//
//     X[k] = sum over i of x[i] e^(-2 pi sqrt(-1) i k / LENGTH)
//
// Member t of a team holds the elements t, t + TEAM, ... t + 7 TEAM, before and after: so whoever
// includes this loads v, calls transform(), and stores v. In between, the algorithm of Stockham: each
// round joins eight transforms of `done` elements to one that is eight times as long, and needs no
// reordering in the end. Three levels of butterflies happen in registers, and then the team exchanges
// its numbers through shared memory, as lesson 06's merged passes do with pairs of keys.
//
// The inverse, but for the factor 1 / LENGTH, is the same with real and imaginary parts exchanged
// before and after: v[e] = v[e].yx.
#pragma optionNV(unroll all)

const int TEAM = LENGTH / 8, LINES = GROUP / TEAM;
const int PITCH = LENGTH + LENGTH / 8 + 1; // a line in shared memory, with gaps against bank conflicts
layout(local_size_x = GROUP) in;

layout(std430, binding = TWIDDLES) restrict readonly buffer Twiddles { vec2 twiddles[]; };

vec2 v[8];
shared vec2 exchange[LINES * PITCH];

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

// Times -sqrt(-1).
void quarter_turn(int a) { v[a] = vec2(v[a].y, -v[a].x); }

// v[first], v[first + 2], v[first + 4], v[first + 6]: a transform of four.
void transform_four(int first)
{
    butterfly(first, first + 4);
    butterfly(first + 2, first + 6);
    quarter_turn(first + 6);
    butterfly(first, first + 2);
    butterfly(first + 4, first + 6);
    swap(first + 2, first + 4);
}

// [eight]
void transform_eight()
{
    const vec2 HALF = vec2(0.70710678118654752, -0.70710678118654752); // sqrt(1/2)
    for (int a = 0; a < 4; a++) butterfly(a, a + 4);
    v[5] = product(v[5], HALF.xy);
    quarter_turn(6);
    v[7] = product(v[7], HALF.yy);
    butterfly(0, 2);
    butterfly(1, 3);
    butterfly(4, 6);
    butterfly(5, 7);
    quarter_turn(3);
    quarter_turn(7);
    for (int a = 0; a < 8; a += 2) butterfly(a, a + 1);
    swap(1, 4); // the results stand in the order of their numbers' bits read backwards
    swap(3, 6);
}
// [/eight]

// The factors of a round that joins `count` transforms of `done` elements. They stand in the order in which
// the team reads them, from `first` on: wb_fft_create() sees to that.
void turn(int t, int done, int count, int first)
{
    const int PARTS = 8 / count;
    for (int e = PARTS; e < 8; e++) {
        int place = (t + e % PARTS * TEAM) % done;
        v[e] = product(v[e], twiddles[first + e / PARTS * done + place]);
    }
}

// Where an element lies that is exchanged after a round that made transforms of 8 * done elements: such
// that neighbours of a team neither write nor read the same bank.
int bank_place(int place, int done) { return place + (done == 1 ? place / 16 : place / 64 * 8); }

// After a round of eight: where its results belong, and what the next round joins. `line` is the line's
// number in the group.
void exchange_line(int line, int t, int done)
{
    int first = line * PITCH, to = t / done * done * 8 + t % done;
    for (int e = 0; e < 8; e++) exchange[first + bank_place(to + e * done, done)] = v[e];
    barrier(); // the team reads what others of it have written
    for (int e = 0; e < 8; e++) v[e] = exchange[first + bank_place(t + e * TEAM, done)];
}

// [transform]
// A round: joins `count` transforms of `done` elements, with what others of the team hold of them. Its
// factors stand from number `factors` on.
void join(int line, int t, int done, int count, int factors)
{
    exchange_line(line, t, done / 8);
    turn(t, done, count, factors);
    if (count == 8) transform_eight();
    if (count == 4)
        for (int first = 0; first < 2; first++) transform_four(first);
    if (count == 2)
        for (int first = 0; first < 4; first++) butterfly(first, first + 4);
}

#if LENGTH >= 512
#define DONE 512 // elements of a transform after all rounds of eight
#elif LENGTH >= 64
#define DONE 64
#else
#define DONE 8
#endif

// All invocations of the group call it; whoever calls it again puts a barrier() before. Everything is
// known when it is compiled, so that v stays in registers.
void transform(int line, int t)
{
    transform_eight();
#if LENGTH >= 64
    join(line, t, 8, 8, 0);
#endif
#if LENGTH >= 512
    barrier(); // all have what they exchanged before
    join(line, t, 64, 8, 64);
#endif
#if LENGTH > DONE // 2 or 4 are left to join
#if DONE > 8
    barrier(); // all have what they exchanged before
#endif
    join(line, t, DONE, LENGTH / DONE, (DONE - 8) / 7 * 8);
#endif
}
// [/transform]
