"""Lesson 15 without a window: the colour against NumPy's, in double; nothing, one particle, all in one place, and chance
through all versions; the dam on its way; no room; the same state in every run; the water as one chooses it; and what it refuses."""
import os
import shutil

import numpy

from common import BIN, THREADS, expect, expect_good, expect_hash, expect_refusal, expect_same, finish, path, run

LESSON = os.path.join(BIN, "15_surface")
BOX = numpy.array([8.0, 6.0, 8.0])
random = numpy.random.default_rng(15)


def surface(*words, frames=1, **more):
    return run([LESSON, "--headless", "--frames", str(frames), "--size", "48x30", *words], **more)


def check(text, *words):
    return run([LESSON, "--check", *settings(text), *words])


def settings(text):
    return [word for setting in text.split() for word in ("--set", setting)]


# ---- The colour, from its definition ---------------------------------------------------------------

def colours(particles, corners, spacing, radius):
    """C at each corner, by all pairs."""
    total = numpy.zeros(len(corners))
    for p in particles:
        near = numpy.maximum(1 - ((corners - p) ** 2).sum(axis=1) / radius**2, 0)
        total += 315 / (64 * numpy.pi) * (spacing / radius) ** 3 * near**3
    return total


def places_of(ids, blocks, low, size):
    """Where a corner is that is number 64 block + bit."""
    block, bit = ids // 64, ids % 64
    x = 4 * (block % blocks[0]) + bit % 4
    y = 4 * (block // blocks[0] % blocks[1]) + bit // 4 % 4
    z = 4 * (block // (blocks[0] * blocks[1])) + bit // 16
    return low + size * numpy.stack([x, y, z], axis=1)


def test_colours():
    count = 400
    for cells, spacings in ((1, 2.0), (2, 2.5), (3, 2.0)):
        particles = numpy.zeros((count, 4), dtype=numpy.float32)
        particles[:, :3] = random.uniform(1.5, 4.5, (count, 3))
        numpy.save(path("p.npy"), particles)
        result = surface(*settings(f"scene=ball particles={count} cells={cells} radius={spacings}"), "--load", "positions=p.npy",
                         "--dump", "surface_corner_list=l.npy", "--dump", "surface_colours=c.npy", "--dump", "surface_commands=n.npy")
        if not expect_good(result):
            continue
        spacing = (4 / 3 * numpy.pi * 2.4**3 / count) ** (1 / 3)
        size = spacings * spacing / cells
        low = -(cells + 1) * size
        blocks = numpy.ceil((BOX - low + (cells + 1) * size) / (4 * size)).astype(int)
        corners = numpy.load(path("n.npy"))[7]
        ids, got = (numpy.load(path(name))[:corners].astype(numpy.int64) for name in ("l.npy", "c.npy"))
        wanted = colours(particles[:, :3].astype(numpy.float64), places_of(ids, blocks, low, size), spacing, spacings * spacing)
        off = numpy.abs(got / 2**22 - wanted).max()
        expect(corners > 100 and off < 5e-6, result, f"the colours of {corners} corners within 5e-6, not {off:.2g}")


# ---- Cases that are none of the check's -----------------------------------------------------------

def test_unusual():
    expect_good(check("particles=0 cells=2 scene=ball"))
    expect_good(check("particles=1 cells=2 scene=ball iso=0.1"))  # which one particle alone reaches
    expect_good(check("particles=700 cells=2 scene=noise"))
    for name, place in (("one", [2.9, 3.1, 3.0]), ("corner", [0.0, 6.0, 8.0])):
        particles = numpy.zeros((2500, 4), dtype=numpy.float32)
        particles[:, :3] = place
        numpy.save(path(f"{name}.npy"), particles)
        # All in one place: the colour there is as large as it can be, and the surface a ball around it.
        expect_good(check("particles=2500 cells=2 scene=ball", "--load", f"positions={name}.npy"))


def test_dam():
    """A mesh that is right, to the number, when the water falls, when it splashes, when it comes back."""
    for before in (30, 90, 150, 300):
        expect_good(check(f"particles=1500 cells=2 before={before} moves=no", "--variant", "scan"))


def test_no_room():
    """Nothing is drawn, and the counts say what there would have been."""
    for variant in ("scan", "plain"):
        for room, what in (("room=10", "vertices"), ("", None)):
            words = settings(f"particles=1009 scene=ball {room}")
            result = surface(*words, "--variant", variant, "--dump", "surface_commands=c.npy")
            expect_good(result)
            commands = numpy.load(path("c.npy"))
            drawn = commands[8] * commands[9]  # indices, instances
            expect(commands[15] == (what is not None) and (drawn == 0) == (what is not None), result,
                   f"{'nothing' if what else 'all'} drawn, not {drawn} indices")
            expect(commands[14] > 100, result, f"more than 100 triangles counted, not {commands[14]}")
            if what:
                counted = f"the surface has {commands[13]} vertices and {commands[14]} triangles, and there is room for "
                rooms = "10 and 20" if variant == "scan" else "60 and 20"  # where each triangle has vertices of its own
                expect_refusal(check(f"particles=1009 scene=ball {room}", "--variant", variant), 1, counted + rooms)


def pixels_below_words(text):
    result = surface(*settings(text), "--size", "320x240", "--screenshot", "p.png", frames=2)
    expect_good(result)
    expect_good(run(["convert", "p.png", "-depth", "8", "rgb:pixels"]))
    return numpy.fromfile(path("pixels"), numpy.uint8).reshape(240, 320, 3)[100:], result


def test_no_room_picture():
    """Without room for the mesh, the picture is the one of no particles."""
    if shutil.which("convert") is None:
        return
    for view in ("view=water", "view=triangles"):
        none, _ = pixels_below_words(f"particles=0 scene=ball {view}")
        lacking, result = pixels_below_words(f"particles=1009 scene=ball room=10 {view}")
        whole, _ = pixels_below_words(f"particles=1009 scene=ball {view}")
        expect((lacking == none).all(), result, "nothing drawn")
        expect((whole != none).any(), result, "something drawn where there is room")


# ---- The same, whatever the order ------------------------------------------------------------------

def test_same_every_time():
    words = settings("particles=3001 before=10")
    results = [surface("--hash", *words, "--variant", variant, frames=3, changes={"LP_NUM_THREADS": threads})
               for variant in ("scan", "shared", "splat") for threads in THREADS]
    expect_same([(expect_hash(result), result) for result in results], "the state")


# ---- The water, as one chooses it --------------------------------------------------------------------

def positions_of(lesson, text):
    result = run([os.path.join(BIN, lesson), "--headless", "--frames", "3", "--size", "48x30", *settings(text), "--dump", "positions=w.npy"])
    return (numpy.load(path("w.npy")) if expect_good(result) else None), result


def test_water():
    """All settings of lesson 09's water do here what they do there, to the last bit; and each of them does something."""
    plain = None
    for scene, text in (("dam", ""), ("column", ""), ("dam", "obstacle=ball"), ("dam", "mixed=1"), ("dam", "gravity=-3"),
                        ("dam", "sound_speed=25"), ("dam", "viscosity=3000"), ("dam", "artificial=0.9"), ("dam", "rest_density=870"),
                        ("dam", "step_ms=0.5"), ("dam", "substeps=5"), ("wave", ""), ("drop", "group=64 division=3 lanes=4 viscosity=0 gravity=1.62")):
        here, result = positions_of("15_surface", f"particles=601 water={scene} {text}")
        there, _ = positions_of("09_sph", f"particles=601 scene={scene} obstacle=none {text}")
        if here is None or there is None:
            continue
        expect(numpy.array_equal(here, there), result, f"lesson 09's positions with scene={scene} {text}")
        plain = here if plain is None else plain
        expect(here is plain or not numpy.array_equal(here, plain), result, f"others than by default with {scene} {text}")


# ---- What it refuses -------------------------------------------------------------------------------

def test_refusals():
    for change, text in (((1, 0, 8.5), "particle 1 is at 8.5 along x"), ((2, 1, -0.01), "particle 2"), ((0, 2, numpy.nan), "particle 0")):
        bad = numpy.ones((3, 4), dtype=numpy.float32)
        bad[change[0], change[1]] = change[2]
        numpy.save(path("bad.npy"), bad)
        expect_refusal(surface(*settings("particles=3 scene=ball"), "--load", "positions=bad.npy"), 2, text, "the box is from 0 to")
    numpy.save(path("short.npy"), numpy.ones((2, 4), dtype=numpy.float32))
    expect_refusal(surface(*settings("particles=3 scene=ball"), "--load", "positions=short.npy"), 2, "3 x 4")


for test in (test_colours, test_unusual, test_dam, test_no_room, test_no_room_picture, test_same_every_time, test_water,
             test_refusals):
    test()
finish()
