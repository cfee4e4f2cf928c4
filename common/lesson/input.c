#include "lesson/input.h"

#include "base/file.h"
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
    input->count = frame + 1; // a run that starts anew records anew
    return &input->hands[frame];
}

/* ---- Lines ---- */

static bool read_hand(const char *line, wb_hand *hand)
{
    int end = 0;
    if (strcmp(line, "-") == 0) return true;
    hand->holds = true;
    return sscanf(line, "%f %f %f %f %f %f %f %f %f %n", &hand->eye[0], &hand->eye[1],
                  &hand->eye[2], &hand->way[0], &hand->way[1], &hand->way[2], &hand->place[0],
                  &hand->place[1], &hand->place[2], &end) == 9 &&
           line[end] == '\0';
}

static void write_hand(FILE *file, const wb_hand *hand)
{
    const float *parts[] = {hand->eye, hand->way, hand->place};
    if (!hand->holds) fprintf(file, "-");
    for (int i = 0; i < 9 && hand->holds; i++)
        fprintf(file, "%s%.9g", i > 0 ? " " : "", (double)parts[i / 3][i % 3]);
    fprintf(file, "\n");
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
        if (read_hand(line, hand)) continue;
        wb_error("%s:%d: \"%.60s\": a line is the hand of a frame, as nine numbers, or - for none",
                 path, number, line);
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
    for (int64_t i = 0; i < app->recorded_input.count; i++)
        write_hand(output.stream, &app->recorded_input.hands[i]);
    if (!wb_file_commit(&output)) return false;
    printf("wrote %s\n", app->options.record_input);
    return true;
}

void wb_input_quit(wb_app *app)
{
    free(app->played.hands);
    free(app->recorded_input.hands);
    app->played = app->recorded_input = (wb_input){0};
}

/* ---- Frames ---- */

void wb_input_begin_frame(wb_app *app)
{
    bool plays = app->frame < app->played.count;
    app->hand = plays ? app->played.hands[app->frame] : app->pointer;
    if (app->options.record_input == NULL) return;
    wb_hand *hand = add(&app->recorded_input, app->frame);
    if (hand != NULL) *hand = app->hand;
}
