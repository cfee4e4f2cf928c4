#include "lesson/input.h"

#include "base/file.h"
#include "base/memory.h"
#include "os/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- A list of hands, one a frame ---- */

// The hand of a frame; frames that were left out before it have none. NULL, with a message, if
// memory is short.
static wb_hand *add(wb_input *input, int64_t frame)
{
    if (frame >= input->room) {
        int64_t room = 2 * frame + 256;
        wb_hand *hands = realloc(input->hands, (size_t)room * sizeof *hands);
        if (hands == NULL) {
            wb_error("out of memory for the input of %lld frames", (long long)frame);
            return NULL;
        }
        input->hands = hands;
        input->room = room;
    }
    for (int64_t i = input->count; i <= frame; i++) input->hands[i] = (wb_hand){0};
    input->count = frame + 1;
    return &input->hands[frame];
}

/* ---- What is painted ---- */

static void add_stroke(wb_input *input, wb_stroke stroke)
{
    input->strokes = wb_grow(input->strokes, &input->stroke_room, input->stroke_count + 1,
                             sizeof *input->strokes);
    input->strokes[input->stroke_count++] = stroke;
}

void wb_input_paint(wb_app *app, int column, int row, bool erases)
{
    app->lesson->paint(column, row, erases);
    if (app->options.record_input == NULL) return;
    add_stroke(&app->recorded_input, (wb_stroke){app->frame, column, row, erases});
}

static void play_strokes(wb_app *app)
{
    wb_input *played = &app->played;
    // Of a step that has been taken back, once more.
    while (played->next_stroke > 0 && played->strokes[played->next_stroke - 1].frame >= app->frame)
        played->next_stroke--;
    for (; played->next_stroke < played->stroke_count; played->next_stroke++) {
        const wb_stroke *s = &played->strokes[played->next_stroke];
        if (s->frame > app->frame) break;
        if (s->frame == app->frame && s->column < *app->lesson->grid_columns &&
            s->row < *app->lesson->grid_rows)
            wb_input_paint(app, s->column, s->row, s->erases);
    }
}

/* ---- Lines ---- */

static bool read_strokes(const char *text, int64_t frame, bool paints, wb_input *input)
{
    for (int length = 0; *text != '\0'; text += length) {
        wb_stroke s = {.frame = frame};
        char sign;
        if (!paints || sscanf(text, " %c%d,%d%n", &sign, &s.column, &s.row, &length) != 3 ||
            (sign != '+' && sign != '-') || s.column < 0 || s.row < 0)
            return false;
        s.erases = sign == '-';
        add_stroke(input, s);
    }
    return true;
}

// Where the hand ends in the line; NULL if it is none.
static const char *read_hand(const char *line, wb_hand *hand)
{
    int end = 0;
    if (line[0] == '-' && (line[1] == '\0' || line[1] == ' ')) return line + 1;
    hand->holds = true;
    return sscanf(line, "%f %f %f %f %f %f %f %f %f%n", &hand->eye[0], &hand->eye[1], &hand->eye[2],
                  &hand->way[0], &hand->way[1], &hand->way[2], &hand->place[0], &hand->place[1],
                  &hand->place[2], &end) == 9
               ? line + end
               : NULL;
}

static void write_hand(FILE *file, const wb_hand *hand)
{
    const float *parts[] = {hand->eye, hand->way, hand->place};
    if (!hand->holds) fprintf(file, "-");
    for (int i = 0; i < 9 && hand->holds; i++)
        fprintf(file, "%s%.9g", i > 0 ? " " : "", (double)parts[i / 3][i % 3]);
}

/* ---- Files ---- */

static bool read_lines(wb_app *app, char *text)
{
    const char *path = app->options.play_input, *id = app->lesson->id;
    char *rest = text, *line = strsep(&rest, "\n");
    if (strcmp(line, id) != 0) {
        wb_error("%s:1: \"%.40s\": the input of %s begins with its name\n"
                 "what to do: play a file that --record-input of this lesson has written",
                 path, line, id);
        return false;
    }
    for (int number = 2; (line = strsep(&rest, "\n")) != NULL && (*line != '\0' || rest != NULL);
         number++) {
        wb_hand *hand = add(&app->played, number - 2);
        if (hand == NULL) return false;
        const char *end = read_hand(line, hand);
        bool paints = app->lesson->paint != NULL;
        if (end != NULL && read_strokes(end, number - 2, paints, &app->played)) continue;
        wb_error("%s:%d: \"%.60s\": a line is the hand of a frame, as nine numbers, or - for "
                 "none%s",
                 path, number, line, paints ? "; then cells that are painted, as +12,30" : "");
        return false;
    }
    return true;
}

bool wb_input_load(wb_app *app)
{
    if (app->options.play_input == NULL) return true;
    char *text = wb_file_read(app->options.play_input, NULL);
    bool good = text != NULL && read_lines(app, text);
    free(text);
    return good;
}

bool wb_input_write(const wb_app *app)
{
    wb_output output;
    if (app->options.record_input == NULL) return true;
    if (!wb_file_create(&output, app->options.record_input)) return false;
    fprintf(output.stream, "%s\n", app->lesson->id);
    const wb_input *input = &app->recorded_input;
    for (int64_t i = 0, k = 0; i < input->count; i++) {
        write_hand(output.stream, &input->hands[i]);
        for (; k < input->stroke_count && input->strokes[k].frame == i; k++)
            fprintf(output.stream, " %c%d,%d", input->strokes[k].erases ? '-' : '+',
                    input->strokes[k].column, input->strokes[k].row);
        fprintf(output.stream, "\n");
    }
    if (!wb_file_commit(&output)) return false;
    printf("wrote %s\n", app->options.record_input);
    return true;
}

void wb_input_quit(wb_app *app)
{
    free(app->played.hands);
    free(app->recorded_input.hands);
    free(app->played.strokes);
    free(app->recorded_input.strokes);
    app->played = app->recorded_input = (wb_input){0};
}

/* ---- Frames ---- */

static wb_hand hand_of_frame(const wb_app *app)
{
    const wb_lesson *lesson = app->lesson;
    if (app->frame < app->played.count) return app->played.hands[app->frame];
    if (lesson->camera_is_hand != NULL && lesson->camera_is_hand())
        return wb_hand_of_camera(&app->orbit);
    return app->pointer;
}

void wb_input_begin_frame(wb_app *app)
{
    app->hand = hand_of_frame(app);
    play_strokes(app);
    if (app->options.record_input == NULL) return;
    wb_hand *hand = add(&app->recorded_input, app->frame);
    if (hand != NULL) *hand = app->hand;
}
