#!/usr/bin/env python3
"""Compiles your stopwatch with a pretended GPU that knows the truth, runs it, and says what is wrong.

Usage: check.py [--hint]... [--tell] [FILE.c]; without a name, exercise.c beside this script. ./wb check 10 --host calls it. Each --hint
gives one hint more. With --tell, the state in a line as those of other exercises, for the end of ./wb check 10.
Exit status: 0 solved, 1 not yet, 77 there is no C compiler.
"""
import os
import random
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.realpath(__file__))
RUNS = 5  # of 400 frames each, with times that cannot be known beforehand
HINTS = ["The answer of a query is asked for some frames later. So a frame needs queries of its own, and there have to be as many "
         "pairs as frames may be under way, and one more.",
         "Before a result: glGetQueryObjectiv(query, GL_QUERY_RESULT_AVAILABLE, &there). If it is not there, leave it for the next "
         "frame. A pair may be used again only once its answer has been fetched.",
         "Frames end in the order in which they began: the first one whose answer is not there ends the search. The latest 60 times "
         "are a ring; at the beginning it has fewer."]


def not_yet(what):
    if "--tell" in sys.argv[1:]:
        print("open     stopwatch        In C, from a blank page: a stopwatch that never waits.\n                          "
              "lessons/10_profiling/exercise.c, then ./wb check 10 --host")
        sys.exit(0)
    print(f"NOT YET  {what}\n  task: a stopwatch that never waits, as the comments in exercise.c and pretended_gl.h say")
    asked = sys.argv[1:].count("--hint")
    for number, hint in enumerate(HINTS[:asked], 1):
        print(f"  hint {number}: {hint}")
    more = f"a hint: ./wb check 10 --host{' --hint' * (asked + 1)}; " if asked < len(HINTS) else ""
    print(f"  {more}our solution: lessons/10_profiling/solutions/exercise.c")
    sys.exit(1)


def main():
    files = [word for word in sys.argv[1:] if word not in ("--hint", "--tell")]
    source = os.path.realpath(files[0]) if files else os.path.join(HERE, "exercise.c")
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
    print(f"solved   stopwatch        {RUNS} runs of 400 frames" if "--tell" in sys.argv[1:] else f"solved: {RUNS} runs of 400 frames")


main()
