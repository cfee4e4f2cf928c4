"""Saving a shader: --watch checks again, and a window goes on with what was saved. The kernels are
mostly those of lesson 04, in a copy of shaders/. Saving C under --watch: the lesson has it built, here by
a script that stands for wb (../wb_script.sh tests wb's part)."""
import json
import os
import re
import shlex
import shutil
import signal
import subprocess
import time

from common import (BIN, LIFE, SOURCE, WORK, Display, command_line, environment, expect,
                    finish, listing, path, read, run, sanitized)

PATIENCE_S = 20.0
TASK, SOLUTION = "04_life/tasks/gas.comp", "04_life/solutions/gas.comp"
PICTURE, RULE = "04_life/cells.frag", "04_life/rule.glsl"
SHADERS = path("shaders")
# The last line of what the check says of a task that is wrong, right, or right on data of one's own.
OPEN = r"^NOT YET +{} (.|\n)*our solution: .*\n"
SOLVED = r"^solved +{} (.|\n)*^(next: |         all tasks).*\n"
GOOD = r"^good +{} .*\n"
WIDTH, HEIGHT = 320, 240


def shader(name):
    return os.path.join(SHADERS, name)


def text_of(name):
    with open(shader(name), encoding="utf-8") as file:
        return file.read()


def save(name, text):
    with open(shader(name), "w", encoding="utf-8") as file:
        file.write(text)


def save_by_rename(name, text):
    save(name + "~", text)
    os.rename(shader(name + "~"), shader(name))


def with_fault(text):
    """The kernel with a line that is no GLSL, and that line's number."""
    lines = text.splitlines()
    at = next(i for i, line in enumerate(lines) if "your lines from here" in line) + 1
    lines.insert(at, "    no_such_thing;")
    return "\n".join(lines) + "\n", at + 1


class Running:
    """A program that runs until it is told to end; stdout and stderr go to one file."""

    def __init__(self, words, changes=None):
        self.changes = {"WB_SHADERS": SHADERS, **(changes or {})}
        self.line = command_line(words, self.changes, WORK)
        self.seen = 0  # so much of the output has been read
        with open(path("output.txt"), "w", encoding="utf-8") as out:
            self.process = subprocess.Popen(words, cwd=WORK, env=environment(self.changes),
                                            stdin=subprocess.DEVNULL, stdout=out, stderr=out)

    def fresh(self):
        return read("output.txt").decode(errors="replace")[self.seen:]

    def wait(self, pattern, *texts):
        """Until the output has gone on with `pattern`; `texts` have to stand in it, too. Returns
        the new part of the output."""
        end = time.monotonic() + PATIENCE_S
        while not re.search(pattern, self.fresh(), re.MULTILINE):
            if time.monotonic() > end or self.process.poll() is not None:
                expect(False, f"{self.line}\n{self.fresh()}", f"'{pattern}' in the output")
                return ""
            time.sleep(0.05)
        part = self.fresh()
        self.seen += len(part)
        for text in texts:
            expect(text in part, f"{self.line}\n{part}", f"'{text}' in the output")
        return part

    def expect_silence(self, seconds):
        time.sleep(seconds)
        expect(self.fresh() == "", f"{self.line}\n{self.fresh()}", "no more output")

    def end(self, number):
        """Sends a signal, and returns the exit status."""
        self.process.send_signal(number)
        try:
            self.process.wait(PATIENCE_S)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        return self.process.returncode


def expect_one_error(part, watched, *texts):
    count = len(re.findall("^error: ", part, re.MULTILINE))
    expect(count == 1, f"{watched.line}\n{part}", "one error message")
    for text in texts:
        expect(text in part, f"{watched.line}\n{part}", f"'{text}' in the message")


# ---- --watch ----------------------------------------------------------------------------------

