#!/usr/bin/env python3
"""Every version and exercise of every lesson ends in the state that is on record for this driver: tests/data/hashes.csv.

Usage: hashes.py BIN-DIRECTORY SOURCE-DIRECTORY [--write COLUMN] [--repeat N]

A change that is meant to leave results alone leaves the table alone. One that is meant to change them writes its column
anew, on each driver: llvmpipe, zink, NVIDIA. Integer states are the same on all of them; states in float32 may differ
from driver to driver, and nearly always agree all the same.

Broken variants are left out, because most of them race. In the table, '-' stands for a state that differs from run to
run, as in the one float sum that shows just that; --write runs each N times (3) to find out. Empty: not measured there.
Exit status: 0 good, 1 a test failed, 77 no column for this driver.
"""
import argparse
import csv
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
            "08_indirect": (10, "particles=5003 life=0.1 filled=1"), "09_sph": (10, "particles=701 substeps=2")}


def run(program, *options):
    return subprocess.run([program, *options], capture_output=True, text=True, timeout=300)


def variants(program):
    """The names, in the order of the list, without the broken ones."""
    text = run(program, "--list").stdout.split("parameters:")[0]
    entries = re.split(r"^  (?=\w)", text, flags=re.MULTILINE)[1:]
    return [entry.split()[0] for entry in entries if "BROKEN:" not in entry]


def find_driver(bin_directory):
    """The column of the driver that is used here; None if there is none."""
    text = run(os.path.join(bin_directory, "04_life"), "--headless", "--frames", "1", "--hash").stdout
    # zink first: it names the driver that it runs on as well
    return next((column for column in ["zink", "llvmpipe", "NVIDIA"] if column in text), None)


def hash_of(program, variant):
    frames, settings = SETTINGS[os.path.basename(program)]
    options = [word for setting in settings.split() for word in ("--set", setting)]
    result = run(program, "--headless", "--hash", "--frames", str(frames), "--variant", variant, *options)
    found = re.search("^hash (.*)$", result.stdout, re.MULTILINE)
    return found[1] if found else f"no hash: {result.stderr.strip() or result.stdout.strip()}"


def measure(bin_directory, repeat):
    """{(lesson, variant): hash}, '-' where runs do not agree."""
    keys = [(lesson, name) for lesson in sorted(SETTINGS) for name in variants(os.path.join(bin_directory, lesson))]

    def one(key):
        hashes = {hash_of(os.path.join(bin_directory, key[0]), key[1]) for _ in range(repeat)}
        return hashes.pop() if len(hashes) == 1 else "-"
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        return dict(zip(keys, pool.map(one, keys)))


def read_table(path):
    if not os.path.exists(path):
        return {}
    with open(path, newline="", encoding="utf-8") as file:
        return {(row["lesson"], row["variant"]): row for row in csv.DictReader(file)}


def write_column(path, column, hashes):
    table = read_table(path)
    with open(path, "w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, ["lesson", "variant", *COLUMNS], restval="", lineterminator="\n")
        writer.writeheader()
        for (lesson, variant), value in hashes.items():
            writer.writerow({**table.get((lesson, variant), {}), "lesson": lesson, "variant": variant, column: value})


def compare(table, column, hashes):
    """A line for each state that is not as on record."""
    for key, value in hashes.items():
        wanted = table[key][column] if key in table else ""
        if wanted == "":
            yield f"{' '.join(key)}: {value}, and nothing on record"
        elif wanted != "-" and value != wanted:
            yield f"{' '.join(key)}: {value}, not {wanted}"
    for lesson, variant in table.keys() - hashes.keys():
        yield f"{lesson} {variant} is on record, but not in the lesson"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("bin")
    parser.add_argument("source")
    parser.add_argument("--write", choices=COLUMNS)
    parser.add_argument("--repeat", type=int, default=3)
    options = parser.parse_args()
    path = os.path.join(options.source, "tests", "data", "hashes.csv")
    if options.write:
        write_column(path, options.write, measure(options.bin, options.repeat))
        return 0
    column, table = find_driver(options.bin), read_table(path)
    if column is None or not any(row[column] for row in table.values()):
        print(f"skipped: no states on record for this driver ({column or 'unknown'})")
        return 77
    wrong = list(compare(table, column, measure(options.bin, 1)))
    print("\n".join(wrong) or f"{len(table)} states are as on record for {column}")
    return 1 if wrong else 0


sys.exit(main())
