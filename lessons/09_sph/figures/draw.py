#!/usr/bin/env python3
"""Draws the figures of lesson 09 that are made of formulas or of recorded runs (measurements/*.csv).

Usage: draw.py, which writes the .svg files beside it. Wants NumPy and Matplotlib. Every run draws the same.
"""
import os

import matplotlib
import numpy as np
from matplotlib import patches, pyplot

HERE = os.path.dirname(os.path.abspath(__file__))
RUNS = os.path.join(HERE, "..", "measurements")
INK, BLUE, ORANGE, GREEN, GREY = "#1d2733", "#2f6fb0", "#c8792a", "#3f8f80", "#9aa5b4"
LANES = ("#7fb0de", "#f0c48c", "#93cfc0", "#d3a6cf")
matplotlib.rcParams.update({
    "svg.hashsalt": "09_sph", "svg.fonttype": "none", "font.family": "DejaVu Sans", "font.size": 10, "axes.edgecolor": GREY,
    "axes.labelcolor": INK, "xtick.color": INK, "ytick.color": INK, "text.color": INK, "axes.spines.top": False,
    "axes.spines.right": False, "figure.facecolor": "#f6f8fb", "axes.facecolor": "#f6f8fb", "legend.frameon": False})


def save(figure, name):
    figure.tight_layout()
    figure.savefig(os.path.join(HERE, name), metadata={"Date": None})
    pyplot.close(figure)


def kernel():
    """W and -W' of Wendland's kernel, and of the two that a common program mixes."""
    q = np.linspace(0, 1, 201)
    u = 1 - q
    figure, (left, right) = pyplot.subplots(1, 2, figsize=(9, 3))
    left.plot(q, 21 / (2 * np.pi) * u**4 * (5 - 4 * u), color=BLUE, label="Wendland's C2")
    left.plot(q, 315 / (64 * np.pi) * (1 - q * q)**3, "--", color=ORANGE, label="poly6")
    right.plot(q, 210 / np.pi * q * u**3, color=BLUE, label="Wendland's C2")
    right.plot(q, 315 * 6 / (64 * np.pi) * q * (1 - q * q)**2, "--", color=ORANGE, label="poly6: what its density asks for")
    right.plot(q, 45 / np.pi * u**2, ":", color=GREEN, label="spiky: what pushes in its place")
    left.set(xlabel="r / h", title="W, in 1 / h³")
    right.set(xlabel="r / h", title="-W', in 1 / h⁴: the push")
    left.legend()
    right.legend()
    save(figure, "kernel.svg")


def wall():
    """A ball that a wall cuts, and what is left open of the kernel."""
    figure, (left, right) = pyplot.subplots(1, 2, figsize=(9, 3), gridspec_kw={"width_ratios": (1, 1.6)})
    left.add_patch(patches.Rectangle((-1.2, -1.1), 2.4, 0.7, color="#d7dce4"))
    left.add_patch(patches.Circle((0, 0), 1, facecolor="#dfe9f5", edgecolor=BLUE))
    cut = patches.Rectangle((-1.2, -1.1), 2.4, 0.7, facecolor="#f0c48c", hatch="//", edgecolor=ORANGE)
    left.add_patch(cut)
    cut.set_clip_path(patches.Circle((0, 0), 1, transform=left.transData))
    left.plot([0, 0], [-0.4, 0], color=INK)
    left.plot(0, 0, "o", color=INK)
    left.text(0.06, -0.26, "d")
    left.text(-0.25, -0.72, "S(d)")
    left.text(-0.3, 0.45, "1 - S(d)")
    left.set(xlim=(-1.25, 1.25), ylim=(-1.12, 1.05), aspect="equal")
    left.axis("off")
    d = np.linspace(0, 1, 201)
    u = 1 - d
    right.plot(d, 1 - u**6 * (3.5 - 4.5 * u + 1.5 * u * u), color=BLUE, label="open share o")
    right.plot(d, 21 * u**5 * (1 - 1.5 * u + 4 / 7 * u * u), "--", color=ORANGE, label="its slope, in 1 / h: the wall's push")
    right.set(xlabel="distance to the wall d / h", ylim=(0, 1.7))
    right.legend()
    save(figure, "wall.svg")


