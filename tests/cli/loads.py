"""What --load puts into a buffer stands there: for each part of a lesson, every buffer that it has is loaded with random
numbers, nothing runs (--frames 0), and all are dumped again."""
import array
import os
import random
import re

from common import ABOUT, BIN, LESSON, expect, expect_good, expect_refusal, finish, listing, path, read, run, small, write

PROGRAM = os.path.join(BIN, LESSON)
LOAD = ABOUT["load"]
REFUSED, CHECKED, ALONE = (LOAD.get(name, {}).get("buffers", []) for name in ("refused", "checked", "alone"))
REFUSED += ["scan_look_back"]  # the kernels' own


def run_nothing(variant, *words):
    return run([PROGRAM, "--headless", "--frames", "0", "--variant", variant, *small(LESSON), *words])


def buffers_of(variant):
    """Their names, as the message lists them that asks for another."""
    result = run_nothing(variant, "--dump", "no_such_buffer=none.npy")
    found = re.search(r"^ *it has:(.*)$", result.err, re.M)
    expect(found, result, "a list of the buffers")
    return list(dict.fromkeys(found[1].split())) if found else []  # of two scans' buffers, a name is the first one's


def files(option, names, folder):
    return [word for name in names for word in (option, f"{name}={path(folder, name)}.npy")]


def split(npy):
    """Header and numbers of such a file."""
    start = 10 + int.from_bytes(npy[8:10], "little")
    return npy[:start], npy[start:]


def random_like(npy, chance):
    """A file of the same type and shape: of any bits, or of floats that are numbers."""
    header, numbers = split(npy)
    if b"f4" not in header:
        return header + chance.randbytes(len(numbers))
    if "floats" in LOAD:
        low, high = LOAD["floats"]["from"], LOAD["floats"]["to"]
        return header + array.array("f", (chance.uniform(low, high) for _ in range(len(numbers) // 4))).tobytes()
    return header + array.array("f", (chance.gauss(0, 1) for _ in range(len(numbers) // 4))).tobytes()


def test_variant(variant):
    names, chance = buffers_of(variant), random.Random(14)
    for folder in ("as_made", "given", "got"):
        os.makedirs(path(folder), exist_ok=True)
    if not expect_good(run_nothing(variant, *files("--dump", names, "as_made"))):
        return
    for name in names:
        write(path("given", f"{name}.npy"), random_like(read(path("as_made", f"{name}.npy")), chance))
    for name in filter(REFUSED.__contains__, names):
        result = run_nothing(variant, *files("--load", [name], "as_made"))
        expect_refusal(result, 2, f"buffer {name} cannot be loaded")
    names = [name for name in names if name not in REFUSED + CHECKED]
    for some in filter(None, (ALONE, [name for name in names if name not in ALONE])):
        result = run_nothing(variant, *files("--load", some, "given"), *files("--dump", some, "got"))
        if expect_good(result):
            expect_loaded(result, variant, some)


def expect_loaded(result, variant, names):
    for name in names:
        given, got = (split(read(path(folder, f"{name}.npy")))[1] for folder in ("given", "got"))
        expect(got == given, result, f"buffer {name} of {variant} as it was loaded")


kept = {}  # of each part the first version and the last, which has more buffers
for one in listing(PROGRAM)["variants"]:
    if one["kind"] == "version":
        names = kept.setdefault(one["part"], [])
        names[1:] = [one["name"]]
expect(kept, PROGRAM, "versions")
for one in sum(kept.values(), []):
    test_variant(one)
finish()
