"""Lesson 08 without a window: the state does not depend on version, run or threads; NumPy finds the same motion and the same
living; the commands that the GPU writes are right for any share of living, down to none; bad input is refused."""
import os
import struct

import numpy

from common import BIN, THREADS, expect, expect_good, expect_hash, expect_refusal, finish, path, read, run

PROGRAM = os.path.join(BIN, "08_indirect")
POOLED = ("fixed", "append", "aggregated", "scan", "one_dispatch")  # each particle has a slot
LISTED = POOLED[1:]
COUNTED = LISTED + ("dense",)
BROKEN = ("not_listed", "no_command_barrier", "no_y_z", "over_limit", "vec3_struct")
SHORT = ("--set", "particles=20011", "--set", "life=0.6")  # so that many die and slots are used again
STEP = numpy.float32(1.0 / 64.0)


def fountain(*words, **more):
    return run([PROGRAM, "--headless", *words], **more)


def settings(**values):
    return [word for name, value in values.items() for word in ("--set", f"{name}={value}")]


def dumped(*words, buffers=("pool",), frames=60, **more):
    """The buffers after a run, as NumPy arrays of records, and the run."""
    for name in buffers:
        words += ("--dump", f"{name}={name}.npy")
    result = fountain("--frames", frames, *words, **more)
    expect_good(result)
    return *(numpy.load(path(f"{name}.npy")) for name in buffers), result


def picture_size(name):
    """(width, height), from the head of the PNG."""
    return struct.unpack(">II", read(name)[16:24])


def living_slots(pool):
    return numpy.flatnonzero(pool["age"] < pool["life"])


def groups_of(commands):
    return [int(number) for number in commands["groups"].reshape(-1)]


def hashed(*words, **more):
    result = fountain(*SHORT, "--frames", 90, "--hash", *words, **more)
    return expect_hash(result), result


def test_same_state():
    """In the versions whose state is the pool; and others with other seeds."""
    for versions in (POOLED, ("dense",)):
        hashes = set()
        for version in versions:
            same, result = hashed("--variant", version)
            hashes.add(same)
            expect(len(hashes) == 1, result, f"the same hash every time, not {hashes}")
        for seed in ("0", "2", "18446744073709551615"):
            other, result = hashed("--variant", versions[-1], "--seed", seed)
            expect(other not in hashes, result, "another hash with another seed")
            hashes.add(other)


def test_dense():
    """Side by side, in whatever order, lie the particles that live in the pool."""
    pool, _ = dumped(*SHORT, "--variant", "fixed")
    expected = sorted(particle.tobytes() for particle in pool[living_slots(pool)])
    for threads in THREADS:
        particles, commands, result = dumped(*SHORT, "--variant", "dense", buffers=("particles", "commands"),
                                             changes={"LP_NUM_THREADS": threads})
        count = int(commands["living"][0])
        expect(count == len(expected) > 5000, result, f"{len(expected)} living, not {count}")
        expect(sorted(particle.tobytes() for particle in particles[:count]) == expected, result,
               "the living of `fixed`, each of them once")


def step(pool, gravity):
    """The next positions and velocities, in float32."""
    velocity, position = pool["velocity"].copy(), pool["position"]
    velocity[:, 1] -= numpy.float32(gravity) / numpy.float32(64.0)
    velocity *= numpy.float32(0.995)
    position = position + velocity * STEP
    below = position[:, 1] < 0
    position[below, 1] *= -1
    velocity[below] *= numpy.array([0.9, -0.35, 0.9], numpy.float32)
    return position, velocity


def test_motion():
    """Particles that live in two frames moved between them as NumPy moves them."""
    for gravity in (9.81, 1.62):
        words = (*SHORT, "--set", f"gravity={gravity}")
        before, _ = dumped(*words, frames=70)
        after, result = dumped(*words, frames=71)
        expect(before.dtype.names == ("position", "age", "velocity", "life"), result,
               f"records with named fields, not {before.dtype}")
        same = (before["age"] < before["life"]) & (after["age"] == before["age"] + STEP)
        expect(same.sum() > 5000, result, f"thousands that live in both frames, not {same.sum()}")
        position, velocity = step(before[same], gravity)
        for name, expected in (("position", position), ("velocity", velocity)):
            wrong = (after[same][name] != expected).any(axis=1).sum()
            expect(wrong == 0, result, f"NumPy's {name}; {wrong} of {same.sum()} differ")
        newborn = (after["age"] == STEP).sum()
        expect(newborn > 100, result, f"newborn particles, not {newborn}")


