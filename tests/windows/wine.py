#!/usr/bin/env python3
"""The lessons for Windows do what those for Linux do: each runs here and under Wine, and leaves the same state and picture.

Usage: xvfb-run -a tests/windows/wine.py BIN WINDOWS-BIN [LESSON]... -- [OPTION]...

BIN and WINDOWS-BIN are build/release/bin and build/windows/bin; without a lesson it is all of them. The options are those of each run:
without any, a frame of 320 x 200 with its hash, and then what a run may meet: wrong words, files that are not there or must not be
written, and the debugger, all in a directory with a blank and letters of two alphabets in its name, and
in one of 300 characters. Exit status: 0 good, 1 one differs.
"""
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
LESSONS = words[2:] or sorted(path.stem for path in THERE.glob("[0-9][0-9]_*.exe") if not path.stem.startswith("00_"))
DIRECTORY = "Gr\u00fc\u00dfe \u043c\u0438\u0440 1"
SHORT = ["04_life", "--headless", "--frames", "2", "--size", "100x100"]
LONG = "/".join(["d" * 100] * 3)
# What follows one another in the same directory, where protected.png must not be written.
MEETS = [
    ["04_life", "--bogus"],
    [*SHORT, "--set", "width=abc"],
    [*SHORT, "--load", "cells=none.npy"],
    [*SHORT, "--screenshot", "none/a.png"],
    [*SHORT, "--screenshot", "protected.png"],
    [*SHORT, "--screenshot", "\u044f 1.png", "--dump", "cells=\u044f 1.npy"],
    [*SHORT, "--load", "cells=\u044f 1.npy", "--hash"],
    [*SHORT, "--screenshot", f"{LONG}/a.png", "--dump", f"cells={LONG}/a.npy"],
    [*SHORT, "--load", f"cells={LONG}/a.npy", "--hash"],
    ["02_shared", "--debug", "--do", "step; step; next; where; until barrier; lanes; back; where; print p"],
    ["02_shared", "--kernels", "--headless", "--frames", "1"],
]
# What differs from run to run, and where the program's messages are about the machine.
TIMES = re.compile(r"^(pass |all passes|clock:|\d+ frames in).*$|^.* \d+\.\d{4} .*$", re.M)


def run(command, directory, **variables):
    begin = time.monotonic()
    done = subprocess.run(command, cwd=directory, env={**os.environ, **variables}, capture_output=True, text=True, timeout=500, check=False)
    picture = Path(directory, "picture.png")
    said = re.sub(r"\n+", "\n", TIMES.sub("", done.stdout))
    return done.returncode, said, picture.read_bytes() if picture.exists() else None, time.monotonic() - begin, done.stderr


def main():
    bad = 0
    for lesson in LESSONS:
        with tempfile.TemporaryDirectory() as one, tempfile.TemporaryDirectory() as two:
            linux = run([HERE / lesson, *options], one)
            windows = run(["wine", THERE / f"{lesson}.exe", *options], two, WINEDEBUG="-all")
        state = re.findall(r"^hash (\w+)$", windows[1], re.M)
        faults = [what for k, what in enumerate(("exit status", "what it says", "picture")) if linux[k] != windows[k]]
        bad += bool(faults)
        print(f"{lesson:14s} {'DIFFERS: ' + ', '.join(faults) if faults else 'equal'}  {' '.join(state)}  "
              f"{linux[3]:.1f} s here, {windows[3]:.1f} s under Wine", flush=True)
        if faults:
            print(f"---- here ({linux[0]}) ----\n{linux[1]}{linux[4]}---- under Wine ({windows[0]}) ----\n{windows[1]}{windows[4]}")
    if not words[2:] and "--" not in sys.argv:
        bad += meet()
    return 1 if bad else 0


def without(text):
    """What a program says, but for times, for Wine's own words, and for the reason in the words of each system."""
    text = re.sub(r"it looks like wine32[^@]*wine32:i386\"\n| in [\d.]+ s\b", "", TIMES.sub("", text))
    return re.sub(r"it is protected against writing|Permission denied", "protected", re.sub(r"\n+", "\n", text))


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
            windows = run(["wine", THERE / f"{program}.exe", *words_], directories[1], WINEDEBUG="-all")
            files = [{path.name: path.read_bytes() for path in directory.rglob("*") if path.is_file()} for directory in directories]
            faults = [what for what, is_same in (("exit status", linux[0] == windows[0]), ("what it says", without(linux[1]) == without(windows[1])),
                                                 ("messages", without(linux[4]) == without(windows[4])), ("files", files[0] == files[1])) if not is_same]
            bad += bool(faults)
            print(f"{'DIFFERS: ' + ', '.join(faults) if faults else 'equal'}  {program} {' '.join(words_)}", flush=True)
            if faults:
                print(f"---- here ({linux[0]}) ----\n{linux[1]}{linux[4]}---- under Wine ({windows[0]}) ----\n{windows[1]}{windows[4]}")
    return bad


if __name__ == "__main__":
    sys.exit(main())
