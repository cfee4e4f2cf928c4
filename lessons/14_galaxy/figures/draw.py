#!/usr/bin/env python3
"""Draws two figures of lesson 14: masses, potential and pull on a line of nodes, and what a mesh makes of the pull of two stars.

Usage: draw.py, which writes the .svg files beside it. Wants NumPy and Matplotlib. Every run draws the same.
"""
import os

import matplotlib
import numpy as np
from matplotlib import pyplot

HERE = os.path.dirname(os.path.abspath(__file__))
INK, BLUE, ORANGE, GREEN, GREY, RED = "#1d2733", "#2f6fb0", "#c8792a", "#3f8f80", "#9aa5b4", "#b0483f"
SOFTENING = 1.0  # cells, as in the lesson
matplotlib.rcParams.update({
    "svg.hashsalt": "14_galaxy", "svg.fonttype": "none", "font.family": "DejaVu Sans", "font.size": 10,
    "axes.edgecolor": GREY, "axes.labelcolor": INK, "xtick.color": INK, "ytick.color": INK, "text.color": INK,
    "axes.spines.top": False, "axes.spines.right": False, "figure.facecolor": "#f6f8fb", "axes.facecolor": "#f6f8fb",
    "legend.frameon": False})


def save(figure, name):
    figure.tight_layout()
    figure.savefig(os.path.join(HERE, name), metadata={"Date": None})
    pyplot.close(figure)


def potential(squared):
    return -1 / np.sqrt(squared + SOFTENING**2)


def line():
    """Stars on a line of 16 nodes: what they give to the nodes, the dents and their sum, and its slope."""
    count, stars = 16, np.array([3.3, 4.2, 4.4, 4.6, 5.1, 11.25, 11.5])
    nodes, fine = np.arange(count), np.linspace(0, count - 1, 301)
    masses = np.zeros(count)
    for star in stars:
        low = int(star)
        masses[low] += 1 - (star - low)
        masses[low + 1] += star - low
    sums = sum(m * potential((nodes - n)**2) for n, m in enumerate(masses))
    pulls = (sums[:-2] - sums[2:]) / 2
    figure, (top, middle, bottom) = pyplot.subplots(3, 1, figsize=(9, 6), sharex=True)
    top.bar(nodes, masses, width=0.5, color=ORANGE)
    top.plot(stars, np.full(len(stars), 2.75), "*", color=INK, markersize=9)
    top.text(6.0, 2.62, "the stars")
    top.text(5.6, 1.0, "what each node gets")
    top.set(ylabel="mass", ylim=(0, 3.1))
    for n, m in enumerate(masses):
        if m > 0:
            middle.plot(fine, m * potential((fine - n)**2), color=ORANGE, lw=0.8)
    middle.plot(nodes, sums, "o-", color=BLUE)
    middle.text(12.4, -3.3, "the dent of each node's mass", color=ORANGE, ha="center")
    middle.text(12.4, -4.2, "their sum, at each node", color=BLUE, ha="center")
    middle.set(ylabel="potential")
    bottom.axhline(0, color=GREY, lw=0.8)
    bottom.bar(nodes[1:-1], pulls, width=0.18, color=GREEN)
    bottom.plot(nodes[1:-1], pulls, "o", color=GREEN)
    bottom.text(4.5, 0.7, "up: to the right", color=GREEN)
    bottom.text(8.4, -0.85, "down: to the left", color=GREEN)
    bottom.set(ylabel="pull: the slope", xlabel="node", xticks=nodes)
    save(figure, "line.svg")


def shares(places):
    """The low node of each place, and the shares of the eight around it."""
    low = np.floor(places)
    far = (places - low)[:, None, :]
    corners = np.array([[c & 1, c >> 1 & 1, c >> 2] for c in range(8)])
    return low[:, None, :] + corners, np.prod(np.where(corners == 1, far, 1 - far), axis=2)


def mesh_pull(here, there):
    """How strongly each star at `here` is pulled towards the one at `there`, as the lesson's mesh does it."""
    (to, given), (at, taken) = shares(there), shares(here)
    way = at[:, :, None, :] - to[:, None, :, :]
    towards = (there - here) / np.linalg.norm(there - here, axis=1)[:, None]
    pull = np.zeros(len(here))
    for axis, step in enumerate(np.eye(3)):
        slope = (potential(((way - step)**2).sum(axis=3)) - potential(((way + step)**2).sum(axis=3))) / 2
        pull += towards[:, axis] * np.einsum("sat,sa,st->s", slope, taken, given)
    return pull


def near():
    """Two stars at a distance: exactly, and by the mesh, from everywhere between the nodes."""
    places = np.random.default_rng(14).random((600, 3))
    distances = np.linspace(0.1, 5, 50)
    figure, axes = pyplot.subplots(figsize=(9, 3.2))
    for way, colour, name in ((np.array([1, 0, 0]), BLUE, "along an axis"), (np.ones(3) / np.sqrt(3), ORANGE, "from corner to corner")):
        pulls = np.array([mesh_pull(places + d * way, places) for d in distances])
        axes.fill_between(distances, pulls.min(axis=1), pulls.max(axis=1), color=colour, alpha=0.22, lw=0)
        axes.plot(distances, pulls.mean(axis=1), color=colour, label=f"the mesh, {name}")
    exact = distances / (distances**2 + SOFTENING**2)**1.5
    axes.plot(distances, exact, "--", color=INK, label="exactly, with a softening of a cell")
    axes.text(2.88, 0.22, "shaded: from the weakest to the strongest,\nwherever the stars are between the nodes")
    axes.set(xlabel="distance of the two stars, in cells", ylabel="pull, in Gm / cell²", xlim=(0, 5), ylim=(0, 0.45))
    axes.legend()
    save(figure, "near.svg")


line()
near()
