"""Lesson 02 without a window: its results against ImageMagick's and NumPy's, the same state whatever
the threads, broken variants that always fail, and what it says about bad input."""
import os
import shutil
import subprocess
import sys

import numpy

from common import (BIN, SOURCE, THREADS, expect, expect_good, expect_hash, expect_refusal, expect_same, finish,
                    path, read, run, write)

SHARED = os.path.join(BIN, "02_shared")
HARBOUR = os.path.join(SOURCE, "lessons", "images", "harbour.png")
SMALL = ("--set", "width=150", "--set", "height=101", "--set", "n=70", "--set", "elements=3000",
         "--set", "levels=6", "--set", "table_bits=14", "--set", "groups=5", "--frames", "2")
PARTS = {"blur": ("global", "tile", "separable", "fused", "walk"),
         "banks": ("strided", "padded", "broadcast", "random"),
         "chase": ("chase_shared", "chase_global"),
         "matmul": ("naive", "matmul_tile", "matmul_padded", "registers", "vectors"),
         "scan": ("scan_serial", "hillis_steele", "blelloch", "blelloch_padded")}

if shutil.which("convert") is None:
    print("ImageMagick is not installed")
    sys.exit(77)


def shared(*words, **more):
    return run([SHARED, "--headless", *words], **more)


def hash_of(variant):
    result = shared("--variant", variant, *SMALL, "--hash")
    return expect_hash(result), result


# ---- The same again ------------------------------------------------------------------------------

def test_same_state():
    for part in ("blur", "matmul", "scan"):  # these compute one thing in several ways
        expect_same([hash_of(variant) for variant in PARTS[part]], "the same hash")


def test_broken():
    for variant in ("no_halo", "no_barrier", "unwritten", "early_return", "too_much", "scan_listing",
                    "scan_no_barrier"):
        for threads in THREADS:
            result = run([SHARED, "--check", "--variant", variant],
                         changes={"LP_NUM_THREADS": threads})
            expect(result.code == 1 and "FAILED" in result.out, result, f"{variant} to fail")


# ---- Against others ------------------------------------------------------------------------------

def convert(*words):
    """The pixels that come out, of 8 bits."""
    done = subprocess.run(["convert", *words, "-alpha", "off", "-depth", "8", "rgb:-"], cwd=path(), capture_output=True,
                          check=True)
    return numpy.frombuffer(done.stdout, numpy.uint8).astype(int)


def test_imagemagick():
    """A part of a photograph, a picture smaller than a tile and its halo are together, and one with a strip over the last
    whole group: each with the radius that it is for, and the one between with all."""
    for name, words in (("harbour.png", [HARBOUR, "-crop", "300x200+400+250", "+repage"]), ("rose.png", ["rose:"]),  # 70 x 46
                        ("wizard.png", ["wizard:", "-resize", "211x"])):
        subprocess.run(["convert", *words, name], cwd=path(), check=True)
    for name, radii in (("harbour.png", (1,)), ("rose.png", (1, 4, 7)), ("wizard.png", (7,))):
        for radius in radii:
            side = 2 * radius + 1
            kernel = f"{side}x{side}: " + ",".join(["1"] * side * side)
            theirs = convert(name, "-alpha", "off", "-virtual-pixel", "edge", "-define", "convolve:scale=!", "-morphology",
                             "Convolve", kernel)
            for variant in ("tile", "separable", "fused", "walk"):
                result = shared("--variant", variant, "--set", f"radius={radius}", "--frames", "1",
                                "--load", f"image={name}", "--dump", "blurred=ours.png")
                expect_good(result)
                off = numpy.abs(convert("ours.png") - theirs).max()
                expect(off <= 1, result, f"ImageMagick's mean of {name} within 1/255, not {off}/255")


def test_kinds_of_png():
    for kind, options in (("grey", ["-colorspace", "Gray"]), ("palette", ["-colors", "40"]),
                          ("deep", ["-depth", "16"]), ("one", ["-crop", "1x1+5+5", "+repage"]),
                          ("alpha", ["-colorspace", "Gray", "-alpha", "set", "-channel", "A",
                                     "-evaluate", "set", "50%", "+channel"])):
        prefix = {"grey": "PNG8:", "palette": "PNG8:", "deep": "PNG48:"}.get(kind, "PNG:")
        subprocess.run(["convert", "rose:", *options, f"{prefix}{kind}.png"], cwd=path(), check=True)
        expect_good(shared("--load", f"image={kind}.png", "--check", "--variant", "fused"))


