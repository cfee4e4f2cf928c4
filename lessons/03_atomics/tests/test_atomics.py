"""Lesson 03 without a window: its results against NumPy's, on real images read by ImageMagick and on
random numbers; the same state in every run; and what it says to bad input."""
import math
import os
import resource
import subprocess

import numpy

from common import (BIN, SOURCE, THREADS, expect, expect_good, expect_hash, expect_refusal, expect_same, finish,
                    need_tools, path, run, sanitized, write)

ATOMICS = os.path.join(BIN, "03_atomics")
HISTOGRAMS = ("global", "group", "walk", "copies")
COUNTS = ("count_thread", "count_one", "count_spread", "count_group", "count_private")
APPENDS = ("append_each", "append_group", "append_scan")


def atomics(*words, **more):
    return run([ATOMICS, "--headless", *words], **more)


def sets(**values):
    return [word for name, value in values.items() for word in ("--set", f"{name}={value}")]


def dumped(variant, names, *words):
    """Runs a variant; what it leaves in the buffers of these names, as NumPy arrays."""
    dumps = [word for name in names for word in ("--dump", f"{name}={name}.npy")]
    result = atomics("--variant", variant, "--frames", "2", *dumps, *words)
    expect_good(result)
    return result, [numpy.load(path(name + ".npy")) for name in names]


def expect_equal(got, wanted, result, what):
    good = numpy.array_equal(numpy.asarray(got).ravel(), numpy.asarray(wanted).ravel())
    expect(good, result, f"{what} as NumPy's")


# ---- Histograms of images ------------------------------------------------------------------------

def convert(*words):
    return subprocess.run(["convert", *words], check=True, capture_output=True).stdout


def make_images():
    """Real pictures, and the kinds of PNG that there are."""
    harbour = os.path.join(SOURCE, "lessons", "images", "harbour.png")
    kinds = {
        "palette": ["-colors", "17", "-type", "Palette"],
        "grey": ["-colorspace", "Gray", "-type", "Grayscale"],
        "grey_alpha": ["-colorspace", "Gray", "-alpha", "set", "-channel", "A", "-evaluate", "set", "50%"],
        "alpha": ["-alpha", "set", "-channel", "A", "-evaluate", "set", "30%"],
        "odd": ["-crop", "61x43+100+50", "+repage"],
        "wide": ["-crop", "299x1+1+100", "+repage"],
        "pixel": ["-crop", "1x1+200+100", "+repage"],
    }
    part = path("part.png")  # its kinds are made faster than those of the whole
    convert(harbour, "-crop", "300x200+400+250", "+repage", "PNG:" + part)
    for name, words in kinds.items():
        convert(part, *words, "PNG:" + path(name + ".png"))
    # Of 16 bits a reader may keep the upper 8 or round: here both give the same.
    convert(path("odd.png"), "-depth", "8", "-define", "png:bit-depth=16", "PNG:" + path("deep.png"))
    return [harbour, os.path.join(SOURCE, "screenshots", "04_life.png"),
            os.path.join(SOURCE, "screenshots", "workbench.png"),
            *(path(name + ".png") for name in (*kinds, "deep"))]


def test_images():
    for number, image in enumerate(make_images()):
        pixels = numpy.frombuffer(convert(image, "-colorspace", "sRGB", "-alpha", "off", "-depth", "8", "rgb:-"), numpy.uint8)
        wanted = [numpy.bincount(pixels[plane::3], minlength=256) for plane in range(3)]
        for variant in HISTOGRAMS if number == 0 else HISTOGRAMS[number % 4:number % 4 + 1]:
            result, (histogram,) = dumped(variant, ["histogram"], "--load", "image=" + image)
            expect(histogram.dtype == numpy.uint32 and histogram.shape == (3, 256), result,
                   "a histogram of 3 x 256 uint32")
            expect_equal(histogram, wanted, result, f"the histogram of {os.path.basename(image)}")


def test_samples():
    for source, count in ((1, 0), (1, 15), (1, 17), (1, 100003), (2, 100003)):
        for variant in HISTOGRAMS:
            result, (samples, histogram) = dumped(variant, ["samples", "histogram"],
                                                  *sets(source=source, count=count, groups=3))
            values = samples.astype("<u4").view(numpy.uint8).ravel()[:count]
            expect_equal(histogram, numpy.bincount(values, minlength=256), result, "the histogram")
            if source == 2:
                expect(histogram.max() == count, result, "all samples in one bin")
            elif count == 100003:
                expect(histogram.min() > 0, result, "random samples in every bin")


