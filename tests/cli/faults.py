"""A fault is told or does no harm: memory, files, processes, the compiler and OpenGL fail, one call at a
time; the disk is full after any byte, stdout is gone, and a signal asks for an end at any moment.

Whatever happens, a program says it in one message and ends with 1, 2 or 77 (or ends as it would have
without the fault), leaves every file as it was or whole, and no process. With "all" as the third
argument every class is tried at many places, else at a few. The seed is fixed, and each failure is
printed with the command that shows it again. Built with a sanitizer, it shows that a fault leaves no leak.
"all MODE..." tries these modes alone.
"""
import ctypes
import glob
import json
import os
import random
import re
import resource
import shlex
import shutil
import signal
import subprocess
import sys
import time

import numpy

from common import BIN, LESSONS, LIFE, SOURCE, environment, expect, finish, path, sanitized, small, variants

INJECT = os.path.join(BIN, "libwb_inject.so")
ALL = len(sys.argv) > 3 and sys.argv[3] == "all"
SEED = 22
chance = random.Random(SEED)

SMALL = ["--set", "width=61", "--set", "height=67", "--size", "48x30"]

# What is run: the words, and the files that it writes. In the directory lie start.npy, start.csv and start.rle.
MODES = {
    "run": ([LIFE, "--headless", "--frames", "2", *SMALL, "--screenshot", "a.png", "--dump", "cells=a.npy", "--dump",
             "cells=a.csv", "--dump", "cells=a.rle", "--json", "a.json", "--hash"], ["a.png", "a.npy", "a.csv", "a.rle", "a.json"]),
    "load": ([LIFE, "--headless", "--frames", "1", *SMALL, "--load", "cells=start.npy", "--hash", "--load",
              "cells=start.csv", "--dump", "cells=a.rle"], ["a.rle"]),
    "pattern": ([LIFE, "--headless", "--frames", "1", *SMALL, "--load", "cells=start.rle", "--hash"], []),
    "record": ([LIFE, "--headless", "--frames", "3", *SMALL, "--record", "film"],
               [f"film/frame_0000{i}.png" for i in range(3)]),
    "check": ([LIFE, "--check", "--variant", "packed", *SMALL[:4]], []),
    "kernels": ([LIFE, "--headless", "--frames", "1", "--kernels", *SMALL, "--json", "a.json"], ["a.json"]),
    "list": ([LIFE, "--list", "--json", "a.json"], ["a.json"]),
    "fire": ([os.path.join(BIN, "08_indirect"), "--headless", "--frames", "3", "--size", "48x30", "--set",
              "particles=700", "--set", "life=0.1", "--hash", "--screenshot", "a.png"], ["a.png"]),
    "water": ([os.path.join(BIN, "09_sph"), "--headless", "--frames", "2", "--size", "48x30", "--set", "particles=300",
               "--set", "substeps=2", "--hash", "--screenshot", "a.png"], ["a.png"]),
    "stepping": ([LIFE, "--headless", "--frames", "2", *SMALL, "--variant", "in_place", "--step-all", "--hash"], []),
    "bench": ([LIFE, "--bench", "--variant", "global", *SMALL[:4], "--json", "a.json", "--screenshot", "a.png"],
              ["a.json", "a.png"]),
}
if ALL:  # and what each lesson asks for by itself: a run, and a check of its first version
    for name in LESSONS:
        lesson = os.path.join(BIN, name)
        MODES[name] = [lesson, "--headless", "--frames", "1", *small(name), "--hash", "--screenshot", "a.png"], ["a.png"]
        MODES[name + ".check"] = [lesson, "--check", "--variant", variants(lesson, "version")[0], *small(name)[2:]], []
MEMORY = ("memory",)
FILES = ("open", "read", "close", "rename", "directory", "process")
STACKS = ("stack",)
OPENGL = ("compile", "link", "buffer", "upload", "read_back", "copy", "texture", "framebuffer", "pixels", "dispatch",
          "draw", "query", "finish", "lost")
# How many places of a class are tried in a mode: a few, or all and many.
PLACES = {"memory": 24, "lost": 12}
OLD = b"what was there before"
ENDED = {0: "good", 1: "failed", 2: "usage", 77: "lacking"}


# ---- A run, and what has to hold of it whatever happened ---------------------------------------------------------------

def become_reaper():
    """Whom a program leaves behind becomes our child."""
    ctypes.CDLL(None).prctl(36, 1, 0, 0, 0)  # PR_SET_CHILD_SUBREAPER


