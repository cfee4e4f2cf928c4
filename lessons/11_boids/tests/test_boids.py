"""Lesson 11 without a window: the same flock in every run; order where there was none, and none without alignment;
parameters at the ends of their ranges and files that are no flock; and the project's acceptance checks, each of which has
to find its fault."""
import os
import random

import numpy

import project
from common import BIN, SOURCE, THREADS, expect, expect_good, expect_hash, expect_refusal, expect_same, finish, listing, path, run, write

BOIDS = os.path.join(BIN, "11_boids")
FEW = ("--set", "boids=1511")


def boids(*words, **more):
    return run([BOIDS, "--headless", *words], **more)


def settings(text):
    return [word for setting in text.split() for word in ("--set", setting)]


def hash_of(*words, **more):
    result = boids(*words, "--hash", **more)
    return expect_hash(result), result


def state_after(frames, text):
    """Positions and velocities, and the run."""
    result = boids("--frames", frames, *settings(text), "--dump", "positions=p.npy", "--dump", "velocities=v.npy")
    expect_good(result)
    return numpy.load(path("p.npy")), numpy.load(path("v.npy")), result


# ---- The same again ------------------------------------------------------------------------------

def test_same_state():
    words = (*FEW, "--frames", "8", "--set", "noise=10", "--variant")
    runs = [hash_of(*words, "rows", changes={"LP_NUM_THREADS": threads}) for threads in THREADS * 10]
    expect_same(runs, "the same hash in 20 runs")
    expect_same([runs[0], hash_of(*words, "index"), hash_of(*words, "sorted")], "the same hash")
    expect_same([hash_of(*words, "all_pairs"), hash_of(*words, "tiles")], "the same hash")
    other, result = hash_of(*words, "rows", "--seed", "2")
    expect(other != runs[0][0], result, "another hash with another seed")


# ---- What flocks do ------------------------------------------------------------------------------

def order_of(velocities):
    headings = velocities[:, :3] / numpy.linalg.norm(velocities[:, :3], axis=1)[:, None]
    return numpy.linalg.norm(headings.mean(axis=0))


def test_order():
    """Twenty seconds: a gas becomes a flock, and stays a gas without alignment."""
    for frames, setting, good, wanted in ((0, "", lambda order: order < 0.1, "no order at first"),
                                          (600, "", lambda order: order > 0.95, "an order above 0.95 after 20 s"),
                                          (600, "align=0", lambda order: order < 0.1, "an order below 0.1 without alignment")):
        _, velocities, result = state_after(frames, f"boids=1000 scene=gas {setting}")
        expect(good(order_of(velocities)), result, f"{wanted}, not {order_of(velocities):.3f}")


def test_rest():
    """A boid at rest that sees no other stays where it is; one that sees another does not."""
    numpy.save(path("rest.npy"), numpy.zeros((3, 4), numpy.float32))
    places = numpy.array([[1, 1, 1, 0], [2, 1, 1, 0], [6, 6, 6, 0]], numpy.float32)
    numpy.save(path("places.npy"), places)
    result = boids("--frames", 5, *settings("boids=3 box=12"), "--load", f"velocities={path('rest.npy')}", "--load",
                   f"positions={path('places.npy')}", "--dump", "positions=p.npy")
    expect_good(result)
    moved = numpy.abs(numpy.load(path("p.npy")) - places)[:, :3].max(axis=1)
    expect(moved[2] == 0 and moved[:2].min() > 0.01 and numpy.isfinite(moved).all(), result, f"the third to rest: {moved}")


def test_cohesion():
    """The middle that a boid flies to is that of the near ones alone: of three in a row, the first looks to the second."""
    numpy.save(path("rest.npy"), numpy.zeros((3, 4), numpy.float32))
    numpy.save(path("row.npy"), numpy.array([[1, 6, 6, 0], [2, 6, 6, 0], [2, 8, 6, 0]], numpy.float32))
    ways = []
    for cohesion in (10, 1.5, 0.5):
        result = boids("--frames", 1, *settings(f"boids=3 box=12 separation=0 align=0 slowest=0 cohere=1 cohesion={cohesion}"),
                       "--load", f"velocities={path('rest.npy')}", "--load", f"positions={path('row.npy')}", "--dump", "velocities=v.npy")
        expect_good(result)
        ways.append(numpy.load(path("v.npy"))[0, :3])
    expect(ways[0][0] > 0 and abs(ways[0][1] - ways[0][0]) < 1e-6, result, f"to the middle of both: {ways[0]}")
    expect(ways[1][0] > 0 and ways[1][1] == 0 and not ways[2].any(), result, f"to the near one, and to none: {ways[1:]}")


