"""Lesson 00: its programs are built by the lines that its texts print; each mistake of further/broken.md is made, and ends as
the text says. Its tasks: their check takes our solution and other right answers, and says of each wrong one what stands with it in
tests/tasks/00_hello."""
import json
import os
import re
import shutil
import subprocess
import time

from answers import read_answers
from common import BIN, SOURCE, WORK, Display, environment, expect, expect_good, finish, need_tools, path, run, write

FOLDER = os.path.join(SOURCE, "lessons", "00_hello")
NO_DRIVER = {"__EGL_VENDOR_LIBRARY_FILENAMES": "/nonexistent.json", "LIBGL_DRIVERS_PATH": "/nonexistent"}
SOFTWARE = {"LIBGL_ALWAYS_SOFTWARE": "1"}  # the text quotes what Mesa says


def text_of(name):
    with open(os.path.join(FOLDER, name), encoding="utf-8") as file:
        return file.read()


README, BROKEN, WINDOW, DEBUGGING = (text_of(name) for name in ("README.md", "further/broken.md", "further/window.md", "../DEBUGGING.md"))
TASKS = json.loads(text_of("tasks.json"))


def build(source, program):
    """With the text's own line for this program, and every warning an error."""
    line = re.search(rf"^cc {program}\.c -o {program} (.*)$", README + WINDOW, re.M)
    return run(["cc", "-Wall", "-Wextra", "-Werror", source, "-o", program, *line[1].split()])


def write_hello(changes=()):
    """hello.c and opengl.h, with lines changed: (old, new)."""
    for name in ("hello.c", "opengl.h"):
        source = text_of(name)
        for old, new in changes:
            source = source.replace(old + "\n", new + "\n")
        write(name, source)


def squares_of(output):
    return re.search(r"^0 1 .*$", output, re.M)


def test_hello():
    write_hello()
    expect_good(build("hello.c", "hello"))
    for program in (path("hello"), os.path.join(BIN, "00_hello")):
        result = run([program])
        expect_good(result)
        expect("\n0 1 4 9 16 25 36 49 64 81 100 121 144 169 196 225" in result.out, result, "the squares")
    for what, changes, message in (("no driver", NO_DRIVER, "there is no driver"),
                                   ("an old one", {"MESA_GL_VERSION_OVERRIDE": "4.2", **SOFTWARE}, "has no OpenGL 4.3")):
        result = run([path("hello")], changes=changes)
        expect(result.code == 1 and message in result.err, result, f"with {what}: exit status 1, '{message}'")
    for name, most in (("hello.c", 50), ("opengl.h", 115), ("window.c", 200)):
        expect(text_of(name).count("\n") <= most, name, f"no more than {most} lines")


def test_breaks():
    """Each block of diff makes a change of hello.c or opengl.h; the block of text behind it is what one then sees."""
    breaks = re.findall(r"```diff\n(.*?)```\n```text\n(.*?)```", BROKEN + DEBUGGING, re.S)
    expect(len(breaks) >= 10, "further/broken.md and DEBUGGING.md", "the mistakes")
    for number, (changes, wanted) in enumerate(breaks):
        lines = re.findall(r"^-(.*)\n\+(.*)$", changes, re.M)
        for old, _ in lines:
            count = sum(text_of(name).count(old + "\n") for name in ("hello.c", "opengl.h"))
            expect(count == 1, "further/broken.md", f"in hello.c or opengl.h, once: {old}")
        write_hello(lines)
        expect_good(run(["cc", "-w", "hello.c", "-o", f"broken{number}", "-lEGL"]))
        result = run([path(f"broken{number}")], changes={**SOFTWARE, "MESA_DEBUG": "1"})
        for line in wanted.splitlines():
            expect(line.strip() in result.out + result.err, result, f"after {changes.strip()}: {line}")
        if changes in DEBUGGING:
            said = re.search(r"^Mesa: User error: (.*)$", DEBUGGING, re.M)[1]
            expect(re.search(f"^Mesa: (User )?error: {re.escape(said)}", result.err, re.M), result, f"with MESA_DEBUG: {said}")
        is_right = "0 of 16 are wrong" in wanted.splitlines()
        expect(result.code == (0 if is_right else 1), result, f"exit status {0 if is_right else 1}")


