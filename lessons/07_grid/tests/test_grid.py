"""Lesson 07 without a window: the same results in every run, real point sets against SciPy's k-d
tree, and points that are no ordinary points."""
import os
import re
import resource
import shutil
import subprocess
import sys

import numpy

try:
    from scipy.spatial import cKDTree
except ImportError:
    print("skipped: there is no python3-scipy")
    sys.exit(77)

from common import BIN, SOURCE, expect, expect_good, expect_hash, expect_refusal, finish, path, run, sanitized, write

GRID = os.path.join(BIN, "07_grid")
SEARCHES = ("brute", "hash", "index", "sorted", "rows", "lists")
FEW = ("--set", "particles=3001", "--set", "dimensions=3")


def grid(*words, **more):
    return run([GRID, "--headless", *words], **more)


def hash_of(*words, **more):
    result = grid(*words, "--hash", **more)
    return expect_hash(result), result


def test_same_state():
    """All searches find the same. (Threads seldom change the order of the atomics; tests/gl/test_grid.c turns it
    round.)"""
    for name in ("rows", "ordered"):  # one of each part
        words = ("--variant", name, *FEW, "--frames", "5")
        first, _ = hash_of(*words)
        other, result = hash_of(*words, "--seed", "2")
        expect(other != first, result, "another hash with another seed")
    found = []
    for name in SEARCHES:
        result = grid("--variant", name, *FEW, "--frames", "5", "--dump", f"found={name}.npy")
        expect_good(result)
        found.append(numpy.load(path(f"{name}.npy")))
        expect(numpy.array_equal(found[0], found[-1]), result, "the neighbours of brute force")


def point_sets():
    random = numpy.random.default_rng(7)
    centres = random.uniform(-40, 60, (30, 3))
    clusters = centres[random.integers(0, 30, 5003)] + random.normal(0, 3, (5003, 3))
    shell = random.normal(0, 1, (2000, 3))
    shell /= numpy.linalg.norm(shell, axis=1)[:, None]
    plane = numpy.c_[random.uniform(0, 1000, (4001, 2)), numpy.full(4001, 3.5)]
    line = numpy.c_[numpy.linspace(-1, 1, 777) ** 3, numpy.zeros((777, 2))]
    for name, points, radius in (("clusters", clusters, 2.0), ("shell", shell, 0.21),
                                 ("plane", plane, 31.0), ("line", line, 0.0123),
                                 ("one", numpy.array([[5.0, -3.0, 1e6]]), 1.0)):
        yield name, points.astype(numpy.float32), radius


def tree_lists(points, radius, result):
    """The neighbours of each point by SciPy, in double precision; no pair may be so close to the
    radius that single precision could see it otherwise."""
    tree = cKDTree(points.astype(numpy.float64))
    inner, outer = (tree.query_ball_point(tree.data, radius * scale, return_length=True).sum()
                    for scale in (1 - 1e-5, 1 + 1e-5))
    if inner != outer:  # leave out one point of each pair in doubt
        pairs = tree.query_pairs(radius * (1 + 1e-5)) - tree.query_pairs(radius * (1 - 1e-5))
        keep = numpy.setdiff1d(numpy.arange(len(points)), [j for _, j in pairs])
        return tree_lists(points[keep], radius, result)
    lists = tree.query_ball_point(tree.data, radius)
    return points, [sorted(set(near) - {i}) for i, near in enumerate(lists)]


def test_against_tree():
    for name, points, radius in point_sets():
        points, lists = tree_lists(points, radius, name)
        numpy.save(path(f"{name}.npy"), points)
        counts = numpy.array([len(near) for near in lists])
        for variant in ("hash", "rows", "lists"):
            words = ["--variant", variant, "--load", f"positions={name}.npy", "--frames", "2",
                     "--set", f"radius={radius}", "--set", "room=200", "--dump", "found=f.npy"]
            if variant == "lists":
                words += ["--dump", "neighbours=n.npy"]
            result = grid(*words)
            expect_good(result)
            found = numpy.load(path("f.npy"))
            expect(numpy.array_equal(found["neighbours"], counts), result, "the counts of SciPy's tree")
            sums = numpy.array([sum(near) % 2**32 for near in lists], numpy.uint32)
            expect(numpy.array_equal(found["sum"], sums), result, "the numbers' sums")
        n = len(points)
        table = numpy.load(path("n.npy"))
        offsets, entries = table[:n + 1], table[n + 1:]
        got = [sorted(entries[offsets[i]:offsets[i + 1]].tolist()) for i in range(n)]
        expect(got == lists, result, "the lists of SciPy's tree")
        result = grid("--variant", "rows", "--load", f"positions={name}.npy", "--dump",
                      "positions=p.npy", "--frames", "3")
        expect_good(result)
        expect(numpy.array_equal(numpy.load(path("p.npy")), points), result, "points that stay")


