#!/usr/bin/env python3
"""Checks what students have made of the tasks, and prints a table: a line for each student, a column for each task.

  grade.py --bin DIR [--limit SECONDS] [--json FILE] [--csv FILE] DIRECTORY...

--bin is where the lessons' programs are. Each DIRECTORY is one student's, and gives the student's name. It holds the files that
the tasks name, as in the course (shaders/04_life/tasks/gas.comp), or without shaders/, or without any folder; and progress.json, as ./wb progress --json writes it,
with the answers to the tasks that are no code, which are asked for again.
--limit is for each student, in seconds; 300 if it is not given. A task gets its share of the time that is left, so that one
that never ends takes no time from the others. FILE may be -, for stdout in place of the table.

What students hand in is not trusted. Only shaders are taken, from files and not from links, and of those that belong to the
course only the tasks: who changes the tile beside it changes nothing here. They are compiled and run by a program of their
own each, which is ended with all that it has started when its time is up. A task whose answer is in C, too, as lesson 00's, is not run.

  solved  the check passes            open   just as it was shipped       crash  the program ended by a signal
  wrong   it does not                 none   there is no such file        time   it did not end in its time

Exit: 0 all students have been graded, 1 the programs could not be used, 2 wrong usage, 77 no OpenGL 4.3.
"""
import argparse
import csv
import io
import json
import os
import shutil
import signal
import stat
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SHADERS = ROOT / "shaders"
MOST_BYTES = 1 << 18  # of a shader; ours have 10 thousand at most
MOST_FILES = 64       # of one folder of a student's
MOST_ANSWER = 200      # characters
MOST_OUTPUT = 1 << 20  # of what a program says
LACKING = 77
SOLVED, WRONG, OPEN, NONE, CRASH, TIME = "solved", "wrong", "open", "none", "crash", "time"


class Task:
    """`file` is its kernel's, below shaders/; None: it asks for an answer."""

    def __init__(self, program, word, kernel):
        self.program, self.word, self.file = program, word, kernel
        self.lesson, self.name = program.name, f"{program.name[:2]} {word}"


class Grade:
    def __init__(self, task, result, remark="", seconds=0.0):
        self.task, self.result, self.remark, self.seconds = task, result, remark, seconds


# ---- The tasks -------------------------------------------------------------------------------


def find_tasks(programs):
    """Those of all lessons whose answer is a shader, as the programs list them."""
    found = []
    for program in sorted(programs.glob("[0-9][0-9]_*")):
        if program.name.startswith("00_") or not os.access(program, os.X_OK):
            continue
        done = subprocess.run([program, "--list", "--json", "-"], stdin=subprocess.DEVNULL, capture_output=True, text=True)
        if done.returncode != 0:
            sys.exit(f"grade: {program} --list ends with {done.returncode}: {done.stderr.strip()}")
        found += [Task(program, one["name"], one["kernel"]) for one in json.loads(done.stdout)["tasks"] if not one["host"]]
    if not found:
        sys.exit(f"grade: no lesson in {programs} has a task")
    return found


# ---- What a student has handed in ----------------------------------------------------------------


def read_shader(path):
    """The bytes of a file that is one, and not too large; None otherwise. Never follows a link, never waits for a pipe."""
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
    except OSError:
        return None
    with os.fdopen(descriptor, "rb") as file:
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            return None
        content = file.read(MOST_BYTES + 1)
    return content if len(content) <= MOST_BYTES else None


def folders_of(student, lesson):
    """Where the files of a lesson may lie, the most exact place first, and where they belong. A folder that is a link does not count."""
    for names in (("shaders", lesson, "tasks"), (lesson, "tasks"), ("shaders", lesson), (lesson,), ()):
        place = student
        for name in names:
            place = None if place is None or (place / name).is_symlink() else place / name
        if place is not None and place.is_dir():
            yield place, f"{lesson}/tasks" if names[-1:] == ("tasks",) else lesson


def take(student, task, root):
    """Copies the task's file below `root`, and the student's own .glsl beside it that the course does not have. Returns what
    the file holds; None if there is none."""
    for folder, home in folders_of(student, task.lesson):
        content = read_shader(folder / Path(task.file).name)
        if content is None:
            continue
        (root / task.file).parent.mkdir(parents=True, exist_ok=True)
        (root / task.file).write_bytes(content)
        for path in sorted(folder.glob("*.glsl"))[:MOST_FILES]:
            beside = read_shader(path)
            if beside is not None and not (SHADERS / home / path.name).exists():
                (root / home / path.name).write_bytes(beside)
        return content
    return None


