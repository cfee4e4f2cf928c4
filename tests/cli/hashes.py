#!/usr/bin/env python3
"""Every version and task of a lesson ends in the state that is on record for this driver:
lessons/NN_name/tests/states.csv. How long it runs, and with which parameters, stands in tests.json beside it.

On llvmpipe with any number of threads: each runs with 8, which take the work groups in an order of their own, and the first
version with none as well. (With as many as there are cores runs check.LESSON; with none run nearly all other tests.)

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

import about

COLUMNS = ["llvmpipe", "zink", "NVIDIA"]
SOURCE = os.path.join(os.path.dirname(os.path.realpath(__file__)), "..", "..")
NO_HASH = "no hash"  # what measure() says of a run without one, and why
THREADS = ("8", "0")  # LP_NUM_THREADS of the two runs


def run(program, *options, threads=None):
    environment = {**os.environ, "LP_NUM_THREADS": threads} if threads else None
    return subprocess.run([program, *options], capture_output=True, text=True, timeout=300, env=environment)


def variants(program):
    """The names, in the order of the list, without the broken ones, and tasks that are broken as shipped; and those that are
    run "also", with further parameters behind the name."""
    listing = json.loads(run(program, "--list", "--json", "-").stdout)
    also = about.about(SOURCE, os.path.basename(program))["states"].get("also", [])
    return [variant["name"] for variant in listing["variants"] if variant["kind"] not in ("broken", "flawed")] + also


def settings_of(program):
    """How many frames, and the options that set the parameters."""
    states = about.about(SOURCE, os.path.basename(program))["states"]
    return states.get("frames", 2), about.set_options(states.get("set", ""))


def find_driver(program):
    """The column of the driver that is used here; None if there is none."""
    return column_of(run(program, "--headless", "--frames", "1", "--hash", *settings_of(program)[1]).stdout)


def column_of(text):
    """The column of the driver that is named somewhere in there; None if there is none."""
    # zink first: it names the driver that it runs on as well
    return next((column for column in ["zink", "llvmpipe", "NVIDIA"] if column in text), None)


def hash_of(program, variant, threads=None):
    frames, options = settings_of(program)
    name, _, further = variant.partition(" ")
    result = run(program, "--headless", "--hash", "--frames", str(frames), "--variant", name, *options,
                 *about.set_options(further), threads=threads)
    found = re.search("^hash (.*)$", result.stdout, re.MULTILINE)
    return found[1] if found else f"{NO_HASH}: {result.stderr.strip() or result.stdout.strip()}"


def measure(bin_directory, lessons, twice):
    """{lesson: {variant: hash}}, '-' where runs do not agree. `twice`: all variants, not the first alone."""
    keys = [(lesson, name) for lesson in lessons for name in variants(os.path.join(bin_directory, lesson))]
    first = [next(key for key in keys if key[0] == lesson) for lesson in lessons]

    def one(key):
        hashes = {hash_of(os.path.join(bin_directory, key[0]), key[1], threads)
                  for threads in (THREADS if twice or key in first else THREADS[:1])}
        return hashes.pop() if len(hashes) == 1 else "-"
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        found = dict(zip(keys, pool.map(one, keys)))
    return {lesson: {name: state for (of, name), state in found.items() if of == lesson} for lesson in lessons}


def table_of(lesson):
    return os.path.join(SOURCE, "lessons", lesson, "tests", "states.csv")


def read_table(lesson):
    """{variant: row}; empty if nothing is on record."""
    if not os.path.exists(table_of(lesson)):
        return {}
    with open(table_of(lesson), newline="", encoding="utf-8") as file:
        return {row["variant"]: row for row in csv.DictReader(file)}


def write_column(lesson, column, hashes):
    """The column's new values; the other columns stay as they are."""
    table = read_table(lesson)
    with open(table_of(lesson), "w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, ["variant", *COLUMNS], restval="", lineterminator="\n")
        writer.writeheader()
        writer.writerows({**table.get(variant, {}), "variant": variant, column: value} for variant, value in hashes.items())


def is_known(state, wanted):
    """Whether it is one of those on record."""
    return state in wanted.split("|")


def compare(lesson, column, hashes):
    """A line for each state that is not as on record."""
    table = read_table(lesson)
    for variant, value in hashes.items():
        wanted = table[variant][column] if variant in table else None
        if wanted is None:
            yield f"{lesson} {variant}: {value}, and nothing on record"
        elif wanted not in ("", "-") and not is_known(value, wanted):
            yield f"{lesson} {variant}: {value}, not {wanted}"
    for variant in table.keys() - hashes.keys():
        yield f"{lesson} {variant} is on record, but not in the lesson"


def main():
    every = about.lessons(SOURCE)
    parser = argparse.ArgumentParser()
    parser.add_argument("bin")
    parser.add_argument("source")
    parser.add_argument("lesson", nargs="?", choices=every)
    parser.add_argument("--write", choices=COLUMNS)
    options = parser.parse_args()
    lessons = [options.lesson] if options.lesson else every
    column = options.write or find_driver(os.path.join(options.bin, lessons[0]))
    known = any(row[column] for lesson in every for row in read_table(lesson).values()) if column else False
    if not known and not options.write:
        print(f"skipped: no states on record for this driver ({column or 'unknown'})")
        return 77
    hashes = measure(options.bin, lessons, twice=options.write)
    lacking = [f"{lesson} {variant}: {value}" for lesson, of in hashes.items() for variant, value in of.items()
               if value.startswith(NO_HASH)]
    if options.write and lacking:
        print("\n".join(lacking) + f"\nnothing written: {len(lacking)} have no hash")
        return 1
    if options.write:
        for lesson in lessons:
            write_column(lesson, column, hashes[lesson])
        return 0
    wrong = [line for lesson in lessons for line in compare(lesson, column, hashes[lesson])]
    print("\n".join(wrong) or f"{sum(map(len, hashes.values()))} states are as on record for {column}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
