"""Faults while a window is open: a call of OpenGL fails, the context is lost, a signal asks for an end, the window is closed in
the middle of a step, its display goes away. What goes wrong is told, in one message, and the exit status says so; the lesson
goes on where it can. With "all" as the third argument at many places, else at a few.
"""
import os
import random
import re
import select
import shutil
import signal
import subprocess
import sys
import time
import types

from window import Window  # also makes common known

from common import BIN, LIFE, SOURCE, Display, environment, expect, finish, need_tools, path, run

INJECT = os.path.join(BIN, "libwb_inject.so")
ALL = sys.argv[3:] == ["all"]
SEED = 22
chance = random.Random(SEED)
SMALL = ("--set", "width=61", "--set", "height=67", "--size", "96x64", "--variant", "in_place")
OPENGL = ("compile", "link", "buffer", "upload", "read_back", "texture", "framebuffer", "pixels", "dispatch", "draw", "finish",
          "lost")


def with_fault(display, fault, **more):
    """The environment of a window in which this fails."""
    options = display.changes["ASAN_OPTIONS"] + ":verify_asan_link_order=0"
    return {**display.changes, "LD_PRELOAD": INJECT, "WB_FAULT": fault, "ASAN_OPTIONS": options, **more}


def run_with_fault(display, fault, *words):
    """A window that closes by itself, how many calls of the class there were, and how many of them failed."""
    report = path("report")
    if os.path.exists(report):
        os.remove(report)
    result = run([LIFE, *SMALL, *words], changes=with_fault(display, fault, WB_FAULT_REPORT=report), timeout=60)
    with open(report, encoding="ascii") as file:
        return result, *map(int, file.read().split()[1:])


def own_errors(result):
    """Without what debug builds say of each call that OpenGL refuses, besides what comes of it."""
    return [error for error in result.errors() if " raised GL_" not in error and not error.startswith("error: OpenGL: ")]


def expect_told(result):
    """One message and exit status 1, or nothing to tell."""
    expect(result.code in (0, 1, 77), result, "an end with 0, 1 or 77")
    errors = own_errors(result)
    if result.code != 0:
        errors = errors or result.errors()[:1]
    expect(len(errors) == (result.code != 0), result, f"one message if it failed, else none, not {len(errors)}")
    for name in ("AddressSanitizer", "runtime error:"):
        expect(name not in result.err, result, f"nothing from {name.rstrip(':')}")
    expect(not [name for name in os.listdir(path(".")) if name.endswith(".tmp")], result, "no temporary file left")


def test_calls(display):
    """Each class of calls, in a window that closes after four frames; whatever ends well has the right state."""
    words = ("--frames", "4", "--hash", "--screenshot", "a.png")
    good, cases = None, 0
    for kind in OPENGL:
        result, calls, _ = run_with_fault(display, f"{kind}:0", *words) if good is None or ALL else (None, CALLS[kind], 0)
        if good is None:
            good = re.findall("^hash .*", result.out, re.M)
            expect(result.code == 0 and len(good) == 1, result, "a good run without a fault")
        for place in chance.sample(range(1, calls + 1), min(calls, 12)) if ALL else (calls,):
            result, _, failed = run_with_fault(display, f"{kind}:{place}", *words)
            expect(failed > 0, result, "the fault to be reached")
            expect_told(result)
            cases += 1
            if result.code == 0:
                expect(re.findall("^hash .*", result.out, re.M) == good, result, "the hash as without the fault")
    return cases


# How many calls there are at least in such a run, where not all are tried.
CALLS = {"compile": 12, "link": 7, "buffer": 4, "upload": 2, "read_back": 1, "texture": 3, "framebuffer": 1, "pixels": 10,
         "dispatch": 8, "draw": 13, "finish": 12, "lost": 80}


def test_lost(display):
    """A window whose context is lost ends by itself: it would show nothing any more."""
    _, begun, _ = run_with_fault(display, "lost:0", "--frames", "0")
    for words, place in (((), chance.randrange(begun, 5 * begun)), (("--step",), begun + 1)):
        result = run([LIFE, *SMALL, *words], changes=with_fault(display, f"lost:{place}"), timeout=30)
        expect_told(result)
        expect(result.code == 1 and "context is lost" in result.err, result, "a word about the context")
    return 2


def open_window(display, *words, fault=None):
    changes = with_fault(display, fault) if fault else display.changes
    return Window(types.SimpleNamespace(changes=changes), *SMALL, *words)


