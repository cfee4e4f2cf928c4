"""Lesson 06 without a window: real arrays in and out against NumPy's sort, what it refuses, and that
the same seed gives the same state."""
import os

import numpy

from common import BIN, THREADS, expect, expect_good, expect_hash, expect_refusal, finish, path, read, run, write

LESSON = os.path.join(BIN, "06_bitonic")
ON_GPU = ["global", "shared", "bitonic", "radix"]
VERSIONS = ON_GPU + ["cpu_qsort", "cpu_radix"]
random = numpy.random.default_rng(6)


def bitonic(*words, **more):
    return run([LESSON, "--headless", "--frames", "2", *words], **more)


def sort_files(variant, keys, *words):
    """What the lesson makes of the array: (keys, values, Run)."""
    numpy.save(path("keys.npy"), keys)
    for name in ("sorted.npy", "values.npy"):  # or those of the variant before could pass for this one's
        if os.path.exists(path(name)):
            os.remove(path(name))
    result = bitonic("--variant", variant, "--load", "keys=keys.npy", *words,
                     "--dump", "keys=sorted.npy", "--dump", "values=values.npy")
    expect_good(result)
    return numpy.load(path("sorted.npy")), numpy.load(path("values.npy")), result


def bits(array):
    return array.view(numpy.uint32)


def total_order(keys):
    """IEEE 754's order of all bit patterns, NaN included, from NumPy's integers."""
    signed = keys.view(numpy.int32).astype(numpy.int64)
    return numpy.where(signed >= 0, signed, -(signed & 0x7fffffff) - 1)


def test_small_proof():
    """Fewer keys than the network of 16 has places."""
    for keys in (1, 3, 8, 17):
        expect_good(bitonic("--check", "--variant", "zeros_and_ones", "--set", f"keys={keys}"))


# ---- The same as NumPy -------------------------------------------------------------------------

def test_types():
    arrays = [random.integers(0, 9, 3001, dtype=numpy.uint32),
              random.integers(-2**31, 2**31, 2049, dtype=numpy.int32),
              random.normal(0.0, 1e3, 5003).astype(numpy.float32),
              numpy.array([7], dtype=numpy.uint32)]
    for variant in VERSIONS:
        for keys in arrays:
            got, values, result = sort_files(variant, keys)
            order = numpy.argsort(keys, kind="stable")
            expect(got.dtype == keys.dtype and numpy.array_equal(got, keys[order]), result,
                   f"the {len(keys)} keys as NumPy sorts them")
            expect(numpy.array_equal(values, order), result,
                   f"the {len(keys)} values as numpy.argsort(kind='stable')")


def test_large():
    keys = random.integers(0, 2**32, 2**20 + 7, dtype=numpy.uint32)
    for variant in ("bitonic", "radix"):
        got, values, result = sort_files(variant, keys)
        expect(numpy.array_equal(values, numpy.argsort(keys, kind="stable")), result,
               "2^20 + 7 values as numpy.argsort(kind='stable')")
        expect(numpy.array_equal(got, numpy.sort(keys)), result, "2^20 + 7 keys as NumPy sorts them")


def test_special_floats():
    patterns = [0x7fc00000, 0xffc00000, 0x7f800001, 0xff812345, 0x7f800000, 0xff800000, 0, 0x80000000,
                1, 0x80000001, 0x3f800000, 0xbf800000, 0xffffffff, 0x7fffffff]
    keys = numpy.array(patterns * 19, dtype=numpy.uint32).view(numpy.float32)
    for variant in VERSIONS:
        got, values, result = sort_files(variant, keys)
        order = numpy.argsort(total_order(keys), kind="stable")
        expect(numpy.array_equal(bits(got), bits(keys[order])), result,
               "-NaN, -inf, ..., -0, 0, ..., inf, NaN, bit for bit")
        expect(numpy.array_equal(values, order), result, "the values with their NaN")
    expect_good(bitonic("--check", "--variant", "radix", "--load", "keys=keys.npy"))  # the oracle as well


