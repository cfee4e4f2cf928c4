"""Lesson 01 without a window: the ids against NumPy, grey against ImageMagick, every kind of PNG, and what it says to bad
input."""
import os
import shutil
import struct
import subprocess
import zlib

import numpy

from common import (BIN, SOURCE, THREADS, expect, expect_good, expect_refusal, finish, need_tools, path,
                    run, write)

PROGRAM = os.path.join(BIN, "01_dispatch")
GREY = ("columns", "rows", "fours", "several")


def dispatch(*words, **more):
    return run([PROGRAM, "--headless", "--frames", "1", *words], **more)


# ---- PNG files of every kind ---------------------------------------------------------------------

def png(name, width, height, rows, depth=8, kind=2, extra=b"", interlaced=0):
    """`rows`: the bytes of each row, without its filter byte."""
    def chunk(letters, content):
        return struct.pack(">I", len(content)) + letters + content + struct.pack(">I", zlib.crc32(letters + content))
    header = struct.pack(">IIBBBBB", width, height, depth, kind, 0, 0, interlaced)
    data = zlib.compress(b"".join(b"\0" + row for row in rows), 1)
    write(name, b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + extra + chunk(b"IDAT", data) + chunk(b"IEND", b""))
    return name


def grey_of(rgb):
    """The rule, in whole thousandths, as the lesson states it."""
    red, green, blue = (rgb[..., k].astype(numpy.int64) for k in range(3))
    return (299 * red + 587 * green + 114 * blue + 500) // 1000


def expect_grey(name, rgb, alpha=None, versions=GREY[:1]):
    """The picture `name` comes in with these colours, and its grey follows from them, alpha untouched."""
    for version in versions:
        result = dispatch("--variant", version, "--load", "image=" + name, "--dump", "grey=grey.npy")
        if not expect_good(result):
            continue
        found = numpy.load(path("grey.npy"))
        wanted = grey_of(rgb) * 0x010101 + ((255 if alpha is None else alpha.astype(numpy.int64)) << 24)
        wrong = "of another size" if found.shape != wanted.shape else f"{(found != wanted).sum()} of {wanted.size} wrong"
        expect(found.shape == wanted.shape and (found == wanted).all(), result, f"the grey of {name} right, not {wrong}")


def test_kinds():
    rng = numpy.random.default_rng(1)
    height, width = 13, 19
    rgb = rng.integers(0, 256, (height, width, 3), numpy.uint8)
    alpha = rng.integers(0, 256, (height, width), numpy.uint8)
    expect_grey(png("rgb.png", width, height, [row.tobytes() for row in rgb]), rgb)
    expect_grey(png("rgba.png", width, height, [row.tobytes() for row in numpy.dstack([rgb, alpha])], kind=6), rgb, alpha, GREY)
    wide = rng.integers(0, 65536, (height, width, 3)).astype(">u2")  # of 16 bits, the upper 8 count
    expect_grey(png("16.png", width, height, [row.tobytes() for row in wide], depth=16), wide.astype(int) >> 8)
    grey = rgb[..., 0]
    expect_grey(png("grey.png", width, height, [row.tobytes() for row in grey], kind=0), numpy.dstack([grey] * 3))
    rows = [row.tobytes() for row in numpy.dstack([grey, alpha])]
    expect_grey(png("grey_alpha.png", width, height, rows, kind=4), numpy.dstack([grey] * 3), alpha)
    palette = rng.integers(0, 256, (16, 3), numpy.uint8)
    plte = struct.pack(">I", 48) + b"PLTE" + palette.tobytes() + struct.pack(">I", zlib.crc32(b"PLTE" + palette.tobytes()))
    index = rng.integers(0, 16, (height, width + 1), numpy.uint8)
    rows = [bytes(row[0::2] << 4 | row[1::2]) for row in index]  # two pixels a byte
    expect_grey(png("palette.png", width, height, rows, depth=4, kind=3, extra=plte), palette[index[:, :width]])
    bits = rng.integers(0, 2, (height, 24), numpy.uint8)
    rows = [bytes(numpy.packbits(row)) for row in bits]
    expect_grey(png("bits.png", width, height, rows, depth=1, kind=0), numpy.dstack([bits[:, :width] * 255] * 3))
    for version in GREY:  # no pixels to spare: sizes around a four
        for pixels in (1, 3, 4, 5):
            name = png("few.png", pixels, 1, [rgb[0, :pixels].tobytes()])
            result = dispatch("--variant", version, "--load", "image=" + name, "--dump", "grey=few.npy")
            expect_good(result)
            expect((numpy.load(path("few.npy")) & 255 == grey_of(rgb[:1, :pixels])).all(), result, "few pixels right")


