/* Messages to the person at the terminal.
 *
 * Every failure in the workbench ends in exactly one call of wb_error(), made where the cause is
 * known; the caller then only passes `false` or NULL on. A good message has three parts: what went
 * wrong, where, and what to do next, the last two on lines of their own if they do not fit the
 * first.
 *
 * Messages go to stderr; results (tables, hashes, lists) go to stdout with printf. */
#ifndef WB_BASE_MESSAGE_H
#define WB_BASE_MESSAGE_H

#ifndef WB_PRINTF
#define WB_PRINTF printf
#endif
#define WB_PRINTF_LIKE(format_at, arguments_at)                                                    \
    __attribute__((format(WB_PRINTF, format_at, arguments_at)))

typedef enum wb_severity { WB_NOTE, WB_WARNING, WB_ERROR } wb_severity;

/* Prints "error: ...", "warning: ..." or the bare text, and ends the line. Line breaks inside the
 * text are kept and the lines after the first are indented; other control characters become "?".
 * What is longer than 4,095 bytes is cut, and says so. */
void wb_message(wb_severity severity, const char *format, ...) WB_PRINTF_LIKE(2, 3);
#define wb_error(...) wb_message(WB_ERROR, __VA_ARGS__)
#define wb_warning(...) wb_message(WB_WARNING, __VA_ARGS__)
#define wb_note(...) wb_message(WB_NOTE, __VA_ARGS__)

/* Prints a message to stderr, as wb_message() does: for a sink that wants both. */
void wb_message_print(wb_severity severity, const char *text);

/* Sends messages to `sink` instead of stderr; NULL brings stderr back. `text` holds no severity and
 * no final line break, and lives until the sink returns. The panel shows shader errors so, and
 * tests read messages so. */
typedef void (*wb_message_sink)(wb_severity severity, const char *text, void *user);
void wb_message_redirect(wb_message_sink sink, void *user);
/* A sink that drops them. */
void wb_message_drop(wb_severity severity, const char *text, void *user);

#endif
