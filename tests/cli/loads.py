"""What --load puts into a buffer stands there: for each part of a lesson, every buffer that it has is loaded with random
numbers, nothing runs (--frames 0), and all are dumped again."""
import array
import os
import random
import re

from common import BIN, LESSON, expect, expect_good, expect_refusal, finish, listing, path, read, run, small, write

PROGRAM = os.path.join(BIN, LESSON)
OWN = ["scan_look_back"] + ["commands", "next_commands", "later_commands"] * (LESSON == "08_indirect") + \
    ["links", "indices"] * (LESSON == "12_cloth") + \
    [*(f"surface_{name}" for name in (
        "positions", "normals", "indices", "commands", "occupied", "flags", "places", "masks", "corner_counts", "corner_starts",
        "mesh_counts", "mesh_starts", "list", "corner_list", "colours", "slopes", "table", "look_back", "grid_look_back")),
     "block_counts", "marks", "cell_list"] * (LESSON == "15_surface")  # the kernels'
CHECKED = {"14_galaxy": ["positions"], "15_surface": ["positions"]}.get(LESSON, [])  # not any number is a place or a mass: see cli/run_galaxy.py, cli/run_surface.py
ALONE = {"07_grid": ["positions"]}.get(LESSON, [])  # what they hold decides the sizes of other buffers


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
    if LESSON == "11_boids":  # which refuses places outside of its box
        return header + array.array("f", (chance.uniform(0, 7) for _ in range(len(numbers) // 4))).tobytes()
    return header + array.array("f", (chance.gauss(0, 1) for _ in range(len(numbers) // 4))).tobytes()


def test_variant(variant):
    names, chance = buffers_of(variant), random.Random(14)
    for folder in ("as_made", "given", "got"):
        os.makedirs(path(folder), exist_ok=True)
    if not expect_good(run_nothing(variant, *files("--dump", names, "as_made"))):
        return
    for name in names:
        write(path("given", f"{name}.npy"), random_like(read(path("as_made", f"{name}.npy")), chance))
    for name in filter(OWN.__contains__, names):
        result = run_nothing(variant, *files("--load", [name], "as_made"))
        expect_refusal(result, 2, f"buffer {name} cannot be loaded")
    names = [name for name in names if name not in OWN + CHECKED]
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
