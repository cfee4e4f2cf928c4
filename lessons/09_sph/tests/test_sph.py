"""Lesson 09 without a window: the same water in every run; its forces against sums over SciPy's k-d
tree; the surge front against the experiment of Martin and Moyce; a settled tank's pressure against
its depth; and parameters at the ends of their ranges."""
import os
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
DAM = ("--set", "scene=dam", "--set", "obstacle=none")
FEW = ("--set", "particles=1500", "--set", "substeps=2", *DAM)
FRAME_S = 1 / 60
EXPERIMENT = os.path.join(SOURCE, "lessons", "09_sph", "data", "martin_moyce_1952_n2.csv")


def sph(*words, **more):
    return run([SPH, "--headless", *words], **more)


def hash_of(*words, **more):
    result = sph(*words, "--hash", **more)
    return expect_hash(result), result


# ---- The same again ------------------------------------------------------------------------------

def test_same_state():
    words = ("--set", "particles=700", "--set", "substeps=2", "--frames", "4")
    expect_same([hash_of(*words, "--variant", name) for name in ("index", "sorted")], "the same hash")
    expect_same([hash_of(*words, "--variant", name, "--set", "lanes=1") for name in ("fine", "team")], "the same hash")
    hashes = [hash_of(*words) for _ in range(20)]  # of list
    expect_same([*hashes, hash_of(*words, "--variant", "team")], "the same hash")
    other, result = hash_of(*words, "--seed", "2")
    expect(other != hashes[0][0], result, "another hash with another seed")


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

def open_share(x, box, h):
    """What walls and floor leave open of Wendland's kernel, as a share, and its gradient (1/m): integrals, as sums."""
    q = (numpy.arange(20000) + 0.5) / 20000
    weight = 21 * q * (1 - q)**4 * (1 + 4 * q) / 20000
    table = numpy.linspace(0, 1, 20001)
    slopes = numpy.append(numpy.cumsum(weight[::-1])[::-1], 0)
    shares = numpy.append(numpy.cumsum((weight * q)[::-1])[::-1], 0) - table * slopes

    def beyond(d):
        return numpy.interp(d / h, table, shares), numpy.interp(d / h, table, slopes) / h
    free, grows = numpy.ones(len(x)), numpy.zeros_like(x)
    for axis in range(3):
        share, slope = beyond(x[:, axis])
        part, growth = 1 - share, slope
        if axis != 1:
            share, slope = beyond(box[axis] - x[:, axis])
            part, growth = part * (1 - share), growth * (1 - share) - slope * part
        grows *= part[:, None]
        grows[:, axis] = growth * free
        free *= part
    return free, grows


def accelerations(x, v, box, s, c=60.0, mu=10.0, alpha=0.1, rho0=1000.0, g=9.81):
    """The lesson's sums in double precision, over the pairs that a k-d tree finds."""
    h, m = 8 / 3 * s, rho0 * s**3
    i, j = cKDTree(x).query_pairs(h, output_type="ndarray").T
    i, j = numpy.concatenate([i, j]), numpy.concatenate([j, i])
    d = x[i] - x[j]
    r = numpy.sqrt((d * d).sum(1))
    q = r / h
    free, grows = open_share(x, box, h)
    kernel = 21 / (2 * numpy.pi * h**3)
    rho = m * kernel * (numpy.bincount(i, (1 - q)**4 * (1 + 4 * q), len(x)) + 1) / free
    push = c * c / rho0 * numpy.maximum(rho / rho0 - 1, 0) / free
    approach = -((v[i] - v[j]) * d).sum(1)
    thick = numpy.maximum(rho, rho0)
    friction = (10 * mu * approach + alpha * c * rho0 * h * numpy.maximum(approach, 0)) / (r * r + 0.001 * h * h)
    pairs = d * (m * (push[i] + push[j] + friction / (thick[i] * thick[j])) * 210 / (numpy.pi * h**5) * (1 - q)**3)[:, None]
    a = numpy.stack([numpy.bincount(i, pairs[:, axis], len(x)) for axis in range(3)], 1)
    a += (push * rho)[:, None] * grows
    a[:, 1] -= g
    return rho, a


