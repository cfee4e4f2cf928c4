#!/usr/bin/env python3
"""Compiles your stopwatch with a pretended GPU that knows the truth, runs it, and says what is wrong.

Usage: check.py [FILE.c]; without a name, tasks/stopwatch.c beside this script. ./wb check 10.2 calls it.
Exit status: 0 solved, 1 not yet, 77 there is no C compiler.
"""
import os
import random
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.realpath(__file__))
RUNS = 5  # of 400 frames each, with times that cannot be known beforehand


def not_yet(what):
    print(f"NOT YET  stopwatch        lessons/10_profiling/tasks/stopwatch.c: {what}")
    sys.exit(1)


def main():
    files = sys.argv[1:]
    source = os.path.realpath(files[0]) if files else os.path.join(HERE, "tasks", "stopwatch.c")
    with tempfile.TemporaryDirectory() as directory:
        program = os.path.join(directory, "stopwatch")
        try:
            built = subprocess.run(["cc", "-std=gnu11", source, os.path.join(HERE, "pretended_gl.c"), "-I", HERE, "-o", program,
                                    "-lm"], capture_output=True, text=True, errors="replace")
        except FileNotFoundError:
            print("skipped: there is no cc")
            sys.exit(77)
        if built.returncode != 0:
            not_yet(f"{source} does not compile:\n{built.stderr}")
        for _ in range(RUNS):
            try:
                done = subprocess.run([program, str(random.randrange(1 << 30))], capture_output=True, text=True,
                                      errors="replace", timeout=20)
            except subprocess.TimeoutExpired:
                not_yet("it does not end")
            if done.returncode != 0 or done.stdout != "good\n":
                not_yet(done.stdout.strip() or f"it crashes: exit status {done.returncode}")
    print(f"solved   stopwatch        {RUNS} runs of 400 frames")


main()