def lanes():
    """Across the rows: which of them the ball touches, and who of four lanes takes which."""
    figure, (left, right) = pyplot.subplots(1, 2, figsize=(9, 3.4), gridspec_kw={"width_ratios": (1.35, 1)})
    x0, y0 = 0.13, 0.08  # the particle, in cells of half a reach
    for row in range(-2, 3):
        gap = max(row - y0 - 0.5, y0 - row - 0.5, 0)
        half = np.sqrt(max(4 - gap * gap, 0))
        first, last = np.floor((x0 - half) * 2) / 2, np.floor((x0 + half) * 2) / 2 + 0.5
        left.add_patch(patches.Rectangle((first, row - 0.5), last - first, 1, color="#dfe9f5"))
    for k in range(-5, 6):
        left.plot([k / 2, k / 2], [-2.5, 2.5], color=GREY, linewidth=0.5)
    for k in range(6):
        left.plot([-2.5, 2.5], [k - 2.5, k - 2.5], color=GREY, linewidth=0.8)
    left.add_patch(patches.Circle((x0, y0), 2, fill=False, edgecolor=BLUE, linewidth=1.5))
    left.plot(x0, y0, "o", color=INK)
    left.set(title="along x, a row is one run", xlim=(-2.6, 2.6), ylim=(-2.6, 2.6), aspect="equal", xlabel="x", ylabel="y")
    order = 0
    for z in range(5):
        for y in range(5):
            lane = order % 4
            gaps = [max(abs(k - 2 - 0.1) - 0.5, 0) for k in (y, z)]
            touched = gaps[0]**2 + gaps[1]**2 < 4
            right.add_patch(patches.Rectangle((z, y), 1, 1, facecolor=LANES[lane] if touched else "#f6f8fb", edgecolor=GREY))
            right.text(z + 0.5, y + 0.42, f"lane {lane}" if touched else "-", ha="center", fontsize=8)
            order += 1
    right.add_patch(patches.Circle((2.6, 2.6), 2, fill=False, edgecolor=BLUE, linewidth=1.5))
    right.set(title="across, four lanes take turns", xlim=(-0.1, 5.1), ylim=(-0.1, 5.1), aspect="equal", xlabel="z", ylabel="y")
    for axes in (left, right):
        axes.set_xticks([])
        axes.set_yticks([])
    save(figure, "lanes.svg")


COLUMN_M = 1.65  # the width a of the column; it is 2 a high, and 1.5 m deep
GATE = 0.175  # how much later the experiment starts, in units of T: fitted to the front
COLUMNS = ((1500, ORANGE), (2420, GREEN), (8168, BLUE))


def column_spacing(count):
    return (COLUMN_M * 2 * COLUMN_M * 1.5 / count)**(1 / 3)


def front():
    """The column of the experiment: its front, as it is and with the fitted shift; what is left; and its height at the wall."""
    table = np.loadtxt(os.path.join(HERE, "..", "data", "martin_moyce_1952_n2.csv"), delimiter=",", comments="#", skiprows=5)
    runs = np.loadtxt(os.path.join(RUNS, "front.csv"), delimiter=",", skiprows=2)
    used = (table[:, 0] > 0.83) & (table[:, 0] < 3.34)
    figure, (left, middle, right) = pyplot.subplots(1, 3, figsize=(11, 3.6))
    left.plot(table[:, 0], table[:, 1], "o", color=INK, markersize=4, label="Martin and Moyce 1952")
    time = runs[:, 0] / 60 * np.sqrt(2 * 9.81 / COLUMN_M)
    for column, (count, colour) in enumerate(COLUMNS, 1):
        spacing = column_spacing(count)
        place = (runs[:, column] + spacing / 2) / COLUMN_M
        for shift, style in ((0, ":"), (GATE, "-")):
            near = time + shift < 3.5
            label = f"{count:,} particles, {100 * spacing:.1f} cm apart" if shift else None
            left.plot(time[near] + shift, place[near], style, color=colour, label=label)
            error = 100 * (np.interp(table[used, 0], time + shift, place) / table[used, 1] - 1)
            middle.plot(table[used, 0], error, "o" + style, color=colour, markersize=3,
                        label=f"{np.sqrt((error**2).mean()):.1f} % RMS, mean {error.mean():+.1f} %")
    middle.axhline(0, color=GREY, linewidth=0.8)
    left.set(xlabel="T = t √(2 g / a)", title="front, in widths a\ndotted: as it is; solid: 0.175 later")
    middle.set(xlabel="T", title="what is left, in %", ylim=(-8, 30))
    table = np.loadtxt(os.path.join(HERE, "..", "data", "martin_moyce_1952_n2_height.csv"), delimiter=",", comments="#", skiprows=3)
    heights = np.loadtxt(os.path.join(RUNS, "height.csv"), delimiter=",", skiprows=2)
    right.plot(table[:, 0], table[:, 1], "o", color=INK, markersize=4, label="Martin and Moyce 1952")
    time = heights[:, 0] / 60 * np.sqrt(9.81 / COLUMN_M)
    for column, (count, colour) in enumerate(COLUMNS, 1):
        rms = np.sqrt(((np.interp(table[:, 0], time, heights[:, column]) - table[:, 1])**2).mean())
        right.plot(time, heights[:, column], color=colour, label=f"{count:,} particles: {rms:.3f} RMS")
    right.set(xlabel="t √(g / a)", title="height at the wall, in heights 2 a\nno shift", xlim=(0, 4.4))
    for axes in (left, middle, right):
        axes.legend(fontsize=7.5)
    save(figure, "front.svg")


