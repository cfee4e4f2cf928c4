#!/usr/bin/env python3
"""Makes up students' folders to be graded: right, wrong, racy, hostile, missing, and with answers in C.

  make_class.py COUNT FOLDER      writes FOLDER/s000 and on, and FOLDER.json: {"s000": {"kind": ..., "task": "03 places", "good": [results]}}
  make_class.py --compare FOLDER RESULTS.json     a table of what each is against what --json of ./wb grade says; exits 1 if one does not fit

Kernels come from our solutions and from the other answers in tests/tasks; COUNT is dealt out to the kinds in turn.
"""
import json
import os
import sys
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "tests" / "cli"))
from answers import read_answers  # noqa: E402

BEGIN, END = "--- your lines from here ---", "--- to here ---"
CHEAP = (("01_dispatch", "flatten"), ("02_shared", "turn"), ("03_atomics", "places"), ("03_atomics", "add_one"), ("03_atomics", "ticket"),
         ("04_life", "highlife"), ("04_life", "gas"), ("05_reduction", "argmax"))
IN_C = (("01_dispatch", "negative"), ("04_life", "wide"), ("05_reduction", "horizon"), ("10_profiling", "stopwatch"), ("00_hello", "brightness"))
WRONG = ("wrong", "time", "crash")
INCLUDES = "#include <dirent.h>\n#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n#include <sys/socket.h>\n#include <unistd.h>\n"
# Programs of their own: what they try, and a verdict that they say themselves.
HOSTILE_MAIN = {
    "fork_bomb": "for (int i = 0; i < 500; i++) { int child = fork(); if (child < 0) abort(); if (child == 0) { sleep(5); _exit(0); } }",
    "threads_of_files": 'for (int i = 0; i < 5000; i++) { char name[40]; snprintf(name, sizeof name, "/tmp/%d", i); fopen(name, "w"); }',
    "reads_others": 'FILE *f = fopen("FOLDER/s000/places.comp", "r"); if (f != NULL) { puts("solved: read"); exit(0); }',
    "writes_results": 'FILE *f = fopen("FOLDER.csv", "w"); if (f != NULL) { fputs("s000,solved\\n", f); fclose(f); puts("solved: wrote"); exit(0); }',
    "network": "if (socket(AF_INET, SOCK_STREAM, 0) < 0) abort();",
    "endless": "for (;;) pause();",
    "huge_output": 'for (;;) puts("solved: 6 settings, 3 pictures");',
    "says_solved": 'puts("solved: 6 settings, 3 pictures"); exit(0);',
    "all_memory": "for (;;) memset(malloc(1 << 20), 1, 1 << 20);",
    "kills": "kill(-1, 9); kill(getppid(), 9);",
}
# In the lesson's own program: each needs what the task does not.
HOSTILE_STEP = {
    "exits": 'puts("solved   wide"); exit(0);', "exits_at_once": 'puts("solved   wide"); _exit(0);', "forks": "for (;;) fork();",
    "execs": 'execlp("true", "true", (char *)NULL);', "system": 'system("echo solved   wide");', "jumps": "abort();",
    "machine_code": '__asm__("mov $60, %eax; xor %edi, %edi; syscall");', "section": "}\n__attribute__((constructor)) static void before(void) { exit(0);",
    "other_kernel": "step_global();", "smaller": "lesson.width = lesson.height = 1;",
}


def text_of(*names):
    return ROOT.joinpath(*names).read_text(encoding="utf-8")


def solution(lesson, name):
    return text_of("shaders", lesson, "solutions", f"{name}.comp").split("// --- as shipped ---")[0]


def kernel(text):
    """One that may break off the gap of our solution, or the whole of it."""
    return text if text.endswith("\n") else text + "\n"


def answers(lesson, name):
    """(says, kernel) of each other answer to a task that is wrong."""
    lines = solution(lesson, name).splitlines()
    begin = next(i for i, line in enumerate(lines) if BEGIN in line)
    end = next(i for i, line in enumerate(lines) if END in line)
    for one in read_answers(ROOT / "tests" / "tasks" / lesson / f"{name}.edits", "\n".join(lines[begin + 1:end])):
        if one.says is not None:
            yield one.says, "\n".join([*lines[:begin + 1], one.text, *lines[end:]]) + "\n"


def cheats(lesson, name):
    file = ROOT / "tests" / "tasks" / lesson / f"{name}.cheats"
    return [kernel(one.text) for one in read_answers(file, solution(lesson, name))] if file.exists() else []


def in_turn(items):
    """For ever."""
    while True:
        yield from items


def interleave(lists):
    lists = [list(one) for one in lists]
    return [one[k] for k in range(max(map(len, lists))) for one in lists if k < len(one)]


