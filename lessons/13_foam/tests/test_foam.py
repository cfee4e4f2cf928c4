"""Lesson 13 without a window: the same foam in every run and in four versions, and as a set in the fifth; water that flows as
one has none; where the ring's head stands, across 2^32 as well; rates, lives and buoyancy; bad input, the corners of the
parameters' ranges, and the project's acceptance checks, each of which has to find its fault."""
import os

import numpy

import project
from common import BIN, THREADS, expect, expect_good, expect_hash, expect_refusal, expect_same, finish, path, run

FOAM = os.path.join(BIN, "13_foam")
SAME = ("scan", "fused", "listed", "sorted")
FIRST = 2**32 - 100  # the number of the first newborn
WILD = {"particles": 700, "pool": 500, "stir": 6, "rate": 600, "substeps": 2}


def foam(*words, variant="fused", frames=1, changes=None, **settings):
    parameters = [word for name, value in settings.items() for word in ("--set", f"{name}={value}")]
    return run([FOAM, "--headless", "--variant", variant, "--frames", frames, "--size", "48x30", *parameters, *words],
               changes=changes or {})


def dumped(*names, variant="fused", frames=1, words=(), **settings):
    """These buffers after `frames` frames, and the run."""
    dumps = [word for name in names for word in ("--dump", f"{name}={name}.npy")]
    result = foam(*dumps, *words, variant=variant, frames=frames, **settings)
    expect_good(result)
    return [numpy.load(path(f"{name}.npy")) for name in names] + [result]


def born(history, frames):
    """How many in each frame but the last, whose births the next frame would tell."""
    return history[: frames - 1, 3].astype(int)


# ---- The same foam -----------------------------------------------------------------------------------

def test_same_state():
    several = [(expect_hash(result), result) for variant in SAME for result in [foam("--hash", variant=variant, frames=30, **WILD)]]
    expect_same(several, "the same hash")
    again = [(expect_hash(result), result) for number in range(20)
             for result in [foam("--hash", frames=12, changes={"LP_NUM_THREADS": THREADS[number % len(THREADS)]}, **WILD)]]
    expect_same(again, "the same hash")
    other = foam("--hash", "--seed", 2, frames=30, **WILD)
    expect(expect_hash(other) != several[0][0], other, "other foam with another seed")


def test_atomic():
    """`atomic` has the same particles in whatever slots, as long as none had to give way."""
    sets = []
    for variant in ("scan", "atomic"):
        x, v, result = dumped("foam_positions", "foam_velocities", variant=variant, frames=6, **{**WILD, "pool": 20000, "rate": 100})
        both = numpy.concatenate([x, v], axis=1)[x[:, 3] > 0]
        sets.append(both[numpy.lexsort(both.T)])
    expect(len(sets[0]) > 1000 and numpy.array_equal(*sets), result, "the same particles")


def test_other_order():
    """With other cells the water is sorted in another way, and has the same newborn; not if chance comes from the place."""
    for variant, low, high in (("scan", 0.99, 1), ("seed_slot", 0, 0.1)):
        sets = []
        for division in (1, 2):
            x, result = dumped("foam_positions", variant=variant, **{**WILD, "pool": 20000, "division": division})
            sets.append({tuple(row) for row in numpy.round(x[x[:, 3] > 0], 3).tolist()})
        shared = len(sets[0] & sets[1]) / len(sets[0])
        expect(len(sets[0]) > 500 and low <= shared <= high, result, f"{low} to {high} of the newborn to be the same, not {shared}")
    (near, mixed), results = zip(*(dumped("positions", frames=0, **{**WILD, "mixed": mixed}) for mixed in (0, 1)), strict=True)
    expect(not numpy.array_equal(near, mixed) and sorted(near.tolist()) == sorted(mixed.tolist()), results[1], "the same water in another order")


# ---- Births -------------------------------------------------------------------------------------------

def test_flows_as_one():
    """Water whose parts all move alike traps no air, however fast; by speed, all of it would."""
    count = 2003
    numpy.save(path("v.npy"), numpy.tile(numpy.array([5, 0, 1, 0], numpy.float32), (count, 1)))
    for variant, least, most in (("scan", 0, 0), ("atomic", 0, 0), ("speed", 1000, count)):
        heads, result = dumped("heads", variant=variant, words=("--load", "velocities=v.npy"), particles=count, scene="tank", rate=10000)
        expect(least <= heads[0, 2] <= most, result, f"{least} to {most} births, not {heads[0, 2]}")