def orphans():
    """How many processes were left; they are ended."""
    count, deadline = 0, time.monotonic() + 5.0
    while True:
        try:
            pid, _ = os.waitpid(-1, os.WNOHANG)
        except ChildProcessError:
            return count
        if pid == 0 and time.monotonic() > deadline:
            count += 1
            for task in glob.glob(f"/proc/{os.getpid()}/task/*/children"):
                with open(task, encoding="ascii") as file:
                    for child in file.read().split():
                        os.kill(int(child), signal.SIGKILL)
        if pid == 0:
            time.sleep(0.02)


def fresh_directory():
    directory = path("run")
    shutil.rmtree(directory, ignore_errors=True)
    os.mkdir(directory)
    for kind in ("npy", "csv", "rle"):
        if os.path.exists(path("start." + kind)):
            shutil.copy(path("start." + kind), directory)
    return directory


class Ended:
    def __init__(self, line, code, out, err):
        self.line, self.code, self.out, self.err = line, code, out, err

    def errors(self):
        return re.findall(r"^(?:error: |no figures for ).*", self.err, re.M)


def start(mode, changes, before=None, stdout=subprocess.PIPE):
    """Starts a mode in a fresh directory, where what it is going to write is already there."""
    words, files = MODES[mode]
    directory = fresh_directory()
    for name in files:
        os.makedirs(os.path.dirname(os.path.join(directory, name)), exist_ok=True)
        with open(os.path.join(directory, name), "wb") as file:
            file.write(OLD)
    if os.path.isdir(os.path.join(directory, "film")) and "WB_FAULT" in changes and "directory" in changes["WB_FAULT"]:
        shutil.rmtree(os.path.join(directory, "film"))
    line = " ".join([f"{name}={value}" for name, value in changes.items()] + [shlex.quote(word) for word in words])
    program = subprocess.Popen(words, cwd=directory, env=environment(changes), stdin=subprocess.DEVNULL, stdout=stdout,
                               stderr=subprocess.PIPE, preexec_fn=before, start_new_session=True)
    return program, line


def await_end(program, line):
    try:
        out, err = program.communicate(timeout=120)
    except subprocess.TimeoutExpired:
        program.kill()
        out, err = program.communicate()
        expect(False, line, "an end within two minutes")
    return Ended(line, program.returncode, (out or b"").decode(errors="replace"), err.decode(errors="replace"))


def is_whole(name, content):
    """Whether a file is one that a run writes to its end."""
    if name.endswith(".png"):
        return content.startswith(b"\x89PNG") and content.endswith(b"IEND\xaeB`\x82")
    if name.endswith(".json"):
        try:
            return json.loads(content) is not None
        except ValueError:
            return False
    if name.endswith(".npy"):
        return content.startswith(b"\x93NUMPY") and len(content) == 128 + 4 * 61 * 67
    if name.endswith(".csv"):
        return content.count(b"\n") == 67 and content.endswith(b"\n")
    return content.endswith(b"!\n")


def state_of(files):
    found = {}
    for name in files:
        full = os.path.join(path("run"), name)
        if os.path.exists(full):
            with open(full, "rb") as file:
                found[name] = file.read()
    return found


def tell(ended, text):
    print(f"  of: {ended.line}\n  exit status {ended.code}\n  " + "\n  ".join(ended.err.splitlines()[:8]))
    return text


def expect_order(mode, ended, good=None):
    """What holds however it ended. `good`: the files and the hash of the run without a fault."""
    for name in ("AddressSanitizer", "LeakSanitizer", "runtime error:"):
        expect(name not in ended.err, ended.line, f"nothing from {name.rstrip(':')}") or tell(ended, "")
    files = state_of(MODES[mode][1])
    torn = [name for name, content in files.items() if content != OLD and not is_whole(name, content)]
    left = [name for _, _, names in os.walk(path("run")) for name in names if name.endswith(".tmp")]
    expect(not torn, ended.line, f"files that are old or whole, not {torn}") or tell(ended, "")
    expect(not left, ended.line, f"no temporary file left, not {left}") or tell(ended, "")
    count = orphans()
    expect(count == 0, ended.line, f"no process left, not {count}")
    if good is None or ended.code != 0 or mode == "bench":  # which writes what it has measured
        return
    changed = [name for name in good[0] if not name.endswith(".json") and files.get(name) != good[0][name]]
    expect(not changed, ended.line, f"files as without the fault, not {changed}") or tell(ended, "")
    expect(re.findall("^hash .*", ended.out, re.M) == good[1], ended.line, "the hash as without it") or tell(ended, "")


def expect_told(mode, ended):
    """One message and a status that says so; or none, and all good."""
    expect(ended.code in ENDED, ended.line, f"exit status 0, 1, 2 or 77, not {ended.code}") or tell(ended, "")
    errors = [error for error in ended.errors() if mode != "stepping" or "inspector:" not in error]  # which only looks
    if ended.code == 0:
        expect(not errors, ended.line, "no error message with exit status 0") or tell(ended, "")
    elif ended.code in ENDED:
        # The barrier checker and debug contexts name calls besides what came of them.
        errors = [error for error in errors if not re.search(" raised GL_|^error: OpenGL: ", error)] or errors[:1]
        # Each process of a bench has its fault; the kernel machine sees that the driver's memory differs.
        most = {"bench": 3, "kernels": 2}.get(mode, 1)
        expect(1 <= len(errors) <= most, ended.line, f"one message, not {len(errors)}") or tell(ended, "")