def kinds(folder):
    """For each kind, an endless stream of (task, {file: text}, results that are good)."""
    def kernels(tasks, good):
        return in_turn([((lesson, name), {f"{name}.comp": text}, good) for lesson, name, text in tasks])

    wrong = interleave([(lesson, name, says, text) for says, text in answers(lesson, name)] for lesson, name in CHEAP)
    is_racy = [any(word in says for word in ("race", "barrier")) for _, _, says, _ in wrong]

    def with_c(lesson, name, c):
        shaders = {f"{name}.comp": solution(lesson, name)} if (ROOT / "shaders" / lesson / "solutions" / f"{name}.comp").exists() else {}
        return {**shaders, f"{name}.c": c}

    def hostile_c():
        for name, code in HOSTILE_MAIN.items():
            code = code.replace("FOLDER", str(folder))
            yield ("00_hello", "brightness"), {"brightness.c": f"#include <signal.h>\n{INCLUDES}int main(void)\n{{\n    {code}\n    return 0;\n}}\n"}, WRONG
        for code in HOSTILE_STEP.values():
            yield ("04_life", "wide"), with_c("04_life", "wide", f'#include "steps.h"\n#include "state.h"\n{INCLUDES}void step_task(void)\n{{\n    {code}\n}}\n'), WRONG

    def missing():
        yield ("03_atomics", "places"), {}, ("none",)
        yield ("03_atomics", "places"), {"places.comp": None}, ("none",)                    # a folder of that name
        yield ("03_atomics", "places"), {"places.comp": Path("../s000/places.comp")}, ("none",)  # a link
        yield ("03_atomics", "places"), {"places.comp": text_of("shaders", "03_atomics", "tasks", "places.comp")}, ("open",)
        yield ("04_life", "wide"), {"wide.comp": solution("04_life", "wide")}, ("none",)    # without its C

    return {
        "right": kernels([(lesson, name, solution(lesson, name)) for lesson, name in CHEAP], ("solved",)),
        "wrong": kernels([(a, b, d) for (a, b, c, d), racy in zip(wrong, is_racy) if not racy], WRONG),
        "racy": kernels([(a, b, d) for (a, b, c, d), racy in zip(wrong, is_racy) if racy], WRONG),
        "hostile": kernels(interleave([(*task, text) for text in cheats(*task)] for task in (("03_atomics", "places"), ("02_shared", "turn"),
                                                                                          ("05_reduction", "argmax"))), WRONG),
        "missing": in_turn(list(missing())),
        "in C": in_turn([(task, with_c(*task, text_of("lessons", task[0], "solutions", f"{task[1]}.c")), ("solved",)) for task in IN_C]),
        "hostile C": in_turn(list(hostile_c())),
    }


ORDER = ("right", "wrong", "right", "racy", "hostile", "right", "wrong", "missing", "in C", "hostile C")


def make(count, folder):
    streams, known = kinds(folder), {}
    for number in range(count):
        kind, student = ORDER[number % len(ORDER)], f"s{number:03}"
        (lesson, name), files, good = next(streams[kind])
        place = folder / student
        place.mkdir(parents=True)
        for file, content in files.items():
            if content is None:
                (place / file).mkdir()
            elif isinstance(content, Path):
                os.symlink(content, place / file)
            else:
                (place / file).write_text(content, encoding="utf-8")
        known[student] = {"kind": kind, "task": f"{lesson[:2]} {name}", "good": good}
    folder.with_suffix(".json").write_text(json.dumps(known, indent=1), encoding="utf-8")
    return known


def compare(known, results):
    """Prints how many of each kind got which result. Returns those that got another than is good."""
    got = {one["student"]: {f"{task['lesson'][:2]} {task['task']}": (task["result"], task["remark"]) for task in one["tasks"]}
           for one in results["students"]}
    table, bad = Counter(), []
    for student, one in known.items():
        result, remark = got.get(student, {}).get(one["task"], ("no row", ""))
        table[one["kind"], result] += 1
        good = ["none"] if remark.startswith("not run: ") else one["good"]  # answers in C, as root or without a box
        bad += [f"{student}, {one['kind']}, {one['task']}: {result}: {remark}"] if result not in good else []
        bad += [f"{student}: also {task}" for task, (word, _) in got.get(student, {}).items() if task != one["task"] and word != "none"]
    words = sorted({word for _, word in table})
    print("kind".ljust(11), *(word.rjust(7) for word in words))
    for kind in dict.fromkeys(ORDER):
        print(kind.ljust(11), *(str(table[kind, word]).rjust(7) for word in words))
    return bad


def main():
    if sys.argv[1] == "--compare":
        folder = Path(sys.argv[2]).resolve()
        bad = compare(json.loads(folder.with_suffix(".json").read_text(encoding="utf-8")), json.loads(Path(sys.argv[3]).read_text(encoding="utf-8")))
        print("\n".join(bad))
        return 1 if bad else 0
    make(int(sys.argv[1]), Path(sys.argv[2]).resolve())
    return 0


if __name__ == "__main__":
    sys.exit(main())
