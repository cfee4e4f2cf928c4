#!/usr/bin/env python3
"""The lessons for Windows do what those for Linux do: each runs here and under Wine, and leaves the same state and picture.

Usage: xvfb-run -a tests/windows/wine.py BIN WINDOWS-BIN [LESSON]... -- [OPTION]...

BIN and WINDOWS-BIN are build/release/bin and build/windows/bin; without a lesson it is all of them. The options are those of each run:
without any, a frame of 320 x 200 with its hash. Exit status: 0 good, 1 one differs.
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
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
