#!/usr/bin/env python3
"""Draws figures of lesson 14: masses, potential and pull on a line of nodes; what a mesh makes of the pull of two stars; and the
tree: stars in the order of their codes, the nodes over them, what a walk opens, and its errors against its time beside those of
the others (from ../measurements/tree_h200.json).

Usage: draw.py [BIN], which writes the .svg files beside it; with BIN (build/release/bin), list.png as well: what pulls on one bundle of a
galaxy. Wants NumPy and Matplotlib. Every run draws the same.
"""
import json
import os
import subprocess
import sys
import tempfile

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


# ---- The tree, in a plane: codes of two numbers with four bits each ----

def spread(bits):
    return sum((bits >> k & 1) << 2 * k for k in range(4))


def some_stars():
    """24 of them, most in a cluster, in the order of their codes: places in cells, and the codes."""
    random = np.random.default_rng(14)
    places = np.concatenate([random.normal((4.6, 10.4), 1.7, (13, 2)), random.uniform(0.4, 15.6, (11, 2))])
    codes = np.array([spread(int(x)) << 1 | spread(int(y)) for x, y in places])
    order = np.argsort(codes, kind="stable")
    return places[order], codes[order]


def common_bits(codes, i, j):
    different = int(codes[i] ^ codes[j])
    return 8 - different.bit_length() if different else 8 + 5 - (i ^ j).bit_length()


def nodes_of(codes, first, last, depth=0):
    """All nodes over a stretch of the order, each before its children: (first, last, depth, where it is cut)."""
    if first == last:
        return [(first, last, depth, None)]
    shared = common_bits(codes, first, last)
    split = max(k for k in range(first, last) if common_bits(codes, first, k) > shared or k == first)
    return ([(first, last, depth, split)] + nodes_of(codes, first, split, depth + 1) +
            nodes_of(codes, split + 1, last, depth + 1))


def bare(axes, title):
    axes.set(xlim=(-0.2, 16.2), ylim=(-0.2, 16.2), aspect="equal", xticks=[], yticks=[], title=title)
    for side in axes.spines.values():
        side.set_visible(False)


def box_of(places, first, last, margin=0.25):
    low, high = places[first:last + 1].min(axis=0) - margin, places[first:last + 1].max(axis=0) + margin
    return tuple(low), *(high - low)


def codes():
    """The curve through all cells, and the stars in its order."""
    places, _ = some_stars()
    cells = sorted(((spread(x) << 1 | spread(y), x + 0.5, y + 0.5) for x in range(16) for y in range(16)))
    figure, (left, right) = pyplot.subplots(1, 2, figsize=(9, 4.9))
    bare(left, "256 cells, in the order of their codes")
    left.plot([c[1] for c in cells], [c[2] for c in cells], color=GREY, lw=0.9)
    left.plot(*places.T, "*", color=INK, markersize=8)
    bare(right, "24 stars in that order; red: a jump")
    for line in range(0, 17, 8):
        right.plot([line, line], [0, 16], color=GREY, lw=0.8)
        right.plot([0, 16], [line, line], color=GREY, lw=0.8)
    steps = np.linalg.norm(np.diff(places, axis=0), axis=1)
    for i, length in enumerate(steps):
        right.plot(*places[i:i + 2].T, color=RED if length > 7 else BLUE, lw=1.4)
    right.plot(*places.T, "*", color=INK, markersize=8)
    crowded = {4: (-11, 1), 8: (-3, -13), 9: (-9, -10), 10: (3, 5), 11: (-14, 5), 13: (4, -10)}
    for i, place in enumerate(places):
        right.annotate(str(i), place, crowded.get(i, (4, 4)), textcoords="offset points", fontsize=8)
    save(figure, "codes.svg")


