#!/usr/bin/env python3
"""Checks what students have made of the tasks, and prints a table: a line for each student, a column for each task.

  grade.py --bin DIR [--limit SECONDS] [--json FILE] [--csv FILE] [--html FILE] [--junit FILE] [--no-sandbox] DIRECTORY|FILE.json...

A FILE is what a student has exported from the book, and gives the student's name: anna.json. It has the answers to questions, which are
checked again, and says which kernels the book has found right: those are "told", for there is no kernel to check.

Each DIRECTORY is one student's, and gives the student's name. It holds the files that the tasks name, as in the course
(shaders/04_life/tasks/gas.comp, lessons/00_hello/tasks/brightness.c), or without shaders/ or lessons/, or without any folder. The answers
to questions come from progress.json, as ./wb progress --json writes it, and are checked again. After --, every word is a student's.

As many students are checked at a time as there are cores, and a line on stderr says how far it is. --limit is for each student, in
seconds; 300 if it is not given. A task gets its share of the time that is left, so one that never ends takes no time from the others.
All files are tried before the first student, and written again after each. FILE may be -: then it is printed in place of the table.

What students hand in is not trusted. Only the tasks' files are taken, never links, and of the course's own files none: a changed
tile.comp changes nothing here. Each check is a process of its own in a box (Debian's package bubblewrap), on the software driver: it has
no network, no environment, none of your files, and sees no other process. Its memory, processes, output and time are limited. Answers in C
are compiled and run in the same box. For root they are not run, because the system does not count root's processes: grade as another user.

Where no box can be made, nothing is graded, unless you say --no-sandbox. Then a kernel that breaks the driver has your rights: it can read
and change all that you can, other students' answers and the results, too, and use your network. Answers in C are not run then.

  solved  the check passes            open   just as it was shipped       crash  the program ended by a signal
  wrong   it does not                 none   there is no such file        time   it did not end in its time
  told    there is no such file, but the record says that it is solved

If something of a student's cannot be read, a remark below the table says so, and grading goes on.

Exit: 0 all students have been graded, 1 the programs could not be used or the results not written, 2 wrong usage, 77 no OpenGL 4.3, or no
box; 128 and the signal's number if it was ended.
"""
import argparse
import csv
import errno
import html
import io
import json
import os
import re
import shlex
import shutil
import signal
import stat
import subprocess
import sys
import tempfile
import threading
import time
import unicodedata
import zlib
from concurrent.futures import Future, ThreadPoolExecutor, as_completed
from pathlib import Path
from xml.etree import ElementTree

import box
import host

ROOT = Path(__file__).resolve().parent.parent
SHADERS, LESSONS, IMAGES = ROOT / "shaders", ROOT / "lessons", ROOT / "lessons" / "images"
MOST_BYTES = 1 << 18  # of a shader; ours have 10 thousand at most
MOST_FILES = 64       # of one folder of a student's
MOST_ANSWER = 200      # characters
LEAST_SPACE = 1 << 24  # bytes that have to be free for what is copied
LACKING = 77
C_NOT_FOR_ROOT = "answers in C are not run for root"
SOLVED, WRONG, OPEN, NONE, CRASH, TIME, TOLD = "solved", "wrong", "open", "none", "crash", "time", "told"


class Task:
    """`kernel`: its file below shaders/; `source`: the one in C, below lessons/; None: there is none. Without both, it asks for an answer."""

    def __init__(self, lesson, program, word, kernel, source, slips):
        self.lesson, self.program, self.word, self.kernel, self.source = lesson, program, word, kernel, source
        self.slips = {plain(slip["answer"]): slip["but"] for slip in slips}  # answers that are known to be wrong
        self.name = f"{lesson[:2]} {word}"
        self.shipped = {name: folder / name for name, folder in ((kernel, SHADERS), (source, LESSONS)) if name}
        self.checker = LESSONS / lesson / "check.py"  # of a task that is C alone


class Grade:
    def __init__(self, task, result, remark="", seconds=0.0):
        self.task, self.result, self.remark, self.seconds = task, result, remark, seconds


class Student:
    """`name`: as given, told apart from the others'. `remark`: on the directory as a whole."""

    def __init__(self, name, path):
        self.name, self.path, self.remark, self.grades = name, path, "", []

    def solved(self):
        return sum(grade.result == SOLVED for grade in self.grades)

    def told(self):
        return sum(grade.result == TOLD for grade in self.grades)