def test_lead():
    """A hand that leads has the flock around it; one that does not scares it away; without one the target is on its path."""
    place, box = numpy.array([0.3, 0.2, -0.25]), 25
    write("hand.txt", ("11_boids\n" + 150 * f"0.3 0.2 2 0 0 -1 {' '.join(map(str, place))}\n").encode())
    far, hashes = {}, {}
    for lead in ("hand", "path"):
        words = settings(f"boids=500 box={box} scene=gas target=15 cohere=0 lead={lead}")
        result = boids("--frames", 150, *words, "--play-input", path("hand.txt"), "--dump", "positions=p.npy")
        expect_good(result)
        ways = numpy.load(path("p.npy"))[:, :3] / box - 0.5 - place
        far[lead] = numpy.median(numpy.linalg.norm(ways - numpy.round(ways), axis=1))
        hashes[lead] = hash_of("--frames", 5, *words)
    expect(far["hand"] < 0.2 < far["path"], result, f"a flock around the hand that leads it: {far}")
    expect_same([hashes["hand"], hashes["path"]], "the same hash without a hand")


def test_camera():
    """A camera that leads has the flock on its side, and a record of it gives the same hash."""
    box, words = 25, settings("boids=500 box=25 scene=gas target=15 cohere=0 lead=camera")
    yaw, pitch = numpy.radians((33, 16))
    first = numpy.array((-0.08, -0.03, -0.05)) + 2.15 * numpy.array((numpy.sin(yaw) * numpy.cos(pitch), numpy.sin(pitch), numpy.cos(yaw) * numpy.cos(pitch)))
    write("other.txt", ("11_boids\n" + 150 * "-2 0.5 0 1 0 0 0 0 0\n").encode())
    for played, camera in (((), first), (("--play-input", path("other.txt")), numpy.array((-2, 0.5, 0)))):
        result = boids("--frames", 150, *words, *played, "--record-input", path("camera.txt"), "--dump", "positions=p.npy", "--hash")
        expect_good(result)
        ways = numpy.load(path("p.npy"))[:, :3] / box - 0.5 - 0.36 * camera / numpy.linalg.norm(camera)
        far = numpy.median(numpy.linalg.norm(ways - numpy.round(ways), axis=1))
        expect(far < 0.2, result, f"a flock on the camera's side, not {far:.2f} boxes from there")
        expect_same([(expect_hash(result), result), hash_of("--frames", 150, *words, "--play-input", path("camera.txt"))], "the same hash from its record")
    expect_good(run([BOIDS, "--check", "--variant", "index", *settings("boids=300 target=8 lead=camera")]))


# ---- The ends of the ranges ----------------------------------------------------------------------

def test_corners():
    """All parameters at an end of their range at a time: a state of numbers in the box, or a message."""
    chance, ran = random.Random(5), 0
    params = [param for param in listing(BOIDS)["parameters"] if param["name"] not in ("boids", "scene", "view", "box")]
    for k in range(60):
        text = f"boids={chance.choice((1, 2, 700))} scene={chance.randrange(2)} box={chance.choice((0, 0, 1.6, 31, 10000))} "
        text += " ".join(f"{param['name']}={chance.choice((param['min'], param['value'], param['max'])):g}" for param in params)
        variant = chance.choice(("all_pairs", "index", "rows", "fine"))
        result = boids("--variant", variant, "--frames", 3, "--size", "64x40", *settings(text), "--dump", "positions=p.npy",
                       "--dump", "velocities=v.npy")
        if result.code != 0:
            expect(result.code in (1, 2) and len(result.errors()) == 1, result, "one message, and exit status 1 or 2")
            continue
        ran += 1
        places, velocities = numpy.load(path("p.npy"))[:, :3], numpy.load(path("v.npy"))
        expect(numpy.isfinite(places).all() and places.min() >= 0 and numpy.isfinite(velocities).all(), result, "numbers")
    expect(ran >= 15, BOIDS, f"more than {ran} of 60 corners to run")


