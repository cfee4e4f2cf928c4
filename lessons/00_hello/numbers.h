/* What a program is to compute with: the numbers on its command line, or 0 to 15 if there are none.
 */
#ifndef HELLO_NUMBERS_H
#define HELLO_NUMBERS_H

#include <stdio.h>
#include <stdlib.h>

typedef struct numbers {
    int count;
    float *at; // from malloc()
} numbers;

/* From words[first] on. Ends the program if there is no memory. */
static numbers read_numbers(int first, int count, char **words)
{
    numbers n = {.count = count > first ? count - first : 16};
    n.at = malloc(sizeof *n.at * (size_t)n.count);
    if (n.at == NULL) exit(1);
    for (int i = 0; i < n.count; i++)
        n.at[i] = count > first ? strtof(words[first + i], NULL) : (float)i;
    return n;
}

static void print_numbers(const numbers *n)
{
    for (int i = 0; i < n->count; i++) printf("%g ", (double)n->at[i]);
    printf("\n");
}

#endif