def test_ring():
    """Each frame's head is the one before, and its births; the number passes 2^32, the slot the pool's end."""
    for pool in (1000, 997, 64):
        heads, history, result = dumped("heads", "foam_history", frames=9, **{**WILD, "pool": pool, "rate": 100})
        births = numpy.minimum(born(history, 9), pool)
        head = heads[(9 - 1) % 2]
        expect(births.sum() > 200, result, "births enough to pass 2^32")
        expect(head[0] == (FIRST % pool + births.sum()) % pool, result, f"slot {(FIRST % pool + births.sum()) % pool}, not {head[0]}")
        expect(head[1] == (FIRST + births.sum()) % 2**32, result, f"number {(FIRST + births.sum()) % 2**32}, not {head[1]}")
    x, history, result = dumped("foam_positions", "foam_history", frames=4, **{**WILD, "pool": 20000, "rate": 100})
    still, _ = dumped("foam_positions", frames=3, **{**WILD, "pool": 20000, "rate": 100})
    expect(history[2, :3].sum() == (still[:, 3] > 0).sum(), result, "as many counted as live")
    expect((x[:, 3] > 0).sum() > history[2, :3].sum(), result, "and the newborn of the last frame")


def test_full_pool():
    """The oldest give way: in a pool that is too small, all lives are those of the last few frames."""
    x, _ = dumped("foam_positions", frames=12, **{**WILD, "pool": 64, "rate": 10000, "life_min": 3, "life_max": 3})
    expect((x[:, 3] > 3 - 3 / 60 - 1e-3).all(), "pool=64", "none from before")


def test_rate_and_lives():
    count = []
    for rate in (50, 100):
        history, result = dumped("foam_history", frames=5, **{**WILD, "pool": 20000, "rate": rate})
        count.append(born(history, 5).sum())
    expect(1.8 < count[1] / count[0] < 2.2, result, f"twice as many births at twice the rate, not {count}")
    x, result = dumped("foam_positions", frames=3, **{**WILD, "pool": 20000, "life_min": 0.5, "life_max": 0.7})
    lives = x[x[:, 3] > 0, 3]
    expect(0.5 - 3 / 60 <= lives.min() < 0.52 and 0.68 < lives.max() <= 0.7, result, "lives of 0.5 to 0.7 s")
    x, result = dumped("foam_positions", frames=8, particles=300, pool=300, foam=300, rate=0, life_min=0.1, life_max=0.1)
    expect((x[:, 3] == 0).all(), result, "none any more")


# ---- Moves --------------------------------------------------------------------------------------------

TANK = {"scene": "tank", "particles": 3000, "pool": 2000, "foam": 2000, "rate": 0, "life_min": 5, "life_max": 5}


def test_buoyancy():
    """Bubbles rise through the water as fast as they are asked to; what is in the air falls."""
    start, _ = dumped("foam_positions", frames=0, **TANK)
    rise = []
    for buoyancy in (0, 1, -1):
        x, v, result = dumped("foam_positions", "foam_velocities", frames=6, buoyancy=buoyancy, **TANK)
        deep = (start[:, 1] > 0.6) & (start[:, 1] < 1.4)
        expect((v[deep, 3] > 0.7).all(), result, "bubbles, down there: beside walls as well")
        rise.append((x[deep, 1] - start[deep, 1]).mean())
    expect(abs(rise[1] - rise[0] - 0.1) < 0.02 and abs(rise[2] - rise[0] + 0.1) < 0.02, result, f"0.1 m more, and less, not {rise}")
    high = start[:, 1] > 4.5
    fall = (start[high, 1] - x[high, 1]).mean()
    expect((v[high, 3] < 0.2).all() and abs(fall - 9.81 * (6 * 7 / 2) / 60**2) < 1e-3, result, f"spray that falls 0.057 m, not {fall}")


