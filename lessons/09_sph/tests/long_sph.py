#!/usr/bin/env python3
"""Measures what lesson 09's text claims of its water, and prints it: too long for a test, and faster on a GPU.

Usage: long_sph.py PROGRAM [PARTICLES], by hand, with PROGRAM being the built 09_sph. Wants NumPy and SciPy. With 20,000
particles an H200 takes three minutes for all of it; a CPU should have 2,000.
- the largest rise of the total energy above its least so far, in 10,000 steps of every scene, for three viscosities, with
  and without artificial viscosity;
- 100,000 steps, after which no particle may be lost;
- the tank and the dam after 30 s: how fast, how near to each other; and the tank's pressure against rho g depth at five depths;
- the front of the experiment's column at five spacings;
- the corners of the sliders' ranges, and 200 settings at random, from a splash on: the worst rises, with what is said of them.
"""
import itertools
import os
import random
import re
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

import numpy
from scipy.spatial import cKDTree

PROGRAM = os.path.realpath(sys.argv[1])
PARTICLES = int(sys.argv[2]) if len(sys.argv) > 2 else 20000
SCENES = ("dam", "two_dams", "drop", "tank", "column")
VOLUME_M3, FLOOR_M2, SOUND = 168.75, 64.0, 60.0  # of the tank
RANGES = {"gravity": (-20, 20), "sound_speed": (10, 500), "viscosity": (0, 10000), "artificial": (0, 1),
          "rest_density": (100, 10000)}
DATA = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "data", "martin_moyce_1952_n2.csv")
work = tempfile.TemporaryDirectory()


def path(name):
    return os.path.join(work.name, name)


def run(frames, settings, *options):
    words = [word for setting in ("scene=dam", "obstacle=none", *settings) for word in ("--set", setting)]
    return subprocess.run([PROGRAM, "--headless", "--size", "64x64", "--frames", str(frames), *words, *options],
                          capture_output=True, text=True, check=True).stdout


def history(name, frames, settings, *options):
    """Energies and particles lost, largest values, and the status line."""
    out = run(frames, settings, "--dump", f"history={path(name)}.npy", *options)
    parts = numpy.load(f"{path(name)}.npy")[:frames].astype(float)
    os.remove(f"{path(name)}.npy")
    return parts[:, :, :4].sum(1), parts[:, :, 4:].max(1), re.search(r".* s in .*energy.*", out)[0]


def rise_percent(sums):
    energy = sums[:, :3].sum(1)
    return 100 * (energy - numpy.minimum.accumulate(energy)).max() / numpy.abs(sums[:, :3]).sum(1).max()


def energies(job):
    scene, viscosity, artificial = job
    sums, largest, _ = history("_".join(job), 2000, [f"scene={scene}", f"viscosity={viscosity}", f"artificial={artificial}",
                                                     f"particles={PARTICLES}", "substeps=5"])
    return (f"{scene:9} mu {viscosity:>4} Pa s, alpha {artificial:>3}: rise {rise_percent(sums):.4f} %, "
            f"densest {100 * largest[:, 0].max() - 100:+.0f} %, fastest {largest[:, 3].max():.1f} m/s, lost {sums[:, 3].max():.0f}")


def long_run(settings):
    sums, _, said = history(f"long{len(settings)}", 20000, [*settings, f"particles={PARTICLES}", "substeps=5"])
    return f"100,000 steps, {' '.join(settings)}: lost {sums[:, 3].max():.0f}; {said}"


def half_a_minute(job):
    scene, viscosity = job
    files = [path(f"{scene}{viscosity}{what}.npy") for what in "xv"]
    run(1800, [f"scene={scene}", f"viscosity={viscosity}", f"particles={PARTICLES}"], "--dump", f"positions={files[0]}",
        "--dump", f"velocities={files[1]}")
    p, v = (numpy.load(name).astype(float) for name in files)
    spacing = (VOLUME_M3 / PARTICLES)**(1 / 3)
    nearest = cKDTree(p[:, :3]).query(p[:, :3], 2)[0][:, 1] / spacing
    return p, spacing, (f"{scene} after 30 s, mu {viscosity} Pa s: {1000 * numpy.sqrt((v[:, :3]**2).sum(1).mean()):.2f} mm/s rms; "
                        f"{100 * (nearest < 0.5).mean():.2f} % nearer than 0.5 spacings, {100 * (nearest < 0.3).mean():.2f} % than 0.3")