# ---- The tasks -------------------------------------------------------------------------------


def find_tasks(programs):
    """Those of all lessons, as the programs list them; lesson 00 has none, but a list."""
    found = []
    for program in sorted(programs.glob("[0-9][0-9]_*")):
        lesson, listed = program.name, LESSONS / program.name / "tasks.json"
        if listed.exists():
            tasks = json.loads(listed.read_text(encoding="utf-8"))
        elif not lesson.startswith("00_") and os.access(program, os.X_OK):
            done = subprocess.run([program, "--list", "--json", "-"], stdin=subprocess.DEVNULL, capture_output=True, text=True)
            if done.returncode != 0:
                sys.exit(f"grade: {program} --list ends with {done.returncode}: {done.stderr.strip()}")
            tasks = json.loads(done.stdout)["tasks"]
        else:
            continue
        for one in tasks:
            sources = [name for name in (one.get("files") or "").split(" and ") if name.endswith(".c")]
            found.append(Task(lesson, program, one["name"], one.get("kernel"), sources[0].removeprefix("lessons/") if sources else None,
                              one.get("slips") or []))
    if not found:
        sys.exit(f"grade: no lesson in {programs} has a task")
    return found


# ---- What a student has handed in ----------------------------------------------------------------


def read_shader(path):
    """The bytes of a file that is one, and not too large, and ""; or None and what it is. Never follows a link, never waits for a pipe."""
    try:
        if path.is_symlink():
            return None, f"{path.name} is a link, which is not followed"
        descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
    except (FileNotFoundError, NotADirectoryError):
        return None, ""
    except OSError as error:
        return None, f"{path.name} cannot be read: {error.strerror}"
    try:
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            return None, f"{path.name} is no file"
        with os.fdopen(descriptor, "rb", closefd=False) as file:
            content = file.read(MOST_BYTES + 1)
    except OSError as error:
        return None, f"{path.name} cannot be read: {error.strerror}"
    finally:
        os.close(descriptor)
    return (content, "") if len(content) <= MOST_BYTES else (None, f"{path.name} has more than {MOST_BYTES >> 10} KiB")


def folders_of(student, top, lesson):
    """Where the files of a lesson may lie, the most exact place first, and where they belong. A folder that is a link does not count.
    `top`: shaders or lessons."""
    for names in ((top, lesson, "tasks"), (lesson, "tasks"), (top, lesson), (lesson,), ()):
        place = student
        for name in names:
            place = None if place is None or os.path.islink(place / name) else place / name
        if place is not None and os.path.isdir(place):
            yield place, f"{lesson}/tasks" if names[-1:] == ("tasks",) else lesson


def take(student, task, name, root):
    """Copies the task's file of that name below `root`, and the student's own .glsl beside a kernel that the course does not have.
    Returns what the file holds, and ""; None if there is none, and why."""
    reasons = []
    for folder, home in folders_of(student, "shaders" if name == task.kernel else "lessons", task.lesson):
        content, reason = read_shader(folder / Path(name).name)
        if content is None:
            reasons += [reason] if reason else []
            continue
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_bytes(content)
        for path in sorted(folder.glob("*.glsl"))[:MOST_FILES if name == task.kernel else 0]:
            beside, _ = read_shader(path)
            if beside is not None and not (SHADERS / home / path.name).exists():
                (root / home).mkdir(parents=True, exist_ok=True)
                (root / home / path.name).write_bytes(beside)
        return content, ""
    return None, "; ".join(dict.fromkeys(reasons))


def take_all(student, task, root):
    """Copies the task's files. Returns OPEN, NONE or None (it is to be checked), and a remark."""
    is_open, lacking = True, []
    for name, shipped in task.shipped.items():
        content, reason = take(student, task, name, root)
        if content is None:
            lacking.append(reason or f"there is no {Path(name).name}")
        else:
            is_open = is_open and content == shipped.read_bytes()
    if len(lacking) == len(task.shipped):
        return NONE, "; ".join(lacking if any(not one.startswith("there is no ") for one in lacking) else [])
    return (NONE, "; ".join(lacking)) if lacking else (OPEN, "") if is_open else (None, "")