def test_numpy_scan():
    values = numpy.random.default_rng(1).integers(0, 1000, 5000, dtype=numpy.uint32)
    numpy.save(path("values.npy"), values)
    wanted = numpy.concatenate([numpy.cumsum(block) - block
                                for block in numpy.split(values, range(256, 5000, 256))])
    for variant in PARTS["scan"]:
        result = shared("--variant", variant, "--set", "elements=5000", "--set", "levels=8",
                        "--frames", "1", "--load", "values=values.npy", "--dump", "scan=scan.npy")
        expect_good(result)
        expect(numpy.array_equal(numpy.load(path("scan.npy")), wanted), result, "NumPy's sums")


def test_listing():
    """What the module's listing makes of 64 ones, with and without its first mistake."""
    numpy.save(path("ones.npy"), numpy.ones(64, numpy.uint32))
    for variant, wanted in (("scan_listing", [1, 2, 3, 2, 4, 2, 5, 2]), ("blelloch", range(8))):
        result = shared("--variant", variant, "--set", "elements=64", "--set", "levels=6", "--frames", "1",
                        "--load", "values=ones.npy", "--dump", "scan=scan.npy")
        expect_good(result)
        expect(numpy.load(path("scan.npy"))[:8].tolist() == list(wanted), result, f"{list(wanted)} from ones")


def test_numpy_product():
    random = numpy.random.default_rng(2)
    for n in (1, 63, 200):
        pitch = (n + 3) // 4 * 4
        a, b = (numpy.zeros((n, pitch), numpy.float32) for _ in range(2))
        for matrix, name in ((a, "a.npy"), (b, "b.npy")):
            matrix[:, :n] = random.standard_normal((n, n))
            numpy.save(path(name), matrix)
        wanted = a[:, :n].astype(float) @ b[:, :n].astype(float)
        for variant in PARTS["matmul"]:
            result = shared("--variant", variant, "--set", f"n={n}", "--frames", "1", "--load",
                            "a=a.npy", "--load", "b=b.npy", "--dump", "c=c.npy")
            expect_good(result)
            c = numpy.load(path("c.npy"))
            bound = n * 2.0**-24 * (numpy.abs(a[:, :n]) @ numpy.abs(b[:, :n])) + 1e-12
            expect((numpy.abs(c[:, :n] - wanted) <= bound).all() and not c[:, n:].any(), result,
                   f"NumPy's product within n 2^-24 |A| |B|, n = {n}")


# ---- Bad input -----------------------------------------------------------------------------------

def test_bad_input():
    write("text.png", "this is no picture\n")
    write("cut.png", open(HARBOUR, "rb").read()[:5000])
    write("empty.png", "")
    for name in ("text.png", "cut.png", "empty.png", "missing.png"):
        expect_refusal(shared("--load", f"image={name}"), 2, name)
    expect_refusal(shared("--load", f"image={HARBOUR}", "--variant", "naive"), 2, "image", "blur")
    expect_refusal(shared("--load", f"blurred={HARBOUR}"), 2, "image")
    for word in ("radius=0", "radius=8", "n=0", "elements=0", "levels=0", "levels=11", "stride=34",
                 "stride=0", "width=-1", "width=16385"):
        expect_refusal(shared("--set", word), 2, word.split("=")[0])
    result = shared("--variant", "fused", "--set", "rows_each=8")
    if result.code != 0:  # a GPU with more shared memory takes it
        expect_refusal(result, 1, "bytes of shared memory", "rows_each=1")
    result = shared("--variant", "too_much", "--frames", "1", "--screenshot", "too_much.png")
    expect(result.code == 0 and len(result.errors()) == 1 and "does not link" in result.err and
           read("too_much.png")[:4] == b"\x89PNG", result,
           "the link error told, and a picture all the same")


test_same_state()
test_broken()
test_imagemagick()
test_kinds_of_png()
test_numpy_scan()
test_listing()
test_numpy_product()
test_bad_input()
finish()
