/* What the lesson keeps, and what tells its variants apart. */
#ifndef FIELDS_STATE_H
#define FIELDS_STATE_H

#include "16_fields/slots.h"
#include "gl/texture.h"
#include "lesson/lesson.h"
#include "smoke.h"

typedef enum filter_kind { SOBEL, GAUSS, MEDIAN } filter_kind;

enum { START_DROPS, START_STANDING }; // of the pond

/* What a variant does otherwise than the first of its part. */
typedef struct fields_traits {
    filter_kind filter;
    bool is_sampled;  // pond and dish: the steps read the field through a sampler
    bool in_two;      // the pond: in two textures
    bool in_tiles;    // a group computes a tile in shared memory
    bool is_between;  // a filter: samples between texels
    bool is_lit;      // the pond: light on its floor
    bool with_noise;  // a filter: of a picture with noise
    bool makes_a_map; // the dish: another feed and kill at each place
    smoke_solver solver;
    const char *restriction; // a kernel in place of restrict.comp
    bool by_sampler;         // smoke: what lies between texels is mixed by the sampler
    bool in_one;             // smoke, broken: Jacobi's sweeps in one buffer
    bool mends;              // smoke: MacCormack's steps
    bool sweeps_twice;       // smoke: two sweeps in each dispatch
} fields_traits;

/* Everything that the lesson keeps. What a variant has no use for is 0. */
typedef struct lesson_state {
    int width, height;   // parameters; 0: as the picture is, or as suits the part
    int steps, start;    // parameters
    float courant;       // parameter: c dt / dx of the pond
    float feed, kill;    // parameters of the dish
    float noise, split;  // parameters of a filter
    char file[1024];     // of --load; empty: the picture that ships
    int columns, rows;   // texels
    int64_t step;        // that have been computed
    wb_buffer now, next; // rows x columns, and for the dish x 2; a filter's image, and its result
    wb_buffer before;    // the pond's height a step ago
    wb_buffer light;     // on its floor: 65,536 is a ray
    GLuint kernel, picture;
    GLuint dark, wave;         // of a pond that is lit, whose rays are `kernel`
    GLuint groups_x, groups_y; // how many cover the field
    smoke_state smoke;
} lesson_state;

extern lesson_state lesson;

/* The traits of the variant that runs. */
const fields_traits *traits(void);

size_t texel_count(void);

/* What a map has at this place. */
void map_rates(int x, int y, double *feed, double *kill);

/* The parts' functions. */
bool filter_init(void);
bool pond_init(void);
bool dish_init(void);
void quit(void);
wb_cost filter_cost(void);
wb_cost pond_cost(void);
wb_cost dish_cost(void);

/* wb_lesson's paint(): the pointer stirs the pond. */
void paint(int column, int row, bool erase);

#endif