# ---- One call fails ----------------------------------------------------------------------------------------------------

def injected(mode, fault):
    """The run with a fault, and for each of its processes how many calls there were, and how many failed."""
    report = path("report")
    if os.path.exists(report):
        os.remove(report)
    changes = {"LD_PRELOAD": INJECT, "WB_FAULT": fault, "WB_FAULT_REPORT": report}
    if sanitized():  # which wants to be loaded first
        changes["ASAN_OPTIONS"] = ":".join(filter(None, [os.environ.get("ASAN_OPTIONS"), "verify_asan_link_order=0"]))
    ended = await_end(*start(mode, changes))
    lines = []
    if os.path.exists(report):
        with open(report, encoding="ascii") as file:
            lines = [line.split() for line in file]
    return ended, [(int(calls), int(failed)) for _, calls, failed in lines]


def places(calls, most):
    if not ALL:
        most = 1
    everything = range(1, calls + 1)
    return everything if calls <= most else sorted(chance.sample(everything, most))


def test_calls(modes, classes):
    counts = {}
    for mode in modes:
        good = None
        for kind in classes:
            ended, processes = injected(mode, kind + ":0")
            if good is None:
                expect(ended.code == 0 and not ended.errors(), ended.line, "a good run without a fault") or tell(ended, "")
                good = state_of(MODES[mode][1]), re.findall("^hash .*", ended.out, re.M)
            calls = max((calls for calls, _ in processes), default=0)
            for place in places(calls, PLACES.get(kind, 6) // (4 if mode == "bench" else 1) or 1):
                ended, processes = injected(mode, f"{kind}:{place}")
                reached = not processes or any(failed for _, failed in processes)
                expect(reached, ended.line, "the fault to be reached")
                expect_told(mode, ended)
                expect_order(mode, ended, good)
                key = kind, "told" if ended.code else "harmless"
                counts[key] = counts.get(key, 0) + 1
    return counts


def test_last_read_back():
    """Of a check: what cannot be read behind a buffer was not written there."""
    MODES["guards"] = [os.path.join(BIN, "01_dispatch"), "--check", "--variant", "line"], []
    _, processes = injected("guards", "read_back:0")
    ended, _ = injected("guards", f"read_back:{processes[0][0]}")
    expect(ended.code == 1 and "cannot be read back" in ended.err, ended.line, "a word about the read-back") or tell(ended, "")
    expect_told("guards", ended)
    return {("read_back", "told"): 1}


def test_stack():
    """Of steps that stop in their midst: what the system refuses of their stack is named, at each of the first places."""
    _, processes = injected("stepping", "stack:0")
    calls = ("mmap", "mprotect", "getcontext", "swapcontext", "swapcontext", "swapcontext")
    expect(processes and processes[0][0] > len(calls), "stepping", f"more than {len(calls)} calls, not {processes}")
    for place, call in enumerate(calls, 1):
        ended, _ = injected("stepping", f"stack:{place}")
        good = ended.code == 1 and f"stepping is not possible here: {call}: Cannot allocate memory" in ended.err
        expect(good, ended.line, f"exit status 1, and a word about {call}") or tell(ended, "")
        expect_told("stepping", ended)
    return {("stack", "told"): len(calls)}


def test_ledger():
    """Lesson 09 reads a frame's speeds back, to choose the next steps. Where that fails, it keeps those it knows."""
    velocities = numpy.zeros((300, 4), numpy.float32)
    velocities[:, 2] = 100 * (-1)**numpy.arange(300)  # m/s: three steps a frame, and one were they slow
    numpy.save(path("fast.npy"), velocities)
    MODES["ledger"] = [*MODES["water"][0][:2], "--frames", "3", "--set", "particles=300", "--set", "scene=dam", "--set",
                       "obstacle=none", "--load", f"velocities={path('fast.npy')}"], []
    steps = []
    for place in (0, 1, 2):  # none; the velocities at the start, and the first frame's figures
        ended, _ = injected("ledger", f"read_back:{place}")
        expect_told("ledger", ended)
        expect(ended.code == (1 if place else 0), ended.line, "exit status 1 where a read-back failed") or tell(ended, "")
        steps += re.findall(r" in 3 frames, (\d+) x ", ended.out)
    expect(steps[0] == steps[2] and int(steps[0]) > 1, "ledger", f"as many steps a frame with the fault as without, not {steps}")
    return {("ledger", "told"): 2}


# ---- The disk, stdout --------------------------------------------------------------------------------------------------

def full_after(size):
    def limit():
        resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))  # with the signal as it is: it would end the program
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    return limit


