#!/usr/bin/env python3
"""The lessons for Windows do what those for Linux do: they run here and under Wine. README.md beside this has what came out.

Usage: xvfb-run -a tests/windows/wine.py BIN WINDOWS-BIN [LESSON]... [-- OPTION...]
       xvfb-run -a -s "-screen 0 1920x1200x24" tests/windows/wine.py BIN WINDOWS-BIN --tests REGEX
       xvfb-run -a tests/windows/wine.py BIN WINDOWS-BIN --programs

BIN and WINDOWS-BIN are build/release/bin and build/windows/bin, both built with WB_TESTS=ON.

The first compares each lesson's run here with that under Wine: exit status, what it says, its state, its picture. The options are those of each
run; without any it is a frame of 320 x 200 with its hash, and then what a run may meet: wrong words, files that are not there or must not be
written, a full disk, and the debugger, all in a directory with a blank and letters of two alphabets in its name, and in one of 300 characters.

--tests: the tests of BIN's ctest whose names match, one after another, with programs for Windows in place of those for Linux. What they
print lies in WINDOWS-BIN/../tests afterwards. EXCEPTIONS has what cannot pass, with the reason.
--programs: a table of sizes, and of how long a program takes to say its version.

Exit status: 0 good, 1 one differs or fails.
"""
import contextlib
import json
import os
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path

words, options = sys.argv[1:], ["--headless", "--frames", "1", "--size", "320x200", "--hash", "--screenshot", "picture.png"]
if "--" in words:
    words, options = words[:words.index("--")], words[words.index("--") + 1:]
HERE, THERE = Path(words[0]).resolve(), Path(words[1]).resolve()
LESSONS = [word for word in words[2:] if word[0] != "-"] or sorted(path.stem for path in THERE.glob("[0-9][0-9]_*.exe") if not path.stem.startswith("00_"))
WINE = {"WINEDEBUG": "-all", "WINEPREFIX": str(THERE.parent / "wine")}
DIRECTORY = "Gr\u00fc\u00dfe \u043c\u0438\u0440 1"
SHORT = ["04_life", "--headless", "--frames", "2", "--size", "100x100"]
LONG = "/".join(["d" * 100] * 3)
# What follows one another in the same directory, where protected.png must not be written.
MEETS = [
    ["04_life", "--bogus"],
    [*SHORT, "--set", "width=abc"],
    [*SHORT, "--load", "cells=none.npy"],
    [*SHORT, "--screenshot", "none/a.png"],
    [*SHORT, "--screenshot", "n" * 300 + ".png"],
    [*SHORT, "--screenshot", "protected.png"],
    [*SHORT, "--screenshot", "\u044f 1.png", "--dump", "cells=\u044f 1.npy"],
    [*SHORT, "--load", "cells=\u044f 1.npy", "--hash"],
    [*SHORT, "--screenshot", f"{LONG}/a.png", "--dump", f"cells={LONG}/a.npy"],
    [*SHORT, "--load", f"cells={LONG}/a.npy", "--hash"],
    ["02_shared", "--debug", "--do", "step; step; next; where; until barrier; lanes; back; where; print p"],
    ["02_shared", "--kernels", "--headless", "--frames", "1"],
]
# These on a disk of 64 KB, which the first write fills at once and the others piece by piece.
FULL = 'mount -t tmpfs -o size=64k none "$0" && cd "$0" && exec "$@"'
TOO_LARGE = [
    [*SHORT, "--dump", "cells=a.npy"],
    [*SHORT, "--dump", "cells=a.csv"],
    [*SHORT, "--size", "900x900", "--screenshot", "a.png"],
]
# What differs from run to run, and where the program's messages are about the machine.
TIMES = re.compile(r"^(pass |all passes|clock:|\d+ frames in).*$|^.* \d+\.\d{4} .*$", re.M)


def run(command, directory, **variables):
    begin = time.monotonic()
    done = subprocess.run(command, cwd=directory, env={**os.environ, **variables}, capture_output=True, text=True, timeout=500, check=False)
    picture = Path(directory, "picture.png")
    said = re.sub(r"\n+", "\n", TIMES.sub("", done.stdout))
    return done.returncode, said, picture.read_bytes() if picture.exists() else None, time.monotonic() - begin, done.stderr


def tell(linux, windows, faults, what):
    """Returns whether there are faults."""
    print(f"{'DIFFERS: ' + ', '.join(faults) if faults else 'equal'}  {what}", flush=True)
    if faults:
        print(f"---- here ({linux[0]}) ----\n{linux[1]}{linux[4]}---- under Wine ({windows[0]}) ----\n{windows[1]}{windows[4]}")
    return bool(faults)


