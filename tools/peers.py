#!/usr/bin/env python3
"""Times a lesson's best versions and NVIDIA's libraries beside each other, on a machine with nvcc.

Usage: peers.py --bin DIRECTORY LESSON [--json FILE] [--rounds N] [--peers PROGRAM] [--nbody PROGRAM]

lessons/LESSON/peers.json says which version with which parameters stands beside which peer. Ours and theirs run in turns, in
the same few minutes: N rounds (3) of --bench, which times in batches, and of tools/peers/peers.cu, which times in the same
way. Both programs print what they are at. Of each the median of the rounds counts; the record has all of them.

tools/peers/peers.cu is built here with nvcc, unless --peers names a program that was built elsewhere. The body peer needs the
program `nbody` of NVIDIA's cuda-samples: --nbody names it; without it that row is left out.

Exit status: 0 good, 1 something failed, 77 there is no nvcc or no peer for this lesson.
"""
import argparse
import datetime
import json
import os
import re
import shutil
import statistics
import subprocess
import sys
import tempfile

TOOLS = os.path.dirname(os.path.realpath(__file__))
ROOT = os.path.dirname(TOOLS)


def say(text):
    print(text, file=sys.stderr, flush=True)


def run(words):
    """What a program prints; ends with its message if it fails."""
    result = subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    if result.returncode != 0:
        sys.exit(f"peers: {' '.join(words)} ended with {result.returncode}:\n{result.stderr[-2000:] or result.stdout[-2000:]}")
    return result.stdout


def build(directory):
    if shutil.which("nvcc") is None:
        say("peers: there is no nvcc here: it comes with NVIDIA's CUDA toolkit")
        sys.exit(77)
    program = os.path.join(directory, "peers")
    say("peers: building tools/peers/peers.cu")
    run(["nvcc", "-O3", "-arch=native", os.path.join(TOOLS, "peers", "peers.cu"), "-lcublas", "-lcufft", "-lnppif", "-lnppc", "-o", program])
    return program


def time_ours(bin_directory, lesson, row, directory):
    """Median ms of a frame, and which GPU, from --bench."""
    file = os.path.join(directory, "ours.json")
    words = [os.path.join(bin_directory, lesson), "--headless", "--bench", "--variant", row["variant"], "--json", file]
    for setting in row["set"].split():
        words += ["--set", setting]
    run(words)
    with open(file, encoding="utf-8") as stream:
        record = json.load(stream)
    return record["cases"][0]["results"][0]["median_ms"], record["gl"]


def time_bodies(program, count):
    """Of one step, from what cuda-samples' nbody prints: "total time for 10 iterations: 30.4 ms"."""
    text = run([program, "-benchmark", f"-numbodies={count}", "-i=100"])
    found = re.search(r"total time for (\d+) iterations: ([\d.]+) ms", text)
    if not found:
        sys.exit(f"peers: {program} says nothing of its time:\n{text[-1000:]}")
    time_ms = float(found[2]) / int(found[1])
    return {"ms": time_ms, "ms_alone": time_ms}


def time_theirs(options, name):
    if name.startswith("nbody_"):
        return time_bodies(options.nbody, int(name.removeprefix("nbody_")))
    return json.loads(run([options.peers, name]))["peers"][name]


def measure(options, rows, directory):
    record = {"date": datetime.datetime.now().strftime("%Y-%m-%d %H:%M"), "rounds": options.rounds,
              "ours": {}, "peers": {}, "ratio": {}}
    times = {row["peer"]: {"ours": [], "ms": [], "ms_alone": []} for row in rows}
    for number in range(1, options.rounds + 1):
        for row in rows:
            name, kept = row["peer"], times[row["peer"]]
            ours_ms, record["gl"] = time_ours(options.bin, options.lesson, row, directory)
            theirs = time_theirs(options, name)
            kept["ours"].append(ours_ms)
            kept["ms"].append(theirs["ms"])
            kept["ms_alone"].append(theirs["ms_alone"])
            say(f"peers: round {number} of {options.rounds}: {name}: ours {ours_ms:.4f} ms, theirs {theirs['ms']:.4f} ms")
    for row in rows:
        name, kept = row["peer"], times[row["peer"]]
        ours_ms, theirs_ms = statistics.median(kept["ours"]), statistics.median(kept["ms"])
        record["ours"][name] = {"variant": row["variant"], "set": row["set"], "ms": ours_ms, "rounds_ms": kept["ours"]}
        record["peers"][name] = {"ms": theirs_ms, "rounds_ms": kept["ms"], "ms_alone": statistics.median(kept["ms_alone"])}
        record["ratio"][name] = theirs_ms / ours_ms
    return record


def print_table(record):
    print(f"{record['gl']}, {record['date']}, {record['rounds']} rounds in turns; over 1: ours is faster")
    print(f"{'peer':22} {'ours ms':>10} {'theirs ms':>10} {'ratio':>6}   {'theirs, one call alone':>22}")
    for name, theirs in record["peers"].items():
        ours = record["ours"][name]
        print(f"{name:22} {ours['ms']:10.4f} {theirs['ms']:10.4f} {record['ratio'][name]:6.2f}   "
              f"{theirs['ms_alone']:22.4f}   {ours['variant']} {ours['set']}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("lesson")
    parser.add_argument("--bin", required=True)
    parser.add_argument("--json")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--peers", help="tools/peers/peers.cu, built")
    parser.add_argument("--nbody", help="cuda-samples' nbody, built")
    options = parser.parse_args()
    table = os.path.join(ROOT, "lessons", options.lesson, "peers.json")
    if not os.path.exists(table):
        say(f"peers: lesson {options.lesson} has no peer: there is no {os.path.relpath(table, ROOT)}")
        return 77
    with open(table, encoding="utf-8") as file:
        rows = json.load(file)
    if options.nbody is None:
        rows = [row for row in rows if not row["peer"].startswith("nbody_")]
    with tempfile.TemporaryDirectory() as directory:
        options.peers = options.peers or build(directory)
        record = measure(options, rows, directory)
    print_table(record)
    if options.json:
        with open(options.json, "w", encoding="utf-8") as file:
            json.dump(record, file, indent=1)
            file.write("\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