def test_bad_input():
    for text, message in (("slowest=9 fastest=8", "cannot fly at 9 m/s at the least and 8 m/s at the most"),
                          ("box=7.4", "a box of 7.4 m is too small for a radius of 2.5 m"),
                          ("box=50 obstacle=21", "an obstacle with a radius of 21 m leaves no room"),
                          ("boids=0", "boids"), ("noise=nan", "noise"), ("radius=0.4", "radius")):
        expect_refusal(boids("--frames", 1, *settings(text)), 2, message)
    expect_refusal(boids("--frames", 1, "--variant", "tiles"), 1, "all pairs of 20000 boids are too many")
    good = numpy.full((5, 4), 0.5, numpy.float32)
    for name, change, message in (("positions", (2, 1, -0.5), "positions[2] is -0.5"),
                                  ("positions", (4, 0, 50.0), "positions[4] is 50"),
                                  ("positions", (0, 2, numpy.nan), "positions[0] is nan"),
                                  ("velocities", (1, 1, numpy.inf), "velocities[1] is inf")):
        bad = good.copy()
        bad[change[0], change[1]] = change[2]
        numpy.save(path("bad.npy"), bad)
        expect_refusal(boids("--frames", 1, *settings("boids=5 box=20"), "--load", f"{name}={path('bad.npy')}"), 2, message)
    numpy.save(path("bad.npy"), good[:4])
    expect_refusal(boids("--frames", 1, *settings("boids=5"), "--load", f"positions={path('bad.npy')}"), 2, "4")
    write(path("bad.npy"), b"no numbers")
    expect_refusal(boids("--frames", 1, "--load", f"positions={path('bad.npy')}"), 2, "bad.npy")


# ---- The project ---------------------------------------------------------------------------------

RIGHT = """#version 430 core
#include "11_boids/slots.h"
layout(local_size_x = GROUP) in;
#include "11_boids/boid.glsl"
layout(std430, binding = NEXT_POSITIONS) restrict writeonly buffer NextPositions { vec4 next_positions[]; };
layout(std430, binding = NEXT_VELOCITIES) restrict writeonly buffer NextVelocities { vec4 next_velocities[]; };
layout(std430, binding = STARTS) restrict readonly buffer Starts { uint starts[]; };
layout(std430, binding = IDS) restrict readonly buffer Ids { uint ids[]; };
layout(std430, binding = SORTED_POSITIONS) restrict readonly buffer SortedPositions { vec4 sorted_positions[]; };
layout(std430, binding = SORTED_VELOCITIES) restrict readonly buffer SortedVelocities { vec4 sorted_velocities[]; };
uint me;
void visit_cells(uint first, uint last)
{
    for (uint j = starts[first]; j < starts[last + 1u]; j++) {
        vec3 way = nearest_image(sorted_positions[j].xyz - here);
        float square = square_of(way);
        if (square < radius * radius && j != me) add(way, square, sorted_velocities[j].xyz);
    }
}
#include "grid/torus_rows.glsl"
void main()
{
    me = gl_GlobalInvocationID.x;
    if (me >= count) return;
    begin(sorted_positions[me].xyz, sorted_velocities[me].xyz);
    visit_candidates(here);
    uint id = ids[me];
    move_on(id, next_positions[id], next_velocities[id]);
}
"""
# Wrong flocks: what is changed in which file, and which checks say so. Several at a time, where they do not meet.
WRONG = (([("boid.glsl", "square < separation * separation", "square < 2.25"), ("boid.glsl", "wish += cohere *", "wish += 0.5 *"),
           ("boid.glsl", "clamp(speed, slowest, fastest)", "clamp(speed, 2.5, 8.0)"), ("around.glsl", "shark.w > 0.0", "false")],
          ["its radius, moved live", "cohesion", "limits of speed, moved live", "a shark that scatters them"]),
         ([("boid.glsl", "wish += align *", "wish += 0.0 *"), ("around.glsl", "wish += target.w", "wish -= target.w"),
           ("around.glsl", "obstacle.w > 0.0", "false"), ("around.glsl", "if (far >= obstacle.w) return;", "return;")],
          ["alignment", "a target that leads", "an obstacle to avoid"]),
         ([("project_flock.comp", "grid/torus_rows.glsl", "grid/rows.glsl"), ("boid.glsl", "wish += align *", "wish +=")],
          ["separation", "and none without its weight"]),
         ([("boid.glsl", "return neighbours > 0u", "return true"), ("boid.glsl", "wrap(place)", "place"),
           ("project_flock.comp", "= ids[me]", "= ids[min(me, 1u)]")],
          ["so does a single one", "10,000 boids fly in three dimensions", "no fault inside the kernels"]))


def test_flock():
    def text(name):
        with open(os.path.join(SOURCE, "shaders", "11_boids", name), encoding="utf-8") as file:
            return file.read()
    texts = {"boid.glsl": text("boid.glsl"), "around.glsl": text("around.glsl"), "project_flock.comp": RIGHT}
    project.test_project(BOIDS, {f"11_boids/{name}": text for name, text in texts.items()}, 12,
                         [([(f"11_boids/{name}", *change) for name, *change in changes], unmet) for changes, unmet in WRONG])


test_same_state()
test_order()
test_rest()
test_cohesion()
test_lead()
test_camera()
test_corners()
test_bad_input()
test_flock()
finish()
