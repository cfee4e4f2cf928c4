#!/usr/bin/env python3
"""Every version and exercise of a lesson ends in the state that is on record for this driver: tests/data/hashes.csv.

On llvmpipe with any number of threads: each runs twice, with none, and with 8. (With as many as there are cores runs
check.LESSON.)

Usage: hashes.py BIN-DIRECTORY SOURCE-DIRECTORY [LESSON] [--write COLUMN], by itself for all lessons.

A change that is meant to leave results alone leaves the table alone. One that is meant to change them writes its column
anew, on each driver: llvmpipe, zink, NVIDIA. Integer states are the same on all of them; states in float32 may differ
from driver to driver, and nearly always agree all the same. Where versions of one driver differ (Mesa 22.3 and 25.0 take
other square roots in inversesqrt), all that are known stand there, with | between them.

Broken variants are left out, because most of them race. In the table, '-' stands for a state that differs from run to
run, as in the one float sum that shows just that. Empty: not measured there.
Exit status: 0 good, 1 a test failed, 77 no column for this driver.
"""
import argparse
import csv
import json
import os
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

COLUMNS = ["llvmpipe", "zink", "NVIDIA"]
# Sizes that make a run short, and frames in which something happens.
SETTINGS = {"01_dispatch": (2, ""), "02_shared": (2, "width=301 height=203 n=67"), "03_atomics": (2, "count=50021"),
            "04_life": (20, "width=61 height=67 generations=3"), "05_reduction": (2, "count=50021 terms=12"),
            "06_bitonic": (8, "keys=997"), "07_grid": (5, "particles=2003"),
            "08_indirect": (10, "particles=5003 life=0.1 filled=1"), "09_sph": (10, "particles=701 substeps=2"),
            "10_profiling": (2, "vectors=1009"),
            "11_boids": (10, "boids=2003 noise=3 obstacle=3 target=2 shark=5"),
            "12_cloth": (20, "columns=31 rows=29 substeps=6 wind=9 tear=0.03 crumple=0.1"),
            "13_foam": (20, "particles=701 pool=500 stir=6 rate=600 substeps=2 life_min=0.1 life_max=0.3"),
            "14_galaxy": (5, "stars=2003 grid=16 lines=33 length=128 signal=noise"),
            "15_surface": (3, "particles=2003 before=5")}
NO_HASH = "no hash"  # what measure() says of a run without one, and why
THREADS = ("0", "8")  # LP_NUM_THREADS of the two runs


def run(program, *options, threads=None):
    environment = {**os.environ, "LP_NUM_THREADS": threads} if threads else None
    return subprocess.run([program, *options], capture_output=True, text=True, timeout=300, env=environment)


def variants(program):
    """The names, in the order of the list, without the broken ones."""
    listing = json.loads(run(program, "--list", "--json", "-").stdout)
    return [variant["name"] for variant in listing["variants"] if variant["kind"] != "broken"]


def settings_of(program):
    """How many frames, and the options that set the parameters."""
    frames, settings = SETTINGS[os.path.basename(program)]
    return frames, [word for setting in settings.split() for word in ("--set", setting)]


def find_driver(program):
    """The column of the driver that is used here; None if there is none."""
    return column_of(run(program, "--headless", "--frames", "1", "--hash", *settings_of(program)[1]).stdout)


def column_of(text):
    """The column of the driver that is named somewhere in there; None if there is none."""
    # zink first: it names the driver that it runs on as well
    return next((column for column in ["zink", "llvmpipe", "NVIDIA"] if column in text), None)


def hash_of(program, variant, threads=None):
    frames, options = settings_of(program)
    result = run(program, "--headless", "--hash", "--frames", str(frames), "--variant", variant, *options, threads=threads)
    found = re.search("^hash (.*)$", result.stdout, re.MULTILINE)
    return found[1] if found else f"{NO_HASH}: {result.stderr.strip() or result.stdout.strip()}"


def measure(bin_directory, lessons):
    """{(lesson, variant): hash}, '-' where runs do not agree."""
    keys = [(lesson, name) for lesson in lessons for name in variants(os.path.join(bin_directory, lesson))]

    def one(key):
        hashes = {hash_of(os.path.join(bin_directory, key[0]), key[1], threads) for threads in THREADS}
        return hashes.pop() if len(hashes) == 1 else "-"
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        return dict(zip(keys, pool.map(one, keys)))


def read_table(path):
    if not os.path.exists(path):
        return {}
    with open(path, newline="", encoding="utf-8") as file:
        return {(row["lesson"], row["variant"]): row for row in csv.DictReader(file)}


def write_column(path, column, hashes):
    """The column's new values, of the lessons that were run; all else stays as it is."""
    table = read_table(path)
    lessons = {lesson for lesson, _ in hashes}
    others = {key: row for key, row in table.items() if key[0] not in lessons}
    rows = {key: {**table.get(key, {}), "lesson": key[0], "variant": key[1], column: value} for key, value in hashes.items()}
    with open(path, "w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, ["lesson", "variant", *COLUMNS], restval="", lineterminator="\n")
        writer.writeheader()
        writer.writerows(sorted({**others, **rows}.values(), key=lambda row: row["lesson"]))


def is_known(state, wanted):
    """Whether it is one of those on record."""
    return state in wanted.split("|")


def compare(table, column, hashes):
    """A line for each state that is not as on record."""
    for key, value in hashes.items():
        wanted = table[key][column] if key in table else ""
        if wanted == "":
            yield f"{' '.join(key)}: {value}, and nothing on record"
        elif wanted != "-" and not is_known(value, wanted):
            yield f"{' '.join(key)}: {value}, not {wanted}"
    lessons = {lesson for lesson, _ in hashes}
    for lesson, variant in (key for key in table.keys() - hashes.keys() if key[0] in lessons):
        yield f"{lesson} {variant} is on record, but not in the lesson"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("bin")
    parser.add_argument("source")
    parser.add_argument("lesson", nargs="?", choices=sorted(SETTINGS))
    parser.add_argument("--write", choices=COLUMNS)
    options = parser.parse_args()
    path = os.path.join(options.source, "tests", "data", "hashes.csv")
    lessons = [options.lesson] if options.lesson else sorted(SETTINGS)
    if options.write:
        hashes = measure(options.bin, lessons)
        lacking = [f"{' '.join(key)}: {value}" for key, value in hashes.items() if value.startswith(NO_HASH)]
        if lacking:
            print("\n".join(lacking) + f"\nnothing written: {len(lacking)} have no hash")
            return 1
        write_column(path, options.write, hashes)
        return 0
    column, table = find_driver(os.path.join(options.bin, lessons[0])), read_table(path)
    if column is None or not any(row[column] for row in table.values()):
        print(f"skipped: no states on record for this driver ({column or 'unknown'})")
        return 77
    hashes = measure(options.bin, lessons)
    wrong = [*compare(table, column, hashes),
             *(f"{lesson} {variant} is on record, but there is no such lesson"
               for lesson, variant in table if lesson not in SETTINGS)]
    print("\n".join(wrong) or f"{len(hashes)} states are as on record for {column}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
