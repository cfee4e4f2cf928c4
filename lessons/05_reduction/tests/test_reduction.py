"""Lesson 05 without a window: its sums, extremes and scans against NumPy's, the errors that its text names, the same state
whatever the number of threads, broken variants that always fail, and bad input."""
import math
import os
import shutil

import numpy

from common import BIN, SOURCE, THREADS, expect, expect_good, expect_hash, expect_refusal, finish, path, run, write

REDUCTION = os.path.join(BIN, "05_reduction")
SUMS = ("atomic", "interleaved", "sequential", "first_add", "vectors", "subgroup")
SCANS = ("scan_naive", "scan_plain", "scan_three", "scan_single")
BROKEN = ("lost_partials", "no_neutral", "no_barrier", "no_memory_barrier")


def reduction(*words, **more):
    return run([REDUCTION, "--headless", "--frames", "2", *words], **more)


def dumped(buffer, *words, **more):
    """What the buffer holds at the end, and the Run."""
    result = reduction(*words, "--dump", f"{buffer}={buffer}.npy", **more)
    return (numpy.load(path(buffer + ".npy")) if expect_good(result) else None), result


def expect_equal(got, expected, result, what):
    expect(got is not None and numpy.array_equal(got, expected), result, f"{what} as NumPy has it")


# ---- Against NumPy -------------------------------------------------------------------------------

def random_words(count):
    return numpy.random.default_rng(count).integers(0, 2**32, count, dtype=numpy.uint32)


def test_sums_and_scans():
    for count in (1, 4, 777, 8193, 100003):
        values = random_words(count)
        numpy.save(path("values.npy"), values)
        total = numpy.add.reduce(values, dtype=numpy.uint32)  # modulo 2^32
        for name in SUMS:
            got, result = dumped("sum", "--variant", name, "--load", "values=values.npy")
            expect_equal(got, [total], result, "the sum")
        before = numpy.concatenate(([0], numpy.cumsum(values, dtype=numpy.uint32)[:-1]))
        for name in SCANS:
            got, result = dumped("prefix", "--variant", name, "--load", "values=values.npy")
            expect_equal(got, before.astype(numpy.uint32), result, "the prefix sums")
    numpy.savetxt(path("values.csv"), [3, 1, 7, 0, 4], fmt="%d")
    got, result = dumped("prefix", "--variant", "scan_single", "--load", "values=values.csv")
    expect_equal(got, [0, 3, 4, 11, 11], result, "the text's own scan")


def test_rounds():
    """What the picture draws is what shared memory held: after each round, in each group of the first level."""
    values = random_words(1000)
    numpy.save(path("values.npy"), values)
    loaded = numpy.concatenate((values, numpy.zeros(24, numpy.uint32))).reshape(16, 64)
    for name in ("sequential", "interleaved"):
        got, result = dumped("rounds", "--variant", name, "--load", "values=values.npy")
        expected = loaded
        for row in range(7):
            width = 64 >> row
            held = numpy.arange(width) << (row if name == "interleaved" else 0)  # by those who still have a part
            expect_equal(got[:, row, held], expected, result, f"what is left after round {row}")
            if width > 1:
                halves = expected.reshape(16, -1, 2) if name == "interleaved" else expected.reshape(16, 2, -1).swapaxes(1, 2)
                expected = halves.sum(axis=2, dtype=numpy.uint32)
    got, result = dumped("rounds", "--variant", "no_barrier", "--load", "values=values.npy")
    sums, _ = dumped("level_1", "--variant", "no_barrier", "--load", "values=values.npy")
    expect_equal(got[:, 6, 0], sums, result, "what a group has written, in the last round")
    result = reduction("--variant", "sequential", "--set", "count=131073", "--dump", "rounds=rounds.npy")
    expect(result.code != 0 and "rounds" in result.err, result, "nothing written down of more than 131,072 numbers")


def test_largest_block():
    """As many numbers as a block of 128 MiB holds, and a group for every 256 of them: more than a dimension has."""
    got, result = dumped("sum", "--variant", "sequential", "--set", "count=33554432", "--set", "group=256", "--dump",
                         "values=all.npy")
    values = numpy.load(path("all.npy"))
    expect_equal(got, [numpy.add.reduce(values, dtype=numpy.uint32)], result, "the sum of 2^25 numbers")


def test_argmax():
    """The solution, which has the place of the first among equals."""
    shutil.copytree(os.path.join(SOURCE, "shaders"), path("shaders"))
    shutil.copy(path("shaders/05_reduction/solutions/argmax.comp"), path("shaders/05_reduction/tasks/argmax.comp"))
    for values in (random_words(70001), numpy.full(5000, 7, numpy.uint32), numpy.zeros(3, numpy.uint32)):
        numpy.save(path("values.npy"), values)
        got, result = dumped("largest", "--variant", "argmax", "--load", "values=values.npy",
                             changes={"WB_SHADERS": path("shaders")})
        place = int(numpy.argmax(values))
        expect_equal(got, [values[place], place], result, "the largest number and its place")


