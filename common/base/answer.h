/* Answers in words: what the user has typed, and what is right. */
#ifndef WB_BASE_ANSWER_H
#define WB_BASE_ANSWER_H

#include <stdbool.h>

enum { WB_MOST_WORDS = 16, WB_MOST_WORD = 48 };

typedef struct wb_answer_words {
    char at[WB_MOST_WORDS][WB_MOST_WORD];
    int count;
} wb_answer_words;

/* The words of an answer that say something, each as wb_answer_strip() leaves it. */
void wb_answer_split(const char *given, wb_answer_words *words);
/* The same of the right answer, in which | stands between spellings of a word. */
void wb_answer_split_right(const char *right, wb_answer_words *words);

/* In small letters, without what many leave out: GL_BUFFER_UPDATE_BARRIER_BIT becomes
 * buffer_update. */
void wb_answer_strip(char *word);

/* Whether both answers say the same: numbers as numbers, words without regard to case, to the signs
 * between them, and to words that say nothing ("lanes 3 and 4"). A word of `right` may have several
 * spellings: "row|line"; "any" stands for any word. */
bool wb_answer_fits(const char *given, const char *right, bool any_order);

#endif
