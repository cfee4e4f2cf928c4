#!/usr/bin/env python3
"""Measures what the length of a step and the number of particles do to the energy of lesson 09's dam, and prints
lessons/09_sph/measurements/resolution.csv.

usage: tools/water_energy.py BIN [PARTICLES...]      (BIN: build/release/bin; an H200 takes half a minute for the default)

Rows "rise": without any viscosity, in 1.67 s, the largest rise of the total energy above its least so far, in percent of
all energies, against the step in times of 0.6 h / c. Rows "left": with the default parameters, what is left of the energy
that the dam has above water at rest, in percent, against the time in seconds. Needs NumPy."""
import os
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

import numpy

PARTICLES = (2500, 20000, 160000)
STEPS = (0.125, 0.25, 0.5, 0.75, 1.0, 1.25, 1.5)
VOLUME_M3, FLOOR_M2, WEIGHT = 168.75, 64.0, 9810.0  # N/m3
FRAME_S, SOUND = 1 / 60, 60.0


def energies(program, frames, settings):
    """Kinetic, potential and elastic energy after each frame, in J."""
    words = [word for setting in ("scene=dam", "obstacle=none", *settings) for word in ("--set", setting)]
    with tempfile.TemporaryDirectory() as directory:
        file = os.path.join(directory, "history.npy")
        subprocess.run([program, "--headless", "--frames", str(frames), *words, "--dump", f"history={file}"], check=True,
                       stdout=subprocess.DEVNULL)
        return numpy.load(file)[:frames, :, :3].astype(float).sum(1)


def rise(program, particles, times):
    reach = 8 / 3 * (VOLUME_M3 / particles)**(1 / 3)
    step = times * 0.6 * reach / SOUND
    substeps = max(round(FRAME_S / step), 1)
    parts = energies(program, round(100 * FRAME_S / (substeps * step)),
                     [f"particles={particles}", f"substeps={substeps}", f"step_ms={1000 * step:.6f}", "viscosity=0", "artificial=0"])
    energy = parts.sum(1)
    return 100 * (energy - numpy.minimum.accumulate(energy)).max() / numpy.abs(parts).sum(1).max()


def left(program, particles):
    """Twice a second."""
    energy = energies(program, 600, [f"particles={particles}"]).sum(1)
    rest = WEIGHT * VOLUME_M3**2 / FLOOR_M2 / 2
    return [(frame / 60, 100 * (energy[frame - 1] - rest) / (energy[0] - rest)) for frame in (1, *range(30, 601, 30))]


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__.split("\n\n")[1])
    program = os.path.join(os.path.realpath(sys.argv[1]), "09_sph")
    counts = [int(word) for word in sys.argv[2:]] or PARTICLES
    print("# Lesson 09's dam, by tools/water_energy.py, which says what the rows are.\nrun,particles,at,percent")
    with ThreadPoolExecutor(max(os.cpu_count() // 2, 1)) as pool:
        jobs = [(particles, times) for particles in counts for times in STEPS]
        for (particles, times), percent in zip(jobs, pool.map(lambda job: rise(program, *job), jobs)):
            print(f"rise,{particles},{times},{percent:.3g}")
        for particles, rows in zip(counts, pool.map(lambda count: left(program, count), counts)):
            print(*(f"left,{particles},{time:.3f},{percent:.2f}" for time, percent in rows), sep="\n")


if __name__ == "__main__":
    main()
