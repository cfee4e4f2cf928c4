/* race_table [-v]: kernels about races, flags between groups, divergence and spinning, half of them
 * right, each with one line of text here. A row is compiled for each of its qualifiers, and runs
 * with groups of several sizes in three orders. Printed is what was found of the faulty ones of
 * each class, and what of the right ones: 0 may be missed, and 0 found where there is nothing.
 *
 * J, G, I: of the invocation in its group, of the group, of the invocation in all; N: invocations
 * in a group. Exit status: 0 good, 1 not, 77 there is no compiler. */
#include "machine/front.h"
#include "machine/machine.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef enum wb_class { LOST, VALUES, FLAGS, WORDS, GROUP, TURNS, SPIN, CLASSES } wb_class;
static const char *const class_names[] = {"lost updates",     "values",     "flags between groups",
                                          "words read again", "in a group", "divergence",
                                          "spinning"};

enum { P = 1, C = 2, V = 4, CV = 8, ANY = 15, SHARED_BY_ALL = C | V | CV }; // qualifiers
static const char *const qualifiers[] = {"", "coherent", "volatile", "coherent volatile"};

typedef struct row {
    wb_class of;
    int with;         // qualifiers
    const char *code; // that must be found; "": nothing but notes
    const char *body;
    const char *before; // main(); NULL: nothing
    uint32_t groups;    // 0: 4
    const char *also;   // what may be found besides
    uint32_t least;     // invocations of a group; 0: as they come
} row;

#define LOSES "race-lost-update"
#define UNFENCED "race-no-memory-barrier"
#define DIVERGES "barrier-divergence"
#define WRITER "if (G == 0u && J == 0u) { "
#define FENCE "memoryBarrierBuffer(); "
#define NEAR "groupMemoryBarrier(); "
#define SET "atomicExchange(flag, 1u); "
#define WAIT "while (atomicOr(flag, 0u) == 0u) {} "
#define READER "} if (G == 1u && J == 0u) { "
#define LAST "if (J == 0u && atomicAdd(flag, 1u) == gl_NumWorkGroups.x - 1u) { "
#define LOCK "while (atomicCompSwap(flag, 0u, 1u) != 0u) {} "
#define OPEN "atomicExchange(flag, 0u); "

