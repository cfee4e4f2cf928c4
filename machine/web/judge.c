#include "machine/web/judge.h"

#include "machine/limits.h"
#include "machine/web/answer.h"

#include <stdio.h>
#include <string.h>

static output said, answer;

static void keep_message(wb_severity severity, const char *text, void *user)
{
    (void)severity, (void)user;
    put(&said, "%s\n", text);
}

const char *wb_judge_compare(wb_comparison *comparison, wb_array *got, const char *fields)
{
    enum { MOST = 32, NAME = 40 };
    static char names[MOST][NAME];
    wb_field list[MOST + 1] = {{0}};
    int count = 0, type, numbers, length;
    for (; count < MOST; fields += length, count++) {
        if (sscanf(fields, "%39s %d %d%n", names[count], &type, &numbers, &length) < 3) break;
        list[count] = (wb_field){names[count], (wb_type)type, numbers};
    }
    if (count > 0) got->fields = list;
    size_t first = 0;
    comparison->got = got;
    comparison->first = &first;
    said.length = answer.length = 0;
    put(&said, "%s", "");
    wb_message_redirect(keep_message, NULL);
    wb_check_compare(comparison);
    wb_message_redirect(NULL, NULL);
    put(&answer, "{\"first\":%zu,", first);
    put_text(&answer, "text", said.text);
    put(&answer, "}");
    return answer.text;
}

const char *wb_judge_limits(const double limits[7], const double cost[9])
{
    static char text[200];
    wb_limits l = {limits[0], limits[1], limits[2], limits[3], limits[4], limits[5], limits[6]};
    uint64_t n[9];
    for (int i = 0; i < 9; i++) n[i] = (uint64_t)cost[i];
    wb_machine_cost c = {n[0], n[1], n[2], n[3], n[4], n[5], n[6], n[7], n[8]};
    return wb_limits_missed(&l, &c, text, sizeof text) != NULL ? text : "";
}
