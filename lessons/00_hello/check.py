#!/usr/bin/env python3
"""Checks a task of this lesson. A program is compiled as the text does, and run: its results, and by spy.c what a right result
does not show. An answer is compared with what comes of a run of hello.c. ./wb check and ./wb answer call it, by tools/tasks.py.

Usage: check.py TASK [--hint]... [--give-up] [--solution] [--answer WORDS] [FILE.c]; tasks.json lists the tasks; FILE.c is checked in
place of tasks/TASK.c.
Exit status: 0 solved, 1 not yet, 77 there is no C compiler. WB_BOX in the environment is a command that runs what is strange in a box.
"""
import argparse
import base64
import json
import math
import os
import random
import re
import shlex
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.realpath(__file__))
# No driver is found behind these.
NO_DRIVER = {"__EGL_VENDOR_LIBRARY_FILENAMES": "/nonexistent.json", "LIBGL_DRIVERS_PATH": "/nonexistent"}
TWICE = "one buffer is bound at two bindings: one invocation writes what another one reads, in whatever order"
UNDEFINED = "in GLSL pow(), sqrt() and log() are undefined for numbers below 0"
LEAST_CHANGED = 16  # bytes: more than a number or two


class NotYet(Exception):
    """What is wrong, and what may help with it."""

    def __init__(self, what, hint=None):
        super().__init__(what)
        self.hint = hint


def read(*names):
    with open(os.path.join(HERE, *names), encoding="utf-8") as file:
        return file.read()


def text_without_comments(path):
    with open(path, encoding="utf-8", errors="replace") as file:
        return re.sub(r"//[^\n]*|/\*.*?\*/", "", file.read(), flags=re.S)


# ---- Programs ------------------------------------------------------------------------------------


def start(words, directory, writes=False, source=HERE):
    """Runs the words. In a box they see the directory, and change what is there only if they are to write; /tmp is their own."""
    box = shlex.split(os.environ.get("WB_BOX", ""))
    if box:
        words = [*box, "--read", HERE, "--read", os.path.dirname(source), "--write" if writes else "--read", directory, "--", *words]
    return subprocess.run(words, capture_output=True, text=True, errors="replace", timeout=60, cwd=directory)


def compile_c(source, program):
    words = ["cc", source, "-I", HERE, "-o", program, "-lEGL", "-lm"]
    built = start(words, os.path.dirname(program), writes=True, source=source)
    if built.returncode != 0:
        raise NotYet(f"{source} does not compile:\n{(built.stdout + built.stderr).rstrip()}", "the compiler's first message is the one to read")


SAID, OUT, LOG = "said", "out.ppm", "spy.log"
LEFT = (SAID, OUT, LOG, LOG + ".before", LOG + ".after")  # what a program, and the spy, may leave
# A box keeps that: so it is said behind the program's messages.
RUN = f'"$@" > "$PLACE/{SAID}"; status=$?; for name in {" ".join(LEFT)}; do echo; echo @@; base64 "$PLACE/$name" 2>&-; done; exit $status'


class Ran:
    """`left`: the bytes of each file of LEFT; None: there is none."""

    def __init__(self, done):
        said, *left = done.stdout.rsplit("\n@@\n", len(LEFT))
        self.status, self.messages = done.returncode, (said + done.stderr).rstrip()
        left += [""] * (len(LEFT) - len(left))
        self.left = {name: base64.b64decode(text) if text.strip() else None for name, text in zip(LEFT, left)}
        self.output = (self.left[SAID] or b"").decode(errors="replace")