def pressure():
    table = np.loadtxt(os.path.join(RUNS, "pressure.csv"), delimiter=",", skiprows=2)
    figure, axes = pyplot.subplots(figsize=(4.5, 3.2))
    axes.plot(table[:, 2] / 1000, table[:, 0], color=GREY, label="ρ g depth")
    axes.plot(table[:, 1] / 1000, table[:, 0], "o", color=BLUE, markersize=4, label="the tank after 30 s")
    axes.set(xlabel="pressure, kPa", ylabel="height, m", xlim=(0, None), ylim=(0, None))
    axes.legend()
    save(figure, "pressure.svg")


def energy():
    """Of every scene: kinetic, elastic and potential energy, one upon the other. The upper edge may only fall."""
    rows = np.genfromtxt(os.path.join(RUNS, "energy.csv"), delimiter=",", skip_header=2, dtype=None, encoding="utf-8")
    scenes = ("dam", "two_dams", "drop", "tank", "column")
    figure, all_axes = pyplot.subplots(1, 5, figsize=(11, 2.6))
    for axes, scene in zip(all_axes, scenes):
        time, *parts = np.array([[row[1], row[2], row[3], row[4]] for row in rows if row[0] == scene]).T
        axes.stackplot(time, *parts, colors=("#4db8c4", "#edab57", "#5a8cbf"), labels=("kinetic", "elastic", "potential"))
        axes.set(title=scene, xlabel="s", xlim=(0, 10))
    all_axes[0].set_ylabel("MJ")
    all_axes[4].legend(fontsize=8)
    save(figure, "energy.svg")


def resolution():
    """What the length of a step and the number of particles do to the dam's energy."""
    rows = np.genfromtxt(os.path.join(RUNS, "resolution.csv"), delimiter=",", skip_header=2, dtype=None, encoding="utf-8")
    figure, (left, right) = pyplot.subplots(1, 2, figsize=(9, 3.2))
    for count, colour, marker in ((2500, ORANGE, "o"), (20000, GREEN, "s"), (160000, BLUE, "^")):
        label = f"{count:,} particles, {100 * (168.75 / count)**(1 / 3):.0f} cm apart"
        for axes, run, line in ((left, "rise", marker), (right, "left", "")):
            at, percent = np.array([[row[2], row[3]] for row in rows if row[0] == run and row[1] == count]).T
            axes.plot(at, percent, line + "-", color=colour, markersize=4, label=label)
    left.set_yscale("symlog", linthresh=1e-6)
    left.set(xlabel="step, in times of 0.6 h / c", title="no viscosity: largest rise, in %", xlim=(0, 1.6), ylim=(-2e-7, 200),
             yticks=(0, 1e-6, 1e-4, 1e-2, 1, 100), yticklabels=("0", "10⁻⁶", "10⁻⁴", "0.01", "1", "100"))
    left.yaxis.set_minor_locator(matplotlib.ticker.NullLocator())
    right.set(xlabel="s", title="default viscosity: energy that is left, in %", xlim=(0, 10))
    right.legend()
    save(figure, "resolution.svg")


for draw in (kernel, wall, lanes, front, pressure, energy, resolution):
    draw()
