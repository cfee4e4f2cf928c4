"""Lesson 14 without a window: transforms against NumPy's, energy and the size of the disc over hundreds of steps, that a
star alone stays where it is, what it refuses, the same state in every run; and the project's acceptance checks, each of
which has to notice its mistake."""
import os

import numpy

import project
from common import BIN, THREADS, expect, expect_good, expect_hash, expect_refusal, expect_same, finish, path, run

LESSON = os.path.join(BIN, "14_galaxy")
random = numpy.random.default_rng(14)


def galaxy(*words, frames=1, **more):
    return run([LESSON, "--headless", "--frames", str(frames), "--size", "48x30", *words], **more)


def settings(text):
    return [word for setting in text.split() for word in ("--set", setting)]


# ---- Transforms ------------------------------------------------------------------------------------

def test_numpy():
    for variant in ("levels", "rounds"):
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
    for part in (" million years, motion ", ", energy ", " million stars/s"):
        expect(part in result.out, result, f"'{part}', as in the window's title")
    energy, motion, turning = (row[:steps] for row in energies("history.npy"))
    rise = numpy.abs(energy - energy[0]).max() / motion[0]
    expect(rise < 2e-3, result, f"energy within 0.2 % of the motion, not {100 * rise:.3f} %")
    expect(numpy.abs(turning / turning[0] - 1).max() < 5e-3, result, "the same angular momentum")
    half = [numpy.median(numpy.hypot(x[:, 0], x[:, 2])) for x in (numpy.load(path(name)) for name in ("start.npy", "end.npy"))]
    expect(abs(half[1] / half[0] - 1) < 0.1, result, f"half of the mass within {half[0]:.2f} kpc, not {half[1]:.2f}")


def test_tree_energy():
    """500 steps: what a tree leaves out costs less energy than a mesh of 16. A walk that forgets how large a node is costs a tenth."""
    for variant, scene, keeps in (("tree", "disc", True), ("quadrupole", "collision", True), ("forgets_size", "disc", False)):
        result = galaxy("--variant", variant, *settings(f"stars=1000 grid=16 softening=2 scene={scene}"), "--dump",
                        "history=history.npy", frames=500)
        expect_good(result)
        energy, motion, _ = (row[:500] for row in energies("history.npy"))
        rise = numpy.abs(energy - energy[0]).max() / motion[0]
        expect((rise < 2e-3) == keeps, result, f"energy {'within' if keeps else 'not within'} 0.2 % of the motion: {100 * rise:.3f} %")


def shape_of(positions):
    """Of two galaxies, half of the stars each: from the one's middle to the other's; within which radius around its own middle each
    has a quarter, a half and three quarters of its stars; and how far all reach along their longest, middle and shortest axis."""
    halves = numpy.split(positions, 2)
    middles = [numpy.median(half, axis=0) for half in halves]
    radii = [numpy.percentile(numpy.linalg.norm(half - middle, axis=1), (25, 50, 75)) for half, middle in zip(halves, middles)]
    far = numpy.linalg.norm(positions - numpy.median(positions, axis=0), axis=1)
    near = positions[far < numpy.percentile(far, 80)]  # the others are thrown out, and few decide about a mean square
    return middles[1] - middles[0], numpy.concatenate(radii), numpy.sqrt(numpy.linalg.eigvalsh(numpy.cov(near.T)))


# What a shape may be away from that of all pairs: the way from middle to middle, the radii and axes; and which radii count. All start
# alike, so only the pulls differ. A tree's are off by 1 %, and not to both sides alike, since it takes galaxies for a few bodies: after
# the passage, the way is off by 3.3 % (with quadrupoles 0.3 %), a radius by 3.5 % (1.5 %). A mesh hardly pulls within one of its cells,
# 1.25 kpc, and a quarter of the stars are nearer to the middle: the way is off by 9 %, the radii beyond by 13 %.
SHAPES = {"quadrupole": (0.01, 0.04, range(6)), "tree": (0.06, 0.06, range(6)), "mesh_lean": (0.15, 0.2, [1, 2, 4, 5])}