def lessons():
    bad = 0
    for lesson in LESSONS:
        with tempfile.TemporaryDirectory() as one, tempfile.TemporaryDirectory() as two:
            linux = run([HERE / lesson, *options], one)
            windows = run(["wine", THERE / f"{lesson}.exe", *options], two, **WINE)
        state = re.findall(r"^hash (\w+)$", windows[1], re.M)
        faults = [what for k, what in enumerate(("exit status", "what it says", "picture")) if linux[k] != windows[k]]
        bad += tell(linux, windows, faults, f"{lesson:14s} {' '.join(state)}  {linux[3]:.1f} s here, {windows[3]:.1f} s under Wine")
    return bad


# ---- What a run may meet -------------------------------------------------------------------------


def without(text):
    """What a program says, but for times, for Wine's own words, and for the reason in the words of each system."""
    text = re.sub(r"it looks like wine32[^@]*wine32:i386\"\n| in [\d.]+ s\b", "", TIMES.sub("", text))
    return re.sub(r"it is protected against writing|Permission denied", "protected", re.sub(r"\n+", "\n", text))


def compare(linux, windows, files, what):
    faults = [name for name, is_same in (("exit status", linux[0] == windows[0]), ("what it says", without(linux[1]) == without(windows[1])),
                                         ("messages", without(linux[4]) == without(windows[4])), ("files", files[0] == files[1])) if not is_same]
    return tell(linux, windows, faults, what)


def meet():
    bad = 0
    with tempfile.TemporaryDirectory() as one, tempfile.TemporaryDirectory() as two:
        directories = [Path(directory, DIRECTORY) for directory in (one, two)]
        for directory in directories:
            Path(directory, LONG).mkdir(parents=True)
            Path(directory, "protected.png").write_text("old", encoding="utf-8")
            Path(directory, "protected.png").chmod(0o444)
        for program, *words_ in MEETS:
            linux = run([HERE / program, *words_], directories[0])
            windows = run(["wine", THERE / f"{program}.exe", *words_], directories[1], **WINE)
            files = [{path.name: path.read_bytes() for path in directory.rglob("*") if path.is_file()} for directory in directories]
            bad += compare(linux, windows, files, f"{program} {' '.join(words_)}")
    return bad


def meet_full_disk():
    """In a name space of its own, where anybody may mount. Wine's server opens its programs' files, so it has to start there, too."""
    bad = 0
    with tempfile.TemporaryDirectory() as disk:
        for program, *words_ in TOO_LARGE:
            subprocess.run(["wineserver", "-w"], env={**os.environ, **WINE}, check=True)
            full = ["unshare", "-rm", "sh", "-c", FULL, disk]
            linux, windows = run([*full, HERE / program, *words_], "/"), run([*full, "wine", THERE / f"{program}.exe", *words_], "/", **WINE)
            bad += compare(linux, windows, ("No space left" in linux[4], True), f"{program} {' '.join(words_)} on a full disk")
    return bad


# ---- The suite -----------------------------------------------------------------------------------

# {test: {its functions that cannot pass: why}}; "" stands for the whole test.
EXCEPTIONS = {
    "hashes.05_reduction": {"": "variant particles: C's sinf and cosf, which place them, round 3 of 1,000 coordinates otherwise, in the last digit"},
    "cli.reload": {"test_watch_done": "a file of progress that the test writes: Wine has its own idea of where that is",
                   "test_watch_crash": "llvmpipe's threads are Linux's, and a crash of theirs stops the program under Wine without a word",
                   "test_watch_c": "a script of the shell stands for wb"},
    "cli.results": {"test_links|test_others_are_written|test_stdout|test_full_disk": "links, /dev/full and what a shell closes are Linux's",
                    "test_ended": "signals; Ctrl-C ends a run under Wine, too",
                    "test_animation": "img2webp is a program for Linux, which a program for Windows does not find"},
    "cli.bad_input": {"test_words": "no display: all programs share one here", "test_two_results_in_one_file": "links are Linux's",
                      "test_outputs": "pipes, limits on files, and words for a wrong path are Linux's",
                      "test_excess": "no line of words is longer than 32,767 letters on Windows",
                      "test_protected": "links; and no name of a file is longer here than 1,024 letters"},
    "cli.debug": {"test_wrong": "PATH hides the compiler, and with it Wine",
                  "test_terminal": "Wine draws a console of its own into Linux's terminal", "test_early_end": "Ctrl-D ends no input on Windows"},
    "cli.captures": {"test_cases": "two folders of shaders with : between them, where Windows has ;"},
    "cli.show": {"test_colours": "Wine draws a console of its own into Linux's terminal"},
    "window.life": {"expect_rest": "a window that is paused takes 8 to 10 % of a core under Wine, where 5 are allowed",
                    "test_large_screen": "a screen of another size: all programs share one here"},
    "window.hand": {"test_clip": "img2webp is a program for Linux, which a program for Windows does not find"},
}
# A script of the suite, some of whose functions do nothing.
WITHOUT = ('import os, re, sys; left_out, script = sys.argv[1:3]; sys.argv[:3] = [script]; sys.path.insert(0, os.path.dirname(script)); '
           'exec(compile(re.sub(rf"(?m)^def ({left_out})\\(.*\\):$", "\\g<0>\\n    return", open(script, encoding="utf-8").read()), script, "exec"), '
           '{"__name__": "__main__", "__file__": script})')