def answers_of(student):
    """What stands in the student's progress.json, as text; nothing if it is none."""
    try:
        found = json.loads(read_shader(student / "progress.json") or b"{}")
    except ValueError:
        return {}
    return {key: str(value)[:MOST_ANSWER] for key, value in found.items()} if isinstance(found, dict) else {}


# ---- Running -------------------------------------------------------------------------------------


def before_start():
    """In the child: if memory runs out, it is the one to go; and it writes no large files."""
    import resource
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 26, 1 << 26))
    try:
        with open("/proc/self/oom_score_adj", "w", encoding="ascii") as file:
            file.write("1000")
    except OSError:
        pass


def run(words, environment, directory, limit_s):
    """Exit status (None: time was up) and what it said, both streams together. Ends all that it has started."""
    with tempfile.TemporaryFile() as said:
        process = subprocess.Popen(words, cwd=directory, env=environment, stdin=subprocess.DEVNULL, stdout=said,
                                   stderr=subprocess.STDOUT, start_new_session=True, preexec_fn=before_start)
        try:
            status = process.wait(timeout=limit_s)
        except subprocess.TimeoutExpired:
            status = None
        finally:
            try:
                os.killpg(process.pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
            process.wait()
        said.seek(0)
        return status, said.read(MOST_OUTPUT).decode("utf-8", "replace")


def printable(text):
    """A student's shader has its say in messages, and a directory may have any name: nothing that steers a terminal."""
    return "".join(c if c.isprintable() else "?" for c in text)


def remark_of(output):
    """The line that says best what is wrong."""
    lines = output.splitlines()
    for mark in ("error: ", "NOT YET", "FAILED"):
        k = next((k for k, line in enumerate(lines) if line.startswith(mark)), None)
        if k is not None:
            # What does not compile is named first; what the compiler says stands in the line after.
            found = lines[k] + " " + lines[k + 1] if lines[k].endswith(":") and k + 1 < len(lines) else lines[k]
            return printable(" ".join(found.split()))[:200]
    return ""


def check(task, answer, root, limit_s):
    """The grade of the task that lies below `root`, or of the answer."""
    scratch = root / "scratch"
    scratch.mkdir(parents=True, exist_ok=True)
    environment = {name: value for name, value in os.environ.items() if not name.startswith("WB_")}
    for name in ("DISPLAY", "WAYLAND_DISPLAY"):
        environment.pop(name, None)
    # The driver may keep what it compiles: here, where the next one does not find it.
    environment.update(WB_SHADERS=f"{root}:{SHADERS}", TMPDIR=str(scratch), XDG_CACHE_HOME=str(scratch),
                       XDG_DATA_HOME=str(scratch))
    start = time.monotonic()
    status, output = run([task.program, "--task", task.word, *(["--answer", answer] if answer else [])], environment, scratch, limit_s)
    seconds = time.monotonic() - start
    if status is None:
        return Grade(task, TIME, f"did not end in {limit_s:.0f} s", seconds)
    if status == LACKING:
        print(f"grade: {task.lesson} cannot run here: {remark_of(output)}", file=sys.stderr)
        sys.exit(LACKING)
    if status < 0:
        return Grade(task, CRASH, f"the program ended by {signal.Signals(-status).name}", seconds)
    return Grade(task, SOLVED if status == 0 else WRONG, "" if status == 0 else remark_of(output), seconds)


def grade(student, tasks, limit_s):
    """A student's grades, in the order of the tasks."""
    end = time.monotonic() + limit_s
    with tempfile.TemporaryDirectory(prefix="wb-grade-") as directory:
        grades, to_check, answers = {}, [], answers_of(student)
        for k, task in enumerate(tasks):
            root = Path(directory) / str(k)
            if task.file is None:
                answer = answers.get(f"{task.lesson}.{task.word}")
                grades[task] = Grade(task, NONE)
                if answer:
                    to_check.append((task, answer, root))
                continue
            content = take(student, task, root)
            if content is None:
                grades[task] = Grade(task, NONE)
            elif content == (SHADERS / task.file).read_bytes():
                grades[task] = Grade(task, OPEN)
            else:
                to_check.append((task, None, root))
        for k, (task, answer, root) in enumerate(to_check):
            share_s = (end - time.monotonic()) / (len(to_check) - k)
            grades[task] = check(task, answer, root, max(share_s, 1.0))
    return [grades[task] for task in tasks]


# ---- The table -----------------------------------------------------------------------------------


def count_solved(grades):
    return sum(grade.result == SOLVED for grade in grades)


def as_text(results, tasks):
    """Without a column for what no student has handed in: a course has more tasks than a terminal is wide."""
    missing = [all(grades[k].result == NONE for _, grades in results) for k in range(len(tasks))]
    head = ["student", *(task.name for task, gone in zip(tasks, missing) if not gone), "solved"]
    rows = [[name, *(grade.result for grade, gone in zip(grades, missing) if not gone), f"{count_solved(grades)} of {len(grades)}"]
            for name, grades in results]
    widths = [max(len(row[k]) for row in [head, *rows]) for k in range(len(head))]
    lines = ["  ".join(cell.ljust(width) for cell, width in zip(row, widths)).rstrip() for row in [head, *rows]]
    names = [task.name for task, gone in zip(tasks, missing) if gone]
    if names:
        lines += ["", f"handed in by nobody: {', '.join(names)}"]
    remarks = [f"{name}, {grade.task.name}: {grade.remark}" for name, grades in results for grade in grades if grade.remark]
    return "\n".join([*lines, *([""] if remarks else []), *remarks]) + "\n"


def as_csv(results, tasks):
    """A name that a spreadsheet would take for a formula gets an apostrophe."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(["student", *(task.name for task in tasks), "solved"])
    for name, grades in results:
        safe = f"'{name}" if name[:1] in "=+-@" else name
        writer.writerow([safe, *(grade.result for grade in grades), count_solved(grades)])
    return out.getvalue()


def as_json(results):
    return json.dumps({"students": [
        {"student": name, "solved": count_solved(grades),
         "tasks": [{"lesson": grade.task.lesson, "task": grade.task.word, "file": grade.task.file,
                        "result": grade.result, "remark": grade.remark, "seconds": round(grade.seconds, 2)}
                       for grade in grades]} for name, grades in results]}, indent=1) + "\n"


def write(name, text):
    """True if it went to stdout."""
    if name == "-":
        sys.stdout.write(text)
        return True
    temporary = f"{name}.{os.getpid()}"
    with open(temporary, "w", encoding="utf-8") as file:
        file.write(text)
    os.replace(temporary, name)
    return False


# ---- The command line ----------------------------------------------------------------------------


def positive(word):
    value = float(word)
    if not 0 < value < 1e6:
        raise ValueError
    return value


def read_command_line():
    parser = argparse.ArgumentParser(prog="grade", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bin", type=Path, required=True, metavar="DIR", help=argparse.SUPPRESS)
    parser.add_argument("--limit", type=positive, default=300.0, metavar="SECONDS", help="for each student; 300 if not given")
    parser.add_argument("--json", metavar="FILE", help="results, remarks and times, for programs")
    parser.add_argument("--csv", metavar="FILE", help="the table, for a spreadsheet")
    parser.add_argument("students", nargs="+", type=Path, metavar="DIRECTORY")
    arguments = parser.parse_intermixed_args()
    for student in arguments.students:
        if not student.is_dir():
            parser.error(f"{student} is no directory")
    return arguments


def main():
    arguments = read_command_line()
    tasks = find_tasks(arguments.bin.resolve())
    if shutil.which("glslangValidator") is None:
        print("grade: without glslangValidator (Debian's package glslang-tools) no races are looked for: a kernel that is right "
              "by luck counts as solved", file=sys.stderr)
    results = []
    for student in arguments.students:
        name = printable(student.resolve().name)
        grades = grade(student, tasks, arguments.limit)
        results.append((name, grades))
        print(f"grade: {name}: {count_solved(grades)} of {len(grades)} solved", file=sys.stderr)
    on_stdout = [write(name, text) for name, text in ((arguments.json, as_json(results)), (arguments.csv, as_csv(results, tasks)))
                 if name]
    if not any(on_stdout):
        sys.stdout.write(as_text(results, tasks))


if __name__ == "__main__":
    main()
