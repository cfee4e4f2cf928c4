"""Lesson 12 without a window: the same cloth in every run and in three versions; how far it stretches; that links carry what
hangs on them; that nothing pulls where nothing is; what a ball, a tear and the floor do; bad input, and the corners of the
parameters' ranges."""
import itertools
import os

import numpy

import project
from common import BIN, expect, expect_good, expect_hash, expect_refusal, expect_same, finish, path, run

CLOTH = os.path.join(BIN, "12_cloth")
SIDE_M, DENSITY, GRAVITY, FRAME_S = 2.0, 0.2, 9.81, 1 / 60
ALONE = {"wind": 0, "ball": 0}


def cloth(*words, variant="implicit", frames=1, size="48x30", **settings):
    parameters = [word for name, value in settings.items() for word in ("--set", f"{name}={value}")]
    return run([CLOTH, "--headless", "--variant", variant, "--frames", frames, "--size", size, *parameters, *words])


def particles(columns, rows, frames, variant="implicit", **settings):
    """Positions as (rows, columns, 3) and velocities likewise after `frames` frames, and the run."""
    result = cloth("--dump", "positions=x.npy", "--dump", "velocities=v.npy", variant=variant, frames=frames, columns=columns,
                   rows=rows, **settings)
    expect_good(result)
    x, v = (numpy.load(path(f"{name}.npy")).astype(float).reshape(rows, columns, 4)[..., :3] for name in "xv")
    expect(numpy.isfinite(x).all() and numpy.isfinite(v).all(), result, "numbers")
    return x, v, result


def spacing(columns, rows):
    return SIDE_M / (max(columns, rows) - 1)


def lengths(x):
    return numpy.linalg.norm(x[:, 1:] - x[:, :-1], axis=2), numpy.linalg.norm(x[1:] - x[:-1], axis=2)


def stretch(x):
    """Largest and mean of the structural links, as shares."""
    both = numpy.concatenate([length.ravel() for length in lengths(x)]) / spacing(x.shape[1], x.shape[0]) - 1
    return both.max(), both.mean()


def test_same_state():
    settings = {"columns": 37, "rows": 41, "substeps": 5, "tear": 0.03, "wind": 8}
    several = [(expect_hash(result), result) for name in ("list", "implicit", "tile")
               for result in [cloth("--hash", variant=name, frames=30, **settings)]]
    expect_same(several, "the same hash")
    again = [(expect_hash(result), result) for _ in range(20) for result in [cloth("--hash", variant="tile", frames=5, **settings)]]
    expect_same(again, "the same hash")
    other = cloth("--hash", "--seed", 2, frames=30, **settings)
    expect(expect_hash(other) != several[0][0], other, "another wind with another seed")
    # Where nothing tears, the pass that looks for tears changes nothing.
    whole = [(expect_hash(result), result) for tear in (0, 10) for result in [cloth("--hash", frames=20, columns=31, rows=17, tear=tear)]]
    expect_same(whole, "the same hash")


def test_stretch():
    """From the edge, lying flat, down into hanging: the module's 128 x 128, after two and a half seconds, still swinging."""
    x, _, result = particles(128, 128, 150, start="flat", **ALONE)
    most, mean = stretch(x)
    print(f"largest stretch {100 * most:.2f} %, mean {100 * mean:.3f} %")
    expect(most < 0.015 and mean < 0.0015, result, f"stretch below 1.5 %, mean below 0.15 %, not {100 * most:.2f} and {100 * mean:.3f}")
    x, _, result = particles(48, 48, 150, start="flat", tethers=0, substeps=10, **ALONE)
    expect(stretch(x)[0] > 0.1, result, "far more without tethers, with fewer substeps")


def test_law():
    """A link under a load is longer by load x (alpha + dt^2 (w_a + w_b)): those across a row carry what hangs below."""
    columns, rows, alpha, substeps = 16, 32, 0.1, 30
    x, _, result = particles(columns, rows, 500, compliance=alpha, substeps=substeps, pins="edge", tethers=0, damping=10, **ALONE)
    s, dt = spacing(columns, rows), FRAME_S / substeps
    mass = DENSITY * s * s
    w = numpy.full(rows, 1 / mass)
    w[0] = 0
    give = (alpha + dt * dt * (w[1:] + w[:-1]))[:, None]

    def lifted(a, b, rest):
        d = a - b
        length = numpy.linalg.norm(d, axis=2)
        return ((length - rest) / give * d[..., 1] / length).sum(axis=1)
    diagonal = s * 2 ** 0.5
    force = lifted(x[:-1], x[1:], s) + lifted(x[:-1, :-1], x[1:, 1:], diagonal) + lifted(x[:-1, 1:], x[1:, :-1], diagonal)
    weight = (rows - 1 - numpy.arange(rows - 1)) * columns * mass * GRAVITY
    off = numpy.abs(force / weight - 1).max()
    print(f"links carry what hangs below them within {100 * off:.2f} %")
    expect(off < 0.05, result, f"the law within 5 %, not {100 * off:.1f} %")


