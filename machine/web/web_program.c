// machine_web: the answers of machine/web as a native program gives them, for tests.
//
//   machine_web CAPTURE...   for each, the answer to opening it, and then those to the commands on
//                            stdin, one a line
#include "machine/web/web.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *read_file(const char *name, size_t *size)
{
    FILE *file = fopen(name, "rb");
    if (file == NULL) return NULL;
    fseek(file, 0, SEEK_END);
    *size = (size_t)ftell(file);
    rewind(file);
    char *bytes = malloc(*size + 1);
    bool good = bytes != NULL && fread(bytes, 1, *size, file) == *size;
    fclose(file);
    return good ? bytes : NULL;
}

int main(int argc, char **argv)
{
    static char line[1000], commands[1 << 16];
    size_t length = fread(commands, 1, sizeof commands - 1, stdin);
    commands[length] = '\0';
    for (int i = 1; i < argc; i++) {
        size_t size = 0;
        const char *answer;
        char *bytes = read_file(argv[i], &size);
        if (bytes == NULL) {
            fprintf(stderr, "error: %s cannot be read\n", argv[i]);
            return EXIT_FAILURE;
        }
        wb_web *web = wb_web_open(bytes, size, &answer);
        puts(answer);
        for (const char *at = commands; web != NULL && *at != '\0';) {
            size_t n = strcspn(at, "\n");
            snprintf(line, sizeof line, "%.*s", (int)n, at);
            puts(wb_web_command(web, line));
            at += n;
            at += *at == '\n';
        }
        wb_web_close(web);
        free(bytes);
    }
    return EXIT_SUCCESS;
}