# ---- The other parts: of sizes that the lesson's own check does not have ----------------------------

def test_counts():
    for variant in COUNTS:
        for count in (1000, 65537):
            result, (values, total) = dumped(variant, ["values", "total"], *sets(count=count, density=0.3))
            wanted = int((values[:count] < int(numpy.float32(0.3) * 2**24)).sum())
            expect(int(total[0]) == wanted, result, f"a total of {wanted}, not {total[0]}")
            if count == 65537:
                expect(0.28 < wanted / count < 0.32, result, "about 30 % of the values")


def test_lists():
    for variant in APPENDS:
        for count, group in ((100000, 96), (100000, 512)):
            result, (values, length, kept) = dumped(variant, ["values", "length", "list"],
                                                    *sets(count=count, group=group, density=0.5))
            wanted = numpy.flatnonzero(values[:count] < 2**23)
            expect(int(length[0]) == len(wanted), result, f"a list of {len(wanted)}, not {length[0]}")
            kept = kept[:int(length[0])]
            expect_equal(numpy.sort(kept), wanted, result, "the list, sorted,")
            if variant == "append_scan" and len(kept) > 0:
                same_group = kept[1:] // group == kept[:-1] // group
                expect((kept[1:] > kept[:-1])[same_group].all(), result, "the order within each group")


def test_cells():
    for count, cells in ((1, 1), (50000, 61)):
        result, (particles, counts, places) = dumped("cells", ["particles", "counts", "places"],
                                                     *sets(count=count, cells=cells))
        column, row = ((particles[:, axis].astype(numpy.int64) >> 16) * cells >> 16 for axis in (0, 1))
        cell = row * cells + column
        expect_equal(counts, numpy.bincount(cell, minlength=cells * cells), result, "the counts")
        slots = set(zip(cell.tolist(), places[:count].tolist()))
        expect(len(slots) == count and (places[:count] < counts.ravel()[cell]).all(), result,
               "places from 0 on in each cell, none of them twice")