def test_values():
    keys = random.integers(0, 50, 4099, dtype=numpy.uint32)
    numbers = random.integers(0, 2**32, 4099, dtype=numpy.uint32)
    numbers[::7] = 0xffffffff
    keys[::5] = 0xffffffff  # as the padding
    numpy.save(path("numbers.npy"), numbers)
    for variant in VERSIONS:
        got, values, result = sort_files(variant, keys, "--load", "values=numbers.npy")
        stable = variant in ("radix", "cpu_radix")
        order = numpy.argsort(keys, kind="stable") if stable else numpy.lexsort((numbers, keys))
        expect(numpy.array_equal(got, keys[order]), result, "the keys sorted")
        expect(numpy.array_equal(values, numbers[order]), result,
               "every value with its key, equal keys " + ("as they were" if stable else "by value"))


def test_csv():
    write("keys.csv", "30\n10\n20\n")
    result = bitonic("--load", "keys=keys.csv", "--dump", "keys=out.csv", "--dump", "values=v.csv")
    expect_good(result)
    expect(read("out.csv").split() == [b"10", b"20", b"30"], result, "10, 20, 30 in out.csv")
    expect(read("v.csv").split() == [b"1", b"2", b"0"], result, "1, 2, 0 in v.csv")
    write("floats.csv", "1.5\n-2\n0.25\n")
    result = bitonic("--load", "keys=floats.csv", "--set", "type=float32", "--dump", "keys=out.csv")
    expect_good(result)
    expect([float(x) for x in read("out.csv").split()] == [-2, 0.25, 1.5], result, "-2, 0.25, 1.5")


# ---- What it refuses ----------------------------------------------------------------------------

def test_bad_input():
    numpy.save(path("keys.npy"), numpy.arange(5, dtype=numpy.uint32))
    numpy.save(path("four.npy"), numpy.arange(4, dtype=numpy.uint32))
    numpy.save(path("signed.npy"), numpy.arange(5, dtype=numpy.int32))
    numpy.save(path("square.npy"), numpy.zeros((3, 3), dtype=numpy.uint32))
    numpy.save(path("none.npy"), numpy.zeros(0, dtype=numpy.uint32))
    numpy.save(path("double.npy"), numpy.zeros(3))
    write("broken.npy", "this is no array")
    expect_refusal(bitonic("--load", "keys=keys.npy", "--load", "values=four.npy"), 2, "four.npy", "shape 4, wanted 5")
    expect_refusal(bitonic("--load", "keys=keys.npy", "--load", "values=signed.npy"), 2, "signed.npy", "wanted uint32")
    for name in ("square", "none", "double", "broken", "missing"):
        expect_refusal(bitonic("--load", f"keys={name}.npy"), 2, f"{name}.npy")
    for setting in ("keys=0", "keys=-1", "keys=134217729", "keys=many", "type=3", "type=double", "input=8"):
        expect_refusal(bitonic("--set", setting), 2, f"--set {setting}: ")


# ---- The same again ------------------------------------------------------------------------------

def hash_of(*words, **more):
    result = bitonic(*words, "--hash", **more)
    return expect_hash(result), result


def test_same_state():
    words = ("--set", "keys=5003", "--set", "input=4")
    wanted, _ = hash_of(*words)
    for variant in VERSIONS:
        found, result = hash_of(*words, "--variant", variant)
        expect(found == wanted, result, f"the hash of every version, {wanted}, not {found}")
    found, result = hash_of(*words, "--seed", "2")
    expect(found != wanted, result, "another hash with another seed")


# ---- What is broken ------------------------------------------------------------------------------

def test_broken():
    reasons = {"unpadded": "are wrong", "no_direction": "are wrong", "no_barrier": "missing barrier"}
    for variant, reason in reasons.items():
        for threads in THREADS:
            result = run([LESSON, "--check", "--variant", variant], changes={"LP_NUM_THREADS": threads})
            expect(result.code == 1 and "FAILED" in result.out, result, f"the check to fail on {variant}")
            expect(any(reason in line for line in result.errors()), result, f"'{reason}' of {variant}")
    wanted, _ = hash_of("--set", "keys=256")
    found, result = hash_of("--set", "keys=256", "--variant", "unpadded")
    expect(found == wanted, result, "256 keys sorted without padding: they are a power of two")


test_small_proof()
test_types()
test_large()
test_special_floats()
test_values()
test_csv()
test_bad_input()
test_same_state()
test_broken()
finish()