def test_window():
    write("window.c", text_of("window.c"))
    expect_good(build("window.c", "window"))
    result = run([path("window")])
    expect(result.code == 1 and "no display" in result.err, result, "without a display: exit status 1, with a message")
    if not all(shutil.which(tool) for tool in ("Xvfb", "xdotool", "convert", "import")):
        print("not tested: the window, which needs Xvfb, xdotool and ImageMagick")
        return
    display = Display()
    changes = environment({**display.changes, **SOFTWARE})

    def tool(*words):
        return subprocess.run(words, env=changes, cwd=WORK, capture_output=True, text=True, timeout=20).stdout

    window, end = subprocess.Popen([path("window")], env=changes), time.monotonic() + 20
    found = ""
    while found == "" and time.monotonic() < end:
        found = tool("xdotool", "search", "--onlyvisible", "--name", "hello, window").split("\n")[0]
    seen = ["1"]  # colours, red, blue
    while int(seen[0]) <= 100 and time.monotonic() < end:  # the window is there before its first picture
        time.sleep(0.2)
        tool("import", "-window", found, "seen.png")
        seen = tool("convert", "seen.png", "-format", "%k %[fx:maxima.r] %[fx:maxima.b]", "info:").split() or ["1"]
    expect(len(seen) == 3 and int(seen[0]) > 100 and float(seen[1]) > 0.9 and float(seen[2]) < 0.5, "window", f"waves: {seen}")
    tool("xdotool", "windowfocus", "--sync", found, "key", "Escape")
    try:
        expect(window.wait(timeout=20) == 0, "window", "exit status 0 after Escape")
    except subprocess.TimeoutExpired:
        window.kill()
        expect(False, "window", "Escape ends it")


def check(task, *words):
    return run(["/usr/bin/python3", "-B", os.path.join(FOLDER, "check.py"), task, *words])


def test_program(name):
    solution, block = text_of(f"solutions/{name}.c").split("\n// --- as shipped ---\n")
    begin, end = (re.search(rf"^.*--- {mark} ---\n", solution, re.M) for mark in ("your lines from here", "to here"))
    whole = solution[:begin.end()] + "".join(f"{line[3:]}\n" for line in block.splitlines()) + solution[end.start():]
    write("attempt.c", whole)
    for hints in range(3 if name == "cube" else 1):
        result = check(name, *["--hint"] * hints, path("attempt.c"))
        expect(result.code == 1 and "NOT YET" in result.out and result.out.count("\nhint ") == hints, result, f"{name} as shipped, {hints} hints")
    for answer in read_answers(os.path.join(SOURCE, "tests", "tasks", "00_hello", f"{name}.edits"), solution):
        write("attempt.c", answer.text + "\n")
        result = check(name, path("attempt.c"))
        if answer.says is None:
            expect(result.code == 0 and result.out.startswith("solved"), result, f"{name}: right {answer.name} to be taken")
        else:
            expect(result.code == 1 and "NOT YET" in result.out and answer.says in result.out, result, f"{name}: wrong {answer.name} rejected, '{answer.says}'")
    result = check(name, os.path.join(FOLDER, "solutions", f"{name}.c"), "--solution")
    expect(result.code == 0 and result.out.startswith("solved") and "--- your lines" in result.out, result, f"our {name} to be right, and shown")
    expect("as shipped" not in check(name, "--give-up").out, name, "our solution alone")


def test_answer(task):
    """The answer is what comes of a run of hello.c, also if the learner has left a change in it."""
    found = check(task["name"], "--give-up")
    right = re.search(r"^answer:  (.+)$", found.out, re.M)
    if not expect(right and "\nwhy:     " in found.out, found, "the answer, and why"):
        return
    words = right[1].split()
    result = check(task["name"], "--answer", ", ".join(words))
    expect(result.code == 0 and "solved" in result.out and "why:" in result.out, result, "the right answer to be taken")
    for given, says in [(slip["answer"], slip["but"]) for slip in task["slips"]] + [(" ".join(words + ["1"]), f"{len(words)} values are needed"),
                                                                                   ("nothing like it", "NOT YET")]:
        result = check(task["name"], "--answer", given)
        expect(result.code == 1 and says in result.out and "why:" not in result.out, result, f"{given} to be rejected: {says}")


need_tools("cc")
test_hello()
test_breaks()
test_window()
for one in TASKS:
    if one["files"]:
        test_program(one["name"])
    else:
        test_answer(one)
finish()