def test_forces():
    """One step from a state in the middle of the splash: what velocities change by, over the step."""
    words = ("--set", "particles=4000", *DAM)
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
    """Two particles at one place: no direction to push in, so they do not see each other."""
    rest = numpy.zeros((1500, 4), numpy.float32)
    ends = []
    expect_good(sph(*FEW, "--frames", "1", "--dump", "positions=q.npy"))
    places = numpy.load(path("q.npy"))
    places[700] = places[600]
    rest[600, 0], rest[700, 0] = 1, -1
    numpy.save(path("q.npy"), places)
    numpy.save(path("r.npy"), rest)
    for name in VERSIONS:
        result = sph("--set", "particles=1500", "--set", "substeps=1", *DAM, "--variant", name, "--load", "positions=q.npy",
                     "--load", "velocities=r.npy", "--frames", "1", "--dump", "velocities=w.npy")
        expect_good(result)
        ends.append(numpy.load(path("w.npy"))[:, :3])
        difference = ends[-1][600, 0] - ends[-1][700, 0]
        expect(numpy.isfinite(ends[-1]).all() and 1.5 < difference < 2, result,
               f"velocities that only the others even out, not {difference:.4f} m/s apart")
        expect(numpy.abs(ends[-1] - ends[0]).max() < 1e-3, result, "the same velocities in all versions")


# ---- What is known about water ---------------------------------------------------------------------

def history_of(frames, *words, timeout=120):
    result = sph(*words, "--frames", frames, "--dump", "history=h.npy", timeout=timeout)
    expect_good(result)
    parts = numpy.load(path("h.npy"))[:frames].astype(float)
    return parts[:, :, :4].sum(1), parts[:, :, 4:].max(1), result


def rise_of(sums):
    """How much the total energy ever grew above its least so far, as a share of what all energies were at most."""
    energy = sums[:, :3].sum(1)
    return (energy - numpy.minimum.accumulate(energy)).max() / numpy.abs(sums[:, :3]).sum(1).max()


def test_energy_and_box():
    """What the plot shows may only fall: in every scene, and without the viscosity that helps."""
    for words, most in ((("particles=1000", "scene=dam", "obstacle=none"), 1e-4), (("particles=1000",), 1e-4),
                        (("particles=700", "scene=drop", "obstacle=none"), 1e-4),
                        (("particles=700", "scene=two_dams", "obstacle=ball"), 1e-4),
                        (("particles=700", "scene=dam", "obstacle=block", "artificial=0", "viscosity=0"), 5e-3)):
        sums, largest, result = history_of(60, *(word for one in words for word in ("--set", one)))
        print(f"{' '.join(words)}: largest rise of the total energy {100 * rise_of(sums):.4f} %, "
              f"densest {100 * largest[:, 0].max() - 100:+.0f} %")
        expect(rise_of(sums) < most, result,
               f"the total energy never to grow by more than {100 * most} %, not {100 * rise_of(sums):.3f} %")
        expect(sums[:, 3].max() == 0, result, "no particle lost")
    sums, _, result = history_of(60, *DAM, "--set", "particles=700", "--set", "artificial=0", "--variant", "two_kernels")
    print(f"two_kernels: {100 * rise_of(sums):.1f} %")
    expect(rise_of(sums) > 0.02, result, "the energy to grow where the force is not its gradient")


def test_momentum():
    """A drop that turns in the air without gravity: nothing pushes it from outside."""
    s = (58.4382 / 1000)**(1 / 3)  # of the scene
    grid = numpy.stack(numpy.meshgrid(*[numpy.arange(-9, 10)] * 3), -1).reshape(-1, 3) * s
    drop = grid[(grid**2 / (1, 0.42, 1)).sum(1).argsort()[:1000]] * 1.003
    x, v = numpy.zeros((1000, 4), numpy.float32), numpy.zeros((1000, 4), numpy.float32)
    x[:, :3] = drop + (4, 3, 4)
    v[:, :3] = numpy.cross((0.05, 0.2, 0.1), drop) + 0.5 * numpy.sin(3 * drop[:, [1, 2, 0]])
    numpy.save(path("mx.npy"), x)
    numpy.save(path("mv.npy"), v)
    result = sph("--set", "particles=1000", "--set", "scene=drop", "--set", "obstacle=none", "--set", "gravity=0", "--set", "substeps=50",
                 "--set", "sound_speed=240", "--load", "positions=mx.npy",
                 "--load", "velocities=mv.npy", "--frames", "20", "--dump", "positions=mx1.npy", "--dump",
                 "velocities=mv1.npy", "--size", "64x64")
    expect_good(result)
    y, w = (numpy.load(path(name))[:, :3].astype(float) for name in ("mx1.npy", "mv1.npy"))
    x, v = x[:, :3].astype(float), v[:, :3].astype(float)
    moved = numpy.abs(w.sum(0) - v.sum(0)).max() / numpy.abs(v).sum()
    # Positions are those of whole steps, velocities half a step older: along the velocity, which turns nothing.
    turned = numpy.abs(numpy.cross(y, w).sum(0) - numpy.cross(x, v).sum(0)).max() / numpy.abs(numpy.cross(drop, v)).sum()
    print(f"1000 steps of a free drop: momentum moves by {moved:.1e}, angular momentum by {turned:.1e} of what there is")
    expect(y.min() > 0.15 and numpy.abs(w - v).max() > 0.05, result, "the drop to move, and to touch no wall")
    expect(moved < 1e-5 and turned < 1e-5, result, "momentum and angular momentum to stay")


