"""Lesson 09 without a window: the same water in every run; its forces against sums over SciPy's k-d
tree; the surge front against the experiment of Martin and Moyce; a settled tank's pressure against
its depth; and parameters at the ends of their ranges."""
import os
import re
import sys

import numpy

try:
    from scipy.spatial import cKDTree
except ImportError:
    print("skipped: there is no python3-scipy")
    sys.exit(77)

from common import BIN, SOURCE, expect, expect_good, expect_hash, expect_refusal, expect_same, finish, path, run

SPH = os.path.join(BIN, "09_sph")
VERSIONS = ("all_pairs", "index", "sorted", "rows", "fine", "team", "list")
FEW = ("--set", "particles=1500", "--set", "substeps=2")
FRAME_S = 1 / 60
EXPERIMENT = os.path.join(SOURCE, "lessons", "09_sph", "data", "martin_moyce_1952_n2.csv")


def sph(*words, **more):
    return run([SPH, "--headless", *words], **more)


def hash_of(*words, **more):
    result = sph(*words, "--hash", **more)
    return expect_hash(result), result


# ---- The same again ------------------------------------------------------------------------------

def test_same_state():
    for name in VERSIONS:
        words = ("--variant", name, *FEW, "--frames", "8")
        first, _ = hash_of(*words)
    other, result = hash_of(*words, "--seed", "2")
    expect(other != first, result, "another hash with another seed")
    words = (*FEW, "--frames", "8", "--variant")
    expect_same([hash_of(*words, "index"), hash_of(*words, "sorted")], "the same hash")
    expect_same([hash_of(*words, "fine"), hash_of(*words, "team", "--set", "lanes=1")], "the same hash")
    expect_same([hash_of(*words, "team"), hash_of(*words, "list")], "the same hash")
    expect_same([hash_of(*FEW, "--frames", "4") for _ in range(20)], "the same hash")


def test_mixed():
    """Another order in memory is the same water: every particle has one that has gone the same way."""
    ends = []
    for mixed in ("0", "1"):
        result = sph(*FEW, "--set", f"mixed={mixed}", "--frames", "2", "--dump", "positions=m.npy")
        expect_good(result)
        ends.append(numpy.load(path("m.npy"))[:, :3])
    expect(not numpy.array_equal(*ends), result, "another order")
    distance, partner = cKDTree(ends[0]).query(ends[1])
    expect(len(set(partner)) == 1500 and distance.max() < 1e-5, result,
           f"the same places within 0.01 mm, not {1000 * distance.max():.3f} mm")


# ---- Forces --------------------------------------------------------------------------------------

def walls(x, box, h):
    """What is behind walls and floor, as a share of poly6 and as the spiky kernel's slope (1/m)."""
    def share(d):
        q = numpy.minimum(d / h, 1)
        return 0.5 - 315 / 256 * (q - 4 * q**3 / 3 + 6 * q**5 / 5 - 4 * q**7 / 7 + q**9 / 9)

    def slope(d):
        q = numpy.maximum(1 - d / h, 0)
        return 30 / h * (q**4 / 4 - q**5 / 5)
    free = numpy.ones(len(x))
    push = numpy.zeros_like(x)
    for axis in range(3):
        free *= 1 - share(x[:, axis])
        push[:, axis] = slope(x[:, axis])
        if axis != 1:
            free *= 1 - share(box[axis] - x[:, axis])
            push[:, axis] -= slope(box[axis] - x[:, axis])
    return 1 - free, push


def accelerations(x, v, box, s, c=30.0, mu=10.0, alpha=0.1, rho0=1000.0, g=9.81):
    """Mueller's sums in double precision, over the pairs that a k-d tree finds."""
    h, m, k = 8 / 3 * s, rho0 * s**3, rho0 * c * c
    i, j = cKDTree(x).query_pairs(h, output_type="ndarray").T
    i, j = numpy.concatenate([i, j]), numpy.concatenate([j, i])
    d = x[i] - x[j]
    r = numpy.sqrt((d * d).sum(1))
    poly6 = 315 / (64 * numpy.pi * h**9)
    behind, push = walls(x, box, h)
    rho = m * poly6 * (numpy.bincount(i, (h * h - r * r)**3, len(x)) + h**6) + rho0 * behind
    p = numpy.maximum(k * (rho / rho0 - 1), 0)
    approach = numpy.maximum(-((v[i] - v[j]) * d).sum(1), 0)
    extra = alpha * c * rho0 * h * approach / (r * r + 0.01 * h * h)
    spiky = 45 / (numpy.pi * h**6)
    pressure = (p[i] + p[j] + extra) * spiky * (h - r)**2 / r
    drag = mu * spiky * (h - r)
    pairs = (d * pressure[:, None] + (v[j] - v[i]) * drag[:, None]) * (m / (rho[i] * rho[j]))[:, None]
    a = numpy.stack([numpy.bincount(i, pairs[:, axis], len(x)) for axis in range(3)], 1)
    a += push * (2 * p * rho0 / rho**2)[:, None]
    a[:, 1] -= g
    return rho, a