class Program:
    """A compiled attempt, in a directory that goes."""

    def __init__(self, source, directory):
        self.directory, self.path, self.spy = directory, os.path.join(directory, "attempt"), os.path.join(directory, "spy.so")
        self.text = text_without_comments(source)
        self.place = "/tmp" if os.environ.get("WB_BOX") else directory  # what it may write to
        compile_c(source, self.path)
        built = start(["cc", "-shared", "-fPIC", os.path.join(HERE, "spy.c"), "-o", self.spy, "-ldl"], directory, writes=True)
        if built.returncode != 0:
            self.spy = None
            print("not looked into: guard, barrier, and whether the kernel computes; spy.c does not compile here")

    def start(self, words, changes=None):
        for name in LEFT if self.place == self.directory else ():
            if os.path.exists(os.path.join(self.place, name)):
                os.remove(os.path.join(self.place, name))
        changed = [f"{name}={value}" for name, value in (changes or {}).items()]
        try:
            return Ran(start(["env", f"PLACE={self.place}", "sh", "-c", RUN, "sh", "env", *changed, self.path, *words], self.directory))
        except subprocess.TimeoutExpired:
            raise NotYet("it does not end within 60 s") from None

    def run(self, words, changes=None):
        """What it leaves. With no exit status of 0: what it said."""
        done = self.start(words, changes)
        if done.status > 128:
            raise NotYet(f"it crashes, by signal {done.status - 128}\n{done.messages}")
        line = re.search(r"glCompileShader: 0[:(](\d+)", done.messages)
        if line:
            raise NotYet(f"its kernel does not compile: line {line[1]}, counted in the kernel's text\n{done.messages}",
                         "the kernel is a string of C: each line of it ends with \\n, and stands in quotes")
        if done.status != 0:
            raise NotYet(f"it ends with exit status {done.status}\n{done.messages}".rstrip(),
                         "a program that fails should say which call failed: print, as GL() in opengl.h does")
        return done

    def watched(self, words, changes=None):
        """What the spy has seen: lines, and what buffers held before and after."""
        log = {"LD_PRELOAD": self.spy, "WB_SPY_LOG": os.path.join(self.place, LOG), **(changes or {})}
        try:
            left = self.start(words, log).left
        except NotYet:
            left = {}
        return [left.get(name) or b"" for name in (LOG, LOG + ".before", LOG + ".after")]

    def seen(self, words):
        return self.watched(words)[0].decode(errors="replace").splitlines()

    def why(self, words, count):
        """What may be the cause of wrong results: a line, or nothing."""
        if self.spy is None:
            return ""
        seen = self.seen(words)
        started = [int(line.split()[1]) for line in seen if line.startswith("dispatch ")]
        unbound = [line.split()[1] for line in seen if line.startswith("unbound ")]
        if not started:
            return "\nno kernel has run: there was no glDispatchCompute, or no program in use"
        if unbound:
            return f"\nthe kernel has a buffer at binding {unbound[0]}, and no buffer is bound there"
        if any(line.startswith("twice ") for line in seen):
            return f"\n{TWICE}"
        if max(started) < count:
            return f"\nonly {max(started)} invocations are started for {count} numbers"
        if "unwritten" in seen:
            return "\nthe buffer that is read back is one in which the kernel has changed nothing"
        return ""

    def look_inside(self, cases, count, two_buffers=False):
        """Of a right program, run with the same data and two settings: does its kernel do the work, behind a guard and in front of a
        barrier? Without settings, `cases` is one."""
        if self.spy is None:
            return
        seen = [self.watched(case) for case in cases]
        mistakes = seen[0][0].decode(errors="replace").splitlines()
        if "behind" in mistakes:
            raise NotYet(f"right here, but the kernel writes behind the end of a buffer of {count}",
                         "the last work group is seldom full. An invocation beyond the last element must not write: in hello.c, `if` says so")
        if two_buffers and any(line.startswith("twice ") for line in mistakes):
            raise NotYet(f"right here, but {TWICE}")
        if "barrier" in mistakes:
            raise NotYet("right here, but no barrier with the right bit stands between the dispatch and reading back",
                         "glMemoryBarrier names the next reader: for glGetBufferSubData and glMapBuffer it is GL_BUFFER_UPDATE_BARRIER_BIT")
        if len(cases) > 1:
            self.look_for_work(*seen[0][1:], *seen[1][1:])

    @staticmethod
    def look_for_work(before, after, other_before, other_after):
        hint = "the kernel has to compute the new values: what the CPU does is to copy, and to widen and narrow bytes"
        if differing(before, other_before) > LEAST_CHANGED:
            raise NotYet("right here, but with another setting the kernel gets other data, or is another kernel: the CPU does the work", hint)
        if differing(after, other_after) <= LEAST_CHANGED:
            raise NotYet("right here, but the kernel leaves the same with every setting: the CPU does the work", hint)


