#!/usr/bin/env python3
"""Times kernels with many registers, with few, and with much arithmetic in groups of several sizes, and prints a table for
lessons/10_profiling/further/groups.md.

usage: tools/group_sizes.py BIN      (BIN: build/release/bin)"""
import json
import os
import subprocess
import sys
import tempfile

SIZES = (32, 64, 128, 256, 512, 1024)
KERNELS = {  # no shared memory but a word for each invocation, so that registers alone decide
    "`waits`, 128 numbers held": ("waits", "held=128 shared_kib=0"),
    "`waits`, 8 numbers held": ("waits", "held=8 shared_kib=0"),
    "`loop`": ("loop", "")}


def median_ms(program, variant, setting, size):
    settings = [f"group={size}", *setting.split()]
    with tempfile.TemporaryDirectory() as directory:
        file = os.path.join(directory, "record.json")
        done = subprocess.run([program, "--headless", "--bench", "--variant", variant, *(w for s in settings for w in ("--set", s)),
                               "--json", file], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        if done.returncode != 0:
            sys.exit(f"{done.stderr}the bench ended with {done.returncode}: {' '.join(done.args)}")
        with open(file, encoding="utf-8") as opened:
            record = json.load(opened)
    return record["gl"], record["cases"][0]["results"][0]["median_ms"]


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__.split("\n\n")[1])
    program = os.path.join(os.path.realpath(sys.argv[1]), "10_profiling")
    print("| ms, in groups of |", " | ".join(map(str, SIZES)), "|\n|---|" + "--:|" * len(SIZES), flush=True)
    for name, (variant, setting) in KERNELS.items():
        found = [median_ms(program, variant, setting, size) for size in SIZES]
        print(f"| {name} |", " | ".join(f"{ms:.3f}" for _, ms in found), "|", flush=True)
    print(f"\n{found[0][0]}")


if __name__ == "__main__":
    main()