def test_forces():
    """One step from a state in the middle of the splash: what velocities change by, over the step."""
    words = ("--set", "particles=4000", "--set", "scene=0")
    expect_good(sph(*words, "--frames", "50", "--dump", "positions=p0.npy", "--dump", "velocities=v0.npy"))
    x, v = (numpy.load(path(name))[:, :3].astype(float) for name in ("p0.npy", "v0.npy"))
    s, dt = (168.75 / 4000)**(1 / 3), 1e-3
    rho, a = accelerations(x, v, (8, 6, 8), s)
    free = numpy.all((x + dt * (v + dt * a) > s / 2) & (x + dt * (v + dt * a) < numpy.array((8, 6, 8)) - s / 2), 1)
    scale = numpy.sqrt((a * a).sum(1).mean())
    for name in VERSIONS[1:]:
        result = sph(*words, "--variant", name, "--frames", "1", "--set", "substeps=1", "--set", "step_ms=1",
                     "--load", "positions=p0.npy", "--load", "velocities=v0.npy", "--dump", "positions=p1.npy",
                     "--dump", "velocities=v1.npy")
        expect_good(result)
        error = numpy.abs(numpy.load(path("p1.npy"))[:, 3] / rho - 1).max()
        expect(error < 1e-5, result, f"densities within 1e-5, not {error:.2g}")
        got = (numpy.load(path("v1.npy"))[:, :3].astype(float) - v) / dt
        error = numpy.abs(got - a)[free].max() / scale
        print(f"{name}: largest error of a force {error:.2g} of the mean force")
        # A velocity of 10 m/s is rounded by 5e-7 m/s, which is 5e-4 m/s2 over a step of 1 ms.
        expect(free.sum() > 3000 and error < 1e-3, result, f"forces within 1e-3 of the mean force, not {error:.2g}")


def test_same_place():
    """Two particles at one place: no direction to push in, but their velocities still even out."""
    rest = numpy.zeros((1500, 4), numpy.float32)
    ends = []
    expect_good(sph(*FEW, "--frames", "1", "--dump", "positions=q.npy"))
    places = numpy.load(path("q.npy"))
    places[700] = places[600]
    rest[600, 0], rest[700, 0] = 1, -1
    numpy.save(path("q.npy"), places)
    numpy.save(path("r.npy"), rest)
    for name in VERSIONS:
        result = sph("--set", "particles=1500", "--set", "substeps=1", "--variant", name, "--load", "positions=q.npy",
                     "--load", "velocities=r.npy", "--frames", "1", "--dump", "velocities=w.npy")
        expect_good(result)
        ends.append(numpy.load(path("w.npy"))[:, :3])
        difference = ends[-1][600, 0] - ends[-1][700, 0]
        expect(numpy.isfinite(ends[-1]).all() and 1 < difference < 1.999, result,
               f"velocities that even out, not {difference:.4f} m/s apart")
        expect(numpy.abs(ends[-1] - ends[0]).max() < 1e-3, result, "the same velocities in all versions")


# ---- What is known about water ---------------------------------------------------------------------

def history_of(frames, *words, timeout=120):
    result = sph(*words, "--frames", frames, "--dump", "history=h.npy", timeout=timeout)
    expect_good(result)
    parts = numpy.load(path("h.npy"))[:frames].astype(float)
    return parts[:, :, :4].sum(1), parts[:, :, 4:].max(1), result


def test_energy_and_box():
    sums, largest, result = history_of(100, "--set", "particles=4000")
    energy = sums[:, :3].sum(1)
    rise = (energy - numpy.minimum.accumulate(energy)).max() / energy[0]
    print(f"largest rise of the total energy {100 * rise:.2f} %, densest {100 * largest[:, 0].max() - 100:+.0f} %")
    expect(rise < 0.01, result, f"the total energy never to grow by more than 1 %, not {100 * rise:.2f} %")
    expect(sums[:, 3].max() == 0, result, "no particle lost")
    expect(largest[-1, 1] > 7.5, result, "the water to have come to the far wall")


def front_error(particles):
    """The column of the experiment: RMS of the front's relative error, T from 0.84 to 3.33."""
    words = ("--set", "scene=4", "--set", f"particles={particles}", "--set", "sound_speed=42",
             "--set", "viscosity=10", "--set", "artificial=0.03")
    _, largest, result = history_of(60, *words)
    table = numpy.loadtxt(EXPERIMENT, delimiter=",", comments="#", skiprows=5)
    table = table[(table[:, 0] > 0.83) & (table[:, 0] < 3.34)]
    width, spacing = 1.65, (1.65 * 3.3 * 1.5 / particles)**(1 / 3)
    time = numpy.arange(1, 61) * FRAME_S * numpy.sqrt(2 * 9.81 / width)
    front = (largest[:, 1] + spacing / 2) / width
    error = numpy.interp(table[:, 0] - 0.175, time, front) / table[:, 1] - 1  # the gate takes a moment
    return numpy.sqrt((error**2).mean()), result