def test_disk():
    cases = 0
    for mode in ("run", "record", "load", "list", "fire"):
        ended = await_end(*start(mode, {}))
        sizes = sorted({len(content) for content in state_of(MODES[mode][1]).values()})
        for size in places(max(sizes), 8):
            ended = await_end(*start(mode, {"MESA_SHADER_CACHE_DISABLE": "1"}, full_after(size - 1)))
            expect(ended.code == 1 and "File too large" in ended.err, ended.line,
                   f"exit status 1 with {size - 1} bytes of room") or tell(ended, "")
            expect_order(mode, ended)
            cases += 1
    return {("disk", "told"): cases}


def test_stdout():
    cases = 0
    for mode in ("run", "check", "record", "bench")[:None if ALL else 2]:
        for target in ("/dev/full", "closed", "nobody", "slow"):
            reader, writer = os.pipe()
            file = open(target, "wb") if target == "/dev/full" else None
            if target == "nobody":
                os.close(reader)
            if target == "slow":  # takes nothing, and the writer must not wait: its writes come back short
                os.set_blocking(writer, False)
                os.write(writer, bytes(65536))
            ended = await_end(*start(mode, {}, (lambda: os.close(1)) if target == "closed" else None,
                                     file or writer))
            os.close(writer)
            if target != "nobody":
                os.close(reader)
            if target == "nobody":
                expect(ended.code in (1, -signal.SIGPIPE), ended.line, "an end by SIGPIPE") or tell(ended, "")
            else:
                expect(ended.code == 1 and len(ended.errors()) == 1 and "cannot write to stdout" in ended.err, ended.line,
                       f"exit status 1 and one message, with stdout {target}") or tell(ended, "")
            expect_order(mode, ended)
            cases += 1
    return {("stdout", "told"): cases}


# ---- A signal asks for an end ----------------------------------------------------------------------------------------

def shots_words():
    return [sys.executable, os.path.join(SOURCE, "tools", "shots.py"), "--bin", BIN, "--out", "shots", "04_life"]


def test_signals():
    cases = {}
    MODES["shots"] = shots_words(), []
    MODES["doctor"] = [sys.executable, os.path.join(SOURCE, "tools", "doctor.py"), "--bin", BIN], []
    MODES["watch"] = [LIFE, "--watch", "--variant", "global", *SMALL[:4]], []
    lasts = {"run": 0.12, "record": 0.12, "check": 0.25, "bench": 3.0, "kernels": 0.4, "shots": 2.0, "doctor": 2.0, "watch": 0.5}
    for mode, most in lasts.items():
        for _ in range(12 if ALL else 1):
            number = chance.choice((signal.SIGINT, signal.SIGTERM, signal.SIGHUP))
            first = 0.5 if mode in ("shots", "doctor") else 0.0  # Python itself has begun by then
            pause, group = chance.uniform(first, first + most), chance.random() < 0.5
            program, line = start(mode, {})
            line += f" # {number.name} after {pause:.3f} s{' to its group' if group else ''}"
            time.sleep(pause)
            try:
                os.killpg(program.pid, number) if group else os.kill(program.pid, number)
            except ProcessLookupError:
                pass
            ended = await_end(program, line)
            codes = (0, -number, 128 + number) + ((1,) if mode in ("shots", "doctor") else ())
            expect(ended.code in codes, line, f"exit status {-number} or 0, not {ended.code}") or tell(ended, "")
            expect("Traceback" not in ended.err, line, "no words of Python") or tell(ended, "")
            expect_order(mode, ended)
            key = "signal, " + mode, "ended"
            cases[key] = cases.get(key, 0) + 1
    return cases


def make_files():
    words = [LIFE, "--headless", "--frames", "1", *SMALL, *(word for kind in ("npy", "csv", "rle") for word in (
        "--dump", f"cells={path('start.' + kind)}"))]
    subprocess.run(words, env=environment(), check=True, stdout=subprocess.DEVNULL)


become_reaper()
make_files()
table = {}
KINDS = MEMORY + FILES + STACKS + OPENGL
parts = [test_calls(sys.argv[4:] or MODES if ALL else ["run"], KINDS), test_last_read_back(), test_stack(), test_ledger(), test_disk(),
         test_stdout(), test_signals()]
for part in parts:
    for key, count in part.items():
        table[key] = table.get(key, 0) + count
for (kind, outcome), count in sorted(table.items()):
    print(f"{kind:16} {outcome:9} {count:5}")
print(f"{sum(table.values())} faults with seed {SEED}")
finish()
