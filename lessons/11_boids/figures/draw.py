#!/usr/bin/env python3
"""Draws the figures of lesson 11: what a boid does, a run across the seam, and order over time (measurements/order.csv).

Usage: draw.py [BIN], which writes the .svg files beside it; with the directory of the built lessons, far_image.png, too. Wants NumPy and
Matplotlib. Every run draws the same.
"""
import csv
import os
import subprocess
import sys
import tempfile

import matplotlib
import numpy as np
from matplotlib import patches, pyplot

HERE = os.path.dirname(os.path.abspath(__file__))
RUNS = os.path.join(HERE, "..", "measurements")
INK, BLUE, ORANGE, GREEN, GREY, RED = "#1d2733", "#2f6fb0", "#c8792a", "#3f8f80", "#9aa5b4", "#b0483f"
matplotlib.rcParams.update({
    "svg.hashsalt": "11_boids", "svg.fonttype": "none", "font.family": "DejaVu Sans", "font.size": 10,
    "axes.edgecolor": GREY, "axes.labelcolor": INK, "xtick.color": INK, "ytick.color": INK, "text.color": INK,
    "axes.spines.top": False, "axes.spines.right": False, "figure.facecolor": "#f6f8fb", "axes.facecolor": "#f6f8fb",
    "legend.frameon": False})


def save(figure, name):
    figure.tight_layout()
    figure.savefig(os.path.join(HERE, name), metadata={"Date": None})
    pyplot.close(figure)


def boid(axes, place, heading, colour, size=0.26):
    """A dart, seen from above."""
    angle = np.arctan2(heading[1], heading[0])
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    corners = size * np.array([[0.9, 0], [-0.6, 0.45], [-0.35, 0], [-0.6, -0.45]])
    axes.add_patch(patches.Polygon(corners @ turn.T + place, closed=True, color=colour))


def arrow(axes, start, way, colour):
    axes.annotate("", xy=np.add(start, way), xytext=start, arrowprops={"arrowstyle": "-|>", "color": colour, "lw": 2})


def rules():
    """Separation, alignment, cohesion: the same neighbours three times."""
    others = np.array([[0.42, 0.30], [-0.75, 0.55], [0.55, -0.95], [1.1, 0.45], [-0.2, 1.15]])
    headings = np.array([[0.3, 1], [0.6, 1], [0, 1], [0.5, 1], [0.9, 1]])
    wishes = {"separation": -others[0] / np.linalg.norm(others[0]) * 0.8, "alignment": np.array([0.35, 0.75]),
              "cohesion": others.mean(axis=0) * 2.2}
    figure, panels = pyplot.subplots(1, 3, figsize=(9, 3.6))
    for axes, (name, way) in zip(panels, wishes.items()):
        axes.add_patch(patches.Circle((0, 0), 1.45, facecolor="#e6edf6", edgecolor=BLUE))
        axes.text(0.95, -1.25, "radius", color=BLUE, fontsize=9)
        if name == "separation":
            axes.add_patch(patches.Circle((0, 0), 0.85, facecolor="#f7e6d2", edgecolor=ORANGE))
        for place, heading in zip(others, headings):
            near = name != "separation" or np.linalg.norm(place) < 0.85
            boid(axes, place, heading, GREEN if near else GREY)
            if name == "alignment":
                arrow(axes, place, 0.42 * heading / np.linalg.norm(heading), GREY)
        if name == "cohesion":
            axes.plot(*others.mean(axis=0), "x", color=RED, markersize=9, markeredgewidth=2)
        boid(axes, (0, 0), (1, 0.25), INK, 0.32)
        arrow(axes, (0, 0), way, ORANGE)
        axes.set(xlim=(-1.6, 1.6), ylim=(-1.6, 1.6), aspect="equal", title=name)
        axes.axis("off")
    save(figure, "rules.svg")


