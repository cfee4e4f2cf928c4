"""What the tests share that run the workbench's programs from outside.

A test is a script: BIN-DIRECTORY SOURCE-DIRECTORY as arguments, and LESSON if it tests one lesson at
a time; exit status 0 good, 1 failed, 77 a tool is missing. It calls run() and expect(), and ends
with finish(). Every expectation that is not met is printed with the command line that a person can
paste to see it again.
"""
import atexit
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import time

import about

if len(sys.argv) < 3:
    sys.exit(f"usage: {sys.argv[0]} BIN-DIRECTORY SOURCE-DIRECTORY [LESSON]")
BIN, SOURCE = (os.path.realpath(directory) for directory in sys.argv[1:3])
LESSON = sys.argv[3] if len(sys.argv) > 3 else None
LIFE = os.path.join(BIN, "04_life")
PATTERNS = os.path.join(SOURCE, "lessons", "04_life", "patterns")

LESSONS = about.lessons(SOURCE)
ABOUT = about.about(SOURCE, LESSON) if LESSON in LESSONS else None  # what its tests.json says

# Of llvmpipe, as values of LP_NUM_THREADS: none beside the caller's, and more than most machines have cores. Whatever
# depends on the order of the work groups comes out otherwise with 8.
THREADS = ("0", "8")

# For checks of tasks: they look into the kernels for a second of CPU time, where a learner's check takes up to four.
# (All cases of our own answers run in the machine in kernels.LESSON.)
IMPATIENT = {"WB_MACHINE_S": "1"}

# A directory of its own for each test. It goes when the test ends, unless something failed.
WORK = tempfile.mkdtemp(prefix="wb-test-")
atexit.register(shutil.rmtree, WORK, ignore_errors=True)

_failures = []


class Run:
    """A program that has ended: code (negative: killed by a signal), out, err, seconds."""

    def __init__(self, line, code, out, err, seconds):
        self.line, self.code, self.out, self.err, self.seconds = line, code, out, err, seconds

    def errors(self):
        return [line for line in self.err.splitlines() if line.startswith("error: ")]


def environment(changes=None):
    """The caller's environment without a display, and with what `changes` adds."""
    result = dict(os.environ)
    # Without it, Mesa from 25 on complains on stderr as soon as it looks for Wayland.
    result.setdefault("XDG_RUNTIME_DIR", WORK)
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "WB_SHADERS"):
        result.pop(name, None)
    # Tests run side by side, one on each core: llvmpipe needs no threads besides. check.LESSON and cli/hashes.py, which
    # do not come by here, run with as many as it likes.
    result["LP_NUM_THREADS"] = "0"
    result["XDG_DATA_HOME"] = os.path.join(WORK, "data")  # what the user has solved stays as it is
    result.update(changes or {})
    return result


def _short(text):
    return text if len(text) <= 300 else f"{text[:100]}...({len(text)} characters)"


def command_line(words, changes, cwd):
    if len(words) > 40:
        words = words[:5] + [f"...({len(words)} words)"]
    parts = [f"{name}={shlex.quote(value)}" for name, value in (changes or {}).items()]
    parts += [_short(shlex.quote(word)) for word in words]
    return f"cd {shlex.quote(cwd)} && " + " ".join(parts)


def run(words, changes=None, cwd=WORK, timeout=300, before=None):
    """Runs a program to its end. `before` is called in the child, before the program starts."""
    words = [str(word) for word in words]
    line = command_line(words, changes, cwd)
    start = time.monotonic()
    try:
        done = subprocess.run(words, env=environment(changes), cwd=cwd, timeout=timeout,
                              stdin=subprocess.DEVNULL, capture_output=True, text=True,
                              errors="replace", preexec_fn=before)
        result = Run(line, done.returncode, done.stdout, done.stderr, 0.0)
    except subprocess.TimeoutExpired:
        result = Run(line, None, "", "", 0.0)
        expect(False, result, f"it ends within {timeout} s")
    result.seconds = time.monotonic() - start
    return result


def life(*words, **more):
    """Runs lesson 04 without a window."""
    return run([LIFE, "--headless", *words], **more)


def expect(good, where, text):
    """`where` is a Run, or a line that says how to see it."""
    if good:
        return True
    _failures.append(text)
    print(f"FAILED: expected: {text}")
    if isinstance(where, Run):
        print(f"  exit status {where.code}, after {where.seconds:.2f} s, of: {where.line}")
        for name, output in (("stdout", where.out), ("stderr", where.err)):
            for line in output.splitlines()[:12]:
                print(f"  {name}: {_short(line)}")
    else:
        print(f"  {where}")
    sys.stdout.flush()
    return False