def differing(a, b):
    return sum(x != y for x, y in zip(a, b)) + abs(len(a) - len(b))


# ---- Tasks with numbers --------------------------------------------------------------------------


def numbers_of(output):
    found = []
    for word in output.split():
        try:
            found.append(float(word))
        except ValueError:
            raise NotYet(f"it prints '{word}', which is no number") from None
    return found


def compare(program, words, numbers, wanted, tell):
    got = numbers_of(program.run(words).output)
    shown = " ".join(words[:6]) + (f" ... ({len(words)} words)" if len(words) > 6 else "")
    if len(got) != len(wanted):
        raise NotYet(f"with {shown}: {len(wanted)} numbers are due, not {len(got)}")
    wrong = [i for i, (a, b) in enumerate(zip(got, wanted)) if not abs(a - b) <= 1e-4 * max(abs(b), 1e-3)]
    if wrong:
        i = wrong[0]
        why = f"\nnan is not a number: {UNDEFINED}" if math.isnan(got[i]) and numbers[i] < 0 else program.why(words, len(wanted))
        raise NotYet(f"with {shown}: {len(wrong)} of {len(wanted)} are wrong; place {i}, {tell(numbers, i)}: got {got[i]:g}, expected "
                     f"{wanted[i]:g}{why}")


def lists():
    chance = random.Random(1)
    yield [2.0, -1.0, 0.5]
    yield [float(i + 1) for i in range(16)]
    yield [3.0]
    yield [chance.randint(-40, 40) / 4 for _ in range(1009)]


def cubes():
    """Lists of numbers, and what is due of each: a page of the book checks the same."""
    for numbers in lists():
        yield numbers, [value ** 3 for value in numbers]


def check_cube(program):
    for numbers, wanted in cubes():
        words = [f"{value:g}" for value in numbers]
        compare(program, words, numbers, wanted, lambda n, i: f"where {n[i]:g} was")
    if re.search(r"\b(pow|sqrt|log)\s*\(", program.text) and not re.search(r"\babs\s*\(", program.text):
        raise NotYet(f"right here, but {UNDEFINED}: other drivers give nan")
    program.look_inside([words], 1009)
    return "4 lists of numbers"


def tell_echo(numbers, i):
    return f"{numbers[i]:g} behind {numbers[i - 1]:g}" if i > 0 else f"{numbers[i]:g}, the first"


def check_echo(program, strengths=(None,)):
    for numbers in lists():
        for strength in strengths:
            words = [f"{value:g}" for value in ([] if strength is None else [strength]) + numbers]
            factor = 1.0 if strength is None else strength
            wanted = [value + (factor * numbers[i - 1] if i > 0 else 0.0) for i, value in enumerate(numbers)]
            compare(program, words, numbers, wanted, tell_echo)
    program.look_inside([words] if len(strengths) == 1 else [[f"{s:g}", *words[1:]] for s in strengths[:2]], 1009, True)
    return f"4 lists of numbers{'' if len(strengths) == 1 else f', {len(strengths)} strengths'}"


# ---- Brightness ----------------------------------------------------------------------------------

PICTURES = [(1, 1), (7, 5), (67, 43)]  # width and height: bytes that are no multiple of 4, nor of a work group
SETTINGS = [(0, 100), (40, 100), (-70, 100), (0, 150), (25, 40), (10, 0)]  # brightness, contrast


