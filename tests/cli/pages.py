"""The page of a lesson that is a sequence of tasks: it begins by saying what one will be able to do, and keeps to the limits of such a
page. Prints a table. Lessons in the old form, without that head, are left out. Tasks that come behind the core's are set on the further
pages.

Words are those of prose: no code, no tables, no comments, no captions.
"""
import json
import os
import re
import sys
from pathlib import Path

from common import BIN, LESSONS, SOURCE, expect, finish, listing

sys.path.insert(0, os.path.join(SOURCE, "tools"))
import text  # noqa: E402

CORE, FIRST_KERNEL, KERNEL_LINES, BETWEEN, TASKS = (1000, 1300), 200, 15, 250, 6
KINDS = {"predict", "look", "repair", "line", "extend", "blank"}
HEAD = r"\*\*You will be able to\*\* .+\n\*\*Needs\*\* .+\n\*\*Time\*\* .+ tasks ((?:\d+ \+ )*\d+) min\.\n\*\*Difficulty\*\* ●[●○]{2}\n"


def words_of(line):
    line = re.sub(r"<!--.*?-->|!\[[^\]]*\]\([^)]*\)", "", line)
    return re.findall(r"[A-Za-z0-9][\w'’./-]*", re.sub(r"\]\([^)]*\)", "]", line))


def read(page):
    """[(what, value)] in order: 'words' and how many, 'code' with language and lines, 'task' with number and kind."""
    found, fence, comment = [], None, False
    for line in page.split("\n"):
        mark = text.FENCE.match(line)
        if mark and (fence is None or line.strip() == fence):
            if fence is None:
                found.append(("code", [mark[3].strip(), 0]))
            fence = mark[2] if fence is None else None
        elif fence is not None:
            found[-1][1][1] += 1
        elif comment or "<!--" in line and "-->" not in line:
            comment = "-->" not in line
        elif not line.startswith("|") and not text.CAPTION.fullmatch(line) and not line.startswith("#"):
            task = re.match(r"\*\*Task (\d+), (\w+)\.\*\*", line)
            if task:
                found.append(("task", (int(task[1]), task[2])))
            found.append(("words", len(words_of(line))))
    return found


def tasks_of(lesson):
    own = os.path.join(SOURCE, "lessons", lesson, "tasks.json")  # lesson 00 has no program of the workbench
    if not os.path.exists(own):
        return listing(os.path.join(BIN, lesson))["tasks"]
    with open(own, encoding="utf-8") as file:
        return [{**task, "number": number} for number, task in enumerate(json.load(file), 1)]


def further_tasks(lesson):
    """Those of the further pages, and of the page about what is inside a kernel, by their numbers."""
    with open(os.path.join(SOURCE, "lessons", "INSIDE.md"), encoding="utf-8") as file:
        found = [(int(number), kind) for number, kind in re.findall(rf"^\*\*Task {int(lesson[:2])}\.(\d+), (\w+)\.\*\*", file.read(), re.M)]
    for path in sorted(Path(SOURCE, "lessons", lesson, "further").glob("*.md")):
        found += [value for what, value in read(path.read_text(encoding="utf-8")) if what == "task"]
    return sorted(found)


def test_page(lesson, page):
    where = f"lessons/{lesson}/README.md"
    head = re.search(HEAD, page)
    tasks = tasks_of(lesson)
    if not expect(head and page.index(head[0]) < 200, where, "a head of four lines: able to, needs, time, difficulty"):
        return
    parts = read(page)
    core = tasks[:sum(what == "task" for what, _ in parts)]
    expect(head[1] == " + ".join(str(task["minutes"]) for task in core), where, f"the minutes of its tasks in its head: {[task['minutes'] for task in core]}")
    total = sum(value for what, value in parts if what == "words")
    kernel, so_far, at_tasks = None, 0, []
    for what, value in parts:
        so_far += value if what == "words" else 0
        if what == "code" and value[0].startswith("glsl") and kernel is None:
            kernel = (so_far, value[1])
        if what == "task":
            at_tasks.append((so_far, *value))
    gaps = [after[0] - before[0] for before, after in zip(at_tasks, at_tasks[1:])]
    expect(CORE[0] <= total <= CORE[1], where, f"{CORE[0]} to {CORE[1]} words of prose, not {total}")
    expect(kernel and kernel[0] <= FIRST_KERNEL and kernel[1] <= KERNEL_LINES, where,
           f"a kernel of {KERNEL_LINES} lines at most within the first {FIRST_KERNEL} words, not {kernel}")
    further = further_tasks(lesson)
    expect([(number, kind) for _, number, kind in at_tasks] + further == [(task["number"], task["kind"]) for task in tasks], where,
           f"all tasks in their order, with their kinds, not {at_tasks}, and on further pages {further}")
    expect(len(core) >= TASKS and {task["kind"] for task in core} == KINDS, where, f"{TASKS} tasks or more, of all kinds")
    expect(at_tasks and at_tasks[0][0] <= BETWEEN and max(gaps, default=0) <= BETWEEN, where, f"something to do every {BETWEEN} words, not {gaps}")
    kinds = " ".join(kind for _, _, kind in at_tasks)
    print(f"{lesson:14} {total:5} words, kernel at {kernel[0] if kernel else '-'}, task 1 at {at_tasks[0][0] if at_tasks else '-'}, "
          f"{max(gaps, default=0)} between tasks at most: {kinds}"
          + (f"; further: {' '.join(kind for _, kind in further)}" if further else ""))


for name in ("00_hello", *LESSONS):
    with open(os.path.join(SOURCE, "lessons", name, "README.md"), encoding="utf-8") as file:
        content = file.read()
    if "**You will be able to**" in content:
        test_page(name, content)
finish()