def test_eddies():
    """Water that turns as one has a curl of twice its turns everywhere, and a stream has none; a push gives energy of motion."""
    x, _ = dumped("positions", frames=0, obstacle="none", **TANK)
    middle, turns = numpy.array([4, 1.3, 4]), numpy.array([0.3, 2, -0.5])
    for v, wanted in ((numpy.cross(turns, x[:, :3] - middle), 2 * turns), (numpy.tile([3.0, 0, -1], (len(x), 1)), numpy.zeros(3))):
        numpy.save(path("v.npy"), numpy.hstack([v, numpy.zeros((len(x), 1))]).astype(numpy.float32))
        curls, bodies, result = dumped("curls", "bodies", words=("--load", "velocities=v.npy"), view="curl", substeps=1,
                                       obstacle="none", **TANK)
        inside = (numpy.abs(bodies[:, :3] - middle) < (2.9, 0.25, 2.9)).all(1)
        off = numpy.abs(curls[inside, :3] - wanted).max()
        expect(inside.sum() > 100 and off <= 0.2 * numpy.linalg.norm(wanted), result, f"a curl of {wanted}, not off by {off}")
    kinetic = []
    for confinement in (0, 4):
        history, result = dumped("history", frames=75, confinement=confinement, scene="dam", particles=1500, rate=0, pool=64)
        kinetic.append(history[74, :, 0].astype(float).sum())
    expect(1.005 < kinetic[1] / kinetic[0] < 2, result, f"more energy of motion with a push: {kinetic}")


def test_no_wall():
    """Without the walls' share, foam deep down beside a wall is no bubble."""
    start, _ = dumped("foam_positions", frames=0, **TANK)
    beside = (start[:, 1] > 0.6) & (start[:, 1] < 1.4) & (start[:, 0] < 0.3)
    for variant, wanted in (("scan", True), ("no_wall", False)):
        v, result = dumped("foam_velocities", variant=variant, **TANK)
        expect((v[beside, 3] > 0.7).all() == wanted, result, f"nothing but bubbles beside the wall: {wanted}")


def test_numbers():
    """Corners of the ranges, and 2,000 steps: numbers, inside of the box."""
    corners = [{"stir": 20, "rate": 10000, "pool": 64, "life_max": 20, "buoyancy": 3, "gravity": -20, "particles": 60},
               {"stir": 20, "life_min": 0.1, "life_max": 0.1, "buoyancy": -1, "scene": "drop", "obstacle": "ball", "particles": 300},
               {"trapped_low": 5, "trapped_high": 5, "energy_low": 1, "energy_high": 1, "spray_below": 0.5, "bubble_above": 0.5,
                "surface": 2, "stir": 3, "particles": 300},
               {"trapped_low": 0, "energy_low": 0, "spray_below": 0, "bubble_above": 1, "step_ms": 100, "substeps": 1, "particles": 200},
               {"particles": 1, "pool": 64, "foam": 64, "scene": "column"},
               {"particles": 300, "pool": 300, "rate": 500, "stir": 5, "substeps": 8, "obstacle": "block"}]
    for number, settings in enumerate(corners):
        variant = (*SAME, "atomic", "fused")[number]
        x, v, result = dumped("foam_positions", "foam_velocities", variant=variant, frames=250 if number == 5 else 12,
                              **{"pool": 500, "foam": 100, **settings})
        box = [8, 6, 1.5 if settings.get("scene") == "column" else 8]
        expect(numpy.isfinite(x).all() and numpy.isfinite(v).all(), result, "numbers")
        expect((x[:, :3] >= 0).all() and (x[:, :3] <= box).all(), result, "all inside of the box")


# ---- What it refuses ----------------------------------------------------------------------------------

def test_bad_input():
    for low, high in (("life_min=3", "life_max=2"), ("trapped_low=50", "trapped_high=40"), ("energy_low=30", "energy_high=20"),
                      ("crest_low=20", "crest_high=14"), ("spray_below=0.8", "bubble_above=0.7")):
        expect_refusal(foam("--set", low, "--set", high, particles=100), 2, low.split("=")[0], high.split("=")[0], "what to do")
    expect_refusal(foam(particles=100, pool=63), 2, "pool")
    expect_refusal(foam(particles=100, life_min=0), 2, "life_min")
    for bad in (numpy.nan, numpy.inf, 1e30):
        rows = numpy.zeros((100, 4), numpy.float32)
        rows[7, 1] = bad
        numpy.save(path("bad.npy"), rows)
        for name in ("foam_positions", "velocities"):
            expect_refusal(foam("--load", f"{name}=bad.npy", particles=100, pool=100), 2, name)
    expect_refusal(foam("--load", "foam_positions=bad.npy", particles=100, pool=101), 2, "100", "101")


# ---- The project --------------------------------------------------------------------------------------