def paint(program, size, setting, changes=None):
    """The new picture's bytes, and the old one's."""
    old = os.path.join(program.directory, "in.ppm")
    pixels = random.Random(size[0]).randbytes(3 * size[0] * size[1])
    with open(old, "wb") as file:
        file.write(b"P6\n%d %d\n255\n" % size + pixels)
    picture = program.run(words_to_paint(program, setting), changes).left[OUT]
    if picture is None:
        raise NotYet("exit status 0, and no new picture")
    return picture[-len(pixels):], pixels


def words_to_paint(program, setting):
    return [os.path.join(program.directory, "in.ppm"), os.path.join(program.place, OUT), *(str(value) for value in setting)]


def wrong_bytes(got, pixels, setting):
    """Place, and what should be there, of each that is off by more than one."""
    wanted = [min(max((v - 128) * setting[1] / 100 + 128 + setting[0], 0), 255) for v in pixels]
    return [(i, w) for i, w in enumerate(wanted) if i >= len(got) or abs(got[i] - w) > 1]


def check_picture(program, size, setting):
    where = f"{size[0]} x {size[1]} pixels, brightness {setting[0]}, contrast {setting[1]}"
    try:
        got, pixels = paint(program, size, setting)
    except NotYet as problem:
        raise NotYet(f"{where}: {problem}", problem.hint) from None
    wrong = wrong_bytes(got, pixels, setting)
    if not wrong:
        return
    i, wanted = wrong[0]
    raise NotYet(f"{where}: {len(wrong)} of {len(pixels)} bytes are wrong; byte {i} was {pixels[i]}: got "
                 f"{got[i] if i < len(got) else 'nothing'}, expected {wanted:.0f}{program.why(words_to_paint(program, setting), 0)}",
                 "the picture has not changed: does adjust() do anything yet?" if got == pixels else
                 "GLSL 4.30 has no bytes. The plain way: an int for each byte in a buffer of 4 * count bytes, filled and emptied by a "
                 "loop on the CPU")


def check_brightness(program):
    for setting in SETTINGS:
        check_picture(program, PICTURES[-1], setting)
    for size in PICTURES[:-1]:
        check_picture(program, size, SETTINGS[3])
    try:
        paint(program, PICTURES[-1], SETTINGS[1], NO_DRIVER)
    except NotYet:
        pass
    else:
        raise NotYet("without an OpenGL driver, its exit status is 0",
                     "nothing was computed on the GPU, or an error was not looked at: without a driver the program has to fail")
    if program.spy is not None:
        log = {"LD_PRELOAD": program.spy, "WB_SPY_LOG": os.path.join(program.place, LOG), "WB_SPY_IDLE": "1"}
        try:
            got, pixels = paint(program, PICTURES[-1], SETTINGS[4], log)
        except NotYet:
            got = b""
        if got and not wrong_bytes(got, pixels, SETTINGS[4]):
            raise NotYet("the picture is right with glDispatchCompute left out: no kernel computes it",
                         "the kernel has to compute the new bytes: what the CPU does is to widen them, and to narrow them again")
    paint(program, PICTURES[-1], SETTINGS[4])
    program.look_inside([words_to_paint(program, setting) for setting in (SETTINGS[4], SETTINGS[2])], len(pixels))
    return f"{len(SETTINGS)} settings, {len(PICTURES)} pictures"


# ---- Answers -------------------------------------------------------------------------------------


def squares(directory, old, new):
    """What hello.c prints with that edit, whatever else has been tried there."""
    source, count = re.subn(old, new, read("hello.c"), count=1)
    path = os.path.join(directory, "edited.c")
    with open(path, "w", encoding="utf-8") as file:
        file.write(source)
    compile_c(path, os.path.join(directory, "edited"))
    done = start([os.path.join(directory, "edited")], directory)
    if count != 1 or done.stdout.count("\n") != 3:
        raise NotYet(f"what is right could not be found out: hello.c does not run as it is\n{done.stderr.rstrip()}".rstrip(),
                     "git checkout lessons/00_hello/hello.c brings it back as it was")
    return done.stdout.splitlines()[1].split()


