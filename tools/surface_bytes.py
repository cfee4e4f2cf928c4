#!/usr/bin/env python3
"""What the passes of lesson 15's `scan` must read and write at least, with a million particles and K = 1, and how long that takes
at the roof of lessons/15_surface/measurements/h200.json: printed as lessons/15_surface/measurements/bytes_h200.json.

usage: tools/surface_bytes.py BIN      (BIN: build/release/bin; some minutes on two cores)

A pass must touch each element that it needs once, whatever it reads again. Not counted are the uniforms, the table and the
commands, what only a neighbouring block's group needs of a block that is not listed, and what memory moves besides, because it
moves no less than 32 bytes. So all of it is a lower bound. How many blocks, corners, vertices and triangles there are is counted
in a run of the dam before it moves, when there are fewer; "growth" is how many times as many 125,000 particles have after
1.5 s. Needs NumPy."""
import json
import os
import subprocess
import sys
import tempfile

import numpy

HERE = os.path.dirname(os.path.realpath(__file__))
MEASUREMENTS = os.path.join(HERE, "..", "lessons", "15_surface", "measurements")
BOX, VOLUME = numpy.array([8.0, 6.0, 8.0]), 168.75  # of lesson 15; m and m3
CELLS, RADIUS = 1, 2.0                              # K, and R in spacings
SIDE, BLOCK = 4, 64
CANDIDATES, CORNERS, EDGES = 0, 1, 3                # of a block's six masks


def surface(program, particles, before, names):
    """These buffers, after one frame of the dam that has flown for `before` frames."""
    with tempfile.TemporaryDirectory() as directory:
        words = [program, "--headless", "--frames", "1", "--size", "48x30", "--variant", "scan"]
        for setting in (f"particles={particles}", f"cells={CELLS}", f"before={before}", "moves=no"):
            words += ["--set", setting]
        for name in names:
            words += ["--dump", f"surface_{name}={os.path.join(directory, name)}.npy"]
        subprocess.run(words, check=True, stdout=subprocess.DEVNULL)
        return [numpy.load(os.path.join(directory, f"{name}.npy")) for name in names]


def counts_of(commands):
    return {"listed": int(commands[3]), "corners": int(commands[7]), "vertices": int(commands[13]), "triangles": int(commands[14])}


def blocks_along(particles):
    size = RADIUS / CELLS * (VOLUME / particles)**(1 / 3)
    return numpy.ceil((BOX + 2 * (CELLS + 1) * size) / (SIDE * size)).astype(int)


def bits_of(masks):
    """Of each block, 64 times yes or no: 64 bits in two words, the lowest first."""
    return numpy.unpackbits(numpy.ascontiguousarray(masks).view(numpy.uint8), axis=-1, bitorder="little").astype(bool)


def in_space(bits, along):
    """By z, y, x in place of block and bit."""
    blocks = bits.reshape(along[2], along[1], along[0], SIDE, SIDE, SIDE)
    return blocks.transpose(0, 3, 1, 4, 2, 5).reshape(SIDE * along[::-1])


def moved(yes, axis, by):
    """Those that are so far from one that is true; none of these is at the border."""
    return numpy.roll(yes, by, 2 - axis)


def count(program, particles):
    """What there is of everything that some pass reads or writes."""
    commands, starts, masks = surface(program, particles, 0, ("commands", "starts", "masks"))
    along = blocks_along(particles)
    held = numpy.diff(starts.astype(numpy.int64)).reshape(SIDE * along[::-1])
    masks = masks.reshape(-1, 6, 2)
    found = {"particles": particles, "cells": held.size, "blocks": len(masks), "held": int((held > 0).sum()),
             **counts_of(commands)}
    corners = in_space(bits_of(masks[:, CORNERS]), along)
    near = corners.copy()  # cells on both sides of a corner, along each axis
    for axis in range(3):
        near |= moved(near, axis, -1)
    ends = numpy.zeros_like(corners)
    for axis in range(3):
        cut = in_space(bits_of(masks[:, EDGES + axis]), along)
        ends |= cut | moved(cut, axis, 1)
    found |= {"near_cells": int(near.sum()), "near_particles": int(held[near].sum()), "ends": int(ends.sum())}
    if len(masks) != along.prod() or held.sum() != particles or corners.sum() != found["corners"] or (ends & ~corners).any():
        sys.exit("what was counted does not fit together")
    return found


def bytes_of(n):
    """{pass: read and written bytes}; layouts as common/compute/surface.h and grid.h tell them."""
    particles, cells, blocks, listed, corners, held = (n[k] for k in ("particles", "cells", "blocks", "listed", "corners", "held"))
    return {
        "grid_clear": 4 * cells,
        "grid_count": 16 * particles + 8 * held + 8 * particles,
        "scan_single_pass": 8 * (cells + 1) + 8 * blocks + 8 * blocks + 8 * (2 * blocks + 1),
        "occupied": 4 * (cells + 1) + 16 * blocks,
        "blocks": 16 * blocks + 4 * blocks,
        "list": 8 * blocks + 4 * blocks,  # of a block that is not listed it writes more
        "cells": (4 + 16) * listed + (16 + 4) * listed,
        "corners": (8 + 4) * blocks + 4 * corners,
        "grid_scatter": 8 * particles + 4 * held + 4 * particles,
        "grid_order": (4 + 16) * particles + 4 * held + (4 + 16) * particles,
        "colour": 4 * corners + 4 * n["near_cells"] + 16 * n["near_particles"] + (4 + 16) * corners,
        "classify": (4 + 16 + 4) * listed + 4 * corners + (32 + 8) * listed,
        "vertices": (4 + 32 + 4 + 4) * listed + 16 * n["ends"] + 32 * n["vertices"],
        "triangles": (4 + 40 + 8) * listed + 12 * n["triangles"],
    }


def growth(program, particles):
    before, after = (counts_of(surface(program, particles, frames, ("commands",))[0]) for frames in (0, 90))
    return {name: round(after[name] / before[name], 2) for name in before}


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__.split("\n\n")[1])
    program = os.path.join(os.path.realpath(sys.argv[1]), "15_surface")
    with open(os.path.join(MEASUREMENTS, "h200.json"), encoding="utf-8") as file:
        gb_per_s = json.load(file)["roof"]["copy"]["gb_per_s"]
    counts = count(program, 1000000)
    least = bytes_of(counts)
    least["total"] = sum(least.values())
    print(json.dumps({"what": "by tools/surface_bytes.py, which says what is counted; megabytes are millions of bytes",
                      "counts": counts, "growth": growth(program, 125000),
                      "megabytes": {name: value / 1e6 for name, value in least.items()},
                      "roof_ms": {name: float(f"{value / 1e6 / gb_per_s:.4g}") for name, value in least.items()}}, indent=1))


main()