def seam():
    """Seven cells along an axis: the three around a boid in the first, and where they lie in memory."""
    figure, axes = pyplot.subplots(figsize=(9, 2.6))
    for row in range(3):
        for cell in range(7):
            wanted = cell in (6, 0, 1)
            axes.add_patch(patches.Rectangle((cell, row), 1, 1, facecolor="#f7e6d2" if wanted else "white", edgecolor=GREY))
            axes.text(cell + 0.06, row + 0.08, str(row * 7 + cell), fontsize=8, color=ORANGE if wanted else GREY)
    boid(axes, (0.45, 1.55), (-1, 0.3), INK, 0.3)
    axes.add_patch(patches.Circle((0.45, 1.55), 0.99, facecolor="none", edgecolor=BLUE, clip_on=True))
    image = patches.Circle((7.45, 1.55), 0.99, facecolor="none", edgecolor=BLUE, linestyle=":")
    axes.add_patch(image)
    image.set_clip_path(patches.Rectangle((0, 0), 7, 3, transform=axes.transData))
    for place in ((0.9, 1.0), (1.25, 1.9), (6.7, 1.75), (6.55, 1.2)):
        boid(axes, place, (-1, 0.2), GREEN, 0.24)
    axes.text(7.2, 2.4, "cells 13, 7, 8: for the middle row, two runs,", fontsize=10)
    axes.text(7.2, 2.0, "13 alone, then 7 and 8", fontsize=10)
    axes.text(7.2, 1.2, "the way to a boid in cell 13 is short:", fontsize=10)
    axes.text(7.2, 0.8, "the nearest image, one box to the left", fontsize=10)
    axes.set(xlim=(-0.6, 11.2), ylim=(-0.05, 3.05), aspect="equal")
    axes.axis("off")
    save(figure, "seam.svg")


def order():
    """As recorded: 20,000 boids that begin as a gas."""
    with open(os.path.join(RUNS, "order.csv"), encoding="utf-8") as file:
        rows = list(csv.reader(line for line in file if not line.startswith("#")))
    names, table = rows[0], np.array(rows[1:], dtype=float)
    styles = {"all three rules": (BLUE, "-"), "seed 2": (BLUE, ":"), "seed 3": (BLUE, "--"), "noise 30 m/s2": (ORANGE, "-"),
              "noise 60 m/s2": (RED, "-"), "no alignment": (GREY, "-"), "no cohesion": (GREEN, "-")}
    figure, axes = pyplot.subplots(figsize=(9, 3))
    for name, column in zip(names[1:], table.T[1:]):
        if name in styles:
            axes.plot(table[:, 0], column, color=styles[name][0], linestyle=styles[name][1], label=name)
    axes.set(xlabel="s", ylabel="order", ylim=(0, 1.02), xlim=(0, 60))
    axes.legend(loc="upper left", bbox_to_anchor=(1, 1))
    save(figure, "order.svg")


def boids_at_seam(program, variant, side=63.0):
    """Places around the middle of the box's wall at y = 0, where a flock is crossing it after three seconds, and velocities."""
    with tempfile.TemporaryDirectory() as folder:
        names = [os.path.join(folder, f"{name}.npy") for name in ("positions", "velocities")]
        subprocess.run([program, "--headless", "--variant", variant, "--frames", "90", "--dump", f"positions={names[0]}",
                        "--dump", f"velocities={names[1]}"], check=True, stdout=subprocess.DEVNULL)
        places, velocities = (np.load(name)[:, :3] for name in names)
    places = (places - (52.5, 0.0, 10.5) + side / 2) % side - side / 2
    near = (abs(places[:, 0]) < 9) & (abs(places[:, 1]) < 13) & (abs(places[:, 2]) < 3)
    return places[near], velocities[near]


def far_image(program):
    """The same flock, three seconds after the same start, with the short way and with the long one."""
    figure, panels = pyplot.subplots(1, 2, figsize=(10, 4.2))
    titles = {"index": "index: the flock flies through the seam", "far_image": "far_image: it parts there"}
    for axes, (variant, title) in zip(panels, titles.items()):
        places, ways = boids_at_seam(program, variant)
        axes.axvline(0, color=GREY, linestyle=":")
        axes.quiver(places[:, 1], places[:, 0], ways[:, 1], ways[:, 0], ways[:, 1], cmap=pyplot.get_cmap("coolwarm"), clim=(-5, 5),
                    scale=110, width=0.0042, headwidth=4)
        axes.set(xlim=(-13, 13), ylim=(-9, 9), aspect="equal", title=title, xlabel="m from the seam, across it")
    panels[0].set_ylabel("m, along it")
    figure.tight_layout()
    figure.savefig(os.path.join(HERE, "far_image.png"), dpi=110, metadata={"Software": None})
    pyplot.close(figure)


rules()
seam()
if len(sys.argv) > 1:
    far_image(os.path.join(sys.argv[1], "11_boids"))
if os.path.exists(os.path.join(RUNS, "order.csv")):
    order()