// A row is a line.
// clang-format off
static const row rows[] = {
    // read, change, write
    {LOST, ANY, LOSES, "if (J == 0u) n += 1u;"},
    {LOST, ANY, LOSES, "n = n + 1u;"},
    {LOST, ANY, LOSES, "n = max(n, I);"},
    {LOST, CV, LOSES, "uint x = n, y = x * 2u; n = y + 1u;"},
    {LOST, C, LOSES, "more(1u);", "void more(uint k) { n += k; }"},
    {LOST, P | CV, LOSES, "n |= 1u;"},
    {LOST, C, LOSES, "n += 1u;", .groups = 1, .least = 2},
    {LOST, P | C, LOSES, "a[I & 1u] += 1u;"},
    {LOST, V, LOSES, "a[I & 1u] = a[I & 1u] + 1u;"},
    {LOST, C, LOSES, "if (G == 0u) n += 1u; else atomicAdd(n, 1u);", .also = "race-atomic-and-plain"},
    {LOST, C, LOSES, "if (J == 0u) { uint first = n; n = first + 2u; c[first & 1u] = G; }", .also = "race"},
    {LOST, P, LOSES, "imageStore(image, ivec2(0), imageLoad(image, ivec2(0)) + 1u);"},
    {LOST, P, LOSES, "s[0] += 1u;", .also = "undefined-value", .least = 2},
    {LOST, P, LOSES, "if (J == 0u) s[0] = 0u; barrier(); uint x = s[0]; barrier(); s[0] = x + 1u;", .least = 2},
    {LOST, ANY, "", "atomicAdd(n, 1u);"},
    {LOST, C, "", "atomicMax(n, I);"},
    {LOST, ANY, "", "c[I] += 1u;"},
    {LOST, P, "", "c[I] = max(c[I], J);"},
    {LOST, ANY, "", "if (I == 0u) n += 1u;"},
    {LOST, P, "", "s[J] = J; s[J] += 1u; c[I] = s[J];"},
    {LOST, P, "", "if (J == 0u) s[0] = 0u; for (uint k = 0u; k < N; k++) { barrier(); if (J == k) s[0] += 1u; }"},
    {LOST, SHARED_BY_ALL, "", "for (uint k = 0u; k < N; k++) { if (J == k) n += 1u; " FENCE "barrier(); }", .groups = 1},
    {LOST, P, "", "imageStore(image, ivec2(I, 0), imageLoad(image, ivec2(I, 0)) + 1u);"},
    {LOST, C | V, "", "uint old = n, got; for (;;) { got = atomicCompSwap(n, old, old + 1u); if (got == old) break; old = got; }"},
    {LOST, C, "", "if (n < I) atomicMax(n, I);"},
    // who writes what
    {VALUES, ANY, "race", "if (J == 0u) n = G;"},
    {VALUES, ANY, "race", "n = J;", .groups = 1, .least = 2},
    {VALUES, P, "race", "imageStore(image, ivec2(0), uvec4(G));"},
    {VALUES, P, "race", "s[0] = J;", .least = 2},
    {VALUES, ANY, "race", "c[I] = a[(G + 1u) & 3u]; a[G] = I;"},
    {VALUES, P | C, "race-atomic-and-plain", "n = 0u; atomicAdd(n, 1u);", .also = "race"},
    {VALUES, C, "race-atomic-and-plain", "atomicAdd(n, 1u); c[I] = n;"},
    {VALUES, C, "race", "if (G == 0u) n = 42u; else c[I] = n;"},
    {VALUES, ANY, "race", "c[I] = a[0]; if (J == 0u) a[0] = 0u;", .groups = 1, .least = 2},
    {VALUES, P, "race", "c[I] = a[0]; if (J == 1u) a[0] = 0u;", .groups = 1, .least = 2},
    {VALUES, ANY, "", "a[G] = 1u;"},
    {VALUES, P, "", "if (J == 0u) a[G] = G;"},
    {VALUES, ANY, "", "n = 1u;"}, // noted
    {VALUES, P, "", "c[I] = a[0] + a[I & 7u];"},
    {VALUES, P, "", "imageStore(image, ivec2(I, 0), uvec4(G));"},
    {VALUES, P, "", "if (J == 0u) s[0] = G; barrier(); c[I] = s[0];"},
    // a flag, and what it announces
    {FLAGS, C | V, "", WRITER "value = 42u; " FENCE SET READER WAIT FENCE "c[I] = value; }"},
    {FLAGS, SHARED_BY_ALL, "race", WRITER "value = 42u; " SET READER WAIT FENCE "c[I] = value; }"},
    {FLAGS, SHARED_BY_ALL, UNFENCED, WRITER "value = 42u; " FENCE SET READER WAIT "c[I] = value; }"},
    {FLAGS, SHARED_BY_ALL, "race", WRITER "value = 42u; " FENCE "flag = 1u; " READER WAIT FENCE "c[I] = value; }", .also = "race-atomic-and-plain"},
    {FLAGS, CV, "race", WRITER "value = 42u; " FENCE SET READER "while (flag == 0u) {} " FENCE "c[I] = value; }"},
    {FLAGS, P, "race-not-coherent", WRITER "value = 42u; " FENCE SET READER WAIT FENCE "c[I] = value; }"},
    {FLAGS, C, UNFENCED, WRITER FENCE "value = 42u; " SET READER WAIT FENCE "c[I] = value; }"},
    {FLAGS, C, UNFENCED, WRITER "value = 42u; " FENCE SET READER FENCE WAIT "c[I] = value; }"},
    {FLAGS, C, "race", WRITER "value = 42u; " FENCE SET READER "uint x = value; " WAIT FENCE "c[I] = x; }"},
    {FLAGS, C, UNFENCED, WRITER "value = 1u; " FENCE SET "value = 2u; " READER WAIT FENCE "c[I] = value; }"},
    {FLAGS, C, "", WRITER "value = 42u; " FENCE SET READER WAIT FENCE "value = 7u; }"},
    {FLAGS, C, "", "if (G == 0u) { a[J & 7u] = 1u; " FENCE "barrier(); if (J == 0u) " SET "} if (G == 1u) { if (J == 0u) { " WAIT FENCE "} barrier(); c[I] = a[J & 7u]; }"},
    {FLAGS, C, "", "if (G == 0u) { a[J & 7u] = 1u; " FENCE "barrier(); if (J == 0u) " SET "} if (G == 1u) { if (J == 0u) " WAIT "barrier(); " FENCE "c[I] = a[J & 7u]; }"},
    {FLAGS, C, UNFENCED, "if (G == 0u) { a[J & 7u] = 1u; barrier(); if (J == 0u) { " FENCE SET "} } if (G == 1u) { if (J == 0u) { " WAIT FENCE "} barrier(); c[I] = a[J & 7u]; }", .least = 2},
    {FLAGS, C, UNFENCED, "if (G == 0u) { a[J & 7u] = 1u; " FENCE "if (J == 0u) " SET "} if (G == 1u) { if (J == 0u) { " WAIT FENCE "} barrier(); c[I] = a[J & 7u]; }", .least = 2},
    {FLAGS, C, "race", "if (G == 0u) { a[J & 7u] = 1u; " FENCE "barrier(); if (J == 0u) " SET "} if (G == 1u) { if (J == 0u) { " WAIT FENCE "} c[I] = a[J & 7u]; }", .least = 2},
    {FLAGS, C, UNFENCED, "if (G == 0u) { a[J & 7u] = 1u; " FENCE "barrier(); if (J == 0u) " SET "} if (G == 1u) { if (J == 0u) " WAIT "barrier(); c[I] = a[J & 7u]; }"},
    {FLAGS, C | V, "", "if (J == 0u) { a[G] = G; " FENCE "} " LAST FENCE "for (uint g = 0u; g < 4u; g++) c[g] = a[g]; }"},
    {FLAGS, C, UNFENCED, "if (J == 0u) { a[G] = G; " FENCE "} " LAST "for (uint g = 0u; g < 4u; g++) c[g] = a[g]; }"},
    {FLAGS, C, "race", "if (J == 0u) a[G] = G; " LAST FENCE "for (uint g = 0u; g < 4u; g++) c[g] = a[g]; }"},
    {FLAGS, C, "", "if (J == 0u) { " LOCK FENCE "n += 1u; " FENCE OPEN "}"},
    {FLAGS, C, LOSES, "if (J == 0u) { " LOCK "n += 1u; " OPEN "}"},
    {FLAGS, C, UNFENCED, "if (J == 0u) { " LOCK "n += 1u; " FENCE OPEN "}"},
    {FLAGS, P, "race-not-coherent", "if (J == 0u) { " LOCK FENCE "n += 1u; " FENCE OPEN "}"},
    {FLAGS, C, "", "if (J == 0u) { if (G > 0u) { while (atomicOr(a[G - 1u], 0u) == 0u) {} " FENCE "} n += G; " FENCE "atomicExchange(a[G], 1u); }"},
    {FLAGS, C, UNFENCED, "if (J == 0u) { if (G > 0u) while (atomicOr(a[G - 1u], 0u) == 0u) {} n += G; " FENCE "atomicExchange(a[G], 1u); }", .also = LOSES},
    {FLAGS, C, "", "if (J == 0u) { if (G == 0u) { value = 1u; " FENCE SET "} if (G == 1u) { " WAIT FENCE "atomicExchange(a[0], 1u); } if (G == 2u) { while (atomicOr(a[0], 0u) == 0u) {} " FENCE "c[I] = value; } }"},
    {FLAGS, C, "race", "if (J == 0u) { if (G == 0u) { value = 1u; " FENCE SET "} if (G == 1u) { " WAIT "atomicExchange(a[0], 1u); } if (G == 2u) { while (atomicOr(a[0], 0u) == 0u) {} " FENCE "c[I] = value; } }"},
    {FLAGS, P, "", "if (J == 0u) { atomicExchange(a[G], G); atomicAdd(flag, atomicOr(a[0], 0u)); }"},
    // reads before the flag is set, and behind
    {FLAGS, C, "", WRITER "c[I] = value; " FENCE SET READER WAIT FENCE "value = 7u; }"},
    {FLAGS, C, "race", WRITER FENCE SET "c[I] = value; " READER WAIT FENCE "value = 7u; }"},
    {FLAGS, C, "race", WRITER "c[I] = value; " FENCE SET "c[I] += value; " READER WAIT FENCE "value = 7u; }"},
    {FLAGS, C, "", "if (G == 0u) { if (J < 2u) c[I] = value; " FENCE "barrier(); if (J == 1u) " SET READER WAIT FENCE "value = 7u; }", .least = 2},
    {FLAGS, C, "race", "if (G == 0u && J < 2u) { c[I] = value; " FENCE "if (J == 1u) " SET READER WAIT FENCE "value = 7u; }", .least = 2},
    {FLAGS, C, "", "if (J == 0u) { if (G < 7u) { c[I] = value; " FENCE "atomicAdd(flag, 1u); } else { while (atomicOr(flag, 0u) < 7u) {} " FENCE "value = 7u; } }", .groups = 8},
    {FLAGS, C, "race", "if (J == 0u) { if (G < 7u) { c[I] = value; " FENCE "if (G != 3u) atomicAdd(flag, 1u); } else { while (atomicOr(flag, 0u) < 6u) {} " FENCE "value = 7u; } }", .groups = 8},
    {FLAGS, C, "", "if (J == 0u) { c[G] = value; " FENCE LAST FENCE "flag = 0u; value = 5u; } }"},
    {FLAGS, C, "race", "if (J == 0u) { " FENCE "bool last = atomicAdd(flag, 1u) == 3u; c[G] = value; if (last) { " FENCE "value = 5u; } }"},
    {FLAGS, C, "race-atomic-and-plain", "if (J == 0u) { " FENCE "bool last = atomicAdd(flag, 1u) == 3u; if (G == 1u) c[I] = atomicOr(flag, 0u); if (last) { " FENCE "flag = 0u; } }"},
    {FLAGS, C, "", "if (J == 0u) { if (G == 0u) for (uint k = 1u; k < 4u; k++) { while (atomicOr(n, 0u) + 1u < k) {} " FENCE "value = k; " FENCE "atomicExchange(flag, k); } if (G == 1u) for (uint k = 1u; k < 4u; k++) { while (atomicOr(flag, 0u) < k) {} " FENCE "c[k] = value; " FENCE "atomicExchange(n, k); } }"},
    {FLAGS, C, "race", "if (J == 0u) { if (G == 0u) for (uint k = 1u; k < 4u; k++) { while (atomicOr(n, 0u) + 1u < k) {} " FENCE "value = k; " FENCE "atomicExchange(flag, k); } if (G == 1u) for (uint k = 1u; k < 4u; k++) { while (atomicOr(flag, 0u) < k) {} " FENCE "atomicExchange(n, k); c[k] = value; } }"},
    // whom a memory barrier is for
    {FLAGS, C | V, UNFENCED, WRITER "value = 42u; " NEAR SET READER WAIT FENCE "c[I] = value; }"},
    {FLAGS, C | V, UNFENCED, WRITER "value = 42u; " FENCE SET READER WAIT NEAR "c[I] = value; }"},
    {FLAGS, C, "race", WRITER "value = 42u; memoryBarrierShared(); " SET READER WAIT FENCE "c[I] = value; }"},
    {FLAGS, C, UNFENCED, WRITER "value = 42u; " FENCE SET READER WAIT "memoryBarrierShared(); c[I] = value; }"},
    {FLAGS, C, "race", WRITER "value = 42u; memoryBarrierImage(); " SET READER WAIT FENCE "c[I] = value; }"},
    {FLAGS, C, UNFENCED, WRITER "value = 42u; " FENCE SET READER WAIT "memoryBarrierImage(); c[I] = value; }"},
    {FLAGS, C, UNFENCED, WRITER "value = 42u; " NEAR SET READER WAIT NEAR "c[I] = value; }"},
    {FLAGS, C | V, "", WRITER "value = 42u; " NEAR FENCE SET READER WAIT FENCE NEAR "c[I] = value; }"},
    {FLAGS, C, UNFENCED, WRITER FENCE "value = 42u; " NEAR SET READER WAIT FENCE "c[I] = value; }"},
    {FLAGS, C, UNFENCED, WRITER "value = 42u; " FENCE SET READER FENCE WAIT NEAR "c[I] = value; }"},
    {FLAGS, C, "", "if (G == 0u) { a[J & 7u] = 1u; " FENCE "s[J] = J; " NEAR "barrier(); c[I] = s[N - 1u - J]; if (J == 0u) " SET "} if (G == 1u) { if (J == 0u) { " WAIT FENCE "} barrier(); c[I] = a[J & 7u]; }"},
    {FLAGS, C, UNFENCED, "if (G == 0u) { a[J & 7u] = 1u; " NEAR "barrier(); if (J == 0u) { " FENCE SET "} } if (G == 1u) { if (J == 0u) { " WAIT FENCE "} barrier(); c[I] = a[J & 7u]; }", .least = 2},
    {FLAGS, C, UNFENCED, "if (G == 0u) { a[J & 7u] = 1u; " FENCE "barrier(); if (J == 0u) " SET "} if (G == 1u) { if (J == 0u) " WAIT NEAR "barrier(); c[I] = a[J & 7u]; }"},
    {FLAGS, C, "", "if (J == 0u) { a[G] = G; " FENCE NEAR "} " LAST NEAR FENCE "for (uint g = 0u; g < 4u; g++) c[g] = a[g]; }"},
    {FLAGS, C, UNFENCED, "if (J == 0u) { a[G] = G; " FENCE "} " LAST NEAR "for (uint g = 0u; g < 4u; g++) c[g] = a[g]; }"},
    {FLAGS, C, UNFENCED, "if (J == 0u) { " LOCK NEAR "n += 1u; " FENCE OPEN "}", .also = LOSES},
    {FLAGS, C, UNFENCED, "if (J == 0u) { " LOCK FENCE "n += 1u; " NEAR OPEN "}", .also = LOSES},
    {FLAGS, C, "", "if (J == 0u) { " LOCK FENCE NEAR "n += 1u; " NEAR FENCE OPEN "}"},
    {GROUP, SHARED_BY_ALL, "", "a[J] = J; " NEAR "barrier(); c[I] = a[N - 1u - J];", .groups = 1},
    {GROUP, P, "", "s[J] = J; " NEAR "barrier(); c[I] = s[N - 1u - J];"},
    {GROUP, C, "", "for (bool done = false; !done;) if (atomicCompSwap(flag, 0u, 1u) == 0u) { " NEAR "n += 1u; " NEAR OPEN "done = true; }", .groups = 1},
    {GROUP, C, "", "imageStore(image, ivec2(J, 0), uvec4(J)); memoryBarrierImage(); barrier(); c[I] = imageLoad(image, ivec2(N - 1u - J, 0)).x;", .groups = 1},
    {GROUP, C, "", "imageStore(image, ivec2(J, 0), uvec4(J)); " NEAR "barrier(); c[I] = imageLoad(image, ivec2(N - 1u - J, 0)).x;", .groups = 1},
    {FLAGS, C, "", WRITER "imageStore(image, ivec2(0), uvec4(7u)); memoryBarrierImage(); " SET READER WAIT "memoryBarrierImage(); c[I] = imageLoad(image, ivec2(0)).x; }"},
    {FLAGS, C, UNFENCED, WRITER "imageStore(image, ivec2(0), uvec4(7u)); " NEAR SET READER WAIT "memoryBarrierImage(); c[I] = imageLoad(image, ivec2(0)).x; }"},
    // of which kind it is
    {FLAGS, C, "race", WRITER "value = 42u; memoryBarrierImage(); " SET READER WAIT FENCE "c[I] = value; imageStore(image, ivec2(I, 0), uvec4(1u)); }"},
    {FLAGS, C, "race", WRITER "imageStore(image, ivec2(0), uvec4(7u)); " FENCE SET READER WAIT "memoryBarrier(); c[I] = imageLoad(image, ivec2(0)).x; }"},
    {FLAGS, C, UNFENCED, WRITER "imageStore(image, ivec2(0), uvec4(7u)); memoryBarrierImage(); " SET READER WAIT FENCE "c[I] = imageLoad(image, ivec2(0)).x; }"},
    {FLAGS, C, UNFENCED, WRITER "value = 42u; " FENCE SET READER WAIT "memoryBarrierImage(); c[I] = value; imageStore(image, ivec2(I, 0), uvec4(1u)); }"},
    {FLAGS, C, "", WRITER "value = 42u; imageStore(image, ivec2(0), uvec4(7u)); memoryBarrier(); " SET READER WAIT "memoryBarrier(); c[I] = value + imageLoad(image, ivec2(0)).x; }"},
    {FLAGS, C, "", WRITER "value = 42u; memoryBarrier(); imageAtomicExchange(image, ivec2(3, 0), 1u); " READER "while (imageAtomicOr(image, ivec2(3, 0), 0u) == 0u) {} memoryBarrier(); c[I] = value; }"},
    {FLAGS, C, UNFENCED, WRITER "imageStore(image, ivec2(0), uvec4(7u)); " NEAR "memoryBarrierBuffer(); " SET READER WAIT "memoryBarrier(); c[I] = imageLoad(image, ivec2(0)).x; }"},
    {GROUP, C, UNFENCED, "imageStore(image, ivec2(J, 0), uvec4(J)); memoryBarrierBuffer(); barrier(); c[I] = imageLoad(image, ivec2(N - 1u - J, 0)).x;", .groups = 1, .least = 2},
    {GROUP, C, UNFENCED, "a[J] = J; memoryBarrierImage(); barrier(); c[I] = a[N - 1u - J];", .groups = 1, .least = 2},
    {GROUP, C, UNFENCED, "a[J] = J; memoryBarrierImage(); barrier(); c[I] = a[N - 1u - J]; imageStore(image, ivec2(I, 0), uvec4(1u));", .groups = 1, .least = 2},
    {GROUP, C, "", "imageStore(image, ivec2(J, 0), uvec4(J)); a[J] = J; memoryBarrier(); barrier(); c[I] = imageLoad(image, ivec2(N - 1u - J, 0)).x + a[N - 1u - J];", .groups = 1},
    {GROUP, C, "", "imageStore(image, ivec2(J, 0), uvec4(J)); a[J] = J; memoryBarrierBuffer(); memoryBarrierImage(); barrier(); c[I] = imageLoad(image, ivec2(N - 1u - J, 0)).x + a[N - 1u - J];", .groups = 1},
    // a word that carries flag and value
    {WORDS, SHARED_BY_ALL, "", WRITER "n = 0x80000007u; } else if (J == 0u) { uint x; do x = n; while (x < 0x80000000u); c[I] = x; }"},
    {WORDS, CV, "", WRITER "n = 0x80000007u; } else if (J == 0u) { uint x = 0u; for (uint k = 0u; k < 9u && x == 0u; k++) x = n; c[I] = x != 0u ? x : 0x80000007u; }"},
    {WORDS, CV, "", "if (J == 0u) { uint sum = G, t = G; while (t > 0u) { uint x = a[t - 1u]; if (x != 0u) { sum += x; break; } } a[G] = sum + 1u; }"},
    {WORDS, C, "", WRITER "n = 1u; } else if (G > 0u) for (uint k = 0u; k < 9u; k++) { if (n != 0u) break; c[I] = k; }"},
    {WORDS, SHARED_BY_ALL, "race", WRITER "n = 0x80000007u; } else if (J == 0u) c[I] = n;"},
    {WORDS, CV, "race", WRITER "n = 7u; } else if (J == 0u) { uint x = 0u; for (uint k = 0u; k < 9u; k++) x += n; c[I] = x; }"},
    {WORDS, P, "race", WRITER "n = 0x80000007u; } else if (J == 0u) { uint x; do x = n; while (x < 0x80000000u); c[I] = x; }", .also = "endless-loop"},
    {WORDS, CV, "race", "if (G < 2u && J == 0u) n = G + 1u; else if (J == 0u) { uint x; do x = n; while (x == 0u); c[I] = x; }"},
    {WORDS, CV, LOSES, "if (G < 2u && J == 0u) n += 1u; else if (J == 0u) { uint x; do x = n; while (x == 0u); c[I] = x; }"},
    {WORDS, CV, "race", WRITER "value = 42u; " FENCE "n = 1u; " "} else if (J == 0u) { while (n == 0u) {} " FENCE "c[I] = value; }"},
    // barriers, and memory barriers, in a group
    {GROUP, P, "race", "s[J] = J; c[I] = s[N - 1u - J];", .least = 2, .also = "undefined-value"},
    {GROUP, P, "", "s[J] = J; barrier(); c[I] = s[N - 1u - J];"},
    {GROUP, P, "race", "for (uint k = 0u; k < 3u; k++) { s[J] = k; barrier(); c[I] += s[N - 1u - J]; }", .least = 2},
    {GROUP, P, "", "for (uint k = 0u; k < 3u; k++) { s[J] = k; barrier(); c[I] += s[N - 1u - J]; barrier(); }"},
    {GROUP, SHARED_BY_ALL, "", "c[I] = J; a[J] = J; " FENCE "barrier(); c[I] = a[N - 1u - J];", .groups = 1},
    {GROUP, SHARED_BY_ALL, UNFENCED, "a[J] = J; barrier(); c[I] = a[N - 1u - J];", .groups = 1, .least = 2},
    {GROUP, C, UNFENCED, "a[J] = J; barrier(); " FENCE "c[I] = a[N - 1u - J];", .groups = 1, .least = 2},
    {GROUP, C, UNFENCED, "a[J] = J; memoryBarrierShared(); barrier(); c[I] = a[N - 1u - J];", .groups = 1, .least = 2},
    {GROUP, C, UNFENCED, "a[J] = J; memoryBarrierImage(); barrier(); c[I] = a[N - 1u - J];", .groups = 1, .least = 2},
    {GROUP, C, "", "a[J] = J; memoryBarrier(); barrier(); c[I] = a[N - 1u - J];", .groups = 1},
    {GROUP, P, "race-not-coherent", "a[J] = J; " FENCE "barrier(); c[I] = a[N - 1u - J];", .groups = 1, .least = 2},
    {GROUP, ANY, "race", "a[J] = J; " FENCE "c[I] = a[N - 1u - J];", .groups = 1, .least = 2},
    {GROUP, P, "race-atomic-and-plain", "if (J == 0u) s[0] = 0u; atomicAdd(s[0], 1u);", .least = 2, .also = "undefined-value"},
    {GROUP, P, "", "if (J == 0u) s[0] = 0u; barrier(); atomicAdd(s[0], 1u); barrier(); c[I] = s[0];"},
    {GROUP, C, "", "for (bool done = false; !done;) if (atomicCompSwap(flag, 0u, 1u) == 0u) { " FENCE "n += 1u; " FENCE OPEN "done = true; }", .groups = 1},
    {GROUP, C, LOSES, "for (bool done = false; !done;) if (atomicCompSwap(flag, 0u, 1u) == 0u) { n += 1u; " OPEN "done = true; }", .groups = 1, .least = 2},
    // which barrier(), and in which turn
    {TURNS, P, DIVERGES, "uint k = 0u; while (k < 4u) { if ((J & 1u) == (k & 1u)) barrier(); k++; }", .least = 2},
    {TURNS, P, DIVERGES, "for (uint k = 0u; k < 4u; k++) { if (((J + k) & 1u) == 0u) continue; barrier(); }", .least = 2},
    {TURNS, P, DIVERGES, "for (uint k = 0u; k < 2u + (J & 1u); k++) barrier();", .least = 2},
    {TURNS, P, DIVERGES, "if (J < 1u) barrier();", .least = 2},
    {TURNS, P, DIVERGES, "if ((J & 1u) == 0u) { c[I] = 1u; barrier(); } else barrier();", .least = 2},
    {TURNS, P, DIVERGES, "if (J == 1u) return; barrier(); c[I] = 1u;", .least = 2},
    {TURNS, P, DIVERGES, "for (uint k = 0u; k < 4u; k++) if (((J ^ k) & 1u) == 0u) wait();", "void wait() { barrier(); }", .least = 2},
    {TURNS, P, DIVERGES, "for (uint o = 0u; o < 2u; o++) for (uint k = 0u; k < 4u; k++) if ((k >> 1u) == (J & 1u)) barrier();", .least = 2},
    {TURNS, P, DIVERGES, "for (uint o = 0u; o < 4u; o++) { if ((o & 1u) != (J & 1u)) continue; for (uint k = 0u; k < 2u; k++) barrier(); }", .least = 2},
    {TURNS, P, DIVERGES, "uint k = J & 1u; do { barrier(); k++; } while (k < 3u);", .least = 2},
    {TURNS, P, "", "for (uint k = 0u; k < 4u; k++) barrier();"},
    {TURNS, P, "", "uint k = 0u; do { barrier(); k++; } while (k < N);"},
    {TURNS, P, "", "for (uint o = 0u; o < 3u; o++) for (uint k = 0u; k < o + 1u; k++) barrier();"},
    {TURNS, P, "", "for (uint k = 0u; k < 4u; k++) { for (uint j = 0u; j < J; j++) c[I] += j; barrier(); }"},
    {TURNS, P, "", "for (uint k = 0u; k < 6u; k++) if ((k & 1u) == 0u) barrier();"},
    {TURNS, P, "", "for (uint k = J; k < J + 4u; k++) barrier();"},
    {TURNS, P, "", "for (uint k = 0u; k < 4u; k++) { barrier(); if (k == N) break; }"},
    {TURNS, P, "", "for (uint k = 0u; k < 4u + J; k++) if (k < 2u) barrier();"},
    {TURNS, P, "", "for (uint k = 0u; k < 4u; k++) { if ((J & 1u) == 0u) c[I] = k; else c[I] += k; wait(); }", "void wait() { barrier(); }"},
    {TURNS, P, "", "for (uint o = 0u; o < 2u; o++) for (uint k = 0u; k < (o == 0u ? J + 1u : 2u); k++) if (o == 1u) barrier();"},
    {TURNS, P, "", "for (uint k = 0u; k < 3u; k++) { barrier(); if (((J + k) & 1u) == 0u) continue; c[I] = k; }"},
    // who waits for whom
    {SPIN, C, "spin-in-group", LOCK "barrier(); n = 1u; " OPEN, .groups = 1, .least = 2},
    {SPIN, C, "spin-in-group", LOCK FENCE "n += 1u; " FENCE OPEN, .groups = 2, .least = 2},
    {SPIN, C, "spin-in-group", "if (J == 0u) { " WAIT "} else if (J == 1u) " SET, .groups = 1, .least = 2},
    {SPIN, C, "spin-in-group", "if (J == 0u) " WAIT "barrier(); if (J == 1u) " SET, .groups = 1, .least = 2},
    {SPIN, C, "spin-in-group", "if (J == 0u) s[0] = 0u; barrier(); if (J == 0u) while (atomicOr(s[0], 0u) == 0u) {} else atomicExchange(s[0], 1u);", .groups = 1, .least = 2},
    {SPIN, C, "endless-loop", "if (J == 0u) { while (atomicOr(a[(G + 1u) & 3u], 0u) == 0u) {} atomicExchange(a[G], 1u); }", .also = "long-loop spin-in-group"},
    {SPIN, C, "endless-loop", "if (J == 0u) " WAIT, .groups = 1, .least = 1, .also = "long-loop"},
    {SPIN, C, "", "for (bool done = false; !done;) if (atomicCompSwap(flag, 0u, 1u) == 0u) { atomicAdd(n, 1u); " OPEN "done = true; }"},
    {SPIN, C, "", "if (J == 0u) { if (G > 0u) " WAIT "else " SET "}"},
    {SPIN, C, "", "if (J == 0u) { " LOCK "atomicAdd(n, 1u); " OPEN "}"},
    {SPIN, C, "", "for (uint k = 0u; k < 50u; k++) if (atomicCompSwap(flag, 0u, 1u) == 0u) { " OPEN "break; }"},
    {SPIN, C, "", "uint k = 0u; if (J == 0u) while (atomicOr(flag, 0u) == 0u && k < 20000u) k++; c[I] = k;", .groups = 1},
    {SPIN, C, "", "uint x = I + 1u; for (uint k = 0u; k < 20000u; k++) x = x * 1664525u + 1013904223u; c[I] = x;", .groups = 1},
    {SPIN, C, "", "if (J == 0u && G == 3u) " SET "if (J == 0u && G < 3u) { " WAIT "} barrier(); c[I] = 1u;"},
};
// clang-format on
enum { ROWS = sizeof rows / sizeof *rows, WORDS_EACH = 2048 };