def is_record(path):
    """Whether it is what the book has exported, and no directory."""
    return path.suffix == ".json" and path.is_file() and not path.is_symlink()


def answers_of(student):
    """What stands in the student's progress.json, as text; nothing if it is none."""
    content, _ = read_shader(student if is_record(student) else student / "progress.json")
    try:
        found = json.loads(content or b"{}")
        return {key: printable(str(value))[:MOST_ANSWER] for key, value in found.items()} if isinstance(found, dict) else {}
    except (ValueError, RecursionError):
        return {}


def fault_of(path):
    """Why there is nothing to take from a student's directory; "" if there may be."""
    try:
        if path.is_symlink():
            return "a link, which is not followed"
        if is_record(path):
            return "" if answers_of(path) else "no record of answers"
        if not path.is_dir():
            return "no directory"
        os.listdir(path)
    except OSError as error:
        return f"cannot be read: {error.strerror}"
    return ""


# ---- Running -------------------------------------------------------------------------------------


def printable(text):
    """Text that cannot steer a terminal: a student's shader has its say in messages, and a directory may have any name."""
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


def seed_of(task, root):
    """Data that an answer cannot know beforehand, and that is the same in the next grading: from what was handed in."""
    content = b"".join((root / name).read_bytes() for name in task.shipped if root and (root / name).exists())
    return 2 + zlib.crc32(content) % 1000000


def run(task, answer, root, limit_s, in_box, program=None):
    """The task that lies below `root`, or the answer; the course's own if `root` is None. `program`: one with the student's C."""
    words = [program or task.program, "--task", task.word, *(["--answer", answer] if answer else ["--seed", str(seed_of(task, root))])]
    if in_box:
        folders = {path: path for path in (words[0], SHADERS, IMAGES)} | ({box.INSIDE: root} if root else {})
        return box.run_boxed(words, folders, f"{box.INSIDE}:{SHADERS}" if root else str(SHADERS), limit_s)
    environment = {name: value for name, value in os.environ.items()
                   if not name.startswith("WB_") and name not in ("DISPLAY", "WAYLAND_DISPLAY")}
    with tempfile.TemporaryDirectory(prefix="wb-grade-") as scratch:
        # The driver may keep what it compiles: here, where the next one does not find it.
        environment.update(WB_SHADERS=f"{root}:{SHADERS}" if root else str(SHADERS), TMPDIR=scratch, XDG_CACHE_HOME=scratch,
                           XDG_DATA_HOME=scratch)
        return box.run(words, environment, scratch, limit_s)


KNOWN, KNOWN_LOCK = {}, threading.Lock()  # of each task in C, by its source: the names that our solution uses


def names_of_solution(task, limit_s):
    with KNOWN_LOCK:
        if task.source not in KNOWN:
            solution = LESSONS / task.source.replace("/tasks/", "/solutions/")
            with tempfile.TemporaryDirectory(prefix="wb-grade-") as scratch:
                flags = ["-I", str(LESSONS / task.lesson)] if task.kernel is None else host.Build(task.program.parent, task.lesson).flags
                KNOWN[task.source] = (host.names_used(flags, solution, Path(scratch), task.program.parent.parent, limit_s)
                                      if solution.exists() else set())
        return KNOWN[task.source]


def run_in_c(task, root, limit_s):
    """A task whose answer is C, or C and a kernel: built in the box, and run there."""
    source, work = root / task.source, root / "work"
    work.mkdir()
    start = time.monotonic()
    if task.lesson.startswith("00_"):  # a program of its own: judged from outside
        return run_checker(task, [task.word, source], limit_s)
    known = names_of_solution(task, limit_s)
    if task.kernel is None:
        host.check_names(["-I", str(LESSONS / task.lesson)], source, known, work, task.program.parent.parent, limit_s)
        return run_checker(task, [source], limit_s)
    program = host.make(task, source, known, work, limit_s)
    return run(task, None, root, max(limit_s - (time.monotonic() - start), 1.0), True, program)


def run_checker(task, words, limit_s, in_box=True):
    environment = {**box.clean(""), "TMPDIR": tempfile.gettempdir()}
    if in_box:
        environment["WB_BOX"] = shlex.join(["/usr/bin/python3", "-B", box.__file__])
    return box.run(["/usr/bin/python3", "-B", task.checker, *words], environment, "/", limit_s)