def at_rest():
    for job in (("dam", 10), ("tank", 100), ("tank", 1000), ("tank", 10)):
        p, spacing, line = half_a_minute(job)
        yield line
    excess = numpy.maximum(p[:, 3] / 1000 - 1, 0)
    pressure, depth = 1000 * SOUND**2 * excess * (1 + excess)**2, VOLUME_M3 / FLOOR_M2 - p[:, 1]
    for height in (0.6, 1.0, 1.4, 1.8, 2.2):
        q = numpy.minimum(numpy.abs(p[:, 1] - height) / (8 / 3 * spacing), 1)
        weight = (1 - q)**4 * (1 + 4 * q)
        right = 9810 * (weight * depth).sum()
        yield f"  {height} m above the floor: pressure {100 * ((weight * pressure).sum() / right - 1):+.1f} % of rho g depth"


def front(particles):
    _, largest, _ = history(f"front{particles}", 60, ["scene=column", f"particles={particles}"])
    table = numpy.loadtxt(DATA, delimiter=",", comments="#", skiprows=5)
    table = table[(table[:, 0] > 0.83) & (table[:, 0] < 3.34)]
    width, spacing = 1.65, (1.65 * 3.3 * 1.5 / particles)**(1 / 3)
    time = numpy.arange(1, 61) / 60 * numpy.sqrt(2 * 9.81 / width)
    # 0.175 is fitted: the experiment begins later, because its gate takes a moment
    error = numpy.interp(table[:, 0] - 0.175, time, (largest[:, 1] + spacing / 2) / width) / table[:, 1] - 1
    return f"front at a spacing of {spacing:.3f} m: {100 * numpy.sqrt((error**2).mean()):.2f} % RMS"


def settings_to_try():
    for corner in itertools.product(*RANGES.values()):
        yield [f"{name}={value}" for name, value in zip(RANGES, corner)]
    random.seed(7)
    for _ in range(200):
        viscosity = random.choice((0, 10**random.uniform(-3, 4)))
        yield [f"gravity={random.uniform(-20, 20):.3f}", f"sound_speed={10 * 50**random.random():.3f}",
               f"viscosity={viscosity:.4g}", f"artificial={random.choice((0, random.random())):.3f}",
               f"rest_density={100 * 100**random.random():.1f}"]


def corner(numbered):
    number, settings = numbered
    sums, _, said = history(f"corner{number}", 200, [*settings, "particles=2000"], "--load", f"positions={path('sp.npy')}",
                            "--load", f"velocities={path('sv.npy')}")
    bad = sums[:, 3].max() > 0 or not numpy.isfinite(sums).all()
    return (numpy.inf if bad else rise_percent(sums)), f"{' '.join(settings)}: {said.split('kJ')[1]}"


with ThreadPoolExecutor(max(os.cpu_count() // 2, 1)) as pool:
    for line in pool.map(energies, itertools.product(SCENES, ("0", "10", "1000"), ("0.1", "0"))):
        print(line, flush=True)
    for line in pool.map(long_run, (["scene=dam"], ["scene=two_dams", "obstacle=ball", "viscosity=0", "artificial=0"])):
        print(line, flush=True)
    print(*at_rest(), sep="\n", flush=True)
    for line in pool.map(front, (716, 1500, 2420, 8168, 27566)):
        print(line, flush=True)
    run(60, ["particles=2000", "viscosity=1"], "--dump", f"positions={path('sp.npy')}", "--dump", f"velocities={path('sv.npy')}")
    tried = sorted(pool.map(corner, enumerate(settings_to_try())), reverse=True)
    print(f"{len(tried)} settings: {sum(rise > 1 for rise, _ in tried)} with a rise of more than 1 %; the worst:")
    print(*(f"  {rise:.4f} %: {text}" for rise, text in tried[:6]), sep="\n")