def test_front():
    coarse, _ = front_error(716)  # spacing 0.225 m; 0.176 m; 0.149 m
    middle, _ = front_error(1500)
    fine, result = front_error(2420)
    print(f"surge front: RMS error {100 * coarse:.1f} %, {100 * middle:.1f} %, {100 * fine:.1f} %")
    expect(middle < 0.05 and fine < 0.05, result, "the front within 5 % of the experiment")
    expect(coarse > middle > fine, result, "the front's error to fall from spacing to spacing")


def test_tank():
    """The water on the floor, as deep as the kernels reach, carries the weight of what is above it."""
    result = sph("--set", "scene=3", "--set", "particles=4000", "--set", "viscosity=10000", "--frames", "100", "--dump", "positions=p.npy", "--dump", "velocities=v.npy")
    expect_good(result)
    p, v = (numpy.load(path(name)).astype(float) for name in ("p.npy", "v.npy"))
    reach, depth = 8 / 3 * (168.75 / 4000)**(1 / 3), 168.75 / (8 * 8)
    low = p[:, 1] < reach
    pressure, right = v[low, 3].mean(), (1000 * 9.81 * (depth - p[low, 1])).mean()
    print(f"settled tank: pressure {pressure:.0f} Pa, rho g depth {right:.0f} Pa")
    expect(abs(pressure / right - 1) < 0.05, result,
           f"the pressure within 5 % of rho g depth, not {100 * (pressure / right - 1):+.1f} %")


# ---- The ends of the ranges --------------------------------------------------------------------------

def test_extremes():
    for setting in (("gravity=0",), ("viscosity=0", "artificial=0"), ("viscosity=100000",), ("particles=1",),
                    ("obstacle=1",), ("obstacle=2", "scene=2"), ("group=32",), ("group=1024",), ("division=1",)):
        words = [word for one in setting for word in ("--set", one)]
        result = sph(*FEW, *words, "--frames", "10", "--dump", "positions=e.npy", "--size", "160x100",
                     "--screenshot", "e.png")
        expect_good(result)
        positions = numpy.load(path("e.npy"))[:, :3]
        expect(numpy.isfinite(positions).all() and positions.min() >= 0 and positions.max() <= 8, result,
               "all particles in the box")
    # All at one point: nobody has a direction to push in, so they fall together.
    one_point = numpy.tile(numpy.float32([4, 3, 4, 0]), (1500, 1))
    numpy.save(path("one.npy"), one_point)
    result = sph(*FEW, "--load", "positions=one.npy", "--frames", "3", "--dump", "positions=e.npy")
    expect_good(result)
    positions = numpy.load(path("e.npy"))[:, :3]
    expect((positions == positions[0]).all() and positions[0, 1] < 3, result, "all still at one point, further down")
    # Ten times too long a step: it explodes, and says so.
    result = sph(*FEW, "--variant", "long_step", "--frames", "20")
    grown = re.search(r"\(\+(\d+)", result.out)
    expect(result.code == 0 and (grown and int(grown.group(1)) > 10 or "nan" in result.out), result,
           "the status to say that the energy has grown")


def test_files_and_bad_input():
    result = sph(*FEW, "--frames", "2", "--dump", "positions=p.csv", "--dump", "velocities=v.npy")
    expect_good(result)
    table = numpy.loadtxt(path("p.csv"), delimiter=",")
    expect(table.shape == (1500, 4), result, f"1500 x 4 numbers in p.csv, not {table.shape}")
    numpy.save(path("short.npy"), numpy.zeros((10, 4), numpy.float32))
    expect_refusal(sph(*FEW, "--load", "positions=short.npy", "--frames", "1"), 2, "short.npy", "1500 x 4")
    expect_refusal(sph("--set", "particles=0"), 2, "particles")
    expect_refusal(sph("--set", "scene=5"), 2, "scene")
    expect_refusal(sph("--set", "lanes=33"), 2, "lanes")
    if "llvmpipe" in sph(*FEW, "--frames", "1").out:  # which dispatches 65,535 groups at most
        expect_refusal(sph("--set", "particles=5000000", "--set", "lanes=4", "--set", "group=128", "--frames", "1"), 1,
                       "156250 work groups", "--set group")
        expect_refusal(sph("--set", "particles=1300000", "--frames", "1"), 1, "buffer notes", "team")  # 128 MiB a block


test_same_state()
test_mixed()
test_forces()
test_same_place()
test_energy_and_box()
test_front()
test_tank()
test_extremes()
test_files_and_bad_input()
finish()