def one_group(directory):
    return squares(directory, r"glDispatchCompute\([^;]*\)\);", "glDispatchCompute(1, 1, 1));")[7:9]


def threes(directory):
    found = squares(directory, r"buffer Numbers \{ \w+ numbers", "buffer Numbers { vec3 numbers")
    return [str(i) for i, value in enumerate(found) if i > 1 and value == str(i)]


def words_of(text):
    return [word.lower() for word in re.split(r"[\s,;]+", text) if word.lower() not in ("", "and", "place", "places")]


def check_answer(task, given, give_up):
    if given is None and not give_up:
        raise NotYet(f"to answer it: ./wb answer 0.{task['number']} ...")
    with tempfile.TemporaryDirectory() as directory:
        right = {"one_group": one_group, "threes": threes}[task["name"]](directory)
    if not give_up and words_of(given) != right:
        for slip in task["slips"]:
            if words_of(given) == words_of(slip["answer"]):
                raise NotYet(f"{given} is not what comes of it: {slip['but']}")
        if len(words_of(given)) != len(right):
            raise NotYet(f"{len(right)} values are needed, not {len(words_of(given))}")
        raise NotYet(f"{given} is not what comes of it")
    print(f"answer:  {' '.join(right)}" if give_up else f"solved   {task['name']:16} {given}")
    print(f"why:     {task['why']}\nsee it:  {task['shows']}")


# ---- The command line ----------------------------------------------------------------------------

IN_PAGES = {"cube": cubes}  # tasks in which nothing but the kernel is to be written
CHECKS = {"cube": check_cube, "echo": check_echo, "strength": lambda program: check_echo(program, (0.5, -3.0, 0.0)),
          "brightness": check_brightness}


def check(task, words):
    if not task["files"]:
        return check_answer(task, words.answer, words.give_up)
    if words.give_up:
        return print_solution(task)
    source = os.path.realpath(words.file or os.path.join(HERE, "tasks", f"{task['name']}.c"))
    with tempfile.TemporaryDirectory() as directory:
        print(f"solved   {task['name']:16} {CHECKS[task['name']](Program(source, directory))}")
    if words.solution:
        return print_solution(task)
    print(f"         compare with ours: ./wb check 0.{task['number']} --solution")


def print_solution(task):
    print(f"---- lessons/00_hello/solutions/{task['name']}.c ----\n{read('solutions', task['name'] + '.c').split(chr(10) + '// --- as shipped')[0]}")


def print_help(task, problem, shown):
    print(f"error: {problem}\nNOT YET  {task['name']:16} {task['files']}" if task["files"] else f"NOT YET  {task['name']:16} {problem}")
    print(f"task:    {task['demand']}")
    hints = ([problem.hint] if problem.hint else []) + task["hints"]
    for number, hint in enumerate(hints[:shown], 1):
        print(f"hint {number}:  {hint}")
    command = f"./wb check 0.{task['number']}"
    more = f"{'one more' if shown else 'a'} hint: {command}{' --hint' * (shown + 1)}; " if shown < len(hints) else ""
    print(f"         {more}our solution: {command} --give-up")


def main():
    tasks = json.loads(read("tasks.json"))
    for number, task in enumerate(tasks, 1):
        task["number"] = number
    parser = argparse.ArgumentParser()
    parser.add_argument("task", choices=[task["name"] for task in tasks])
    parser.add_argument("--hint", action="count", default=0)
    parser.add_argument("--give-up", action="store_true")
    parser.add_argument("--solution", action="store_true")
    parser.add_argument("--answer")
    parser.add_argument("file", nargs="?")
    words = parser.parse_intermixed_args()
    task = next(task for task in tasks if task["name"] == words.task)
    try:
        check(task, words)
    except NotYet as problem:
        print_help(task, problem, words.hint)
        return 1
    except FileNotFoundError:
        print("skipped: there is no cc")
        return 77
    return 0


if __name__ == "__main__":
    sys.exit(main())