def check(task, answer, root, limit_s, in_box):
    """The grade of the task that lies below `root`, or of the answer."""
    root.mkdir(parents=True, exist_ok=True)
    start = time.monotonic()
    try:
        if task.source:
            ended = run_in_c(task, root, limit_s)
        elif task.lesson.startswith("00_"):  # an answer: compared with what comes of a run of the course's own program
            ended = run_checker(task, [task.word, "--answer", answer], limit_s, in_box)
        else:
            ended = run(task, answer, root, limit_s, in_box)
    except host.NotBuilt as problem:
        return Grade(task, WRONG, printable(str(problem))[:200], time.monotonic() - start)
    seconds, status = time.monotonic() - start, ended.status
    if status == box.TOO_LONG:
        return Grade(task, TIME, f"did not end in {limit_s:.0f} s", seconds)
    if status == box.TOO_MUCH:
        return Grade(task, WRONG, f"says more than {box.MOST_OUTPUT >> 20} MiB", seconds)
    if status == LACKING and task.source and task.kernel is None:
        return Grade(task, CRASH, "there is no C compiler, or the program ended as if there were none", seconds)
    if status == LACKING:
        course = run(task, None, None, limit_s, in_box)
        if course.status == LACKING:
            print(f"grade: {task.lesson} cannot run here: {remark_of(course.output)}", file=sys.stderr)
            sys.exit(LACKING)
        return Grade(task, CRASH, "the program ended as if there were no OpenGL", seconds)
    if status < 0:
        return Grade(task, CRASH, f"the program ended by {signal_name(-status)}", seconds)
    if status != 0:
        return Grade(task, WRONG, remark_of(ended.output), seconds)
    # Not the status alone: a kernel that breaks out of the driver could end the program as it likes.
    if not re.search(rf"^solved(: | +{re.escape(task.word)}\b)", ended.output, re.M):
        return Grade(task, WRONG, "the program ended well, but did not say that the task is solved", seconds)
    return Grade(task, SOLVED, "", seconds)


def plain(answer):
    return " ".join(answer.lower().split())


ANSWERS, ANSWERS_LOCK = {}, threading.Lock()  # of each answer to a task: its grade, or who is finding it out


def check_answer(task, answer, root, limit_s, in_box):
    """Each answer once: a class gives the same ones, and what is right comes from a run."""
    key = task.name, plain(answer)
    if plain(answer) in task.slips:
        return Grade(task, WRONG, f"NOT YET {task.word} {answer} is not what comes of it: {task.slips[plain(answer)]}"[:200])
    with ANSWERS_LOCK:
        is_mine = key not in ANSWERS
        found = ANSWERS.setdefault(key, Future())
    if is_mine:
        try:
            found.set_result(check(task, answer, root, limit_s, in_box))
        except BaseException as problem:
            found.set_exception(problem)
            raise
        if found.result().result == TIME:  # this student's time
            ANSWERS.pop(key)
    return found.result()


def signal_name(number):
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"


def need_space():
    """What fails for want of space is not the student's fault."""
    folder = tempfile.gettempdir()
    free = shutil.disk_usage(folder).free
    if free < LEAST_SPACE:
        raise OSError(errno.ENOSPC, f"{free >> 10} KiB are left for what is copied; TMPDIR can name another folder", folder)


def grade(student, tasks, limit_s, in_box):
    """A student's grades, in the order of the tasks."""
    end = time.monotonic() + limit_s
    need_space()
    with tempfile.TemporaryDirectory(prefix="wb-grade-") as directory:
        grades, to_check, answers = {}, [], answers_of(student)
        for k, task in enumerate(tasks):
            root = Path(directory) / str(k)
            answer = answers.get(f"{task.lesson}.{task.word}")
            if not task.shipped:
                grades[task] = Grade(task, NONE)
                if answer:
                    to_check.append((task, answer, root))
                continue
            state, remark = take_all(student, task, root)
            if state is None and task.source and (not in_box or os.getuid() == 0):
                state, remark = NONE, "not run: " + (C_NOT_FOR_ROOT if in_box else "answers in C need the box")
            if state is None:
                to_check.append((task, None, root))
            else:
                grades[task] = Grade(task, TOLD if state == NONE and answer and not remark else state, printable(remark))
        for k, (task, answer, root) in enumerate(to_check):
            share_s = (end - time.monotonic()) / (len(to_check) - k)
            judge = check_answer if answer else check
            grades[task] = judge(task, answer, root, max(share_s, 1.0), in_box)
            need_space()
    return [grades[task] for task in tasks]


