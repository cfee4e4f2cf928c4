"""What README.md shows is true: its program in C compiles, and prints a race; its lines of Python read a capture.

Arguments: README CAPTURE COMPILER OPTION... (which find headers and libraries). Exit status: 0 good, 1 not, 77 a tool is
missing.
"""
import os
import re
import shutil
import subprocess
import sys
import tempfile

readme, capture, *compiler = filter(None, sys.argv[1:])  # CMake hands out empty words where an option is not needed
with open(readme, encoding="utf-8") as file:
    text = file.read()
blocks = dict(re.findall(r"^```(c|python)\n(.*?)^```$", text, re.M | re.S))
faults = []


def check(good, what, done):
    if not good:
        faults.append(what)
        print(f"FAILED: {what}\n{done.stdout}{done.stderr}")


def run(*words):
    return subprocess.run(words, capture_output=True, text=True)


with tempfile.TemporaryDirectory() as work:
    source, program, script = (os.path.join(work, name) for name in ("shown.c", "shown", "shown.py"))
    with open(source, "w", encoding="utf-8") as file:
        file.write(blocks["c"])
    built = run(compiler[0], "-std=c11", "-Wall", "-Wextra", "-Werror", source, *compiler[1:], "-o", program)
    check(built.returncode == 0, "the program in C compiles", built)
    if built.returncode == 0 and shutil.which("glslangValidator"):
        ran = run(program)
        check(ran.returncode == 0 and re.search(r"^line 4: numbers\[\d+\] is .* by another invocation", ran.stdout, re.M),
              "the program in C prints a race", ran)
    if os.path.exists(capture) and run(sys.executable, "-c", "import numpy").returncode == 0:
        with open(script, "w", encoding="utf-8") as file:
            file.write(blocks["python"])
        ran = run(sys.executable, "-B", script, capture)
        check(ran.returncode == 0 and "what is read [100 101 102 103" in ran.stdout and "written?and named [" in ran.stdout,
              "the lines of Python read a capture", ran)
    else:
        print("left out: the lines of Python, which need NumPy and a capture")
sys.exit(1 if faults else 0)