def test_collision_shapes():
    """100 steps: the galaxies have passed through each other, and are 20 kpc apart. A walk that forgets how large a node is ends elsewhere."""
    shapes = {}
    for variant in ("pairs_four", *SHAPES, "forgets_size"):
        result = galaxy("--variant", variant, *settings("stars=2000 grid=32 scene=collision"), "--dump", "positions=met.npy", frames=100)
        expect_good(result)
        shapes[variant] = (*shape_of(numpy.load(path("met.npy"))[:, :3].astype(numpy.float64)), result)
    way, radii, axes, _ = shapes.pop("pairs_four")
    for variant, (its_way, its_radii, its_axes, result) in shapes.items():
        most_way, most_shape, counted = SHAPES.get(variant, SHAPES["mesh_lean"])
        off = (numpy.linalg.norm(its_way - way) / numpy.linalg.norm(way), numpy.abs(its_radii / radii - 1)[counted].max(), numpy.abs(its_axes / axes - 1).max())
        is_alike = off[0] <= most_way and max(off[1:]) <= most_shape
        expect(is_alike == (variant in SHAPES), result, f"{'' if variant in SHAPES else 'not '}the shapes of all pairs: the way is off by "
               f"{100 * off[0]:.1f} %, a radius by {100 * off[1]:.1f} %, an axis by {100 * off[2]:.1f} %")


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
    for variant, scene in (("mesh_lean", "disc"), ("mesh_lean", "black_hole"), ("mesh_lean", "collision"), ("quadrupole", "collision")):
        results = [galaxy("--variant", variant, "--hash", *settings(f"stars=2003 grid=16 scene={scene}"), frames=5, changes={"LP_NUM_THREADS": threads})
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
    expect_refusal(galaxy("--variant", "rounds", "--set", "length=100"), 2, "100", "power of two from 8 to 1024")
    expect_refusal(galaxy("--variant", "pairs", "--set", "stars=65537"), 1, "65537 stars", "mesh_lean")
    stars = numpy.ones((3, 4), dtype=numpy.float32)
    for change, text in (((1, 0, 21.0), "outside of the box"), ((2, 3, 0.5), "no whole number"), ((0, 1, numpy.nan), "outside of the box")):
        bad = stars.copy()
        bad[change[0], change[1]] = change[2]
        numpy.save(path("bad.npy"), bad)
        expect_refusal(galaxy(*settings("stars=3 grid=8"), "--load", "positions=bad.npy"), 2, f"star {change[0]}", text)
    numpy.save(path("short.npy"), stars[:2])
    expect_refusal(galaxy(*settings("stars=3 grid=8"), "--load", "positions=short.npy"), 2, "3 x 4")


# ---- The project -----------------------------------------------------------------------------------

# What stands in place of the empty main(), for each of the five blank pages.
PROJECT = {
    "start": """
uint state;

float chance() // PCG (M. E. O'Neill): 0 to 1
{
    state = state * 747796405u + 2891336453u;
    uint word = ((state >> ((state >> 28) + 4u)) ^ state) * 277803737u;
    return (float((word >> 22) ^ word) + 0.5) / 4294967296.0;
}

// The square of the speed on a circle, in a disc of that mass, scale and halo.
float square_speed(float r, float mass, float scale)
{
    float inside = mass * (1.0 - (1.0 + r / scale) * exp(-r / scale));
    float hole = scene == SCENE_HOLE ? float(HOLE_STARS) : 0.0;
    float soft = r * r + softening * softening;
    return r * r * (halo.x * halo.x / (r * r + halo.y * halo.y) + gm * (1.1 * inside + hole) / (soft * sqrt(soft)));
}

void main()
{
    uint i = gl_GlobalInvocationID.x;
    if (i >= stars) return;
    state = i * 2654435761u + seed * 40503u;
    bool meets = scene == SCENE_COLLISION;
    float side = i < stars / 2u ? -1.0 : 1.0, scale = meets ? 1.3 : 3.0, mass = float(stars) * (meets ? 0.5 : 1.0);
    if (scene == SCENE_HOLE && i == 0u) {
        positions[0] = vec4(0.0, 0.0, 0.0, HOLE_STARS);
        velocities[0] = vec4(0.0);
        return;
    }
    float r = min(-scale * log(chance() * chance()), 5.0 * scale), angle = 6.2831853 * chance();
    if (arms > 0) angle -= 0.6 / float(arms) * sin(float(arms) * (angle - r / 1.5));
    vec3 out_there = vec3(cos(angle), 0.0, sin(angle)), around = vec3(out_there.z, 0.0, -out_there.x);
    vec3 middle = meets ? vec3(6.0 * side, 0.0, 2.0 * side) : vec3(0.0);
    positions[i] = vec4(middle + r * out_there + vec3(0.0, 0.6 * (chance() - 0.5), 0.0), 1.0);
    velocities[i] = vec4(sqrt(square_speed(r, mass, scale)) * around - (meets ? vec3(60.0 * side, 0.0, 0.0) : vec3(0.0)), 0.0);
}
""", "gather": """
void main()
{
    if (gl_GlobalInvocationID.x >= stars) return;
    vec4 star = positions[gl_GlobalInvocationID.x];
    vec3 place = star.xyz * cells_per_kpc + 0.5 * float(grid), low = floor(place);
    if (any(lessThan(low, vec3(0.0))) || any(greaterThanEqual(low, vec3(grid)))) return;
    ivec3 at = ivec3(low);
    uint cell = uint((at.z * grid + at.y) * grid + at.x), mass = uint(star.w);
    uvec3 inside = uvec3((place - low) * float(1 << BITS)) * mass;
    atomicAdd(sums[4u * cell], mass);
    for (uint k = 0u; k < 3u; k++) atomicAdd(sums[4u * cell + 1u + k], inside[k]);
}
""", "centres": """
void main()
{
    uint i = gl_GlobalInvocationID.x, side = uint(grid);
    if (i >= side * side * side) return;
    float mass = float(sums[4u * i]);
    vec3 inside = vec3(sums[4u * i + 1u], sums[4u * i + 2u], sums[4u * i + 3u]) / (max(mass, 1.0) * float(1 << BITS));
    vec3 corner = vec3(i % side, i / side % side, i / (side * side)) - 0.5 * float(grid);
    centres[i] = vec4((corner + inside) / cells_per_kpc, mass);
}
""", "pull": """
void main()
{
    uint i = gl_GlobalInvocationID.x;
    if (i >= stars) return;
    vec3 here = positions[i].xyz, sum = first > 0u ? pulls[i].xyz : vec3(0.0);
    for (uint c = first; c < first + count; c++) {
        vec4 body = centres[c];
        vec3 to = body.xyz - here;
        float inverse = inversesqrt(dot(to, to) + softening * softening);
        sum += gm * body.w * inverse * inverse * inverse * to;
    }
    pulls[i] = vec4(sum, 0.0);
}
""", "move": """
void main()
{
    uint i = gl_GlobalInvocationID.x;
    if (i >= stars) return;
    vec3 kick = pulls[i].xyz + halo_pull(positions[i].xyz).xyz;
    vec3 v = velocities[i].xyz + (frame == 0u ? 0.5 : 1.0) * time_step * kick;
    next_velocities[i] = vec4(v, 0.0);
    next_positions[i] = vec4(positions[i].xyz + time_step * v, positions[i].w);
}
"""}
# Some changes in them, and the checks that must no longer be met.
MISTAKES = [
    ([("start", "float(arms) * (angle - r / 1.5)", "2.0 * angle"), ("start", "float(HOLE_STARS) : 0.0", "0.0 : 0.0"),
      ("start", "vec3(60.0", "vec3(-200.0"), ("gather", "* mass;", ";")],
     ["spiral arms", "as many as asked for", "a black hole", "two galaxies meet", "cells, with"]),
    ([("start", "if (arms > 0)", ""), ("start", "1.1 * inside + hole", "mass + hole"), ("gather", "atomicAdd(sums[4u * cell], mass)", "sums[4u * cell] += mass")],
     ["and none", "orbits", "no fault"]),
    ([("start", "0.6 * (chance() - 0.5)", "12.0 * (chance() - 0.5)"), ("pull", "first > 0u ? pulls[i].xyz : vec3(0.0)", "vec3(0.0)"),
      ("move", "if (i >= stars)", "if (i >= stars || i > 200000u)")],
     ["a flat disc", "the pull", "500,000"]),
    ([("move", "time_step * v, positions", "time_step * velocities[i].xyz, positions"), ("move", "if (i >= stars)", "if (i >= stars || stars == 1u)")],
     ["energy", "it stays", "a single one"]),
]


def test_project():
    shipped = run([LESSON, "--check", "--project"])
    expect(shipped.code == 1 and "0 of 14 are met" in shipped.out, shipped, "the blank pages not to do")
    texts = {f"14_galaxy/project_{name}.comp": project.head_of(f"14_galaxy/{name}") + body for name, body in PROJECT.items()}
    project.test_project(LESSON, texts, 14, [([(f"14_galaxy/project_{name}.comp", *change) for name, *change in changes], unmet)
                                            for changes, unmet in MISTAKES])


for test in list(globals()):
    if test.startswith("test_"):
        globals()[test]()
finish()