typedef struct tally {
    int faulty, caught, misnamed, right, accused;
} tally;
static tally tallies[CLASSES];
static bool verbose;

static void make_text(char *text, size_t size, const row *r, const char *qualifier)
{
    snprintf(text, size,
             "#version 430\nlayout(local_size_x = 64) in;\n"
             "layout(std430, binding = 0) %s buffer A { uint flag, value, n, unused, a[256]; };\n"
             "layout(std430, binding = 1) buffer C { uint c[]; };\n"
             "layout(r32ui, binding = 2) coherent uniform uimage2D image;\n"
             "layout(location = 0) uniform uint N;\nshared uint s[256];\n"
             "uint J = gl_LocalInvocationIndex, G = gl_WorkGroupID.x, I = G * N + J;\n"
             "%s\nvoid main()\n{\n    %s\n}\n",
             qualifier, r->before != NULL ? r->before : "", r->body);
}

// Whether the code is among the names, which blanks separate.
static bool is_among(const char *code, const char *names)
{
    size_t length = strlen(code);
    for (const char *at = names; at != NULL && (at = strstr(at, code)) != NULL; at += length)
        if ((at == names || at[-1] == ' ') && (at[length] == ' ' || at[length] == '\0'))
            return true;
    return false;
}

typedef struct found {
    bool wanted, other;
    char text[400];
} found;