@contextlib.contextmanager
def running_wine():
    """While a program of Wine's is there, so are its services and its desktop. Started by a test they would keep its pipes open."""
    environment = {**os.environ, **WINE}
    subprocess.run(["wineserver", "-k", "-w"], env=environment, check=False)
    with subprocess.Popen(["wine", "cmd"], env=environment, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as shell:
        subprocess.run(["wine", THERE / "01_dispatch.exe", "--headless", "--frames", "0"], cwd=THERE.parent, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
        yield
        shell.stdin.close()


def wrap():
    """A folder of scripts with the names of the programs for Linux, which start those for Windows."""
    folder = THERE.parent / "as_here"
    folder.mkdir(exist_ok=True)
    for program in THERE.glob("*.exe"):
        script = folder / program.stem
        script.write_text(f'#!/bin/sh\nDISPLAY=${{DISPLAY:-{os.environ["DISPLAY"]}}} WINEDEBUG=-all WINEPREFIX={WINE["WINEPREFIX"]} '
                          f'exec wine {program} "$@"\n', encoding="utf-8")
        script.chmod(0o755)
    return folder


def environment_of(properties):
    """What a test asks for, besides ours."""
    changes = dict(pair.split("=", 1) for pair in properties.get("ENVIRONMENT", []))
    for pair in properties.get("ENVIRONMENT_MODIFICATION", []):
        name, value = pair.split("=path_list_prepend:", 1)
        changes[name] = os.pathsep.join([value, *filter(None, [os.environ.get(name)])])
    return {**os.environ, "WB_TEST_DISPLAY": os.environ["DISPLAY"], **changes}


def tests(wanted):
    folder, out = wrap(), THERE.parent / "tests"
    out.mkdir(exist_ok=True)
    listed = subprocess.run(["ctest", "--test-dir", HERE.parent, "--show-only=json-v1"], capture_output=True, text=True, check=True)
    bad = 0
    for test in json.loads(listed.stdout)["tests"]:
        name, command = test["name"], [word.replace(str(HERE), str(folder)) for word in test["command"]]
        if not re.search(wanted, name):
            continue
        reasons = EXCEPTIONS.get(name, {})
        if reasons and "" not in reasons:
            at = next(k for k, word in enumerate(command) if word.endswith(".py"))
            command[at:at] = ["-c", WITHOUT, "|".join(reasons)]
        for data in Path(WINE["WINEPREFIX"], "drive_c/users").glob("*/AppData/Local/workbench/*.*"):
            data.unlink()  # what has been solved
        begin = time.monotonic()
        properties = {one["name"]: one["value"] for one in test["properties"]}
        with open(out / name, "w", encoding="utf-8") as file:
            try:
                done = subprocess.run(command, cwd=out, env=environment_of(properties), stdin=subprocess.DEVNULL, stdout=file, stderr=file, timeout=1500, check=False)
                code = done.returncode
            except (FileNotFoundError, subprocess.TimeoutExpired) as error:
                code = type(error).__name__
        bad += code not in (0, 77) and "" not in reasons
        print(f"{name:28} {({0: 'good', 77: 'skipped'}).get(code, f'FAILS ({code})')} {time.monotonic() - begin:6.1f} s  "
              f"{'; '.join(f'without {names}: {why}' if names else why for names, why in reasons.items())}", flush=True)
    return bad


# ---- Sizes ---------------------------------------------------------------------------------------


def start_ms(command):
    """The least of five: until it has said its version."""
    took = []
    for _ in range(5):
        begin = time.monotonic()
        subprocess.run([*command, "--version"], env={**os.environ, **WINE}, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
        took.append(1000 * (time.monotonic() - begin))
    return min(took)


def programs():
    print("| program | Linux, MB | Windows, MB | Linux, ms | Wine, ms |\n|:--|--:|--:|--:|--:|")
    for name in [*LESSONS, "machine"]:
        here, there = HERE / name, THERE / f"{name}.exe"
        print(f"| {name} | {here.stat().st_size / 1e6:.2f} | {there.stat().st_size / 1e6:.2f} | {start_ms([here]):.0f} | {start_ms(['wine', there]):.0f} |")
    return 0


def main():
    with running_wine():
        if "--tests" in words:
            return tests(words[words.index("--tests") + 1])
        if "--programs" in words:
            return programs()
        bad = lessons()
        if not words[2:] and "--" not in sys.argv:
            bad += meet()
    if not words[2:] and "--" not in sys.argv:
        bad += meet_full_disk()
    return bad


if __name__ == "__main__":
    sys.exit(1 if main() else 0)