def test_watch_task():
    shipped, solved = text_of(TASK), text_of(SOLUTION)
    broken, number = with_fault(solved)
    fault = (f"{TASK}:{number}: ", "no_such_thing;")
    watched = Running([LIFE, "--watch", "--task", "gas", "--set", "width=61", "--set", "height=47"])
    watched.wait(OPEN.format("gas"), "checks again", "---- ", "expected")
    watched.expect_silence(0.8)  # nothing was saved

    for save_it in (save, save_by_rename):
        save_it(TASK, solved)
        part = watched.wait(GOOD.format("gas"))
        expect("error" not in part and len(re.findall("^---- ..:..:.. ", part, re.M)) == 1,
               part, "one separator with the time, and no error")
        save_it(TASK, broken)
        part = watched.wait(OPEN.format("gas"))
        expect_one_error(part, watched, "does not compile", *fault)
        watched.expect_silence(0.8)  # one message a save
        save_it(TASK, shipped)
        part = watched.wait(OPEN.format("gas"), "expected")
        expect("does not compile" not in part, part, "a mismatch")

    # An include, an editor that writes in two steps, and a file that is gone for a while.
    rule = text_of(RULE)
    save(TASK, solved)
    watched.wait(GOOD.format("gas"))
    save(RULE, rule + "no_such_thing;\n")
    part = watched.wait(OPEN.format("gas"))
    expect_one_error(part, watched, f"{RULE}:{len(rule.splitlines()) + 1}: ", "no_such_thing;",
                     f"included from {TASK}:")
    save(RULE, "")
    time.sleep(0.05)
    save(RULE, rule)
    part = watched.wait(GOOD.format("gas"))
    expect("NOT YET" not in part, part, "the empty file to be left alone")
    os.remove(shader(TASK))
    part = watched.wait(OPEN.format("gas"))
    expect_one_error(part, watched, TASK + ": No such file")
    save(TASK, solved)
    watched.wait(GOOD.format("gas"))

    code = watched.end(signal.SIGINT)
    expect(code == 0, watched.line, f"exit status 0 after Ctrl-C, not {code}")
    save(TASK, shipped)


def test_watch_next():
    """Without a name it takes the next open task, and goes on when that is solved, here or elsewhere."""
    kernel = "04_life/tasks/highlife.comp"
    shipped, solved = text_of(kernel), text_of("04_life/solutions/highlife.comp")
    watched = Running([LIFE, "--watch"])
    watched.wait("our solution", "watching 4.1, predict")
    run([LIFE, "--task", "blinker", "--answer", "3 2"], changes=watched.changes)
    watched.wait(OPEN.format("highlife"), "watching 4.2, line", f"file:    shaders/{kernel}")
    save(kernel, solved)
    watched.wait(OPEN.format("mend"), "solved   highlife", "watching 4.3, repair")
    watched.expect_silence(0.8)
    watched.end(signal.SIGINT)
    save(kernel, shipped)


def test_watch_done():
    """Where every task is solved there is nothing to wait for."""
    data = path("solved")
    os.makedirs(os.path.join(data, "workbench"))
    with open(os.path.join(data, "workbench", "progress.json"), "w", encoding="utf-8") as file:
        json.dump({f"04_life.{task['name']}": "solved" for task in listing(LIFE)["tasks"]}, file)
    result = run([LIFE, "--watch"], changes={"WB_SHADERS": SHADERS, "XDG_DATA_HOME": data})
    expect(result.code == 0 and "all tasks of this lesson are solved" in result.out and "checks again" not in result.out, result,
           "the end, and why")


def test_watch_crash():
    """A kernel that ends the driver does not end the watching."""
    if sanitized():
        return  # which ends the child itself, before it has a word to say
    shipped, solved = text_of(TASK), text_of(SOLUTION)
    head, body = solved.split("void main()\n{\n")
    save(TASK, f"{head}shared int beyond[4];\nvoid main()\n{{\n"
                   "    int far = size.x * (1 << 24) + int(gl_LocalInvocationIndex);\n"
                   f"    beyond[far] = 1;\n    if (beyond[far ^ 1] == 2) return;\n{body}")
    watched = Running([LIFE, "--watch", "--task", "gas", "--unguarded"])
    part = watched.wait(f"^NOT YET +gas +shaders/{TASK}$")
    expect("crashed" in part or "AddressSanitizer" in part, part, "what has happened")
    save(TASK, solved)
    watched.wait(SOLVED.format("gas"))
    save(TASK, shipped)
    watched.wait(OPEN.format("gas"), "expected")
    code = watched.end(signal.SIGINT)
    expect(code == 0, watched.line, f"exit status 0 after Ctrl-C, not {code}")


def blocks(text):
    """What stands behind each separator, as sorted lines: messages and results need not keep their order."""
    return [sorted(part.splitlines()[1:]) for part in re.split("^---- (?=..:)", text, flags=re.M)[1:]]


def test_watch_words():
    """It begins with the task, its number, its files and its task, and then says what --check says, with as many hints."""
    shipped, solved = text_of(TASK), text_of(SOLUTION)
    for hints in [], ["--hint", "--hint"]:
        save(TASK, shipped)
        watched = Running([LIFE, "--watch", "--task", "gas", *hints])
        part = watched.wait(OPEN.format("gas"), "watching 4.", f"file:    shaders/{TASK}\n",
                            "C is not watched", "hint 2:" if hints else "a hint: ")
        expect(len(re.findall("^task:", part, re.M)) == 1 and part.index("task:") < part.index("----"), part, "the task once, at the start")
        for text, pattern in (solved, SOLVED), (shipped, OPEN):
            save(TASK, text)
            part = watched.wait(pattern.format("gas"))
            check = run([LIFE, "--task", "gas", *hints], changes=watched.changes)
            said = sorted(check.out.splitlines()[1:] + check.err.splitlines()) # but for the driver's name
            expect(blocks(part) == [said], f"{watched.line}\n{part}", f"what --check says:\n{check.out}{check.err}")
        code = watched.end(signal.SIGINT)
        expect(code == 0, watched.line, f"exit status 0 after Ctrl-C, not {code}")