def test_particles():
    generator = numpy.random.default_rng(5)
    particles = generator.normal(3, 10, (12345, 4)).astype(numpy.float32)
    particles[:, 3] = numpy.abs(particles[:, 3]) + numpy.float32(0.1)
    numpy.save(path("particles.npy"), particles)
    got, result = dumped("extent", "--variant", "particles", "--load", "particles=particles.npy")
    if got is None:
        return
    expect_equal(got[0], particles.min(axis=0), result, "the smallest values")
    expect_equal(got[1], particles.max(axis=0), result, "the largest values")
    exact = particles.astype(numpy.float64)
    centre = (exact[:, :3] * exact[:, 3:]).sum(axis=0) / exact[:, 3].sum()
    # A sum of float32 in some 20 steps, of numbers about 10 large: far below 1e-4, far above luck.
    expect(numpy.allclose(got[2][:3], centre, rtol=0, atol=1e-4), result, f"a centre of mass of {centre}, not {got[2]}")
    expect(numpy.isclose(got[2][3], exact[:, 3].sum(), rtol=1e-5), result, "the mass as NumPy has it")


# ---- Rounding ------------------------------------------------------------------------------------

def test_rounding():
    result = reduction("--variant", "rounding", "--dump", "tree=tree.npy", "--dump", "sums=sums.npy")
    if not expect_good(result):
        return
    numbers = numpy.load(path("tree.npy"))[2**20:]
    sums = numpy.load(path("sums.npy")).view(numpy.float64)[:, :, 0]  # for 2, 4, 8, ...: plain, Kahan, double, tree
    counts = 2 ** numpy.arange(1, 21)
    expect_equal(sums[:, 0], numpy.add.accumulate(numbers)[counts - 1], result, "float32 sums, one after the other")
    expect_equal(sums[:, 2], numpy.add.accumulate(numbers, dtype=numpy.float64)[counts - 1], result, "double sums")
    nodes, firsts = numbers, []
    while len(nodes) > 1:
        nodes = nodes[0::2] + nodes[1::2]
        firsts.append(nodes[0])
    expect_equal(sums[:, 3], numpy.array(firsts), result, "sums by a tree")

    exact = math.fsum(numbers.tolist())
    with open(os.path.join(SOURCE, "lessons/05_reduction/further/floats.md"), encoding="utf-8") as file:
        text = file.read()
    for column, way in enumerate(("plain", "Kahan", "double", "tree")):
        error = abs(sums[-1, column] - exact) / exact
        written = f"{error:.1e}".replace("e-0", "e-")
        expect(column == 2 or written in text, result, f"{written}, the error of {way}, in the lesson's text")
    expect(abs(sums[-1, 2] - exact) / exact < 1e-14, result, "a double sum that is right to 14 digits")


# ---- The same again, and never right ---------------------------------------------------------------

def hash_of(*words, **more):
    result = reduction(*words, "--hash", **more)
    return expect_hash(result), result


def test_seeds():
    for name in (SUMS[0], "particles", "rounding", SCANS[0]):  # one of each part
        words = ("--variant", name, "--set", "count=70001", "--set", "terms=14")
        first, _ = hash_of(*words)
        other, result = hash_of(*words, "--seed", "2")
        expect(other != first, result, "another hash with another seed")


def test_broken():
    for name in BROKEN:
        for threads in THREADS:
            result = run([REDUCTION, "--check", "--variant", name], changes={"LP_NUM_THREADS": threads})
            expect(result.code == 1 and "FAILED" in result.out, result, "the check to fail")


# ---- Bad input -----------------------------------------------------------------------------------

def test_bad_input():
    expect_refusal(reduction("--set", "count=0"), 2, "count", "1")
    expect_refusal(reduction("--set", "group=100"), 1, "group=100", "power of two", "what to do")
    numpy.save(path("floats.npy"), numpy.zeros(5, numpy.float32))
    numpy.save(path("table.npy"), numpy.zeros((5, 2), numpy.uint32))
    numpy.save(path("empty.npy"), numpy.zeros(0, numpy.uint32))
    for name in ("floats.npy", "table.npy", "empty.npy"):
        result = reduction("--load", "values=" + name)
        expect(result.code in (1, 2) and len(result.errors()) == 1 and "values" in result.err, result,
               "one message about the values, and exit status 1 or 2")
    write("bad.csv", "1\n2\nx\n")
    result = reduction("--load", "values=bad.csv")
    expect(result.code in (1, 2) and len(result.errors()) == 1 and "bad.csv" in result.err, result, "one message about bad.csv")
    numpy.save(path("three.npy"), numpy.zeros((5, 3), numpy.float32))
    result = reduction("--variant", "particles", "--load", "particles=three.npy")
    expect(result.code in (1, 2) and len(result.errors()) == 1 and "n x 4" in result.err, result, "one message about n x 4")
    for name in ("vectors", "scan_single"):  # 4 bytes more than a block of llvmpipe; other drivers have larger ones
        result = reduction("--variant", name, "--set", "count=33554433", timeout=120)
        if result.code != 0:
            expect(len(result.errors()) == 1 and "storage block" in result.err and "what to do" in result.err, result,
                   "one message about the storage block's size")


test_sums_and_scans()
test_rounds()
test_largest_block()
test_argmax()
test_particles()
test_rounding()
test_seeds()
test_broken()
test_bad_input()
finish()
