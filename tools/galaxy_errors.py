#!/usr/bin/env python3
"""Measures, for each way to find the pulls in lesson 14, how wrong they are and how long a step takes: printed as lines of JSON,
and after each of them FILE is written anew with all so far, as lessons/14_galaxy/measurements/tree_h200.json.

usage: tools/galaxy_errors.py BIN FILE [STARS...]      (BIN: build/release/bin; by default a disc of 65,536 stars, then 500,000)

All start with the same stars at rest, without a halo, and with the same softening, a 64th of the box: then a star's speed after
one step is its pull. "median_percent" and "most_percent" are the errors that half of 1,000 stars (of half a million: 250) do not
exceed, and 99 in 100, against the pull of all stars in double precision. "ms" is the sum of the medians of all passes, each timed by
itself. Needs NumPy."""
import json
import os
import subprocess
import sys
import tempfile
import time

import numpy

BOX = 40.0                                          # kpc, of lesson 14, as all that follows
PULL_OF_SUNS, SUNS, MYR = 4.30091e-6, 4.5e10, 977.8  # kpc (km/s)^2 / sun; in a galaxy; in a kpc/(km/s)
STEP_MYR, SOFTENING_KPC = 2.0, BOX / 64
SAMPLES, MOST_PULLS = 1000, 125_000_000
FRAMES, FEW_FRAMES, SHORT_MYR = 200, 5, 0.1  # to time: so many that a GPU has reached its clock; steps in which no star gets far
MOST_PAIRS = 65536
METHODS = [("tree", 64, 0.75), ("quadrupole", 64, 0.75), ("mesh_lean", 64, None), ("mesh", 64, None), ("occupied", 64, None),
           ("pairs_four", 64, None), *((variant, 64, angle) for angle in (0.5, 1, 0.3) for variant in ("tree", "quadrupole")),
           *((variant, grid, None) for grid in (128, 32) for variant in ("mesh_lean", "occupied")), ("mesh_lean", 16, None)]


def run(program, words):
    done = subprocess.run([program, "--headless", "--size", "48x30", *words], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    if done.returncode != 0:
        raise RuntimeError(f"{done.stderr}exit {done.returncode}: {' '.join(done.args)}")


def words_of(stars, variant, grid, angle):
    settings = [f"stars={stars}", f"grid={grid}", f"softening={SOFTENING_KPC * grid / BOX}", "halo=0"]
    settings += [] if angle is None else [f"theta={angle}"]
    return ["--variant", variant, *(word for setting in settings for word in ("--set", setting))]


def run_for(program, words, frames, directory, step_myr, more):
    """What a run writes down about itself."""
    file = os.path.join(directory, "record.json")
    run(program, [*words, "--set", f"step_myr={step_myr}", "--frames", str(frames), "--json", file, *more])
    with open(file, encoding="utf-8") as opened:
        return json.load(opened)


def pulls_of(program, words, stars, directory):
    """The record, where the stars are, and how they are pulled, in stars / kpc^2: half a step from rest."""
    names = {name: os.path.join(directory, f"{name}.npy") for name in ("rest", "velocities", "next_positions")}
    numpy.save(names["rest"], numpy.zeros((stars, 4), dtype=numpy.float32))
    dumps = [word for name in ("velocities", "next_positions") for word in ("--dump", f"{name}={names[name]}")]
    record = run_for(program, words, 1, directory, STEP_MYR, ["--load", f"velocities={names['rest']}", *dumps])
    strength = PULL_OF_SUNS * SUNS / stars * 0.5 * STEP_MYR / MYR
    return record, numpy.load(names["next_positions"]).astype(float), numpy.load(names["velocities"])[:, :3].astype(float) / strength


def step_ms(program, words, frames, directory):
    record = run_for(program, words, frames, directory, SHORT_MYR, ["--screenshot", os.path.join(directory, "last.png")])
    return sum(one["median_ms"] for one in record["passes"])  # each of all dispatches of its pass


def exact_pulls(positions, some):
    x, y, z, mass = (numpy.ascontiguousarray(column) for column in positions.T)
    pulls = numpy.empty((len(some), 3))
    for k, i in enumerate(some):
        dx, dy, dz = x - x[i], y - y[i], z - z[i]
        square = dx * dx + dy * dy + dz * dz + SOFTENING_KPC**2
        weight = mass / (square * numpy.sqrt(square))
        pulls[k] = weight @ dx, weight @ dy, weight @ dz
    return pulls


def measure(program, stars, known, directory, variant, grid, angle):
    words = words_of(stars, variant, grid, angle)
    record, positions, pulls = pulls_of(program, words, stars, directory)
    some = numpy.arange(0, stars, max(stars // SAMPLES, stars * stars // MOST_PULLS, 1))
    if "pulls" not in known:
        known["positions"], known["pulls"] = positions, exact_pulls(positions, some)
    if not numpy.array_equal(positions, known["positions"]):
        raise RuntimeError(f"{variant} does not start with the stars of the others")
    errors = numpy.linalg.norm(pulls[some] - known["pulls"], axis=1) / numpy.linalg.norm(known["pulls"], axis=1)
    ms = step_ms(program, words, FRAMES if record["clock"].startswith("GPU") else FEW_FRAMES, directory)
    case = {"stars": stars, "variant": variant, "grid": grid, "theta": angle, "ms": round(ms, 5),
            "median_percent": float(f"{100 * numpy.median(errors):.4g}"), "most_percent": float(f"{100 * numpy.percentile(errors, 99):.4g}")}
    return record, case


def write(file, record, cases):
    with open(f"{file}.part", "w", encoding="utf-8") as opened:
        json.dump({"what": "by tools/galaxy_errors.py, which says what the numbers are", "gl": record["gl"],
                   "clock": record["clock"], "date": time.strftime("%Y-%m-%d"), "cases": cases}, opened, indent=1)
        opened.write("\n")
    os.replace(f"{file}.part", file)


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__.split("\n\n")[1])
    program, file = os.path.join(os.path.realpath(sys.argv[1]), "14_galaxy"), sys.argv[2]
    cases, failed = [], False
    with tempfile.TemporaryDirectory() as directory:
        for stars in [int(word) for word in sys.argv[3:]] or [MOST_PAIRS, 500000]:
            known = {}
            for method in METHODS:
                if method[0] == "pairs_four" and stars > MOST_PAIRS:
                    continue
                try:
                    record, case = measure(program, stars, known, directory, *method)
                except RuntimeError as error:
                    failed = True
                    print(error, file=sys.stderr)
                    continue
                cases.append(case)
                print(json.dumps(case), flush=True)
                write(file, record, cases)
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
