"""Lesson 00: its two programs are built by the lines that its text prints; each mistake under "Break it" is made, and ends as
the text says; and the task's check passes our solution, and nothing else."""
import os
import re
import shutil
import subprocess
import time

from common import BIN, SOURCE, WORK, Display, environment, expect, expect_good, finish, need_tools, path, run, write

FOLDER = os.path.join(SOURCE, "lessons", "00_hello")
NO_DRIVER = {"__EGL_VENDOR_LIBRARY_FILENAMES": "/nonexistent.json", "LIBGL_DRIVERS_PATH": "/nonexistent"}
SOFTWARE = {"LIBGL_ALWAYS_SOFTWARE": "1"}  # the text quotes what Mesa says


def text_of(name):
    with open(os.path.join(FOLDER, name), encoding="utf-8") as file:
        return file.read()


README, DEBUGGING = text_of("README.md"), text_of("../DEBUGGING.md")


def build(source, program):
    """With the text's own line for this program, and every warning an error."""
    line = re.search(rf"^cc {program}\.c -o {program} (.*)$", README, re.M)
    return run(["cc", "-Wall", "-Wextra", "-Werror", source, "-o", program, *line[1].split()])


def squares_of(output):
    return re.search(r"^0 1 .*$", output, re.M)


def test_hello():
    write("hello.c", text_of("hello.c"))
    expect_good(build("hello.c", "hello"))
    for program in (path("hello"), os.path.join(BIN, "00_hello")):
        result = run([program])
        expect_good(result)
        expect("\n0 1 4 9 16 25 36 49 64 81 100 121 144 169 196 225" in result.out, result, "the squares")
    for what, changes, message in (("no driver", NO_DRIVER, "there is no driver"),
                                   ("an old one", {"MESA_GL_VERSION_OVERRIDE": "4.2", **SOFTWARE}, "has no OpenGL 4.3")):
        result = run([path("hello")], changes=changes)
        expect(result.code == 1 and message in result.err, result, f"with {what}: exit status 1, '{message}'")
    for name, most in (("hello.c", 150), ("window.c", 200)):
        expect(text_of(name).count("\n") <= most, name, f"no more than {most} lines")


def test_breaks():
    """Each block of diff makes a change of hello.c; the block of text behind it is what one then sees."""
    breaks = re.findall(r"```diff\n(.*?)```\n```text\n(.*?)```", README + DEBUGGING, re.S)
    expect(len(breaks) >= 10, "README.md and DEBUGGING.md", "the mistakes")
    for number, (changes, wanted) in enumerate(breaks):
        source = text_of("hello.c")
        for old, new in re.findall(r"^-(.*)\n\+(.*)$", changes, re.M):
            expect(source.count(old + "\n") == 1, "README.md", f"in hello.c, once: {old}")
            source = source.replace(old + "\n", new + "\n")
        write("broken.c", source)
        expect_good(run(["cc", "-w", "broken.c", "-o", f"broken{number}", "-lEGL"]))
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
    time.sleep(0.3)
    tool("import", "-window", found, "seen.png")
    seen = tool("convert", "seen.png", "-format", "%k %[fx:maxima.r] %[fx:maxima.b]", "info:").split()
    expect(len(seen) == 3 and int(seen[0]) > 100 and float(seen[1]) > 0.9 and float(seen[2]) < 0.5, "window", f"waves: {seen}")
    tool("xdotool", "windowfocus", "--sync", found, "key", "Escape")
    try:
        expect(window.wait(timeout=20) == 0, "window", "exit status 0 after Escape")
    except subprocess.TimeoutExpired:
        window.kill()
        expect(False, "window", "Escape ends it")


def check(source, *words):
    return run(["/usr/bin/python3", "-B", os.path.join(FOLDER, "check.py"), *words, source])


def test_task():
    solution = text_of("solutions/brightness.c")
    result = check(os.path.join(FOLDER, "solutions", "brightness.c"))
    expect(result.code == 0 and result.out.startswith("solved"), result, "the solution passes")
    # As shipped, or so: adjust() does nothing. Ours without rounding down the groups, without the last, on the CPU.
    empty = re.sub(r"^static bool adjust\(.*?^}\n", "static bool adjust(unsigned char *b, int n, int br, int c)\n"
                   "{\n    (void)b, (void)n, (void)br, (void)c;\n    return true;\n}\n", solution, flags=re.S | re.M)
    cpu = re.sub(r"^static bool adjust\(.*?^}\n", "static bool adjust(unsigned char *b, int n, int br, int c)\n{\n"
                 "    for (int i = 0; i < n; i++) {\n        int v = (b[i] - 128) * c / 100 + 128 + br;\n"
                 "        b[i] = (unsigned char)(v < 0 ? 0 : v > 255 ? 255 : v);\n    }\n    return true;\n}\n",
                 solution, flags=re.S | re.M)
    # A kernel that leaves all as it is, and the sums around the dispatch.
    on_cpu = re.sub(r"bytes\[i\] = int\(clamp.*?;", "bytes[i] = bytes[i];", solution).replace(
        "    free(ints);", "    for (int i = 0; i < count; i++) {\n        int v = (ints[i] - 128) * contrast / 100 + 128 + brightness;\n"
        "        bytes[i] = (unsigned char)(v < 0 ? 0 : v > 255 ? 255 : v);\n    }\n    free(ints);")
    for what, source, hint in (("nothing is done", empty, "does adjust() do anything"),
                               ("done by the CPU", cpu, "without a driver"),
                               ("the sums on the CPU", on_cpu, "left out"),
                               ("no guard", solution.replace("i >= bytes.length()", "false"), "behind the end"),
                               ("a guard that comes too late", solution.replace("i >= bytes.length()", "i > 8643u"), "behind the end"),
                               ("no barrier", re.sub(r"    GL\(glMemoryBarrier.*\n", "", solution), "no barrier"),
                               ("another barrier", solution.replace("(GL_BUFFER_UPDATE_BARRIER_BIT)",
                                                                    "(GL_SHADER_STORAGE_BARRIER_BIT)"), "no barrier"),
                               ("too few groups", solution.replace("(count + GROUP - 1) / GROUP", "count / GROUP"), "NOT YET"),
                               ("not C", solution + "this is no C;\n", "does not compile")):
        write("attempt.c", source)
        result = check(path("attempt.c"))
        expect(result.code == 1 and "--hint" in result.out and "  hint:" not in result.out, result, f"{what}: no hint unasked")
        result = check(path("attempt.c"), "--hint")
        expect(result.code == 1 and "NOT YET" in result.out and hint in result.out, result, f"{what}: NOT YET, '{hint}'")
    marks = "adjust(unsigned char *bytes, int count, int brightness, int contrast)"
    expect(marks in text_of("tasks/brightness.c") and marks in solution, FOLDER, "one signature in task and solution")


need_tools("cc")
test_hello()
test_breaks()
test_window()
test_task()
finish()