def close(window, codes=(0,)):
    result = window.end()
    expect(result.code in codes, result, f"exit status {codes}, not {result.code}")
    expect("AddressSanitizer" not in result.err and "runtime error:" not in result.err, result, "nothing from a sanitizer")
    expect(not [name for name in os.listdir(path(".")) if name.endswith(".tmp")], result, "no temporary file left")
    return result


def test_restart(display):
    """A restart whose buffer cannot be had stops the lesson; another variant that does not compile leaves it as it was. The
    next key goes on."""
    _, buffers, _ = run_with_fault(display, "storage:0", "--frames", "0")
    _, compiled, _ = run_with_fault(display, "compile:0", "--frames", "0")
    window = open_window(display, "--step", fault=f"storage:{buffers + 1}")
    if window.wait_title("| in_place |", "paused"):
        window.key("r")
        window.wait_title("stopped by an error")
        window.key("n")  # nothing to step
        window.key("r")
        window.wait_title("generation 0", "paused")
        window.key("Escape")
    result = close(window, (0, 1))  # 1 of a debug build, in which a refused call counts
    expect(len(own_errors(result)) == 1 and "no 0.0 MiB left" in result.err, result, "one message, about the buffer")

    window = open_window(display, "--step", fault=f"compile:{compiled + 1}")
    if window.wait_title("| in_place |", "paused"):
        window.key("v")
        window.wait(lambda: os.path.getsize(path("err.txt")) > 0, "a message")
        window.wait_title("| in_place |", "paused")
        window.key("v")
        window.wait_title("| packed |", "paused")
        window.key("Escape")
    result = close(window)
    expect(len(own_errors(result)) == 1 and "does not compile" in result.err, result, "one message, about the shader")
    return 2


def test_closed_in_a_step(display):
    """By a key, and by a signal."""
    for end in ("Escape", signal.SIGTERM, signal.SIGINT):
        window = open_window(display, "--step", "--hash", "--screenshot", "a.png")
        if window.wait_title("| in_place |", "paused"):
            window.key("n")
            window.wait_title("in a step, after pass 1")
        window.key(end) if end == "Escape" else window.process.send_signal(end)
        close(window, (0,) if end == "Escape" else (-end,))
    return 3


def test_signals(display):
    """At any moment, also while F12 writes a picture."""
    cases = 12 if ALL else 2
    for _ in range(cases):
        number = chance.choice((signal.SIGINT, signal.SIGTERM, signal.SIGHUP))
        window = open_window(display)
        for _ in range(chance.randrange(4)):
            window.key("F12")
        time.sleep(chance.uniform(0.0, 0.3))
        window.process.send_signal(number)
        close(window, (-number,))
    return cases


def test_patience(display):
    """Who waits for a frame is told in which pass, and may end it."""
    shutil.copytree(os.path.join(SOURCE, "shaders"), path("shaders"))
    with open(path("shaders", "04_life", "global.comp"), "r+", encoding="utf-8") as file:
        text = file.read().replace("    next[i] = ", "    int a = 0;\n    while (true) if (++a < 0) break;\n    next[i] = a + ")
        file.seek(0)
        file.write(text)
    words = [LIFE, "--unguarded", *SMALL[4:6], "--set", "width=8192", "--set", "height=4096", "--variant", "global"]
    program = subprocess.Popen(words, env=environment({**display.changes, "WB_SHADERS": path("shaders")}), cwd=path("."),
                               stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    said = ""
    if select.select([program.stderr], [], [], 60)[0]:
        said = program.stderr.readline() + program.stderr.readline()  # an empty line before
    program.send_signal(signal.SIGINT)
    line = " ".join(words) + "  # with an endless loop"
    expect("20 s, in the pass life" in said, line, f"a word about the time and the pass, not '{said}'")
    expect(program.wait(60) == -signal.SIGINT, line, f"an end by Ctrl-C, not {program.returncode}")
    return 1


def test_display_gone():
    """The X server ends; Xlib ends the program, which leaves nothing behind."""
    display = Display()
    window = open_window(display)
    window.key("F12")
    display.stop()
    close(window, (1,))
    return 1


need_tools("Xvfb", "xdotool")
screen = Display()
count = test_calls(screen) + test_lost(screen) + test_restart(screen) + test_closed_in_a_step(screen) + test_signals(screen)
if ALL:
    count += test_patience(screen)
print(f"{count + test_display_gone()} faults with seed {SEED}")
finish()