def grade_one(student, tasks, limit_s, in_box):
    student.remark, grades = fault_of(student.path), None
    try:
        if not student.remark:
            grades = grade(student.path, tasks, limit_s, in_box)
    except (OSError, ValueError) as error:
        if isinstance(error, OSError) and error.errno in (errno.ENOSPC, errno.EDQUOT):
            raise
        student.remark = printable(f"cannot be graded: {error}")
    if not box.stopping.is_set():  # otherwise it was cut off
        student.grades = grades or [Grade(task, NONE) for task in tasks]
    return student


def grade_all(students, tasks, limit_s, in_box, save):
    """As many students at a time as there are cores. Only what concerns all of them ends it: a full disk, no OpenGL."""
    start = time.monotonic()
    with ThreadPoolExecutor(len(os.sched_getaffinity(0))) as pool:
        waiting = [pool.submit(grade_one, student, tasks, limit_s, in_box) for student in students]
        try:
            for number, done in enumerate(as_completed(waiting), 1):
                student = done.result()
                save()
                left_s = (time.monotonic() - start) / number * (len(students) - number)
                print(f"grade: {number} of {len(students)}, {student.name}: {student.remark or f'{student.solved()} of {len(tasks)} solved'}"
                      + (f"; about {left_s / 60:.0f} min left" if left_s > 90 else ""), file=sys.stderr)
        except BaseException:
            box.stopping.set()
            pool.shutdown(cancel_futures=True)
            raise


# ---- The table -----------------------------------------------------------------------------------


def as_text(students, tasks):
    """Without a column for what no student has handed in: a course has more tasks than a terminal is wide."""
    missing = [all(student.grades[k].result == NONE for student in students) for k in range(len(tasks))]
    head = ["student", *(task.name for task, gone in zip(tasks, missing) if not gone), "solved"]
    rows = [[student.name, *(grade.result for grade, gone in zip(student.grades, missing) if not gone),
             f"{student.solved()} of {len(tasks)}{f', {student.told()} told' if student.told() else ''}"] for student in students]
    widths = [max(len(row[k]) for row in [head, *rows]) for k in range(len(head))]
    lines = ["  ".join(cell.ljust(width) for cell, width in zip(row, widths)).rstrip() for row in [head, *rows]]
    names = [task.name for task, gone in zip(tasks, missing) if gone]
    if names:
        lines += ["", f"handed in by no student: {', '.join(names)}"]
    remarks = []
    for student in students:
        remarks += [f"{student.name}: {student.remark}"] if student.remark else []
        remarks += [f"{student.name}, {grade.task.name}: {grade.remark}" for grade in student.grades if grade.remark]
    return "\n".join([*lines, *([""] if remarks else []), *remarks]) + "\n"


def as_cell(name):
    """A name that a spreadsheet would take for a formula gets an apostrophe; full-width signs count, too. What a spreadsheet may
    split at is quoted."""
    plain = unicodedata.normalize("NFKC", name).lstrip()
    safe = f"'{name}" if plain[:1] in ("=", "+", "-", "@") or name[:1].isspace() else name
    return safe if re.fullmatch(r"[\w.'=-]*", safe) else '"' + safe.replace('"', '""') + '"'


def as_csv(students, tasks):
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(["student", *(task.name for task in tasks), "solved"])
    for student in students:
        out.write(as_cell(student.name) + ",")
        writer.writerow([*(grade.result for grade in student.grades), student.solved()])
    return out.getvalue()


def as_json(students, _):
    return json.dumps({"students": [
        {"student": student.name, "solved": student.solved(), "remark": student.remark,
         "tasks": [{"lesson": grade.task.lesson, "task": grade.task.word, "file": grade.task.kernel or grade.task.source,
                        "result": grade.result, "remark": grade.remark, "seconds": round(grade.seconds, 2)}
                       for grade in student.grades]} for student in students]}, indent=1) + "\n"