def test_living():
    """Count, list and draw command say which particles are alive, and the groups are enough for them."""
    for version in LISTED:
        pool, living, commands, result = dumped(*SHORT, "--variant", version,
                                                buffers=("pool", "living", "commands"))
        slots, count = living_slots(pool), int(commands["living"][0])
        expect(count == len(slots) > 5000, result, f"{len(slots)} living, not {count}")
        expect(numpy.array_equal(numpy.sort(living[:count]), slots), result,
               "each living slot once in the list")
        if version == "scan":
            ages = pool["age"][living[:count]]
            expect((ages[1:] <= ages[:-1]).all(), result, "the list in the order of birth")
        expect(int(commands["vertices"][0]) == 4, result, "four vertices for each sprite")
    result = fountain(*SHORT, "--frames", 3, "--dump", "commands=commands.csv", "--dump", "pool=pool.csv")
    expect_good(result)
    text = read("commands.csv").decode()
    expect("living" in text and len(text.strip().splitlines()[-1].split(",")) == 12, result,
           "a table with the names of the fields")


def test_share():
    """The share that was asked for is the share that settles."""
    for alive in (1, 10, 50, 90, 100):
        pool, commands, result = dumped(*settings(particles=50000, alive=alive, life=1, filled=1),
                                        buffers=("pool", "commands"), frames=100)
        listed = int(commands["listed"][0])
        wanted, died = 500 * alive, listed - len(living_slots(pool))
        expect(abs(listed - wanted) <= 0.05 * wanted, result, f"about {wanted} listed, not {listed}")
        expect(0 < died <= 0.05 * listed, result, f"a few of {listed} to die in a frame, not {died}")


def test_limit():
    """No dimension beyond the limit, and hardly a group too many."""
    for limit in (7, 65535):
        for version in COUNTED:
            commands, result = dumped(*SHORT, *settings(limit=limit, filled=1), "--variant", version,
                                      buffers=("commands",), frames=5)
            x, y, z = groups_of(commands)
            needed = -(-int(commands["listed"][0]) // 64)
            expect(needed > 64, result, f"more groups than the lower limits, not {needed}")
            expect(x <= limit and z == 1 and 0 <= x * y - needed < y <= -(-needed // limit), result,
                   f"{needed} groups in as few rows of up to {limit} as do, not {x} x {y} x {z}")


def test_nobody():
    """A closed tap: the dispatch shrinks to no groups, and the picture is still drawn."""
    for version in COUNTED:
        words = (*settings(particles=3000, life=0.5, filled=1, tap=0), "--variant", version)
        buffers = ("commands",) if version == "dense" else ("commands", "pool")
        commands, *pool, result = dumped(*words, "--screenshot", f"{version}.png", buffers=buffers, frames=40)
        expect(int(commands["living"][0]) == 0, result, f"none alive, not {commands['living'][0]}")
        # One group of these two has to run, to write the commands for the frame after.
        expected = [1, 1, 1] if version in ("one_dispatch", "dense") else [0, 1, 1]
        expect(groups_of(commands) == expected, result, f"{expected} groups, not {groups_of(commands)}")
        expect(picture_size(f"{version}.png") == (1280, 800), result, "a picture")
        for particles in pool:
            expect(len(living_slots(particles)) == 0, result, "none alive in the pool")
    expect_good(fountain(*settings(particles=1000, alive=0), "--frames", 5))


def test_pictures():
    for name in ("a.png", "b.png"):
        expect_good(fountain(*SHORT, "--variant", "scan", "--frames", 30, "--screenshot", name))
    result = fountain(*SHORT, "--frames", 30, "--screenshot", "c.png", "--size", "317x203")
    expect_good(result)
    expect(picture_size("c.png") == (317, 203), result, f"317 x 203 pixels, not {picture_size('c.png')}")
    expect(read("a.png") == read("b.png"), result, "a.png and b.png, of two runs, the same")
    expect_good(fountain("--frames", 1, "--barriers", "--screenshot", "d.png", "--size", "40x30"))  # less than its margins


def test_broken():
    for variant in BROKEN:
        for threads in THREADS:
            result = fountain("--check", "--variant", variant, changes={"LP_NUM_THREADS": threads})
            expect(result.code == 1 and "FAILED" in result.out, result, f"the check of {variant} to fail")


def test_bad_input():
    for setting in ("particles=0", "particles=10000001", "alive=101", "life=0", "life=9", "spread=2",
                    "limit=3", "tap=2", "gravity=nan", "slots=5"):
        expect_refusal(fountain("--set", setting, "--frames", 1), 2, setting.split("=")[0])
    numpy.save(path("short.npy"), numpy.zeros((10, 8), numpy.float32))
    result = fountain(*SHORT, "--frames", 1, "--load", "pool=short.npy")
    expect_refusal(result, 2, "short.npy")


test_same_state()
test_dense()
test_motion()
test_living()
test_share()
test_limit()
test_nobody()
test_pictures()
test_broken()
test_bad_input()
finish()
