#!/usr/bin/env python3
"""Draws residuals.svg, a figure of lesson 16: how much of the first step's divergence each pressure solver of smoke leaves.

Usage: draw.py BIN        (BIN: build/release/bin), which writes it beside it. Takes minutes; wants NumPy and Matplotlib.
"""
import os
import subprocess
import sys
import tempfile

import matplotlib
import numpy as np
from matplotlib import pyplot

HERE = os.path.dirname(os.path.abspath(__file__))
BOX = {"width": 48, "height": 72, "depth": 48, "omega": 1.97}
RUNS = {  # the sweeps, or cycles, after which it is measured
    "jacobi": (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000),
    "red_black": (1, 2, 5, 10, 20, 30, 50, 80, 120, 160, 200, 250, 300, 350, 400),
    "multigrid": (1, 2, 3, 4, 5, 6)}
INK, GREY = "#1d2733", "#9aa5b4"
COLOURS = {"jacobi": "#2f6fb0", "red_black": "#b0402f", "multigrid": "#3f8f80"}
LABELS = {"jacobi": (600, 0.045, "jacobi"), "red_black": (40, 2.5, "red_black"), "multigrid": (4.6, 1.2e-4, "multigrid, by cycles")}
matplotlib.rcParams.update({
    "svg.hashsalt": "16_fields", "svg.fonttype": "none", "font.family": "DejaVu Sans", "font.size": 11, "axes.edgecolor": GREY,
    "axes.labelcolor": INK, "xtick.color": INK, "ytick.color": INK, "text.color": INK, "axes.spines.top": False,
    "axes.spines.right": False, "figure.facecolor": "#f6f8fb", "axes.facecolor": "#f6f8fb"})


def moved(field, axis, side):
    found = np.zeros_like(field)
    to, of = [slice(None)] * 3, [slice(None)] * 3
    to[axis], of[axis] = (slice(None, -1), slice(1, None)) if side > 0 else (slice(1, None), slice(None, -1))
    found[tuple(to)] = field[tuple(of)]
    return found


def residual(program, variant, sweeps):
    words = [word for name, value in {**BOX, "sweeps": sweeps}.items() for word in ("--set", f"{name}={value}")]
    names = ("pressure", "divergence", "openings")
    with tempfile.TemporaryDirectory() as directory:
        dumps = [word for name in names for word in ("--dump", f"{name}={name}.npy")]
        subprocess.run([program, "--headless", "--variant", variant, "--frames", "1", "--size", "64x40", *words, *dumps], cwd=directory,
                       check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        pressure, divergence, openings = (np.load(os.path.join(directory, f"{name}.npy")) for name in names)
    left = divergence.astype(float)
    for bit, axis, side in ((1, 2, -1), (2, 2, 1), (4, 1, -1), (8, 1, 1), (16, 0, -1), (32, 0, 1)):
        left -= ((openings & bit) != 0) * (moved(pressure.astype(float), axis, side) - pressure)
    return np.linalg.norm(left) / np.linalg.norm(divergence)


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__.split("\n\n")[1])
    program = os.path.join(os.path.realpath(sys.argv[1]), "16_fields")
    figure, plot = pyplot.subplots(figsize=(8, 4.2))
    for variant, counts in RUNS.items():
        left = [residual(program, variant, count) for count in counts]
        print(variant, ", ".join(f"{count}: {r:.2e}" for count, r in zip(counts, left)), flush=True)
        plot.loglog(counts, left, "o-", color=COLOURS[variant], markersize=4)
        x, y, label = LABELS[variant]
        plot.text(x, y, label, color=COLOURS[variant])
    plot.axhline(1e-3, color=GREY, linewidth=0.8, linestyle="--")
    plot.set(xlabel="sweeps or cycles", ylabel="what is left, of the divergence", ylim=(3e-6, 8))
    figure.tight_layout()
    figure.savefig(os.path.join(HERE, "residuals.svg"), metadata={"Date": None})


if __name__ == "__main__":
    main()