def front_error(particles):
    """The column of the experiment: RMS of the front's relative error, T from 0.84 to 3.33."""
    words = ("--set", "scene=column", "--set", "obstacle=none", "--set", f"particles={particles}", "--set", "sound_speed=42",
             "--set", "viscosity=10", "--set", "artificial=0.03")
    _, largest, result = history_of(60, *words)
    table = numpy.loadtxt(EXPERIMENT, delimiter=",", comments="#", skiprows=5)
    table = table[(table[:, 0] > 0.83) & (table[:, 0] < 3.34)]
    width, spacing = 1.65, (1.65 * 3.3 * 1.5 / particles)**(1 / 3)
    time = numpy.arange(1, 61) * FRAME_S * numpy.sqrt(2 * 9.81 / width)
    front = (largest[:, 1] + spacing / 2) / width
    # 0.175 is fitted: the experiment begins later, because its gate takes a moment
    error = numpy.interp(table[:, 0] - 0.175, time, front) / table[:, 1] - 1
    return numpy.sqrt((error**2).mean()), result


def test_front():
    coarse, _ = front_error(400)  # spacing 0.273 m; 0.217 m; 0.172 m
    middle, _ = front_error(800)
    fine, result = front_error(1600)
    print(f"surge front: RMS error {100 * coarse:.1f} %, {100 * middle:.1f} %, {100 * fine:.1f} %")
    expect(middle < 0.05 and fine < 0.05, result, "the front within 5 % of the experiment")
    expect(coarse > middle > fine, result, "the front's error to fall from spacing to spacing")


def test_tank():
    """Settled water carries the weight of what is above it, and is at rest."""
    result = sph("--set", "scene=tank", "--set", "obstacle=none", "--set", "particles=2000", "--set", "viscosity=1000", "--frames", "160",
                 "--dump", "positions=p.npy", "--dump", "velocities=v.npy", "--size", "64x64")
    expect_good(result)
    p, v = (numpy.load(path(name)).astype(float) for name in ("p.npy", "v.npy"))
    x = numpy.maximum(p[:, 3] / 1000 - 1, 0)
    pressure, depth = 1000 * 60**2 * x * (1 + x)**2, 168.75 / 64 - p[:, 1]
    mean, right = pressure.mean(), 1000 * 9.81 * depth.mean()  # layer by layer it alternates
    speed = numpy.sqrt((v[:, :3]**2).sum(1).mean())
    print(f"settled tank: pressure {mean:.0f} Pa, rho g depth {right:.0f} Pa; {1000 * speed:.1f} mm/s rms")
    expect(abs(mean / right - 1) < 0.05, result,
           f"the pressure within 5 % of rho g depth, not {100 * (mean / right - 1):+.1f} %")
    expect(speed < 0.06, result, f"water at rest, not at {1000 * speed:.1f} mm/s")


def test_plane():
    """In the plane, too, the ledger never grows; friction brings the water to rest, and walls alone do not."""
    speeds = {}
    for name, most in (("pressure", 1e-2), ("walls", 5e-3), ("friction", 1e-5)):
        result = sph("--variant", name, "--set", "discs=120", "--frames", "360", "--dump", "sums=sums.npy", "--dump", "positions=p.npy",
                     "--size", "64x64")
        expect_good(result)
        sums = numpy.load(path("sums.npy"))[:360].astype(float).sum(1)  # J/kg of all: kinetic, potential, elastic
        energy, x = sums[:, :3].sum(1), numpy.load(path("p.npy"))
        rise, speeds[name] = (energy - numpy.minimum.accumulate(energy)).max() / energy[0], numpy.sqrt(2 * sums[-1, 0] / 120)
        print(f"plane, {name}: largest rise {100 * rise:.4f} %; {speeds[name]:.2f} m/s rms after 6 s")
        expect(rise < most, result, f"the energy never to grow by more than {100 * most} %")
        expect((x > 0).all() and (x < (4.4, 2.0)).all(), result, "all particles in the box")
    expect(speeds["friction"] < 0.4 < speeds["walls"], result, "friction to bring it to rest, and nothing else")


# ---- The ends of the ranges --------------------------------------------------------------------------

