#!/usr/bin/env python3
"""Rules of the house that a program can check.

Usage: source_rules.py SOURCE. Exit status: 0 good, 1 a rule is broken.

- #includes run downwards through the rooms.
- common/ reads buffers in one place, gl/read_back.c, by way of a copy: one driver hands out old words otherwise.
- No barrier without a named reader: GL_ALL_BARRIER_BITS is not used, and every glMemoryBarrier has a comment beside it.
"""
import os
import re
import sys

# From the ground up; rooms of one number are on one floor.
FLOORS = {"base": 0, "machine": 1, "gl": 2, "watch": 3, "compute": 4, "water": 5, "step": 5, "bench": 5, "lesson": 6, "ui": 7}


def c_files(source, *directories):
    for directory in directories:
        for path, _, names in os.walk(os.path.join(source, directory)):
            for name in sorted(names):
                if name.endswith((".c", ".h", ".cpp")):
                    yield os.path.relpath(os.path.join(path, name), source)


def lines_of(source, file):
    with open(os.path.join(source, file), encoding="utf-8") as stream:
        return stream.read().splitlines()


def check_includes(source):
    for file in c_files(source, "common", "machine"):
        own = FLOORS.get(file.removeprefix("common/").split("/")[0], 8)  # main.c is the roof
        for number, line in enumerate(lines_of(source, file), 1):
            match = re.match(r'#include "([a-z]+)/', line)
            if match and match.group(1) in FLOORS and FLOORS[match.group(1)] > own:
                yield f"{file}:{number}: includes a higher floor: {line}"
            if "lessons/" in line and line.startswith("#include"):
                yield f"{file}:{number}: common/ knows no lesson: {line}"


def check_barriers(source):
    for file in c_files(source, "common", "lessons"):
        lines = lines_of(source, file)
        if file.endswith("/exercise.c"):  # the learner's
            continue
        if "/barrier" in file:  # it speaks of barriers, and issues none of its own
            continue
        for number, line in enumerate(lines, 1):
            if "GL_ALL_BARRIER_BITS" in line:
                yield f"{file}:{number}: GL_ALL_BARRIER_BITS names no reader"
            if re.search(r"\bglMemoryBarrier\(", line) and not line.strip().startswith(("//", "*", ".")):
                around = "\n".join(lines[max(0, number - 4):number])
                if "//" not in around:
                    yield f"{file}:{number}: no comment says who reads behind this barrier"


def check_read_backs(source):
    for file in c_files(source, "common"):
        for number, line in enumerate(lines_of(source, file), 1):
            code = re.sub(r'//.*|/\*.*|^ \*.*|"[^"]*"', "", line)
            if re.search(r"gl(GetBufferSubData|MapBuffer)", code) and file != "common/gl/read_back.c":
                yield f"{file}:{number}: reads a buffer, not by wb_read_back()"


def main():
    source = sys.argv[1]
    faults = [*check_includes(source), *check_barriers(source), *check_read_backs(source)]
    print("\n".join(faults))
    print(f"{len(faults)} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