def as_junit(students, tasks):
    """A suite for each student. What is open, or not there, is skipped."""
    top = ElementTree.Element("testsuites", name="grade")
    for student in students:
        suite = ElementTree.SubElement(top, "testsuite", name=student.name, tests=str(len(student.grades)),
                                       failures=str(sum(one.result in (WRONG, TIME) for one in student.grades)),
                                       errors=str(sum(one.result == CRASH for one in student.grades)),
                                       skipped=str(sum(one.result in (OPEN, NONE, TOLD) for one in student.grades)),
                                       time=f"{sum(one.seconds for one in student.grades):.2f}")
        for one in student.grades:
            case = ElementTree.SubElement(suite, "testcase", classname=one.task.lesson, name=one.task.word, time=f"{one.seconds:.2f}")
            if one.result != SOLVED:
                word = "skipped" if one.result in (OPEN, NONE, TOLD) else "error" if one.result == CRASH else "failure"
                ElementTree.SubElement(case, word, message=f"{one.result}: {one.remark}" if one.remark else one.result)
        if student.remark:
            ElementTree.SubElement(suite, "system-err").text = student.remark
    ElementTree.indent(top)
    return ElementTree.tostring(top, encoding="unicode", xml_declaration=False) + "\n"


STYLE = """body { font: 15px/1.4 system-ui, sans-serif; margin: 2em; color: #222; background: #fff }
table { border-collapse: collapse } td, th { border: 1px solid #ccc; padding: .2em .5em; text-align: center; white-space: nowrap }
th { background: #f3f3f3; position: sticky; top: 0 } td:first-child, th:first-child { text-align: left; position: sticky; left: 0; background: #f3f3f3 }
.solved { background: #cfeccf } .wrong { background: #f6cfcf } .crash, .time { background: #f3d9b0 } .open, .told { background: #e8eef7 } .none { color: #999 }
details { margin: .3em 0 } li { overflow-wrap: anywhere }"""


def as_html(students, tasks):
    """One page that asks no other for anything: the table, a colour for each result, and the reasons below."""
    shown = [k for k in range(len(tasks)) if any(student.grades[k].result != NONE for student in students)]
    lines = ["<!doctype html>", '<html lang="en"><meta charset="utf-8"><title>Grades</title>',
             '<meta http-equiv="Content-Security-Policy" content="default-src \'none\'; style-src \'unsafe-inline\'">',
             f"<style>{STYLE}</style>", f"<h1>{len(students)} students</h1>", "<table><tr><th>student</th>",
             *(f"<th>{html.escape(tasks[k].name)}</th>" for k in shown), f"<th>of {len(tasks)}</th></tr>"]
    for student in students:
        cells = [(one.result, one.remark) for one in (student.grades[k] for k in shown)]
        lines.append(f"<tr><td>{html.escape(student.name)}</td>" + "".join(
            f'<td class="{result}" title="{html.escape(remark)}">{result}</td>' for result, remark in cells) + f"<td>{student.solved()}</td></tr>")
    lines += ["<tr><th>solved by</th>", *(f"<th>{sum(student.grades[k].result == SOLVED for student in students)}</th>" for k in shown), "<th></th></tr>",
              "</table>", "<h2>Remarks</h2>"]
    for student in students:
        remarks = [f"{one.task.name}: {one.remark}" for one in student.grades if one.remark]
        remarks = [student.remark, *remarks] if student.remark else remarks
        if remarks:
            lines.append(f"<details><summary>{html.escape(student.name)}, {len(remarks)}</summary><ul>"
                         + "".join(f"<li>{html.escape(one)}</li>" for one in remarks) + "</ul></details>")
    return "\n".join([*lines, "</html>"]) + "\n"


def write(name, text):
    temporary = f"{name}.{os.getpid()}"
    try:
        with open(temporary, "w", encoding="utf-8") as file:
            file.write(text)
        os.replace(temporary, name)
    finally:
        if os.path.lexists(temporary):
            os.unlink(temporary)