def test_strange_points():
    # All neighbours are exactly a radius away, or nearly. With cells of exactly the radius, the
    # second lattice has two of them two cells apart, by rounding.
    steps = numpy.stack(numpy.meshgrid(numpy.arange(60), *[numpy.arange(4)] * 2), -1).reshape(-1, 3)
    for start, spacing in ((0, 0.1), (-5.1, 2.3), (100.3, 0.7)):
        lattice = numpy.float32(start) + steps.astype(numpy.float32) * numpy.float32(spacing)
        numpy.save(path("lattice.npy"), lattice)
        for variant in SEARCHES[1:]:  # whose cells may be wrong
            expect_good(grid("--check", "--variant", variant, "--load", "positions=lattice.npy",
                             "--set", f"radius={spacing}"))
    points = numpy.random.default_rng(1).uniform(0, 1, (1000, 3)).astype(numpy.float32)
    points[10:200, 1] = numpy.nan
    points[300] = numpy.inf, -numpy.inf, 0.5
    points[301:305] = numpy.nan
    points[400:800] = 0.25  # a crowd in one point
    numpy.save(path("strange.npy"), points)
    numpy.save(path("point.npy"), numpy.full((2000, 3), 0.5, numpy.float32))
    for name in ("strange", "point"):
        for variant in SEARCHES + ("ordered", "unordered"):
            expect_good(grid("--check", "--variant", variant, "--load", f"positions={name}.npy",
                             "--set", "room=2000"))


def test_many():
    """By brute force in two chunks, the second one short, and by the grid."""
    words = ("--set", "particles=17000", "--set", "per_cell=2", "--set", "picked=-1", "--frames", "1")
    found = []
    for name in ("brute", "rows"):
        result = grid("--variant", name, *words, "--dump", f"found=many_{name}.npy", timeout=120)
        expect_good(result)
        found.append(numpy.load(path(f"many_{name}.npy")))
    expect(found[0]["neighbours"].sum() > 0 and numpy.array_equal(*found), result, "the same as brute")


def test_refusals():
    for name, array in (("two", numpy.zeros((5, 2), numpy.float32)),
                        ("double", numpy.zeros((5, 3))),
                        ("flat", numpy.zeros(15, numpy.float32)),
                        ("empty", numpy.zeros((0, 3), numpy.float32))):
        numpy.save(path(f"{name}.npy"), array)
        expect_refusal(grid("--load", f"positions={name}.npy", "--frames", "1"), 2, f"{name}.npy")
    write("text.csv", "1,2,3\n4,5\n")
    expect_refusal(grid("--load", "positions=text.csv", "--frames", "1"), 2, "text.csv")
    expect_refusal(grid("--load", "positions=none.npy", "--frames", "1"), 2, "none.npy")
    expect_refusal(grid("--set", "radius=0.0001", "--frames", "1"), 1, "cells", "what to do")
    expect_refusal(grid("--variant", "brute", "--set", "particles=1000000", "--frames", "1"), 1,
                   "all pairs", "what to do")
    result = grid("--variant", "lists", *FEW, "--set", "room=2", "--frames", "1")
    expect_good(result)
    expect("no room for all" in result.out, result, "a word about lists that are cut off")


def test_too_large():
    """A file of the right type that no buffer can hold is not read first."""
    header = "{'descr': '<f4', 'fortran_order': False, 'shape': (200000000, 3), }".ljust(117) + "\n"
    with open(path("large.npy"), "wb") as file:
        file.write(b"\x93NUMPY\1\0" + len(header).to_bytes(2, "little") + header.encode())
        file.truncate(128 + 12 * 200000000)  # takes no room
    expect_refusal(grid("--load", "positions=large.npy", timeout=20, before=lambda: None if sanitized() else resource.setrlimit(
        resource.RLIMIT_DATA, (2 << 30, 2 << 30))), 1, "buffer positions (200000000 x 3 float32)", "a storage block holds")


