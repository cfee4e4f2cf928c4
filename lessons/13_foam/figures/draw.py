#!/usr/bin/env python3
"""Draws the figures of lesson 13 that show its water with its eddies pushed on and not: eddies.png, a slice of both, and
confined.svg, their energies.

Usage: draw.py BIN        (BIN: build/release/bin), which writes them beside it. Takes minutes; wants NumPy and Matplotlib.
"""
import os
import subprocess
import sys
import tempfile

import matplotlib
import numpy as np
from matplotlib import patches, pyplot

HERE = os.path.dirname(os.path.abspath(__file__))
RUN = {"particles": 10000, "rate": 0, "pool": 64, "scene": "dam", "obstacle": "block", "view": "curl"}
FRAMES = 300
STRENGTHS, SHOWN = (0, 1, 2, 4, 8), (0, 4)
LAYER, FAST = (3.6, 4.4), 6.0  # m, of z; a curl as red or blue as can be, 1/s
BLOCK = (5.15, 0, 0.9, 1.8)    # x, y, width, height: common/water/scene.c
INK, GREY = "#1d2733", "#9aa5b4"
COLOURS = ("#1d2733", "#2f6fb0", "#3f8f80", "#c8792a", "#b0402f")
matplotlib.rcParams.update({
    "svg.hashsalt": "13_foam", "svg.fonttype": "none", "font.family": "DejaVu Sans", "font.size": 10, "axes.edgecolor": GREY,
    "axes.labelcolor": INK, "xtick.color": INK, "ytick.color": INK, "text.color": INK, "axes.spines.top": False,
    "axes.spines.right": False, "figure.facecolor": "#f6f8fb", "axes.facecolor": "#f6f8fb", "legend.frameon": False})


def run(program, strength, names):
    """These buffers at the end."""
    words = [word for name, value in {**RUN, "confinement": strength}.items() for word in ("--set", f"{name}={value}")]
    with tempfile.TemporaryDirectory() as directory:
        dumps = [word for name in names for word in ("--dump", f"{name}={name}.npy")]
        subprocess.run([program, "--headless", "--frames", str(FRAMES), "--size", "64x40", *words, *dumps], cwd=directory, check=True,
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        return [np.load(os.path.join(directory, f"{name}.npy")) for name in names]


def eddies(runs):
    """The middle of the box, seen from its front."""
    figure, axes = pyplot.subplots(1, len(SHOWN), figsize=(12, 4.6), sharey=True)
    for plot, strength in zip(axes, SHOWN):
        _, x, v, curl = runs[strength]
        seen = (x[:, 2] > LAYER[0]) & (x[:, 2] < LAYER[1])
        dots = plot.scatter(x[seen, 0], x[seen, 1], c=curl[seen, 2], cmap="RdBu_r", vmin=-FAST, vmax=FAST, s=34, linewidths=0.3, edgecolors=GREY)
        plot.quiver(x[seen, 0], x[seen, 1], v[seen, 0], v[seen, 1], color=INK, scale=60, width=0.0016)
        plot.add_patch(patches.Rectangle(BLOCK[:2], *BLOCK[2:], color="#c3cad4"))
        plot.set(xlim=(0, 8), ylim=(0, 4.2), aspect="equal", xlabel="x, m", title=f"confinement={strength}")
    axes[0].set_ylabel("y, m")
    figure.colorbar(dots, ax=axes, label="curl towards you, 1/s: red turns to the left", shrink=0.8, pad=0.02)
    figure.savefig(os.path.join(HERE, "eddies.png"), dpi=110, bbox_inches="tight", metadata={"Software": None})
    pyplot.close(figure)


def energies(runs):
    figure, (total, moving) = pyplot.subplots(1, 2, figsize=(11, 3.6))
    at = np.arange(1, FRAMES + 1) / 60
    for strength, colour in zip(STRENGTHS, COLOURS):
        parts = runs[strength][0][:FRAMES, :, :3].astype(float).sum(1) / 1e6
        total.plot(at, parts.sum(1), color=colour, label=f"{strength} m/s")
        moving.plot(at, parts[:, 0], color=colour)
    total.set(xlabel="s", ylabel="MJ", title="all energy")
    moving.set(xlabel="s", ylabel="MJ", title="energy of motion")
    total.legend(title="confinement")
    figure.tight_layout()
    figure.savefig(os.path.join(HERE, "confined.svg"), metadata={"Date": None})
    pyplot.close(figure)


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__.split("\n\n")[1])
    program = os.path.join(os.path.realpath(sys.argv[1]), "13_foam")
    runs = {strength: run(program, strength, ("history", "bodies", "motions", "curls")) for strength in STRENGTHS}
    eddies(runs)
    energies(runs)
    for strength, (history, *_) in runs.items():
        parts = history[:FRAMES, :, :3].astype(float).sum(1)
        print(f"{strength}: {parts[-1].sum():.4g} J, {parts[-1, 0]:.4g} J of motion; of the first frame's {parts[0].sum():.4g} J")


if __name__ == "__main__":
    main()