def test_extremes():
    for setting in (("gravity=0", "group=32"), ("viscosity=0", "artificial=0", "obstacle=block"), ("viscosity=10000", "division=1"),
                    ("particles=1",), ("obstacle=ball", "scene=drop", "group=1024")):
        words = [word for one in setting for word in ("--set", one)]
        result = sph(*FEW, *words, "--frames", "10", "--dump", "positions=e.npy", "--size", "160x100",
                     "--screenshot", "e.png")
        expect_good(result)
        positions = numpy.load(path("e.npy"))[:, :3]
        expect(numpy.isfinite(positions).all() and positions.min() >= 0 and positions.max() <= 8, result,
               "all particles in the box")
    # All at one point: no pair has a direction to push in, so they fall together.
    one_point = numpy.tile(numpy.float32([4, 3, 4, 0]), (1500, 1))
    numpy.save(path("one.npy"), one_point)
    result = sph(*FEW, "--load", "positions=one.npy", "--frames", "3", "--dump", "positions=e.npy")
    expect_good(result)
    positions = numpy.load(path("e.npy"))[:, :3]
    expect((positions == positions[0]).all() and positions[0, 1] < 3, result, "all still at one point, further down")
    # Ten times too long a step: it explodes, and says so.
    result = sph(*FEW, "--variant", "long_step", "--frames", "20")
    expect(result.code == 0 and "from nowhere: the step is too long" in result.out, result,
           "the status to say that the energy has grown, and why")
    # A sixth of the speed of sound: far too soft for half a second and longer. As it is, it is not.
    soft = sph(*FEW, "--set", "sound_speed=10", "--frames", "90")
    expect(soft.code == 0 and "too soft above" in soft.out, soft, "the status to say that it is too soft")
    brief = sph(*FEW, "--set", "sound_speed=10", "--frames", "20")
    expect(brief.code == 0 and "too soft above" not in brief.out, brief, "no such word of less than half a second")
    stiff = sph(*FEW, "--frames", "90")
    expect(stiff.code == 0 and "too soft" not in stiff.out, stiff, "no such word of water as it is")
    # More steps than a frame can have: in slow motion, and it says so.
    result = sph(*DAM, "--set", "particles=1400", "--set", "viscosity=10000", "--set", "rest_density=100", "--set", "artificial=1",
                 "--set", "sound_speed=500", "--frames", "1")
    expect(result.code == 0 and "slow motion" in result.out, result, "the status to say that it is slow motion")


def test_files_and_bad_input():
    result = sph(*FEW, "--frames", "2", "--dump", "positions=p.csv", "--dump", "velocities=v.npy")
    expect_good(result)
    table = numpy.loadtxt(path("p.csv"), delimiter=",")
    expect(table.shape == (1500, 4), result, f"1500 x 4 numbers in p.csv, not {table.shape}")
    numpy.save(path("short.npy"), numpy.zeros((10, 4), numpy.float32))
    expect_refusal(sph(*FEW, "--load", "positions=short.npy", "--frames", "1"), 2, "short.npy", "1500 x 4")
    expect_refusal(sph("--set", "particles=0"), 2, "particles")
    expect_refusal(sph("--set", "scene=6"), 2, "scene", "dam, two_dams, drop")
    expect_refusal(sph("--set", "scene=lake"), 2, "lake", "dam, two_dams, drop")
    expect_refusal(sph("--set", "view=9"), 2, "view", "surface, particles, speed, density")
    expect_refusal(sph("--set", "lanes=33"), 2, "lanes")
    if "llvmpipe" in sph(*FEW, "--frames", "1").out:  # which dispatches 65,535 groups at most
        expect_refusal(sph("--set", "particles=5000000", "--set", "lanes=4", "--set", "group=128", "--frames", "1"), 1,
                       "156250 work groups", "--set group")
        expect_refusal(sph("--set", "particles=1300000", "--frames", "1"), 1, "buffer notes", "team")  # 128 MiB a block


def test_stops():
    """N stops behind each of the seven dispatches of a step, as the text draws it, and behind what a frame ends with; nowhere
    else: not in the picture, which is drawn at each stop."""
    step = ["grid clear", "grid count", "scan single pass", "grid scatter", "grid order", "density", "force and integrate"]
    for steps in (1, 3) if not os.environ.get("WB_SUBGROUPS") else ():
        result = run([SPH, "--headless", "--frames", "1", "--step-all", "--size", "48x30", "--set", "particles=700",
                      "--set", f"substeps={steps}"])
        expect(f"\nstops: {7 * steps + 1}: {', '.join(steps * step + ['measure'])}\n" in result.out, result,
               f"stops behind the seven dispatches, {steps} times, and behind the frame's measuring")


def test_many_steps():
    """After many steps roundings have grown; the check knows a good version from a bad one all the same."""
    words = ("--check", "--set", "particles=65", "--variant")
    expect_good(run([SPH, *words, "list", "--set", "substeps=1000"]))
    result = run([SPH, *words, "two_kernels", "--set", "substeps=30"])
    expect(result.code == 1 and "densities" in result.err, result, "wrong densities of the broken variant two_kernels")


test_same_state()
test_mixed()
test_forces()
test_same_place()
test_energy_and_box()
test_momentum()
test_front()
test_tank()
test_plane()
test_extremes()
test_files_and_bad_input()
test_stops()
test_many_steps()
finish()