def tree():
    """The nodes over the order, and where their boxes are; bundles of at most 4 stars."""
    places, order_codes = some_stars()
    nodes = nodes_of(order_codes, 0, len(places) - 1)
    figure, (left, right) = pyplot.subplots(1, 2, figsize=(10, 5), gridspec_kw={"width_ratios": [1.35, 1]})
    deepest = max(node[2] for node in nodes)
    parents, numbers = [], {(0, len(places) - 1): 0}
    for first, last, _, split in nodes:
        if split is not None:
            numbers.update({(first, split): split, (split + 1, last): split + 1})
    bare(right, "where they are")
    for node in nodes:
        first, last, depth, split = node
        parents = [p for p in parents if p[0] <= first and last <= p[1] and p[2] < depth]
        is_bundle = last - first < 4 and (not parents or parents[-1][1] - parents[-1][0] >= 4)
        colour = ORANGE if is_bundle else BLUE if last - first >= 4 else GREY
        if split is not None:
            left.plot([first - 0.3, last + 0.3], [-depth, -depth], color=colour, lw=5 if is_bundle else 3, solid_capstyle="butt")
            left.plot(numbers[first, last], -depth, "o", color="white", markeredgecolor=colour, markersize=5)
            left.text(numbers[first, last], 0.22 - depth, numbers[first, last], fontsize=8, ha="center", color=colour)
            right.add_patch(pyplot.Rectangle(*box_of(places, first, last), fill=False, edgecolor=colour,
                                             lw=2 if is_bundle else 0.9))
            parents.append(node)
        else:
            left.plot(first, -depth, "*", color=ORANGE if is_bundle else INK, markersize=8)
            if is_bundle:
                right.add_patch(pyplot.Rectangle(*box_of(places, first, last), fill=False, edgecolor=ORANGE, lw=2))
    right.plot(*places.T, "*", color=INK, markersize=7)
    left.set(xlabel="place in the order", yticks=[], ylim=(-deepest - 0.8, 0.9), title="nodes, from the root down; each has the number of one of its ends")
    left.spines["left"].set_visible(False)
    left.text(23.3, -deepest - 0.4, "a star alone is a leaf", ha="right")
    left.text(23.3, -deepest + 0.5, "bundles of at most 4 stars", color=ORANGE, ha="right")
    save(figure, "tree.svg")


def walk():
    """What one bundle meets: far nodes as bodies, near ones opened."""
    places, order_codes = some_stars()
    nodes = nodes_of(order_codes, 0, len(places) - 1)
    children = {(n[0], n[1]): [(n[0], n[3]), (n[3] + 1, n[1])] for n in nodes if n[3] is not None}
    bundles, todo = [], [(0, len(places) - 1)]
    while todo:
        stretch = todo.pop()
        if stretch[1] - stretch[0] < 4:
            bundles.append(stretch)
        else:
            todo += children[stretch]
    centre_of = lambda s: places[s[0]:s[1] + 1].mean(axis=0)
    bundle = min((b for b in bundles if b[1] > b[0]), key=lambda b: np.linalg.norm(centre_of(b) - (4.6, 10.4)))
    low, high = places[bundle[0]:bundle[1] + 1].min(axis=0), places[bundle[0]:bundle[1] + 1].max(axis=0)
    figure, axes = pyplot.subplots(figsize=(6.4, 5.6))
    bare(axes, "what the stars of one bundle are pulled by")
    stack, bodies = [(0, len(places) - 1)], 0
    while stack:
        first, last = stretch = stack.pop()
        centre = centre_of(stretch)
        off = np.maximum(np.maximum(low - centre, centre - high), 0)
        corners = np.maximum(places[first:last + 1].max(axis=0) - centre, centre - places[first:last + 1].min(axis=0))
        if 2 / np.sqrt(2) * np.linalg.norm(corners) > 0.75 * np.linalg.norm(off):
            stack += children.get(stretch, [])
            if stretch in children:
                continue
        bodies += 1
        if last > first:
            axes.add_patch(pyplot.Rectangle(*box_of(places, first, last), fill=False, edgecolor=BLUE, lw=1.3))
        axes.plot(*centre, "o", color=BLUE, markersize=4 + 2.5 * np.sqrt(last - first))
        axes.plot([centre[0], (low[0] + high[0]) / 2], [centre[1], (low[1] + high[1]) / 2], color=BLUE, lw=0.5, alpha=0.6)
    axes.plot(*places.T, "*", color=INK, markersize=7)
    axes.add_patch(pyplot.Rectangle(*box_of(places, *bundle), fill=False, edgecolor=ORANGE, lw=2.2))
    axes.text(8, -1.0, f"{len(places)} stars, {bodies} bodies", ha="center", color=BLUE)
    axes.set_ylim(-1.4, 16.2)
    save(figure, "walk.svg")