# ---- Against ImageMagick -------------------------------------------------------------------------

def magick(*words):
    return subprocess.run(["convert", *words], check=True, capture_output=True, cwd=path()).stdout


def test_imagemagick():
    """ImageMagick's Rec601Luma has the same weights to three digits, and rounds by itself: within 1 of 255."""
    for picture, versions in (("rose:", GREY), ("wizard:", ("columns", "fours")), ("logo:", ("rows", "several"))):
        interlaced = ("-interlace", "PNG") if picture == "logo:" else ()
        magick(picture, "-strip", "-depth", "8", *interlaced, "PNG24:in.png")
        wanted = numpy.frombuffer(magick("in.png", "-grayscale", "Rec601Luma", "-depth", "8", "gray:-"), numpy.uint8)
        for version in versions:
            result = dispatch("--variant", version, "--load", "image=in.png", "--dump", "grey=out.png",
                              "--dump", "image=same.png")
            if not expect_good(result):
                continue
            out = numpy.frombuffer(magick("out.png", "-depth", "8", "rgb:-"), numpy.uint8).reshape(-1, 3)
            expect((out == out[:, :1]).all(), result, "red, green and blue the same in out.png")
            apart = numpy.abs(out[:, 0].astype(int) - wanted).max() if len(out) == len(wanted) else "another size"
            expect(apart in (0, 1), result, f"grey within 1 of ImageMagick's for {picture}, not {apart}")
            same = magick("same.png", "-depth", "8", "rgb:-") == magick("in.png", "-depth", "8", "rgb:-")
            expect(same, result, "the picture unchanged in same.png")


# ---- The ids -------------------------------------------------------------------------------------

def ids_of(variant, *words):
    result = dispatch("--variant", variant, *words, "--dump", "ids=ids.npy", "--dump", "dispatched=dispatched.npy")
    expect_good(result)
    return numpy.load(path("ids.npy")), numpy.load(path("dispatched.npy"))[0], result


