#!/usr/bin/env python3
"""The tasks of the whole course: which comes next, which are solved, and a file as it was shipped.

  tasks.py --bin DIR next                        the next open task of the course: its page, its file, and how to check it
  tasks.py --bin DIR progress [--json FILE] [--import FILE]     how many tasks of each lesson are solved; --json FILE gets the record itself, to
                                                 be handed in; --import takes over what another has, such as the book's Export
  tasks.py --bin DIR reset LESSON [TASK] [--yes]     brings the files of a task, or of all, back after a question; what was
                                                 there is kept beside the record, which then has the tasks as open again
  tasks.py check LESSON [TASK] [--hint]... [--solution] [--give-up] [--answer WORDS] [--watch] [--json FILE] [FILE.c]   for lessons
                                                 that have no program of the workbench, as 00: their tasks.json lists the tasks,
                                                 and their check.py checks them; FILE gets the list and the result

What is solved stands in workbench/progress.json in $XDG_DATA_HOME, or ~/.local/share: an object with a member "04_life.gas" for each
solved task. The lessons read and write it, too (common/lesson/task_list.h). What a file was as shipped ends our solution of it.

Exit: 0 good, 1 not solved, or not done, 2 wrong usage.
"""
import argparse
import json
import os
import re
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
DATA = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "workbench"
RECORD = DATA / "progress.json"
BEGIN, END, SHIPPED = "--- your lines from here ---", "--- to here ---", "// --- as shipped ---\n"


# ---- The record ----------------------------------------------------------------------------------