def galaxy_tree(program, stars):
    """The tree over a disc: nodes, their boxes, and where the bundles begin in the order."""
    names = ("tree_nodes", "tree_boxes", "tree_bundles", "tree_command")
    words = ["--variant", "tree", "--set", f"stars={stars}", "--set", "grid=32"]
    with tempfile.TemporaryDirectory() as directory:
        dumps = [word for name in names for word in ("--dump", f"{name}={name}.npy")]
        subprocess.run([program, "--headless", "--frames", "1", "--size", "48x30", *words, *dumps], cwd=directory, check=True,
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        nodes, boxes, bundles, command = (np.load(os.path.join(directory, f"{name}.npy")) for name in names)
    return nodes, boxes[:, :, :3], bundles[:command[3] + 1]


def bodies_of(nodes, boxes, low, high, theta=0.75):
    """The nodes of the list for stars in such a box, as shaders/14_galaxy/walk.comp finds them."""
    inner, stack, found = len(boxes), [0], []
    while stack:
        node = stack.pop()
        centre = nodes["body"][node, :3]
        off = np.linalg.norm(np.maximum(np.maximum(low - centre, centre - high), 0))
        if node < inner and nodes["size"][node] > theta * off:
            stack += [int(nodes["right"][node]), int(nodes["left"][node])]
        else:
            found.append(node)
    return found


def list_of_bundle(bin_directory):
    """Seen from above: all that pulls on one bundle, boxes the larger the further away they are."""
    stars = 20000
    nodes, boxes, bundles = galaxy_tree(os.path.join(os.path.realpath(bin_directory), "14_galaxy"), stars)
    leaves = nodes["body"][stars - 1:, :3]
    stretches = [leaves[first:end] for first, end in zip(bundles[:-1], bundles[1:])]
    own = min((one for one in stretches if len(one) > 20), key=lambda one: np.linalg.norm(one.mean(axis=0) - (4.5, 0, 3.0)))
    low, high = own.min(axis=0), own.max(axis=0)
    found = bodies_of(nodes, boxes, low, high)
    figure, axes = pyplot.subplots(figsize=(9, 7.6))
    axes.plot(leaves[:, 0], leaves[:, 2], ".", color=GREY, markersize=1.2, zorder=1)
    for node in found:
        x, _, z, mass = nodes["body"][node]
        if node < stars - 1:
            box = boxes[node]
            axes.add_patch(pyplot.Rectangle(box[0, [0, 2]], *(box[1] - box[0])[[0, 2]], fill=False, edgecolor=BLUE, lw=0.8, zorder=3))
        axes.plot(x, z, "o", color=BLUE, markersize=1.5 + 0.28 * np.sqrt(mass), markeredgewidth=0, alpha=0.75, zorder=4)
    axes.add_patch(pyplot.Rectangle(low[[0, 2]], *(high - low)[[0, 2]], fill=False, edgecolor=RED, lw=2, zorder=5))
    axes.set(aspect="equal", xlim=(-14, 14), ylim=(-12, 12), xlabel="kpc", ylabel="kpc",
             title=f"{stars:,} stars; {len(found)} bodies pull on the {len(own)} in the red box")
    figure.tight_layout()
    figure.savefig(os.path.join(HERE, "list.png"), dpi=110, metadata={"Software": None})
    pyplot.close(figure)


def errors():
    """How wrong the pulls of each method are, and what a step costs: for few stars, and for many."""
    with open(os.path.join(HERE, "..", "measurements", "tree_h200.json"), encoding="utf-8") as file:
        record = json.load(file)
    numbers = sorted({one["stars"] for one in record["cases"]})
    figure, all_axes = pyplot.subplots(1, len(numbers), figsize=(11, 5.2), sharey=True)
    for stars, axes in zip(numbers, all_axes):
        cases = [one for one in record["cases"] if one["stars"] == stars]
        for variant, by, colour, name, off in (
                ("tree", "theta", ORANGE, "tree, θ from 1 to 0.3", (-5, -9)), ("quadrupole", "theta", RED, "quadrupole, θ from 1 to 0.3", (-5, -11)),
                ("mesh_lean", "grid", BLUE, "mesh_lean, by its grid", (-6, -3)),
                ("occupied", "grid", GREEN, "occupied, by its grid", (-5, -11) if axes is all_axes[0] else (6, 5))):
            way = sorted((one for one in cases if one["variant"] == variant), key=lambda one: one[by])
            axes.loglog([one["ms"] for one in way], [one["median_percent"] for one in way], "o-", color=colour, label=name, markersize=5)
            for one in way:
                if variant == "tree" and 0.3 < one["theta"] < 1:
                    continue  # no room between the others
                at = (6, -3) if (variant, one[by]) == ("mesh_lean", 128) else off
                axes.annotate(f"{one[by]:g}", (one["ms"], one["median_percent"]), at, textcoords="offset points", color=colour, fontsize=8.5,
                              ha="right" if at[0] < 0 else "left")
        for one in cases:
            if one["variant"] == "pairs_four":
                axes.plot(one["ms"], one["median_percent"], "o", color=INK, markersize=6, label="pairs_four")
        axes.set_xticks([0.1, 0.3, 1, 3, 10], ["0.1", "0.3", "1", "3", "10"])
        axes.xaxis.set_minor_formatter(lambda x, _: "")
        axes.grid(color=GREY, lw=0.4, alpha=0.6)
        axes.set(xlabel="ms a step", title=f"{stars:,} stars", xlim=(0.06, 20))
    all_axes[0].yaxis.set_major_formatter(lambda y, _: f"{y:.6f}".rstrip("0").rstrip(".") + " %")
    all_axes[0].set(ylabel="error of the pull, median", ylim=(4e-6, 90))
    all_axes[0].legend(loc="lower left")
    save(figure, "errors.svg")


line()
near()
codes()
tree()
walk()
errors()
if len(sys.argv) > 1:
    list_of_bundle(sys.argv[1])