def test_watch_finding():
    """Of a task whose values are wrong, what the kernel machine finds comes first, with a line that stops there."""
    kernel, program = "02_shared/tasks/turn.comp", os.path.join(BIN, "02_shared")
    shipped, solved = text_of(kernel), text_of("02_shared/solutions/turn.comp")
    lacking = "".join(line for line in solved.splitlines(True) if not line.strip().startswith("barrier();"))
    expect(lacking != solved, kernel, "a solution with a barrier")
    save(kernel, lacking)
    watched = Running([program, "--watch", "--variant", "turn"])
    part = watched.wait(OPEN.format("turn"), "what the kernel machine found on this case: race: ", f"{kernel}:")
    expect(-1 < part.find("what the kernel machine found") < part.find("expected RGBA") < part.find("NOT YET"), part,
           "the finding, then the values, then what that makes")
    command = re.search(r"^  to stop there: \./wb debug 2 (.*)$", part, re.M)
    if expect(command, part, "a command to stop there"):
        debug = run([program, "--debug", *shlex.split(command[1])], changes=watched.changes)
        expect("finding 1, race" in debug.out, debug, "the debugger to stop there")
    # Wrong values alone: the machine is silent.
    save(kernel, solved.replace("= pixels[", "= ~pixels["))
    part = watched.wait(OPEN.format("turn"), "expected RGBA")
    expect("kernel machine" not in part, part, "no word of the kernel machine")
    save(kernel, shipped)
    watched.wait(OPEN.format("turn"))
    watched.end(signal.SIGINT)


BUILD = """#!/bin/sh
# In place of wb: it finds one fault in C, and otherwise takes a program with our solution.
[ "$*" = "rebuild 01_dispatch" ] || exit 99
cd "$(dirname "$0")"
! grep -Hn no_such_thing lessons/01_dispatch/tasks/negative.c >&2 || exit 1
cp {} bin/new
mv bin/new bin/01_dispatch
"""


def test_watch_c():
    kernel, name = "01_dispatch/tasks/negative.comp", "negative"
    source, solved = path("tree", "lessons", "01_dispatch", "tasks", "negative.c"), text_of("01_dispatch/solutions/negative.comp")
    shutil.copytree(os.path.join(SOURCE, "lessons", "01_dispatch"), path("tree", "lessons", "01_dispatch"))
    os.makedirs(path("tree", "bin"))
    shutil.copy(os.path.join(BIN, "01_dispatch"), path("tree", "bin"))
    with open(path("tree", "wb"), "w", encoding="utf-8") as file:
        file.write(BUILD.format(shlex.quote(os.path.join(BIN, "wb_answers_01_dispatch"))))
    with open(source, encoding="utf-8") as file:
        as_shipped = file.read()

    def save_c(text):
        with open(source, "w", encoding="utf-8") as file:
            file.write(text)

    shipped = text_of(kernel)
    save(kernel, solved)
    watched = Running([path("tree", "bin", "01_dispatch"), "--watch", "--variant", name],
                      {"WB_ROOT": path("tree"), "ANSWER": "solution"})
    watched.wait(OPEN.format(name), f"shaders/{kernel} and lessons/01_dispatch/tasks/negative.c", "or of the lesson's C")
    save_c("no_such_thing;\n" + as_shipped)
    broken = "nothing was checked: the lesson's C does not build\n"
    for save_it in lambda: None, lambda: save(kernel, solved): # a shader, too: what runs is not what was saved
        save_it()
        part = watched.wait(broken, "lessons/01_dispatch/tasks/negative.c:1:no_such_thing;", f"NOT YET  {name}")
        expect("solved" not in part and "task:" not in part, part, "nothing about the old program")
        watched.expect_silence(0.8)
    save_c(as_shipped + "// mended\n")
    part = watched.wait(SOLVED.format(name))
    expect("watching" not in part and len(blocks(part)) == 1, part, "the new program to go on where the old one was")
    save(kernel, shipped)
    watched.wait(OPEN.format(name))
    code = watched.end(signal.SIGINT)
    expect(code == 0, watched.line, f"exit status 0 after Ctrl-C, not {code}")