static void run(const row *r, const wb_module *m, uint32_t size, wb_order order, found *f)
{
    static uint32_t a[WORDS_EACH], c[WORDS_EACH], image[WORDS_EACH];
    memset(a, 0, sizeof a), memset(c, 0, sizeof c), memset(image, 0, sizeof image);
    wb_machine_resource resources[] = {
        {.space = WB_SPACE_STORAGE, .binding = 0, .data = a, .size = sizeof a},
        {.space = WB_SPACE_STORAGE, .binding = 1, .data = c, .size = sizeof c},
        {.space = WB_SPACE_IMAGE,
         .binding = 2,
         .data = image,
         .size = sizeof image,
         .format = {WB_TEXEL_UINT, 1, 32},
         .width = WORDS_EACH,
         .height = 1,
         .depth = 1}};
    wb_machine_uniform uniform = {0, &size, 1, 0};
    wb_machine_dispatch dispatch = {.groups = {r->groups > 0 ? r->groups : 4, 1, 1},
                                    .resources = resources,
                                    .resource_count = 3,
                                    .uniforms = &uniform,
                                    .uniform_count = 1};
    wb_machine_options options = {.order = order,
                                  .seed = 7,
                                  .check = true,
                                  .check_races = true,
                                  .budget = 400000000,
                                  .team = order == WB_ORDER_DESCENDING ? 32 : 0};
    wb_module_error error;
    wb_machine *machine = wb_machine_create(m, &dispatch, &options, &error);
    wb_machine_run(machine, WB_RUN_END);
    for (int i = 0; i < wb_machine_finding_count(machine); i++) {
        const wb_kernel_finding *finding = wb_machine_finding(machine, i);
        if (finding->severity == WB_NOTE) continue;
        if (strcmp(finding->code, r->code) == 0)
            f->wanted = true;
        else if (!is_among(finding->code, r->also)) {
            f->other = true;
            snprintf(f->text, sizeof f->text, "%s: %s", finding->code, finding->text);
        }
    }
    wb_machine_free(machine);
}