def test_momentum():
    _, v, result = particles(33, 29, 10, pins="none", gravity=0, crumple=0.3, damping=0, **ALONE)
    share = numpy.linalg.norm(v.sum(axis=(0, 1))) / numpy.linalg.norm(v, axis=2).sum()
    print(f"momentum {share:.1e} of all momenta")
    expect(share < 1e-4, result, f"no momentum out of nothing, not a share of {share:.1e}")


def test_fall():
    """Free fall by g t^2 / 2, also in 200 substeps; one moves a particle by less than a float's last bit."""
    for substeps in (1, 30, 200):
        x, v, result = particles(5, 4, 30, pins="none", damping=0, substeps=substeps, **ALONE)
        fallen, time = 1 - 0.5 * spacing(5, 4) * 3 - x[..., 1].mean(), 30 * FRAME_S
        wanted = 0.5 * GRAVITY * time * (time + FRAME_S / substeps)
        expect(abs(fallen / wanted - 1) < 5e-3, result, f"a fall of {wanted:.4f} m, not {fallen:.4f}")
    x, v, result = particles(12, 9, 100, pins="none", start="flat", **ALONE)
    expect(numpy.abs(x[..., 1] + 2.1).max() < 1e-3, result, f"a cloth on the floor, not {x[..., 1].min()} to {x[..., 1].max()}")
    expect(numpy.linalg.norm(v, axis=2).max() < 0.5, result, "which lies still")


def test_ball():
    x, _, result = particles(40, 40, 75, wind=0, ball=0.4, swing=5)
    turn = 2 * numpy.pi * 75 * FRAME_S / 5
    centre = numpy.array([0.12, 1 - 0.55 * 2, -(0.4 + 0.5) * numpy.cos(turn)])
    nearest = numpy.linalg.norm(x - centre, axis=2).min()
    expect(nearest > 0.4 - 1e-4, result, f"no particle inside the ball, not {nearest:.4f} m from its centre")
    expect(x[..., 2].max() > 0.2, result, "a cloth that the ball has pushed away")


def test_tear():
    settings = {"ball": 0.5, "swing": 1.0, "tear": 0.1, "wind": 0}
    result = cloth("--dump", "cuts=c.npy", "--dump", "indices=i.npy", "--dump", "positions=x.npy", frames=60, columns=40, rows=40,
                   substeps=10, **settings)
    expect_good(result)
    cuts, indices = numpy.load(path("c.npy")), numpy.load(path("i.npy"))
    torn = sum(int((cuts >> bit & 1).sum()) for bit in range(4))
    gone = int((indices.reshape(-1, 3) == 0).all(axis=1).sum())
    expect(torn > 20 and gone > 10, result, f"torn links and triangles, not {torn} and {gone}")
    x, _, result = particles(40, 40, 60, substeps=10, **{**settings, "tear": 0})
    result = cloth("--dump", "cuts=c.npy", frames=30, columns=40, rows=40, tear=0.5, pins="edge", **ALONE)
    expect_good(result)
    expect(not numpy.load(path("c.npy")).any(), result, "no tear without a reason")


def test_wind():
    """It blows in gusts: not the same everywhere, and not the same later."""
    means = []
    for frames in (30, 60, 90):
        _, v, result = particles(24, 24, frames, pins="none", gravity=0, ball=0, damping=10, wind=10)
        means.append(v[..., 2].mean())
        expect(v[..., 2].std() > 0.02 * abs(v[..., 2].mean()), result, "another wind elsewhere")
    expect(max(means) > 1.05 * min(means), result, f"another wind at another time, not {means}")


def test_bad_input():
    for name, array in (("short", numpy.zeros((5, 4), numpy.float32)), ("three", numpy.zeros((12, 3), numpy.float32)),
                        ("double", numpy.zeros((12, 4)))):
        numpy.save(path(f"{name}.npy"), array)
        expect_refusal(cloth("--load", f"positions={name}.npy", columns=4, rows=3), 2, f"{name}.npy")
    for value in (numpy.nan, numpy.inf, -1e10):
        for buffer in ("positions", "velocities", "air"):
            numpy.save(path("no_number.npy"), numpy.full((12, 4), value, numpy.float32))
            expect_refusal(cloth("--load", f"{buffer}=no_number.npy", columns=4, rows=3), 2, "no_number.npy", "number 1")
    for setting in ("columns=1", "rows=1", "columns=1025", "substeps=0", "iterations=51", "compliance=-1", "damping=11", "wind=21",
                    "pins=4", "tethers=2", "ball=5", "tear=nan"):
        expect_refusal(run([CLOTH, "--headless", "--set", setting, "--frames", "1"]), 2, setting.split("=")[0])