def read_record():
    try:
        record = json.loads(RECORD.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return record if isinstance(record, dict) else {}


def write_record(record):
    DATA.mkdir(parents=True, exist_ok=True)
    temporary = RECORD.with_suffix(f".{os.getpid()}")
    temporary.write_text(json.dumps(record, indent=2) + "\n", encoding="utf-8")
    temporary.replace(RECORD)


def keep(lesson, task, solved):
    record = read_record()
    before = dict(record)
    record.pop(f"{lesson}.{task['name']}", None)
    if solved:
        record[f"{lesson}.{task['name']}"] = "solved"
    if record != before:
        write_record(record)


# ---- The tasks -----------------------------------------------------------------------------------


def lessons():
    return sorted(path.name for path in (ROOT / "lessons").glob("[0-9][0-9]_*") if path.is_dir())


def tasks_of(lesson, programs, build=True):
    """The tasks in their order, as the lesson lists them; None if its program is not there, and not to be built."""
    own = ROOT / "lessons" / lesson / "tasks.json"
    if own.exists():
        found = json.loads(own.read_text(encoding="utf-8"))
    else:
        program = programs / lesson
        if not program.exists() and build:
            subprocess.run(["sh", str(ROOT / "wb"), "rebuild", lesson], check=True)
        if not program.exists():
            return None
        done = subprocess.run([program, "--list", "--json", "-"], stdin=subprocess.DEVNULL, capture_output=True, text=True, check=True)
        found = json.loads(done.stdout)["tasks"]
    record = read_record()
    for number, task in enumerate(found, 1):
        task.update(lesson=lesson, number=number, label=f"{int(lesson[:2])}.{number}", solved=f"{lesson}.{task['name']}" in record)
    return found


def choose(lesson, programs, word):
    """The task with that number or name, or all."""
    tasks = tasks_of(lesson, programs)
    found = [task for task in tasks if word in (None, task["name"], str(task["number"]))]
    if not found:
        print(f"tasks: lesson {lesson[:2]} has no task {word}, but {', '.join(task['name'] for task in tasks)}", file=sys.stderr)
        sys.exit(2)
    return found


def page_of(task):
    """The page and the line where the text sets the task; the lesson's page if it does not say."""
    folder, inside = ROOT / "lessons" / task["lesson"], ROOT / "lessons" / "INSIDE.md"
    for page in (folder / "README.md", *sorted((folder / "further").glob("*.md")), inside):
        label = f"{int(task['lesson'][:2])}.{task['number']}" if page == inside else task["number"]
        for number, line in enumerate(page.read_text(encoding="utf-8").splitlines(), 1):
            if line.startswith(f"**Task {label}, "):
                return f"{page.relative_to(ROOT)}:{number}"
    return f"lessons/{task['lesson']}/README.md"


def with_states(tasks):
    following = next((task for task in tasks if not task["solved"]), None)
    return [{**task, "state": "solved" if task["solved"] else "next" if task is following else "open"} for task in tasks]


def print_list(tasks):
    for task in with_states(tasks):
        print(f"{'>' if task['state'] == 'next' else ' '} {task['state']:7} {task['label']:5} {task['kind']:8} {task['minutes']:3} min  {task['title']}")


def show_next(programs):
    for lesson in lessons():
        task = next((task for task in tasks_of(lesson, programs) if not task["solved"]), None)
        if task is not None:
            print(f"next:    {task['label']} {task['title']} ({task['kind']}, {task['minutes']} min)\ntask:    {task['demand']}\n"
                  f"page:    {page_of(task)}")
            if task["files"]:
                print(f"file:    {task['files']}")
            is_said = task["kind"] in ("predict", "look")
            print(f"check:   ./wb {'answer' if is_said else 'check'} {task['label']}{' ...' if is_said else ''}")
            return
    print("all tasks of the course are solved")


def take_over(name):
    """Adds what another record has as solved."""
    try:
        other = json.loads(Path(name).read_text(encoding="utf-8"))
    except ValueError:
        other = None
    if not isinstance(other, dict):
        sys.exit(f"tasks: {name} is no record: ./wb progress --json FILE writes one, and so does Export in the book")
    known = {key: answer for key, answer in other.items() if re.fullmatch(r"\d\d_\w+\.\w+", key) and isinstance(answer, str)}
    write_record({**read_record(), **known})
    print(f"{len(known)} task{'s' * (len(known) != 1)} taken over from {name}")


def show_progress(programs, json_name):
    for lesson in lessons():
        tasks = tasks_of(lesson, programs, build=False)
        solved = sum(task["solved"] for task in tasks or ())
        count = f"{solved:2} of {len(tasks):2}" if tasks is not None else "not built"
        print(f"{lesson[:2]}  {lesson[3:]:12} {count:10} {''.join('x' if task['solved'] else '.' for task in tasks or ())}".rstrip())
    if json_name is not None:
        Path(json_name).write_text(json.dumps(read_record(), indent=2) + "\n", encoding="utf-8")


# ---- A file as it was shipped --------------------------------------------------------------------


def shipped(file):
    """The text that the file had as it was shipped: our solution's around the gap, and in the gap what our solution has at its end;
    without a gap, only that."""
    solution = file.parent.parent / "solutions" / file.name
    ours, block = solution.read_text(encoding="utf-8").split(f"\n{SHIPPED}")
    lines = [line[3:] for line in block.splitlines()]
    text = ours.splitlines()
    marks = [k for k, line in enumerate(text) if BEGIN in line or END in line]
    return "\n".join([*text[:marks[0] + 1], *lines, *text[marks[1]:]] if marks else lines) + "\n"


def reset(tasks, yes):
    files = [ROOT / name for task in tasks for name in re.findall(r"[^ ]+/tasks/\S+", task["files"])]
    changed = [file for file in files if not file.exists() or file.read_text(encoding="utf-8", errors="replace") != shipped(file)]
    for file in changed:
        print(f"changed: {file.relative_to(ROOT)}")
    print(f"{len(changed)} file{'s' * (len(changed) != 1)} to bring back; {', '.join(task['label'] for task in tasks)} will be open again")
    if not yes and input("go on? [y/N] ").strip().lower() not in ("y", "yes"):
        return 1
    for file in changed:
        kept = DATA / "kept" / time.strftime("%Y%m%d-%H%M%S") / file.relative_to(ROOT)
        if file.exists():
            kept.parent.mkdir(parents=True, exist_ok=True)
            kept.write_bytes(file.read_bytes())
            print(f"kept:    {kept}")
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(shipped(file), encoding="utf-8")
    for task in tasks:
        keep(task["lesson"], task, False)
    return 0


# ---- Lessons without a program of the workbench --------------------------------------------------


def check_once(task, options):
    script = ROOT / "lessons" / task["lesson"] / "check.py"
    status = subprocess.run([sys.executable, "-B", script, task["name"], *options], check=False).returncode
    is_check = not any(option.endswith(".c") or option == "--give-up" for option in options)
    is_probe = not task["files"] and (status != 0 or "--answer" not in options)  # how to answer it, or a wrong answer: what is on record stays
    if is_check and not is_probe and status in (0, 1):
        keep(task["lesson"], task, status == 0)
    return status


def is_solved(task):
    return f"{task['lesson']}.{task['name']}" in read_record()


def next_task(lesson):
    return next((task for task in tasks_of(lesson, None) if not task["solved"]), None)


def introduce(task, watch):
    print(f"{'watching' if watch else 'task'} {task['label']}, {task['kind']}: {task['title']}"
          + (f"\nfile:    {task['files']}" if task["files"] else ""), flush=True)


def write_result(name, task, solved):
    """What a lesson's own --json writes of its tasks."""
    members = ("name", "kind", "title", "demand", "state", "files", "number", "minutes")
    tasks = [{member: one[member] for member in members} for one in with_states(tasks_of(task["lesson"], None))]
    Path(name).write_text(json.dumps({"lesson": task["lesson"], "checked": task["name"], "solved": solved, "tasks": tasks}, indent=2) + "\n",
                          encoding="utf-8")


def tell_next(lesson):
    task = next_task(lesson)
    print(f"next:    {task['label']} {task['title']}: ./wb check {task['label']}" if task else "         all tasks of this lesson are solved")


def wait_for_save(task, seen):
    """Until the task's file is saved; or an answer given in another terminal, where it has no file."""
    path = ROOT / task["files"] if task["files"] else RECORD
    while time_of(path) == seen:
        time.sleep(0.25)


def time_of(path):
    return path.stat().st_mtime_ns if path.exists() else None


def watch_tasks(task, options, goes_on):
    """Checks a task after every save, and the next one when it is solved."""
    introduce(task, True)
    while True:
        seen = time_of(ROOT / task["files"] if task["files"] else RECORD)
        status = 0 if not task["files"] and is_solved(task) else check_once(task, options)
        if status > 1:
            return status
        following = next_task(task["lesson"]) if goes_on and status == 0 else task
        if following is None:
            print("         all tasks of this lesson are solved")
            return 0
        if following["name"] != task["name"]:
            task = following
            print()
            introduce(task, True)
            continue
        wait_for_save(task, seen)
        print(f"\n---- {time.strftime('%H:%M:%S')} ----", flush=True)


def check(lesson, word, options, watch, json_name):
    chosen = choose(lesson, None, word)
    task = next((task for task in chosen if not task["solved"]), chosen[0])
    if word is None:
        print_list(tasks_of(lesson, None))
    if watch:
        return watch_tasks(task, options, word is None)
    if "--answer" not in options:
        introduce(task, False)
    status = check_once(task, options)
    if json_name is not None:
        write_result(json_name, task, status == 0 and "--give-up" not in options)
    if status == 0 and "--give-up" not in options:
        tell_next(lesson)
    return status


# ---- The command line ----------------------------------------------------------------------------


def main():
    parser = argparse.ArgumentParser(prog="tasks", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bin", type=Path, default=Path("."), metavar="DIR")
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("next")
    shown = commands.add_parser("progress")
    shown.add_argument("--json", metavar="FILE")
    shown.add_argument("--import", dest="other", metavar="FILE")
    back = commands.add_parser("reset")
    back.add_argument("--yes", action="store_true")
    checked = commands.add_parser("check")
    checked.add_argument("--hint", action="count", default=0)
    for name in ("--watch", "--solution", "--give-up"):
        checked.add_argument(name, action="store_true")
    for name in ("--answer", "--json"):
        checked.add_argument(name)
    for one in (back, checked):
        one.add_argument("lesson", choices=lessons(), metavar="LESSON")
        one.add_argument("task", nargs="?")
    checked.add_argument("file", nargs="?")
    words = parser.parse_args()
    if words.command == "check" and words.watch and words.json:
        parser.error("--watch comes to no end at which --json could write its file")
    try:
        if words.command == "next":
            return show_next(words.bin)
        if words.command == "progress" and words.other is not None:
            take_over(words.other)
        if words.command == "progress":
            return show_progress(words.bin, words.json)
        if words.command == "reset":
            return reset(choose(words.lesson, words.bin, words.task), words.yes)
        if words.task is not None and words.task.endswith(".c"):
            words.file, words.task = words.task, None
        options = ["--hint"] * words.hint + ["--solution"] * words.solution + ["--give-up"] * words.give_up
        options += ["--answer", words.answer] if words.answer is not None else []
        return check(words.lesson, words.task, options + ([words.file] if words.file else []), words.watch, words.json)
    except (KeyboardInterrupt, EOFError):
        return 1
    except (OSError, subprocess.CalledProcessError) as error:
        sys.exit(f"tasks: {error}")


if __name__ == "__main__":
    sys.exit(main())