static bool run_all(const row *r, wb_module *m, const char *text)
{
    static const uint32_t sizes[] = {1, 2, 48, 64};
    bool good = true;
    tally *t = &tallies[r->of];
    for (int n = 0; n < 4; n++) {
        if (sizes[n] < r->least) continue;
        found f = {0};
        m->local_size[0] = sizes[n];
        for (int order = 0; order < 3; order++) run(r, m, sizes[n], (wb_order)order, &f);
        bool faulty = *r->code != '\0';
        t->faulty += faulty, t->right += !faulty;
        t->caught += faulty && f.wanted;
        t->misnamed += faulty && f.other;
        t->accused += !faulty && f.other;
        bool fine = !f.other && f.wanted == faulty;
        if (!fine || verbose)
            printf("%s: %u invocations, %s%s%s\n%s%s", fine ? "good" : "WRONG", sizes[n],
                   faulty ? r->code : "right",
                   f.other               ? ", found: "
                   : f.wanted || !faulty ? ""
                                         : ", not found",
                   f.text, fine ? "" : text, fine ? "" : "\n");
        good = good && fine;
    }
    return good;
}

int main(int argc, char **argv)
{
    int kernels = 0, wrong = 0;
    verbose = argc > 1 && strcmp(argv[1], "-v") == 0;
    for (int k = 0; k < ROWS; k++)
        for (int q = 0; q < 4; q++) {
            char text[2000];
            wb_front_output spirv;
            wb_module module;
            wb_module_error error = {0};
            if ((rows[k].with >> q & 1) == 0) continue;
            make_text(text, sizeof text, &rows[k], qualifiers[q]);
            wb_front_result result = wb_front_compile(text, &spirv);
            if (result == WB_FRONT_MISSING) return 77;
            bool loads = result == WB_FRONT_GOOD &&
                         wb_module_load(&module, spirv.words, spirv.count, &error);
            if (!loads)
                printf("%s%s\n%s", spirv.message != NULL ? spirv.message : "", error.text, text);
            wb_front_free(&spirv);
            wrong += !loads || !run_all(&rows[k], &module, text);
            if (loads) wb_module_free(&module);
            kernels++;
        }
    printf("%-22s %7s %7s %7s %9s   %6s %7s\n", "", "faulty", "caught", "missed", "misnamed",
           "right", "accused");
    for (int i = 0; i < CLASSES; i++)
        printf("%-22s %7d %7d %7d %9d   %6d %7d\n", class_names[i], tallies[i].faulty,
               tallies[i].caught, tallies[i].faulty - tallies[i].caught, tallies[i].misnamed,
               tallies[i].right, tallies[i].accused);
    printf("%d kernels, %d wrong\n", kernels, wrong);
    return wrong > 0;
}
