#!/usr/bin/env python3
"""Leaves out each barrier of each lesson in turn, and each single bit of it: the barrier checker has to notice.

Usage: mutation.py BIN LESSON...

Outputs do not show a missing barrier (most drivers forgive it), so this is the test that every barrier is needed and that the
checker would miss it. It also shows that nothing is reported, and nothing advised, for the lessons as they are.
A new lesson joins by being named. Exit status: 0 good, 1 a test failed.
"""
import os
import re
import subprocess
import sys

# Barriers that the checker may not miss: "LESSON VARIANT PASS:ORDINAL:BITS": reason. Empty is best.
SURVIVORS = {}
# What works on the CPU has no barriers: "LESSON VARIANT".
PEERS = {"06_bitonic cpu_qsort", "06_bitonic cpu_radix"}
# Sizes that make a run short.
SETTINGS = {"09_sph": ["--set", "particles=700", "--set", "substeps=2", "--size", "160x100"]}


def run(bin_directory, lesson, *options):
    command = [os.path.join(bin_directory, lesson), "--headless", *SETTINGS.get(lesson, []), *options]
    result = subprocess.run(command, capture_output=True, text=True, timeout=300)
    return command, result


def variants(bin_directory, lesson):
    """The names of the versions and the exercise: everything that is not meant to be broken."""
    _, result = run(bin_directory, lesson, "--list")
    names = []
    for line in result.stdout.split("parameters:")[0].splitlines()[1:]:
        if re.match(r"  \S", line):
            names.append(line.split()[0])
        elif "BROKEN:" in line:
            names.pop()
    return [name for name in names if f"{lesson} {name}" not in PEERS]


def mutants(barrier):
    """The barrier without all of its bits, and without each of them."""
    place, ordinal, bits = barrier.rsplit(":", 2)
    yield barrier
    for bit in bits.split("|"):
        if bit != bits:
            yield f"{place}:{ordinal}:{bit}"


def test_mode(bin_directory, lesson, variant, options):
    """Runs once unchanged, then once for every mutant. Returns (mutants, faults)."""
    options = ["--variant", variant, *options]
    command, clean = run(bin_directory, lesson, *options, "--barriers")
    faults = []
    if re.search(r"missing barrier|superfluous barrier", clean.stderr):
        faults.append(f"reported for correct code: {' '.join(command)}\n{clean.stderr}")
    barriers = sorted(set(re.findall(r"^barrier (.+)$", clean.stdout, re.MULTILINE)))
    if not barriers:
        faults.append(f"no barrier at all: {' '.join(command)}\n{clean.stderr}")
    count = 0
    for barrier in barriers:
        for mutant in mutants(barrier):
            count += 1
            command, result = run(bin_directory, lesson, *options, "--barriers", "--drop-barrier", mutant)
            noticed = result.returncode == 1 and "missing barrier" in result.stderr
            if not noticed and f"{lesson} {variant} {mutant}" not in SURVIVORS:
                faults.append(f"not noticed: {' '.join(command)}")
    return count, faults


def main():
    bin_directory, lessons = sys.argv[1], sys.argv[2:]
    all_faults, all_mutants = [], 0
    for lesson in lessons:
        for variant in variants(bin_directory, lesson):
            for options in (["--frames", "4", "--hash"], ["--frames", "4", "--check", "--seed", "2"]):
                count, faults = test_mode(bin_directory, lesson, variant, options)
                all_mutants += count
                all_faults += faults
    print("\n".join(all_faults))
    print(f"{all_mutants} barriers and bits left out, {len(all_faults)} faults")
    return 1 if all_faults else 0


if __name__ == "__main__":
    sys.exit(main())
