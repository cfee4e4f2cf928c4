"""Lesson 14 without a window: transforms against NumPy's, energy and the size of the disc over hundreds of steps, that a
star alone stays where it is, what it refuses, and the same state in every run."""
import os

import numpy

from common import BIN, THREADS, expect, expect_good, expect_hash, expect_refusal, expect_same, finish, path, run

LESSON = os.path.join(BIN, "14_galaxy")
random = numpy.random.default_rng(14)


def galaxy(*words, frames=1, **more):
    return run([LESSON, "--headless", "--frames", str(frames), "--size", "48x30", *words], **more)


def settings(text):
    return [word for setting in text.split() for word in ("--set", setting)]


# ---- Transforms ------------------------------------------------------------------------------------

def test_numpy():
    for variant in ("levels", "eight"):
        for lines, length in ((1, 8), (3, 32), (70, 128), (5, 1024)):
            x = random.normal(size=(lines, length, 2)).astype(numpy.float32)
            numpy.save(path("x.npy"), x)
            result = galaxy("--variant", variant, *settings(f"lines={lines} length={length}"), "--load", "numbers=x.npy",
                            "--dump", "numbers=y.npy")
            expect_good(result)
            y, wanted = numpy.load(path("y.npy")), numpy.fft.fft(x[..., 0] + 1j * x[..., 1].astype(numpy.float64))
            off = numpy.abs(y[..., 0] + 1j * y[..., 1] - wanted).max() / numpy.abs(wanted).max()
            expect(off < 5e-7, result, f"numpy.fft's result, not {off:.2g} away from it")


# ---- Physics ---------------------------------------------------------------------------------------

def energies(name):
    """Of each step: all energy, and motion, for a star's mass; and the angular momentum."""
    history = numpy.load(path(name)).astype(numpy.float64)
    return history[:, :3].sum(axis=1), history[:, 0], history[:, 3]


def test_disc():
    """500 steps of 2 million years, a mesh of 16 and as soft as that asks for: energy within 0.2 %, and the disc keeps its size."""
    steps, words = 500, settings("stars=3000 grid=16 softening=2")
    start = galaxy(*words, "--dump", "positions=start.npy")
    result = galaxy(*words, "--dump", "history=history.npy", "--dump", "positions=end.npy", frames=steps)
    expect_good(start)
    expect_good(result)
    energy, motion, turning = (row[:steps] for row in energies("history.npy"))
    rise = numpy.abs(energy - energy[0]).max() / motion[0]
    expect(rise < 2e-3, result, f"energy within 0.2 % of the motion, not {100 * rise:.3f} %")
    expect(numpy.abs(turning / turning[0] - 1).max() < 5e-3, result, "the same angular momentum")
    half = [numpy.median(numpy.hypot(x[:, 0], x[:, 2])) for x in (numpy.load(path(name)) for name in ("start.npy", "end.npy"))]
    expect(abs(half[1] / half[0] - 1) < 0.1, result, f"half of the mass within {half[0]:.2f} kpc, not {half[1]:.2f}")


def test_alone():
    """Without a halo, a star by itself stays: it must not pull itself. Broken, it moves."""
    numpy.save(path("star.npy"), numpy.array([[1.37, -0.41, 2.93, 1.0]], dtype=numpy.float32))
    numpy.save(path("rest.npy"), numpy.zeros((1, 4), dtype=numpy.float32))
    for variant, moves in (("mesh", False), ("mesh_lean", False), ("nearest", True)):
        result = galaxy("--variant", variant, *settings("stars=1 halo=0 grid=16"), "--load", "positions=star.npy",
                        "--load", "velocities=rest.npy", "--dump", "positions=after.npy", frames=100)
        expect_good(result)
        way = numpy.abs(numpy.load(path("after.npy"))[0, :3] - [1.37, -0.41, 2.93]).max()
        expect((way > 1e-3) == moves, result, f"the star {'moves' if moves else 'stays'}: it went {way:.2g} kpc")


def test_lean_is_the_same():
    results = [galaxy("--variant", variant, "--hash", *settings("stars=2000 grid=16"), frames=3) for variant in ("mesh", "mesh_lean")]
    expect_same([(expect_hash(result), result) for result in results], "the state")


def test_same_every_time():
    for scene in ("disc", "black_hole", "collision"):
        results = [galaxy("--hash", *settings(f"stars=2003 grid=16 scene={scene}"), frames=5, changes={"LP_NUM_THREADS": threads})
                   for threads in THREADS]
        expect_same([(expect_hash(result), result) for result in results], "the state")


def test_ends_of_ranges():
    """Corners of all ranges together: every number stays a number."""
    for words in ("stars=2 grid=8 softening=0.25 step_myr=20 halo=300 arms=6", "stars=500 grid=8 softening=4 step_myr=20 halo=0 arms=0",
                  "stars=300 grid=16 softening=0.25 step_myr=0.1 scene=collision", "stars=1 grid=8 scene=black_hole halo=300 step_myr=20"):
        result = galaxy(*settings(words), "--dump", "positions=p.npy", "--dump", "velocities=v.npy", frames=200)
        expect_good(result)
        for name in ("p.npy", "v.npy"):
            expect(numpy.isfinite(numpy.load(path(name))).all(), result, f"only numbers in {name}")


# ---- What it refuses -------------------------------------------------------------------------------

def test_refusals():
    expect_refusal(galaxy("--set", "grid=48"), 2, "48", "a mesh of", "--set grid=8, 16, 32, 64 or 128")
    expect_refusal(galaxy("--variant", "eight", "--set", "length=100"), 2, "100", "power of two from 8 to 1024")
    expect_refusal(galaxy("--variant", "pairs", "--set", "stars=65537"), 1, "65537 stars", "mesh_lean")
    stars = numpy.ones((3, 4), dtype=numpy.float32)
    for change, text in (((1, 0, 21.0), "outside of the box"), ((2, 3, 0.5), "no whole number"), ((0, 1, numpy.nan), "outside of the box")):
        bad = stars.copy()
        bad[change[0], change[1]] = change[2]
        numpy.save(path("bad.npy"), bad)
        expect_refusal(galaxy(*settings("stars=3 grid=8"), "--load", "positions=bad.npy"), 2, f"star {change[0]}", text)
    numpy.save(path("short.npy"), stars[:2])
    expect_refusal(galaxy(*settings("stars=3 grid=8"), "--load", "positions=short.npy"), 2, "3 x 4")


for test in list(globals()):
    if test.startswith("test_"):
        globals()[test]()
finish()
