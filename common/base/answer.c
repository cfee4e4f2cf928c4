#include "base/answer.h"

#include "os/text.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool says_nothing(const char *word)
{
    static const char *const fillers[] = {
        "and",  "or",     "the",     "in",   "at",    "lane",    "lanes",    "cell", "cells", "row",
        "rows", "column", "columns", "line", "lines", "binding", "bindings", "bit",  "bits"};
    const char *letter = word;
    while (*letter != '\0' && !isalnum((unsigned char)*letter)) letter++;
    if (*letter == '\0') return true;
    for (size_t i = 0; i < sizeof fillers / sizeof *fillers; i++)
        if (strcasecmp(word, fillers[i]) == 0) return true;
    return false;
}

void wb_answer_strip(char *word)
{
    static const char *const ends[] = {"_barrier_bit", "_bit", "()", "."};
    for (char *c = word; *c != '\0'; c++)
        *c = *c == '-' && c != word ? '_' : (char)tolower((unsigned char)*c);
    if (strncmp(word, "gl_", 3) == 0) memmove(word, word + 3, strlen(word) - 2);
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        size_t length = strlen(word), end = strlen(ends[i]);
        if (length > end && strcmp(word + length - end, ends[i]) == 0) word[length - end] = '\0';
    }
}

// 1,024 is a number, and 3,4 are two.
static bool is_in_number(const char *text, const char *comma)
{
    return *comma == ',' && comma > text && isdigit((unsigned char)comma[-1]) &&
           isdigit((unsigned char)comma[1]) && isdigit((unsigned char)comma[2]) &&
           isdigit((unsigned char)comma[3]) && !isdigit((unsigned char)comma[4]);
}

static void split(const char *text, const char *between, wb_answer_words *w)
{
    const char *at = text;
    for (w->count = 0; *at != '\0' && w->count < WB_MOST_WORDS;) {
        char *word = w->at[w->count];
        int length = 0;
        for (; *at != '\0' && (strchr(between, *at) == NULL || is_in_number(text, at)); at++)
            if (*at != ',' && length < WB_MOST_WORD - 1) word[length++] = *at;
        word[length] = '\0';
        if (length > 0 && !says_nothing(word)) {
            wb_answer_strip(word);
            w->count++;
        }
        at += strspn(at, between);
    }
}

#define BETWEEN " ,;:/&\t\n"

void wb_answer_split(const char *given, wb_answer_words *words)
{
    split(given, BETWEEN "|", words);
}

void wb_answer_split_right(const char *right, wb_answer_words *words)
{
    split(right, BETWEEN, words);
}

static bool is_same(const char *given, const char *right)
{
    char *given_end, *right_end;
    double a = strtod(given, &given_end), b = strtod(right, &right_end);
    if (*given_end != '\0' || *right_end != '\0') return strcmp(given, right) == 0;
    return fabs(a - b) <= (strchr(right, '.') != NULL ? 0.01 * fabs(b) : 0.0);
}

// `right` may have several spellings, or leave the word open.
static bool is_one_of(const char *given, const char *right)
{
    char spelling[WB_MOST_WORD];
    if (strcmp(right, "any") == 0) return true;
    for (const char *at = right;; at += strcspn(at, "|") + 1) {
        snprintf(spelling, sizeof spelling, "%.*s", (int)strcspn(at, "|"), at);
        wb_answer_strip(spelling);
        if (is_same(given, spelling)) return true;
        if (strchr(at, '|') == NULL) return false;
    }
}

bool wb_answer_fits(const char *given, const char *right, bool any_order)
{
    wb_answer_words g, r;
    bool used[WB_MOST_WORDS] = {false};
    wb_answer_split(given, &g);
    wb_answer_split_right(right, &r);
    if (g.count != r.count) return false;
    for (int i = 0; i < g.count; i++) {
        int k = any_order ? 0 : i, end = any_order ? r.count : i + 1;
        while (k < end && (used[k] || !is_one_of(g.at[i], r.at[k]))) k++;
        if (k == end) return false;
        used[k] = true;
    }
    return g.count > 0;
}
