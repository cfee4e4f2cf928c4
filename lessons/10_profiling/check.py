#!/usr/bin/env python3
"""Compiles your stopwatch with a pretended GPU that knows the truth, runs it, and says what is wrong.

Usage: check.py [FILE.c]; without a name, tasks/stopwatch.c beside this script. ./wb check 10.stopwatch calls it.
Exit status: 0 solved, 1 not yet, 77 there is no C compiler. WB_BOX in the environment is a command that runs what is strange in a box.
"""
import os
import shlex
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.realpath(__file__))
RUNS = 5  # of 400 frames each; every run has other times, and they are the same on every machine


def start(words, directory, writes=False, source=HERE):
    """Runs the words. In a box they see the directory, and change what is there only if they are to write."""
    box = shlex.split(os.environ.get("WB_BOX", ""))
    if box:
        words = [*box, "--read", HERE, "--read", os.path.dirname(source), "--write" if writes else "--read", directory, "--", *words]
    return subprocess.run(words, capture_output=True, text=True, errors="replace", timeout=20)


def not_yet(what):
    print(f"NOT YET  stopwatch        lessons/10_profiling/tasks/stopwatch.c: {what}")
    sys.exit(1)


def main():
    files = sys.argv[1:]
    source = os.path.realpath(files[0]) if files else os.path.join(HERE, "tasks", "stopwatch.c")
    with tempfile.TemporaryDirectory() as directory:
        program = os.path.join(directory, "stopwatch")
        try:
            built = start(["cc", "-std=gnu11", source, os.path.join(HERE, "pretended_gl.c"), "-I", HERE, "-o", program, "-lm"], directory,
                          writes=True, source=source)
        except FileNotFoundError:
            print("skipped: there is no cc")
            sys.exit(77)
        if built.returncode != 0:
            not_yet(f"{source} does not compile:\n{built.stdout}{built.stderr}")
        for seed in range(1, RUNS + 1):
            try:
                done = start([program, str(seed)], directory)
            except subprocess.TimeoutExpired:
                not_yet("it does not end")
            if done.returncode != 0 or done.stdout != "good\n":
                not_yet(done.stdout.strip() or f"it crashes: exit status {done.returncode}")
    print(f"solved   stopwatch        {RUNS} runs of 400 frames")


main()