def test_length_of_lists():
    """The one number that the CPU reads back for its own use."""
    result = grid("--variant", "lists", *FEW, "--frames", "2", "--dump", "found=f.npy")
    expect_good(result)
    mean = numpy.load(path("f.npy"))["neighbours"].mean()
    expect(f" {mean:.1f} neighbours a particle\n" in result.out, result, f"a mean of {mean:.1f}")


def test_in_order():
    """Sorted by cell at the start: as the grid sorts those that are not, velocities included."""
    for setting in ("dimensions=3", "dimensions=2", "per_cell=0.3", "per_cell=300", "radius=0.25"):
        dumped = []
        for in_order in (0, 1):
            words = ["--variant", "ordered", "--frames", "1", "--set", "speed=0", *FEW, "--set",
                     setting, "--set", f"in_order={in_order}"]
            for name in ("ids", "positions", "velocities"):
                words += ["--dump", f"{name}={name}.npy"]
            result = grid(*words)
            expect_good(result)
            dumped.append([numpy.load(path(f"{name}.npy"))
                           for name in ("ids", "positions", "velocities")])
            is_sorted = numpy.array_equal(dumped[-1][0], numpy.arange(3001))
            expect(is_sorted == (in_order == 1), result, "particles by cell, if asked for")
        (ids, *unsorted), (_, *sorted_ones) = dumped
        for before, after in zip(unsorted, sorted_ones):
            expect(numpy.array_equal(before[ids], after), result, "the particles of in_order=0")
    numpy.save(path("own.npy"), numpy.load(path("positions.npy"))[::-1])
    result = grid("--variant", "ordered", "--frames", "1", "--set", "speed=0", "--set",
                  "in_order=1", "--load", "positions=own.npy", "--dump", "ids=ids.npy")
    expect_good(result)
    is_sorted = numpy.array_equal(numpy.load(path("ids.npy")), numpy.arange(3001))
    expect(not is_sorted, result, "points in the order of their file")


def reds(*words, **more):
    """How many pixels of the box have the colour of the nearest."""
    result = grid(*words, "--frames", "5", "--screenshot", "near.png", **more)
    expect_good(result)
    crop = ["-crop", "880x560+390+40", "-depth", "8", "rgb:-"]
    pixels = subprocess.run(["convert", path("near.png"), *crop], capture_output=True, check=True).stdout
    red, green, blue = numpy.frombuffer(pixels, numpy.uint8).reshape(-1, 3).astype(int).T
    return int(((red > 200) & (abs(green - 90) < 30) & (abs(blue - 60) < 30)).sum()), result


def test_nearest_are_red():
    """What the text says of its command: with our solution; as shipped, nothing is red."""
    with open(os.path.join(SOURCE, "lessons/07_grid/README.md"), encoding="utf-8") as file:
        words = re.search(r"^\./wb run 7 (--variant nearest .*)$", file.read(), re.M)[1].split()
    shaders = os.path.join(SOURCE, "shaders")
    os.makedirs(path("own/07_grid/tasks"))
    shutil.copy(os.path.join(shaders, "07_grid/solutions/nearest.comp"), path("own/07_grid/tasks/nearest.comp"))
    count, result = reds(*words, changes={"WB_SHADERS": f"{path('own')}:{shaders}"})
    expect(count > 150, result, f"red pixels, not {count}")
    os.makedirs(path("shipped/07_grid/tasks"))
    with open(path("own/07_grid/tasks/nearest.comp"), encoding="utf-8") as file:
        solved, shipped = file.read().split("// --- as shipped ---\n")
    start = "".join(line[3:] or "\n" for line in shipped.splitlines(keepends=True))
    write("shipped/07_grid/tasks/nearest.comp", re.sub(r"(?s)(from here ---\n).*(// --- to here)",
          lambda marks: marks[1] + start + marks[2], solved))
    count, result = reds(*words, changes={"WB_SHADERS": f"{path('shipped')}:{shaders}"})
    expect(count == 0, result, f"no red pixel, not {count}")


test_same_state()
test_against_tree()
test_strange_points()
test_many()
test_refusals()
test_too_large()
test_length_of_lists()
test_in_order()
test_nearest_are_red()
finish()