# A learner's foam. What stands in place of main() in each of the two blank pages.
PROJECT = {
    "move": """
#include "grid/grid.glsl"
void main()
{
    uint slot = gl_GlobalInvocationID.x;
    if (slot == 0u) {
        words[1] = (words[1] + min(words[0], pool)) % pool;
        words[0] = 0u;
    }
    if (slot >= pool || foam_positions[slot].w <= 0.0) return;
    vec4 x = foam_positions[slot];
    vec3 v = foam_velocities[slot].xyz, sum = vec3(0.0);
    float weights = 0.0, room = 0.0;
    ivec3 low = cell_of(x.xyz - reach), high = cell_of(x.xyz + reach);
    for (int z = low.z; z <= high.z; z++)
        for (int y = low.y; y <= high.y; y++) {
            uint row = cell_index(ivec3(0, y, z));
            for (uint j = starts[row + uint(low.x)]; j < starts[row + uint(high.x) + 1u]; j++) {
                float inside = inside_at(square_of(x.xyz - bodies[j].xyz));
                float weight = mass * kernel_factor * add_kernel(0.0, inside);
                sum += weight * motions[j].xyz;
                weights += weight;
                room += weight / rest_density;
            }
        }
    vec3 flow = sum / max(weights, 1e-9);
    bool beside = any(lessThan(x.xyz, vec3(0.5 * reach))) || any(greaterThan(x.xz, box.xz - 0.5 * reach));
    if (room < 0.1) v -= vec3(0.0, gravity * frame_s, 0.0);
    else v = flow + vec3(0.0, room > bubble_above || beside ? rise : 0.0, 0.0);
    x.xyz = clamp(x.xyz + v * frame_s, vec3(gap), box - gap);
    x.w = max(x.w - frame_s, 0.0);
    foam_positions[slot] = x;
    foam_velocities[slot] = vec4(v, room);
}
""", "births": """
#include "grid/grid.glsl"
void main()
{
    uint k = gl_GlobalInvocationID.x;
    if (k >= uint(particle_count)) return;
    uint cell = cell_index(cell_of(bodies[k].xyz));
    uint first = starts[cell], end = starts[cell + 1u];
    vec3 mean = vec3(0.0);
    for (uint j = first; j < end; j++) mean += motions[j].xyz;
    mean /= float(max(end - first, 1u));
    if (distance(mean, motions[k].xyz) < 3.0) return;
    uint random = hash(hash(ids[k] ^ key) + frame);
    uint count = uint(rate * frame_s + next_float(random));
    for (uint n = 0u; n < count; n++) {
        uint place = atomicAdd(words[0], 1u);
        if (place >= pool) return;
        uint slot = (words[1] + place) % pool;
        vec3 aside = vec3(next_float(random), next_float(random), next_float(random)) - 0.5;
        vec3 at = clamp(bodies[k].xyz + margin * aside, vec3(gap), box - gap);
        foam_positions[slot] = vec4(at, mix(life_min, life_max, next_float(random)));
        foam_velocities[slot] = vec4(motions[k].xyz, 0.5);
    }
}
"""}
# Changes in them, and the checks that must no longer be met.
MISTAKES = [([("births", "distance(mean, motions[k].xyz) < 3.0", "length(motions[k].xyz) < 3.0"), ("move", "x.w - frame_s", "x.w - 0.5 * frame_s"),
              ("move", "gravity * frame_s", "gravity * frame_s * 0.5"), ("move", "? rise", "? 0.0 * rise")],
             ["nor has water that flies as one", "they end", "spray falls", "bubbles rise"]),
            ([("births", "distance(mean, motions[k].xyz) < 3.0", "false"), ("births", "rate * frame_s", "2.0"),
              ("births", "mix(life_min, life_max, next_float(random))", "life_min"), ("births", "if (place >= pool)", "if (place >= pool / 2u)")],
             ["still water has no foam", "but not at a rate of 0", "lives of the lengths asked for", "a pool that is too small"]),
            ([("births", "bodies[k].xyz + margin * aside", "box * (aside + 0.5)"), ("births", "if (place >= pool) return;", "")],
             ["wild water has", "no fault inside"])]


def test_project():
    texts = {f"13_foam/project_{name}.comp": project.head_of(f"13_foam/{name}") + body for name, body in PROJECT.items()}
    project.test_project(FOAM, texts, 10, [([(f"13_foam/project_{name}.comp", *change) for name, *change in changes], unmet)
                                            for changes, unmet in MISTAKES])


for test in list(globals()):
    if test.startswith("test_"):
        globals()[test]()
finish()