def test_ids():
    for words, count, groups in ((("--set", "preset=small"), 256, 4), (("--set", "preset=particles"), 50000, 782),
                                 ((), 240, 4), (("--set", "count=1"), 1, 1), (("--set", "count=65"), 65, 2)):
        ids, dispatched, result = ids_of("line", *words)
        number = numpy.arange(count)
        expect((ids["group"][:count, 0] == number // 64).all() and (ids["index"][:count] == number % 64).all(), result,
               "element i written by invocation i % 64 of group i / 64")
        expect(list(dispatched["groups"]) == [groups, 1, 1] and dispatched["invocations"] == 64, result,
               f"{groups} groups of 64, not {dispatched}")
    for words, size, local in ((("--set", "preset=box"), (128, 64, 4), (8, 8, 1)), ((), (11, 7, 3), (4, 4, 1)),
                               (("--set", "local_z=2", "--set", "size_x=9"), (9, 7, 3), (4, 4, 2))):
        ids, dispatched, result = ids_of("volume", *words)
        place = numpy.unravel_index(numpy.arange(numpy.prod(size)), size[::-1])[::-1]  # x, y, z of each element
        for axis in range(3):
            expect((ids["group"][:len(place[0]), axis] == place[axis] // local[axis]).all(), result, f"groups right along {axis}")
        index = numpy.ravel_multi_index([place[k] % local[k] for k in (2, 1, 0)], local[::-1])
        expect((ids["index"][:len(index)] == index).all(), result, "local indices right")
        expect(list(dispatched["groups"]) == [-(-s // n) for s, n in zip(size, local)], result, "the groups that cover the box")
    result = dispatch("--check", "--variant", "line", "--set", "count=0")
    expect_good(result)


def test_broken():
    for variant in ("n_groups", "truncated", "no_guard", "too_many"):
        for threads in THREADS:
            result = run([PROGRAM, "--check", "--variant", variant], changes={"LP_NUM_THREADS": threads})
            expect(result.code == 1 and "FAILED" in result.out, result, f"the check to fail for {variant}")
    ids, _, result = ids_of("no_guard")
    canary = ids[-1]["index"]  # the region is as long as a group; only 16 of it are overwritten
    expect((ids["index"][240:256] != canary).all() and (ids["index"][256:] == canary).all(), result, "16 canaries overwritten")
    ids, _, result = ids_of("truncated")
    expect((ids["index"][192:240] == 0xCDCDCDCD).all(), result, "48 elements never written")
    result = dispatch("--variant", "too_many")  # 1: a debug build counts the refusal as a fault
    expect(result.code in (0, 1) and "Nothing ran" in result.err, result, "the refusal explained")


def test_guards():
    """What a wrong line in a kernel of the picture makes, the check sees: behind the end, or in a folded dispatch."""
    shutil.copytree(os.path.join(SOURCE, "shaders"), path("shaders"))
    for variant, file, old, new, text in (
            ("rows", "rows.comp", "if (any(greaterThanEqual(p, size))) return;", "", "behind the end"),
            ("columns", "columns.comp", "if (any(greaterThanEqual(p, size))) return;", "", "behind the end"),
            ("fours", "fours.comp", "group_number()", "gl_WorkGroupID.x", "local=1"),
            ("several", "several.comp", "group_number()", "gl_WorkGroupID.x", "local=1")):
        kernel = path(f"shaders/01_dispatch/{file}")
        with open(kernel, encoding="utf-8") as source:
            right = source.read()
        expect(right.count(old) == 1, kernel, f"one {old!r}")
        write(f"shaders/01_dispatch/{file}", right.replace(old, new))
        result = run([PROGRAM, "--check", "--variant", variant], changes={"WB_SHADERS": path("shaders")})
        expect(result.code == 1 and text in result.err, result, f"the check to fail for a wrong {variant}, with '{text}'")
        write(f"shaders/01_dispatch/{file}", right)


# ---- Bad input -----------------------------------------------------------------------------------

def test_bad_pictures():
    png("good.png", 4, 4, [bytes(12)] * 4)
    with open(path("good.png"), "rb") as file:
        good = file.read()
    write("text.png", "not a picture\n")
    write("empty.png", b"")
    write("cut.png", good[:-20])
    png("zero.png", 0, 0, [])
    png("flat.png", 4, 0, [])
    png("huge.png", 100000, 100000, [bytes(12)])
    magick("rose:", "rose.jpg")
    os.rename(path("rose.jpg"), path("jpeg.png"))
    for name, text in (("text.png", "not a PNG"), ("empty.png", "empty"), ("cut.png", "ends early"), ("zero.png", "zero.png"),
                       ("flat.png", "flat.png"), ("huge.png", "longer than 16384"), ("jpeg.png", "not a PNG"),
                       ("missing.png", "missing.png")):
        expect_refusal(dispatch("--variant", "rows", "--load", "image=" + name), 2, name, text)
    # More than a storage block of Mesa's software driver holds; other drivers take it.
    result = dispatch("--variant", "rows", "--load", "image=" + png("large.png", 8192, 4097, [bytes(8192)] * 4097, kind=0))
    if result.code != 0:
        expect_refusal(result, 2, "large.png", "8192 x 4097", "a storage block holds at most", "what to do")


def test_bad_words():
    expect_refusal(dispatch("--variant", "rows", "--load", "grey=good.png"), 2, "buffer image")
    expect_refusal(dispatch("--variant", "line", "--dump", "ids=ids.png"), 1, "only the buffers image and grey")
    expect_refusal(dispatch("--variant", "volume", "--set", "local_x=64", "--set", "local_y=64"), 1,
                   "64 x 64 x 1 has 4096 invocations", "at most")
    expect_refusal(dispatch("--variant", "volume", "--set", "size_x=1024", "--set", "size_y=1024", "--set", "size_z=64"), 1,
                   "what to do")
    expect_refusal(dispatch("--set", "local=0"), 2, "local")
    result = dispatch("--set", "count=1000000", "--set", "local=1")
    if result.code != 0:
        expect_refusal(result, 1, "1000000 work groups in the x direction", "at most 65535", "what to do")
    numpy.save(path("pixels.npy"), numpy.arange(35, dtype=numpy.uint32).reshape(5, 7))
    result = dispatch("--variant", "several", "--load", "image=pixels.npy", "--dump", "grey=grey.npy")
    expect_good(result)
    expect(numpy.load(path("grey.npy")).shape == (5, 7), result, "a picture of the array's shape")


need_tools("convert")
test_kinds()
test_imagemagick()
test_ids()
test_broken()
test_guards()
test_bad_pictures()
test_bad_words()
finish()