def test_corners():
    """All parameters at their ends together: numbers in every buffer, and a picture."""
    ends = {"columns": (2, 33), "rows": (2, 31), "substeps": (1, 60), "wind": (0, 20), "ball": (0, 4), "pins": (0, 3), "compliance": (0, 1)}
    others = itertools.cycle([{"damping": 10, "tethers": 0}, {"gravity": -20, "swing": 0.1}, {"start": "flat", "crumple": 0.5},
                              {"tear": 0.001, "gravity": 20}, {"iterations": 3, "variant": "jacobi"}, {"variant": "tile", "swing": 0}])
    for number, values in enumerate(itertools.product(*ends.values())):
        if number % 5 != 0:  # a fifth of 128, all of them with something else as well
            continue
        settings = {**dict(zip(ends, values)), **next(others)}
        columns, rows = settings.pop("columns"), settings.pop("rows")
        particles(columns, rows, 4, **settings)


def test_nothing_drawn():
    """What is no number is not drawn: the picture of an explosion is that of the room."""
    for name in ("springs", "old_velocity"):
        expect_good(cloth("--screenshot", f"{name}.png", variant=name, frames=20, columns=33, rows=33, view="colours"))
    expect_good(cloth("--screenshot", "stretch.png", variant="springs", frames=20, columns=33, rows=33, view="stretch"))


def test_long():
    """10,000 substeps of each version, small: numbers to the end."""
    for name in ("jacobi", "list", "implicit", "tile"):
        particles(9, 8, 334, variant=name, tear=0.5)


# A learner's project. What stands between its braces, for each of the three blank pages.
PROJECT = {
    "predict": """
    uint i = gl_GlobalInvocationID.x;
    if (i >= uint(size.x * size.y)) return;
    vec4 x = positions[i];
    vec3 v = velocities[i].xyz, n = air[i].xyz, u = wind * vec3(0.0, 0.0, 0.5 + noise(x.xyz + vec3(0.0, 0.0, -0.9 * time)));
    float through = dot(u - v, n);
    predicted[i] = x;
    if (x.w == 0.0) return;
    v += through * drag * abs(through) * n - vec3(0.0, fall, 0.0);
    x.xyz += time_step * v;
    predicted[i] = positions[i] = x;
    velocities[i] = vec4(v, 0.0);
""", "link": """
    ivec2 cell = ivec2(gl_GlobalInvocationID.xy);
    int direction = colour / 2;
    if (!is_link(cell, direction) || ((direction == 1 ? cell.y : cell.x) & 1) != (colour & 1)) return;
    uint i = number_of(cell + first_of(direction)), j = number_of(cell + second_of(direction)), own = number_of(cell);
    vec4 a = positions[i], b = positions[j];
    if (is_cut(cuts[own], direction)) return;
    if (tear > 0.0 && distance(a.xyz, b.xyz) > (1.0 + tear) * rest_of(direction)) cuts[own] |= 1u << direction;
    pull(a, b, rest_of(direction));
    positions[i] = a;
    positions[j] = b;
""", "finish": """
    uint i = gl_GlobalInvocationID.x;
    if (i >= uint(size.x * size.y) || positions[i].w == 0.0) return;
    vec3 x = positions[i].xyz, centre = ball.xyz + float(substep + 1) * ball_step;
    if (distance(x, centre) < ball.w) x = centre + ball.w * normalize(x - centre);
    positions[i].xyz = x;
    velocities[i].xyz = keep * (velocities[i].xyz + per_step * (x - predicted[i].xyz));
"""}
# A change in one of them, and the check that must no longer be met.
MISTAKES = [("predict", "x.w == 0.0", "false", "two corners are pinned"), ("predict", "-0.9 * time", "0.0", "nor the same all the time"),
            ("finish", "ball.w * normalize", "0.9 * ball.w * normalize", "a sphere"),
            ("link", "colour & 1)) return", "colour & 1) && cell.x > 3) return", "no fault inside"),
            ("link", "colour / 2", "colour / 4", "keeps together")]


def test_project():
    includes = {"predict": '#include "12_cloth/noise.glsl"\n', "link": '#include "12_cloth/link.glsl"\n', "finish": ""}
    texts = {f"12_cloth/project_{name}.comp": f"{project.head_of(f'12_cloth/{name}')}{includes[name]}void main()\n{{{body}}}\n"
             for name, body in PROJECT.items()}
    project.test_project(CLOTH, texts, 10, [([(f"12_cloth/project_{name}.comp", right, wrong)], [unmet])
                                            for name, right, wrong, unmet in MISTAKES])


test_same_state()
test_stretch()
test_law()
test_momentum()
test_fall()
test_ball()
test_tear()
test_wind()
test_bad_input()
test_corners()
test_nothing_drawn()
test_long()
test_project()
finish()