def test_sums():
    """66 frames, so that the first rows of the last 64 sums are written a second time."""
    for count in (3000, 131072):
        for variant in ("sum_fixed", "sum_wide", "sum_float"):
            result, (reals, sums) = dumped(variant, ["reals", "sums"],
                                           *sets(count=count, group=512), "--frames", "66")
            wanted, tolerance = math.fsum(reals.tolist()), 0.0
            if variant == "sum_fixed":  # as many bits as 32 have room for
                scale = 2**min(24, ((2**32 - 1) // count).bit_length() - 1)
                wanted = float(numpy.rint(reals.astype(float) * scale).sum()) / scale
                got = sums[:, 0] / scale
            elif variant == "sum_wide":  # exact: the reals are multiples of 2^-24
                got = (sums[:, 1] * 2.0**32 + sums[:, 0]) / 2**24
            else:
                # An invocation adds up to 32 reals, and then its own sum to that of all. Each of these
                # additions rounds by half a unit in the last place; a sum that got lost is far more.
                additions = 512 * math.ceil(count / (512 * 32)) + 32
                got = sums[:, 0].copy().view(numpy.float32).astype(float)
                tolerance = additions * float(numpy.spacing(numpy.float32(wanted))) / 2
            expect((abs(got - wanted) <= tolerance).all(), result,
                   f"64 sums of {wanted}, not {got.min()} to {got.max()}")


def test_operations():
    for variant in ("operations_buffer", "operations_shared"):
        for count, group in ((5000, 33), (5000, 512)):
            result, (values, results) = dumped(variant, ["values", "results"], *sets(count=count, group=group))
            rows = math.ceil(count / group)
            expect(len(results) == rows, result, f"a row for each of {rows} groups, not {len(results)}")
            for row, first in zip(results.tolist(), range(0, count, group)):
                mine = values[first:min(first + group, count)].astype(numpy.int64)
                bits = [int(value).bit_length() - 1 if value else 0 for value in mine]
                seen = sum(1 << bit for bit in set(bits))
                lamps = sum((bits.count(bit) & 1) << bit for bit in set(bits))
                on = sum((bits.count(bit) + 1) // 2 for bit in set(bits))
                least, most = int(mine.min()), int(mine.max())
                wanted = [len(mine), 0, 1, least, 2**32 - 1 - least, most, most, seen, len(set(bits)),
                          2**32 - 1 - seen, len(set(bits)), lamps, on, 1]
                if not expect(row == wanted, result, f"{wanted} of the group from {first} on, not {row}"):
                    break


def test_contention():
    for variant in ("contention_buffer", "contention_shared"):
        for addresses, stride in ((7, 3), (256, 32)):
            result, (counters,) = dumped(variant, ["counters"],
                                         *sets(count=5000, addresses=addresses, stride=stride))
            wanted = numpy.zeros((addresses, stride))  # a counter, and the words up to the next
            wanted[:, 0] = numpy.bincount((numpy.arange(5000)[:, None] + numpy.arange(16)).ravel() % addresses)
            expect_equal(counters, wanted, result, "the counters")


# ---- The same again, and what is broken ------------------------------------------------------------

def hash_of(*words, **more):
    result = atomics(*words, "--hash", **more)
    return expect_hash(result), result


def test_same_state():
    variants = (*HISTOGRAMS[1:], "count_group", "count_lost", *APPENDS[:2], "cells", "sum_float",
                "sum_fixed", "sum_wide", "operations_buffer", "operations_shared", "contention_shared")
    for variant in variants:
        # Enough frames that the order of the groups does differ; the sums make one row a frame.
        frames = "20" if variant.startswith("sum") else "3"
        words = ("--variant", variant, "--frames", frames, *sets(count=1000000))
        expect_same([hash_of(*words, changes={"LP_NUM_THREADS": threads}) for threads in THREADS], "the same hash")


def test_lost_updates():
    result, (total,) = dumped("count_lost", ["total"], *sets(count=10240, density=1, group=512))
    expect(int(total[0]) == 20, result, f"one addition left of each of 20 groups, not {total[0]}")


def test_forgotten_reset():
    result, (counts,) = dumped("cells_no_reset", ["counts"], *sets(count=1000))
    expect(int(counts.sum()) == 2000, result, "every particle counted once more in the second frame")


# ---- Bad input -------------------------------------------------------------------------------------

def test_bad_input():
    write("text.png", "this is no picture")
    harbour = os.path.join(SOURCE, "lessons", "images", "harbour.png")
    with open(harbour, "rb") as file:
        write("short.png", file.read()[:5000])
    for name in ("text.png", "short.png", "missing.png"):
        expect_refusal(atomics("--load", "image=" + name), 2, name)
    expect_refusal(atomics("--load", "samples=" + harbour), 2, "a picture goes into image")
    expect_refusal(atomics("--variant", "cells", "--load", "image=" + harbour), 2, "part histogram")
    expect_refusal(atomics("--frames", "1", "--dump", "image=x.png"), 2, "no buffer image")
    expect_refusal(atomics("--frames", "1", "--dump", "histogram=x.png"), 1, ".npy or .csv")
    expect_refusal(atomics("--set", "group=1025"), 2, "1024")
    expect_refusal(atomics("--set", "count=-1"), 2, "count")
    expect_refusal(atomics("--set", "copies=33"), 2, "copies")
    expect_refusal(atomics("--variant", "count_thread", *sets(count=131073)), 1, "--set count=131072")
    expect_refusal(atomics("--variant", "contention_shared", *sets(addresses=65536)), 1, "--set addresses=8192")


def test_memory():
    """Many histograms of groups of one invocation: no more memory than the samples need."""
    def limit():
        resource.setrlimit(resource.RLIMIT_DATA, (2 << 30, 2 << 30))
    expect_good(atomics("--set", "group=1", "--set", "cells=1475", "--frames", "1", "--hash", before=limit))


need_tools("convert")
test_images()
test_samples()
test_counts()
test_lists()
test_cells()
test_sums()
test_operations()
test_contention()
test_same_state()
test_lost_updates()
test_forgotten_reset()
test_bad_input()
if not sanitized():
    test_memory()
finish()