def expect_good(result):
    return expect(result.code == 0 and not result.errors(), result,
                  "exit status 0 and no error message")


def expect_refusal(result, code, *texts):
    """Ended with this status and exactly one message, which holds all of `texts`."""
    good = expect(result.code == code, result, f"exit status {code}")
    errors = result.errors()
    good = expect(len(errors) == 1, result, f"one error message, not {len(errors)}") and good
    for text in texts:
        good = expect(text in result.err, result, f"'{text}' in the message") and good
    return good


def expect_hash(result):
    """The hash of the final state, of a run with --hash that went well."""
    expect_good(result)
    found = re.findall(r"^hash ([0-9a-f]{16})$", result.out, re.M)
    expect(len(found) == 1, result, f"one line with a hash, not {len(found)}")
    return found[0] if len(found) == 1 else None


def expect_same(values, what):
    """`values`: pairs of a value and the Run that gave it."""
    for value, result in values[1:]:
        expect(value == values[0][0], result,
               f"{what} as with: {values[0][1].line} ({values[0][0]}, not {value})")


def path(*names):
    return os.path.join(WORK, *names)


def read(name):
    with open(path(name), "rb") as file:
        return file.read()


def write(name, content):
    with open(path(name), "wb") as file:
        file.write(content if isinstance(content, bytes) else content.encode())
    return name


def read_json(name):
    with open(path(name), encoding="utf-8") as file:
        return json.load(file)


def read_rle(name):
    """The living cells of a pattern as a set of (column, row), and its width and height."""
    with open(path(name), encoding="latin-1") as file:
        lines = [line.strip() for line in file if line.strip() and not line.startswith("#")]
    width, height = map(int, re.match(r"x\s*=\s*(\d+)\s*,\s*y\s*=\s*(\d+)", lines[0]).groups())
    cells, x, y = set(), 0, 0
    for count, kind in re.findall(r"(\d*)([bo$!])", "".join(lines[1:])):
        length = int(count or 1)
        if kind == "!":
            break
        if kind == "$":
            x, y = 0, y + length
            continue
        if kind == "o":
            cells.update((column, y) for column in range(x, x + length))
        x += length
    return cells, width, height


def listing(program=LIFE):
    """What a lesson says of itself: its parts, variants and parameters, as --list --json has them."""
    result = run([program, "--list", "--json", "-"])
    expect_good(result)
    return json.loads(result.out)


def variants(program=LIFE, *kinds):
    """The names of the variants of these kinds, of all if none is named."""
    return [variant["name"] for variant in listing(program)["variants"]
            if not kinds or variant["kind"] in kinds]


def versions():
    """The versions of lesson 04's game."""
    return [name for name in variants(LIFE, "version") if name != "waves"]


def small(lesson, settings=""):
    """The options of a short run with a small picture; `settings` come after the lesson's own."""
    return ["--size", "48x30", *about.set_options(f"{about.about(SOURCE, lesson).get('small', '')} {settings}")]


def sanitized():
    """Whether the programs were built with AddressSanitizer."""
    with open(LIFE, "rb") as file:
        return b"__asan_init" in file.read()


def need_tools(*names):
    for name in names:
        if shutil.which(name) is None:
            print(f"skipped: there is no {name}")
            sys.exit(77)


class Display:
    """An X server without a screen, on a display number that is free."""

    def __init__(self, size="1600x1200"):
        self.server, given = None, os.environ.get("WB_TEST_DISPLAY")  # Wine's programs share one with Wine's desktop
        self.changes = {"DISPLAY": given}
        if given is None:
            self.start(size)

    def start(self, size):
        reader, writer = os.pipe()
        self.server = subprocess.Popen(
            ["Xvfb", "-displayfd", str(writer), "-screen", "0", f"{size}x24", "-nolisten", "tcp",
             "-noreset"],  # or it would be away for a moment whenever its last client leaves
            pass_fds=[writer], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        atexit.register(self.stop)
        os.close(writer)
        with os.fdopen(reader) as answer:  # a line, once it takes connections; nothing if it ends
            number = answer.readline().strip()
        if not number:
            print("skipped: Xvfb does not start")
            sys.exit(77)
        # For run(). Mesa's driver for windows leaves memory behind, and is unloaded before leaks
        # are counted, so that they cannot be told from ours.
        self.changes = {"DISPLAY": ":" + number, "ASAN_OPTIONS": "detect_leaks=0"}

    def stop(self):
        if self.server is not None:
            self.server.terminate()
            self.server.wait()


def finish():
    if not _failures:
        print("good")
        sys.exit(0)
    atexit.unregister(shutil.rmtree)
    print(f"{len(_failures)} expectations were not met; the files are still in {WORK}")
    sys.exit(1)