class Outputs:
    """The files that are asked for: [(name, what makes the text)]. They hold what has been graded so far."""

    def __init__(self, wanted, students, tasks):
        self.wanted, self.students, self.tasks, self.failed = wanted, students, tasks, False

    def try_them(self):
        """Before the first student; what is there stays."""
        for name, _ in self.wanted:
            if os.path.exists(name) and not os.path.isfile(name):
                sys.exit(f"grade: {name} is there, and is no file: no results can be written to it")
            try:
                write(f"{name}.try", " " * 4096)
                os.unlink(f"{name}.try")
            except OSError as error:
                sys.exit(f"grade: no results can be written to {name}: {error.strerror}")

    def save(self):
        self.failed = False
        for name, form in self.wanted:
            try:
                write(name, form([student for student in self.students if student.grades], self.tasks))
            except OSError as error:
                print(f"grade: {name} is not written: {error.strerror}", file=sys.stderr)
                self.failed = True


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
    parser.add_argument("--html", metavar="FILE", help="the table and the remarks, as a page")
    parser.add_argument("--junit", metavar="FILE", help="a test for each task, for a server that shows such")
    parser.add_argument("--no-sandbox", action="store_true",
                        help="without a box: what students hand in runs with your rights, reads your files, uses your network")
    parser.add_argument("students", nargs="*", type=Path, metavar="DIRECTORY|FILE.json")
    given = sys.argv[1:]
    end = given.index("--") if "--" in given else len(given)
    for word in given[:end]:
        if word.startswith("-") and os.path.isdir(word):
            parser.error(f"{word} is an option, and a directory here, too: write ./{word} for the directory, or -- before all directories"
                         + (f"; {word}=FILE for the option" if word in ("--json", "--csv", "--html", "--junit") else ""))
    arguments = parser.parse_intermixed_args(given[:end])
    arguments.students += map(Path, given[end + 1:])
    if not arguments.students:
        parser.error("a DIRECTORY is needed, or a FILE.json")
    for student in arguments.students:
        if not os.path.lexists(student):
            parser.error(f"{student} is no directory")
    return arguments


def name_students(paths):
    """By the last part of what was given; where two have the same, by all of it; where that is the same, too, numbered."""
    shorts = [printable(path.stem if is_record(path) else os.path.basename(os.path.abspath(path))) for path in paths]
    students, taken = [], set()
    for path, short in zip(paths, shorts):
        name = short if shorts.count(short) == 1 else printable(str(path))
        different = next(one for one in (name, *(f"{name} ({k})" for k in range(2, len(paths) + 2))) if one not in taken)
        taken.add(different)
        students.append(Student(different, path))
    return students


class Stopped(Exception):
    pass


def stop(number, _):
    for one in STOPS:
        signal.signal(one, signal.SIG_IGN)
    raise Stopped(number)


STOPS = (signal.SIGTERM, signal.SIGHUP, signal.SIGINT)


def main():
    arguments = read_command_line()
    for one in STOPS:
        signal.signal(one, stop)
    students, outputs = name_students(arguments.students), None
    try:
        if not arguments.no_sandbox:
            box.try_box()
        tasks = find_tasks(arguments.bin.resolve())
        if shutil.which("glslangValidator") is None:
            print("grade: without glslangValidator (Debian's package glslang-tools) no races are looked for: a kernel that is right "
                  "by luck counts as solved", file=sys.stderr)
        forms = [(name, form) for name, form in ((arguments.json, as_json), (arguments.csv, as_csv), (arguments.html, as_html),
                                                 (arguments.junit, as_junit)) if name]
        outputs = Outputs([(name, form) for name, form in forms if name != "-"], students, tasks)
        outputs.try_them()
        grade_all(students, tasks, arguments.limit, not arguments.no_sandbox, outputs.save)
    except box.NoBox as problem:
        print(f"grade: {problem}. Nothing was graded: what students hand in runs in a box, so that a kernel that breaks the driver finds "
              "none of your files and no network. --no-sandbox grades without: then it runs with your rights", file=sys.stderr)
        return LACKING
    except Stopped as stopped:
        if outputs:
            outputs.save()
        graded = sum(bool(student.grades) for student in students)
        print(f"grade: ended by {signal.Signals(stopped.args[0]).name}, after {graded} of {len(students)} students", file=sys.stderr)
        return 128 + stopped.args[0]
    except OSError as error:
        print(f"grade: {error.filename or ''}: {error.strerror}", file=sys.stderr)
        return 1
    on_stdout = [form for name, form in forms if name == "-"]
    for form in on_stdout or [as_text]:
        sys.stdout.write(form(students, tasks))
    return 1 if outputs.failed else 0


if __name__ == "__main__":
    sys.exit(main())