def test_watch_variant():
    watched = Running([LIFE, "--watch", "--variant", "tile", "--set", "width=40", "--frames", "3"])
    watched.wait(GOOD.format("tile"))
    rule = text_of("04_life/rule.glsl")
    save("04_life/rule.glsl", rule.replace("MAX_AGE", "2"))
    part = watched.wait("^(good|FAILED) +tile")
    expect("FAILED" in part and "of 20480 are wrong" in part, part, "another rule to fail, with the same parameters")
    save("04_life/rule.glsl", rule)
    watched.wait(GOOD.format("tile"))
    code = watched.end(signal.SIGINT)
    expect(code == 0, watched.line, f"exit status 0 after Ctrl-C, not {code}")


# ---- A window ---------------------------------------------------------------------------------

class Window(Running):
    """The lesson, paused in a window."""

    def __init__(self, display, *words):
        super().__init__([LIFE, "--step", "--size", f"{WIDTH}x{HEIGHT}", *words], display.changes)
        self.id = ""
        self.until(self.find, "a window")
        self.tool("windowfocus", "--sync", self.id)

    def tool(self, *words):
        done = subprocess.run(["xdotool", *words], env=environment(self.changes), timeout=20,
                              stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        return done.stdout.strip()

    def find(self):
        self.id = self.tool("search", "--onlyvisible", "--name", "the Game of Life").split("\n")[0]
        return self.id != ""

    def until(self, condition, what):
        end = time.monotonic() + PATIENCE_S
        while not condition():
            if time.monotonic() > end or self.process.poll() is not None:
                return expect(False, f"{self.line}\n{self.fresh()}", what)
            time.sleep(0.05)
        return True

    def until_title(self, *parts):
        self.until(lambda: all(part in self.tool("getwindowname", self.id) for part in parts),
                   " and ".join(parts) + " in the title")

    def key(self, name):
        self.tool("key", name)

    def colour(self):
        """What the screen shows in the middle of the window: red, green and blue."""
        done = subprocess.run(["import", "-silent", "-window", self.id, "-depth", "8", "rgb:-"],
                              env=environment(self.changes), timeout=20, stdout=subprocess.PIPE,
                              stderr=subprocess.DEVNULL)
        at = 3 * (WIDTH * HEIGHT // 2 + WIDTH // 2)
        return tuple(done.stdout[at:at + 3]) if len(done.stdout) == 3 * WIDTH * HEIGHT else None

    def until_green(self, green):
        def as_wanted():
            colour = self.colour()
            return colour is not None and (colour == (0, 255, 0)) == green
        self.until(as_wanted, f"a picture that is {'' if green else 'not '}green")


def test_window():
    shipped = text_of(PICTURE)
    start = "vec3 cell_colour(ivec2 p)\n{\n"
    expect(start in shipped, PICTURE, start)
    green = shipped.replace(start, start + "    return vec3(0.0, 1.0, 0.0);\n")
    broken = shipped.replace(start, start + "    no_such_thing;\n")
    number = broken.splitlines().index("    no_such_thing;") + 1

    window = Window(Display(), "--set", "width=64", "--set", "height=48")
    window.until_title("generation 0", "paused")
    window.key("Tab")  # closes the panel, which --step opens
    window.key("n")
    window.until_title("generation 1 ", "paused")
    window.until_green(False)
    save_by_rename(PICTURE, green)
    window.wait(f"^reloaded {PICTURE}$")
    window.until_green(True)
    window.until_title("generation 1 ", "paused")  # goes on where it was

    # What is broken does not run, and what ran before does.
    save(PICTURE, broken)
    part = window.wait("keeps running$")
    expect_one_error(part, window, f"{PICTURE}:{number}: ", "no_such_thing;")
    window.expect_silence(0.8)
    window.key("n")
    window.until_title("generation 2 ", "paused")
    window.until_green(True)

    # A restart needs the file, so it waits for the next save.
    window.key("r")
    part = window.wait("no_such_thing;")
    window.until_title("stopped by an error")
    window.key("n")
    window.expect_silence(0.8)
    save(PICTURE, shipped)
    window.until_title("generation 0", "paused")
    window.until_green(False)
    kernel = text_of("04_life/global.comp")
    save("04_life/global.comp", kernel + "// the end\n")
    window.wait("^reloaded 04_life/global.comp$")
    window.key("n")
    window.until_title("generation 1 ", "paused")
    window.key("Escape")
    code = window.process.wait(PATIENCE_S)
    expect(code == 0, window.line, f"exit status 0, not {code}")
    expect(window.fresh() == "", f"{window.line}\n{window.fresh()}", "no more messages")


shutil.copytree(os.path.join(SOURCE, "shaders"), SHADERS)
test_watch_task()
test_watch_next()
test_watch_done()
test_watch_crash()
test_watch_words()
test_watch_finding()
test_watch_c()
test_watch_variant()
if all(shutil.which(tool) for tool in ("Xvfb", "xdotool", "import")):
    test_window()
else:
    print("not tested: a window, which needs Xvfb, xdotool and import")
finish()
