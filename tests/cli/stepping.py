#!/usr/bin/env python3
"""Running the lessons dispatch by dispatch, with steps taken back, ends in the same state as running them freely.

Usage: stepping.py BIN LESSON...

Broken variants are stepped through as well, but their states are not compared: most of them race, and a race may end in another
state with every run. It also shows that the barrier checker finds nothing wrong with what the stepper, the picture in the middle
of a step, and the snapshot do, and that the inspector finds steps right, and wrong in a broken variant. A new lesson joins by
being named. Exit status: 0 good, 1 a test failed.
"""
import os
import re
import subprocess
import sys

WRONG = {"04_life late_swap"}  # as the inspector has to see
RIGHT = {"04_life global", "04_life packed"}  # as it has to see, too: there is an oracle
# Sizes that make a run short, and several passes a frame where one is the default.
SETTINGS = {"04_life": ["--set", "width=61", "--set", "height=67", "--set", "generations=5"],
            "06_bitonic": ["--set", "keys=27", "--size", "320x200"],
            "07_grid": ["--set", "particles=1021"],
            "08_indirect": ["--set", "particles=5000", "--set", "life=0.1", "--set", "filled=1", "--size", "320x200"],
            "09_sph": ["--set", "particles=700", "--set", "substeps=1", "--size", "160x100"]}


def run(bin_directory, lesson, *options):
    command = [os.path.join(bin_directory, lesson), "--headless", *SETTINGS.get(lesson, []), *options]
    return " ".join(command), subprocess.run(command, capture_output=True, text=True, timeout=120)


def variants(bin_directory, lesson):
    """All names, each with whether it is "right", "broken", or the "exercise", which is not solved."""
    result = subprocess.run([os.path.join(bin_directory, lesson), "--list"], capture_output=True, text=True, check=True)
    names = {}
    for line in result.stdout.split("parameters:")[0].splitlines()[1:]:
        if re.match(r"  \S", line):
            name = line.split()[0]
            names[name] = "right"
        elif "BROKEN:" in line:
            names[name] = "broken"
        elif "task:" in line:
            names[name] = "exercise"
    return names


def test_variant(bin_directory, lesson, variant, kind):
    options = ["--variant", variant, "--frames", "8", "--hash", "--hazards"]
    _, free = run(bin_directory, lesson, *options)
    command, stepped = run(bin_directory, lesson, *options, "--step-all")
    hashes = [re.findall("^hash .*$", result.stdout, re.MULTILINE) for result in (free, stepped)]
    if [len(found) for found in hashes] != [1, 1]:
        yield f"{hashes} in place of one hash each: {command}\n{stepped.stderr}"
    elif kind != "broken" and hashes[0] != hashes[1]:
        yield f"{hashes[1]}, not {hashes[0]} as without --step-all: {command}\n{stepped.stderr}"
    answers = re.findall(r"^inspector: (\d+) of", stepped.stdout, re.MULTILINE)
    if kind == "right" and any(answer != "0" for answer in answers):
        yield f"the inspector finds {answers} wrong in correct code: {command}"
    if f"{lesson} {variant}" in WRONG and all(answer == "0" for answer in answers):
        yield f"the inspector finds nothing wrong: {command}"
    if f"{lesson} {variant}" in WRONG | RIGHT and len(answers) != 8:
        yield f"{len(answers)} answers of the inspector, not 8: {command}"
    if kind != "broken" and (stepped.returncode != 0 or "missing barrier" in stepped.stderr):
        yield f"reported for correct code: {command}\n{stepped.stderr}"


def main():
    bin_directory, lessons = sys.argv[1], sys.argv[2:]
    faults, count = [], 0
    for lesson in lessons:
        for variant, kind in variants(bin_directory, lesson).items():
            faults += test_variant(bin_directory, lesson, variant, kind)
            count += 1
    print("\n".join(faults))
    print(f"{count} variants stepped through, {len(faults)} faults")
    return 1 if faults or count == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
