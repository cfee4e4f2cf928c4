"""Lesson 04 without a window: where it runs from, what it writes, and that the same seed gives the
same state and the same picture."""
import os
import re
import shutil
import struct

import numpy

from common import (LIFE, PATTERNS, SOURCE, expect, expect_good, expect_refusal, expect_hash, expect_same, finish, life, path, read,
                    read_json, read_rle, run, versions, write)

GRID = ("--set", "width=150", "--set", "height=101")  # no multiple of a group or of a word


def hash_of(*words, **more):
    result = life(*words, "--hash", **more)
    return expect_hash(result), result


# ---- Where it runs from ------------------------------------------------------------------------

def test_places():
    os.makedirs(path("far away/from it"))
    os.symlink(LIFE, path("far away", "lesson"))
    results = [hash_of(*GRID, "--frames", "3")]
    results.append(hash_of(*GRID, "--frames", "3", cwd=path("far away/from it")))
    for program, cwd in ((path("far away/lesson"), "/"), ("../lesson", path("far away/from it"))):
        result = run([program, "--headless", *GRID, "--frames", "3", "--hash"], cwd=cwd)
        results.append((expect_hash(result), result))
    expect_same(results, "the same hash")
    # Away from everything: the source tree's shaders are found all the same.
    shutil.copy(LIFE, path("far away", "copy"))
    result = run([path("far away/copy"), "--headless", *GRID, "--frames", "3", "--hash"], cwd="/")
    expect_same([results[0], (expect_hash(result), result)], "the same hash")


# ---- The same again ------------------------------------------------------------------------------

def test_same_state():
    for name in ("global", "packed"):  # of cells, and of words
        words = ("--variant", name, *GRID, "--frames", "60")
        results = [hash_of(*words), hash_of(*words, "--seed", "1")]
        expect_same(results, "the same hash")
        other, result = hash_of(*words, "--seed", "2")
        expect(other != results[0][0], result, "another hash with another seed")
    for seed in ("0", "18446744073709551615"):
        other, result = hash_of(*words, "--seed", seed)
        expect(other != results[0][0], result, "another hash with another seed")


def test_generations():
    many = hash_of(*GRID, "--frames", "6", "--set", "generations=5")
    expect("generation 30\n" in many[1].out, many[1], "generation 30 in the results")
    expect_same([hash_of(*GRID, "--frames", "30"), many], "the same hash")


def test_depth():
    """However many generations a dispatch computes, these are the same cells."""
    words = ("--set", "width=1041", "--set", "height=201", "--set", "generations=40", "--frames", "3")
    packed = hash_of(*words, "--variant", "packed")
    for depth in (1, 3, 16, 31, 32):
        expect_same([packed, hash_of(*words, "--variant", "blocked", "--set", f"depth={depth}")], "the same hash")
    for depth in (0, 33):
        result = life(*words, "--variant", "blocked", "--set", f"depth={depth}")
        expect(result.code == 2, result, f"depth={depth} to be refused")


def test_pictures():
    for name in ("a.png", "b.png"):
        expect_good(life(*GRID, "--frames", "5", "--screenshot", name))
    result = life(*GRID, "--frames", "5", "--screenshot", "c.png", "--size", "301x200")
    expect_good(result)
    expect(read("a.png") == read("b.png"), result, "a.png and b.png, of two runs, the same")
    for name, size in (("a.png", (1024, 1024)), ("c.png", (301, 200))):
        width_and_height = struct.unpack(">2I", read(name)[16:24])
        expect(width_and_height == size, result, f"{name} to be of {size}, not {width_and_height}")
    result = life(*GRID, "--frames", "5", "--screenshot", "d.png", "--size", "301x200", "--seed", 2)
    expect(read("c.png") != read("d.png"), result, "another picture with another seed")


# ---- Files ---------------------------------------------------------------------------------------

def test_dump_and_load():
    result = life(*GRID, "--frames", "7", "--dump", "cells=7.npy", "--dump", "cells=7.csv",
                  "--dump", "cells=7.rle", "--dump", "next=next.npy")
    expect_good(result)
    cells = numpy.load(path("7.npy"))
    expect(cells.dtype == numpy.int32 and cells.shape == (101, 150), result,
           f"7.npy to be int32, 101 x 150 in NumPy, not {cells.dtype} {cells.shape}")
    table = numpy.loadtxt(path("7.csv"), delimiter=",", dtype=numpy.int32)
    expect(numpy.array_equal(cells, table), result, "the same numbers in 7.npy and 7.csv")
    living = {(int(x), int(y)) for y, x in numpy.argwhere(cells > 0)}
    expect(read_rle("7.rle") == (living, 150, 101), result, "the same cells in 7.npy and 7.rle")
    expect(100 < len(living) < 10000 and cells.max() > 1 and cells.min() < 0, result,
           "some cells alive, some of them old, some just dead")

    later = hash_of(*GRID, "--frames", "12", "--dump", "cells=12.rle")
    numpy.save(path("numpy.npy"), cells)
    for name in ("7.npy", "7.csv", "numpy.npy"):
        from_file = hash_of(*GRID, "--frames", "5", "--load", "cells=" + name)
        expect_same([later, from_file], "the same hash")
    # A pattern file knows no ages, but brings its torus.
    for name in versions():
        result = life("--variant", name, "--frames", "5", "--load", "cells=7.rle",
                      "--dump", f"cells={name}.rle")
        expect_good(result)
        expect(read(f"{name}.rle") == read("12.rle"), result, f"{name}.rle the same as 12.rle")


def test_json():
    hashed, result = hash_of(*GRID, "--frames", "4", "--variant", "tile", "--json", "a.json")
    try:
        results = read_json("a.json")
    except ValueError as error:
        expect(False, result, f"a.json to be JSON ({error})")
        return
    for key, value in (("lesson", "04_life"), ("variant", "tile"), ("frames", 4), ("hash", hashed)):
        found = results.get(key)
        expect(found == value, result, f"{key} = {value} in a.json, not {found}")
    expect(results["seconds"] > 0 and len(results["passes"]) > 0, result, "times in a.json")


def test_cells_in_pictures():
    """A first generation from a picture, and back: bright pixels live."""
    size = ["--set", "width=40", "--set", "height=30"]
    gun = os.path.join(PATTERNS, "gosper_gun.rle")
    expect_good(life(*size, "--frames", 0, "--load", f"cells={gun}", "--dump", "cells=gun.png", "--dump", "cells=gun.npy"))
    pixels = run(["convert", path("gun.png"), "-colorspace", "gray", "-depth", "8", "txt:-"]).out.count("#FFFFFF")
    expect(pixels == 36, "gun.png", f"36 white pixels, one for each living cell, not {pixels}")
    run(["convert", path("gun.png"), "-fill", "rgb(120,140,130)", "-opaque", "white", "-fill", "rgb(250,0,90)",
         "-opaque", "black", path("colours.png")])  # luma 133 lives, 85 does not
    result = life(*size, "--frames", 0, "--variant", "packed", "--load", f"cells={path('colours.png')}", "--dump", "cells=back.rle")
    expect_good(result)
    life(*size, "--frames", 0, "--load", f"cells={gun}", "--dump", "cells=there.rle")
    expect(read("back.rle") == read("there.rle"), result, "the cells that the picture was made from")
    refused = life(*size, "--load", "cells=" + os.path.join(SOURCE, "screenshots", "04_life.png"))
    expect_refusal(refused, 2, "the pattern is 1024 x 1024 cells, the grid 40 x 30", "--set width=1024")


# ---- What is known about Life --------------------------------------------------------------------

def population(pattern, side, frames, generations=1, variant="global"):
    result = life("--variant", variant, "--set", f"width={side}", "--set", f"height={side}",
                  "--set", f"generations={generations}", "--frames", frames,
                  "--load", "cells=" + os.path.join(PATTERNS, pattern),
                  "--dump", "cells=last.rle", "--dump", "cells=last.npy", timeout=120)
    expect_good(result)
    count = len(read_rle("last.rle")[0])
    if variant not in ("packed", "blocked"):  # whose .npy has 32 cells a number
        in_npy = int((numpy.load(path("last.npy")) > 0).sum())
        expect(in_npy == count, result, f"{count} cells alive in last.npy too, not {in_npy}")
    return count, result


def test_known_patterns():
    # The R-pentomino settles after 1,103 generations; its six gliders are then still on their way. By the versions with
    # 32 cells a word, as the others would take fifty times as long; these have the gun.
    count, result = population("r_pentomino.rle", 560, 1103, variant="packed")
    expect(count == 116, result, f"116 living cells, not {count}")
    count, result = population("r_pentomino.rle", 560, 1102, variant="packed")
    expect(count != 116, result, "not yet 116 living cells a generation before")
    before = read("last.rle")
    for variant, frames, generations in (("packed", 58, 19), ("blocked", 19, 58)):
        _, result = population("r_pentomino.rle", 560, frames, generations, variant)
        expect(read("last.rle") == before, result, f"the same cells after {frames} x {generations} = 1,102 generations")
    for period in (1, 2, 3, 10):
        count, result = population("gosper_gun.rle", 400, period, generations=30)
        expect(count == 36 + 5 * period, result, f"{36 + 5 * period} living cells, not {count}")
    # A block moves nowhere, and a blinker is back after two generations, across the edges too.
    for name, cells in (("block", "2o$2o!"), ("blinker", "3o!")):
        write(name + ".rle", f"x = 3, y = 3, rule = B3/S23:T5,4\n{cells}\n")
        life("--frames", "1000", "--load", f"cells={name}.rle", "--dump", "cells=1000.rle")
        result = life("--frames", "2", "--load", f"cells={name}.rle", "--dump", "cells=2.rle")
        expect(read("1000.rle") == read("2.rle"), result, f"the {name} to stay")
    write("glider.rle", "x = 3, y = 3, rule = B3/S23:T17,17\nbo$2bo$3o!\n")
    result = life("--frames", "68", "--load", "cells=glider.rle", "--dump", "cells=68.rle")
    life("--frames", "136", "--load", "cells=glider.rle", "--dump", "cells=136.rle")
    cells = read_rle("68.rle")[0]
    expect(len(cells) == 5 and cells == read_rle("136.rle")[0], result,
           "the glider back where it was after 68 generations on a torus of 17 x 17")


def test_rules():
    """Every version runs any rule of born and survives that a file names, and writes it down; a dead cell may come alive
    with no neighbour at all."""
    random = numpy.random.default_rng(4)
    cells = random.random((37, 71)) < 0.4
    rows = "$".join("".join("o" if cell else "b" for cell in row) for row in cells)
    for born, survives in ((3, 23), (36, 23), (3678, 34678), (2, ""), (0, 8), ("", 12345678)):
        rule, expected = f"B{born}/S{survives}", cells
        write("start.rle", f"x = 71, y = 37, rule = {rule}:T71,37\n{rows}!\n")
        for _ in range(9):
            around = sum(numpy.roll(expected, (y, x), (0, 1)).astype(int) for y in (-1, 0, 1) for x in (-1, 0, 1)) - expected
            digits = [[str(n) in str(counts) for n in range(9)] for counts in (born, survives)]
            expected = numpy.where(expected, numpy.array(digits[1])[around], numpy.array(digits[0])[around])
        living = {(int(x), int(y)) for y, x in numpy.argwhere(expected)}
        for name in versions():
            result = life("--variant", name, "--frames", 3, "--set", "generations=3", "--load", "cells=start.rle",
                          "--dump", "cells=end.rle")
            expect_good(result)
            expect(read_rle("end.rle") == (living, 71, 37), result, f"NumPy's cells by {rule}")
            expect(f"rule = {rule}:T71,37\n".encode() in read("end.rle"), result, f"the rule {rule} in the file")
    result = life("--check", "--variant", "packed", "--load", "cells=start.rle", "--frames", 5)
    expect_good(result)


def test_patterns():
    """What the text says of the patterns that are shipped."""
    start, side = read_rle(os.path.join(PATTERNS, "replicator.rle"))[0], ("--set", "width=90", "--set", "height=90")
    result = life(*side, "--frames", 12, "--load", "cells=" + os.path.join(PATTERNS, "replicator.rle"), "--dump", "cells=12.rle")
    expect_good(result)
    cells, copies = read_rle("12.rle")[0], []
    for x, y in sorted(cells):
        copy = {(x + a - min(start)[0], y + b - min(start)[1]) for a, b in start}
        if copy <= cells:
            copies.append(copy)
    expect(len(copies) == 2 and set().union(*copies) == cells, result, f"two replicators and nothing else, not {len(copies)}")
    glider = "cells=" + os.path.join(PATTERNS, "edge_glider.rle")
    life("--frames", 0, "--load", glider, "--dump", "cells=first.rle")
    result = life("--frames", 256, "--load", glider, "--dump", "cells=back.rle")
    expect(read("first.rle") == read("back.rle"), result, "the glider back after 256 generations")
    result = life("--variant", "no_wrap", "--frames", 240, "--load", glider, "--dump", "cells=block.rle")
    expect(read_rle("block.rle")[0] == {(62, 62), (63, 62), (62, 63), (63, 63)}, result, "a block in the corner, without the torus")


def test_oldest():
    """Cells grow no older than 4,096 generations."""
    write("block.rle", "x = 2, y = 2, rule = B3/S23:T5,4\n2o$2o!\n")
    for name in ("global", "tile"):
        result = life("--variant", name, "--set", "generations=100", "--frames", "41", "--load", "cells=block.rle",
                      "--dump", "cells=old.npy")
        expect_good(result)
        oldest = numpy.load(path("old.npy")).max()
        expect(oldest == 4096, result, f"cells of 4096 generations, not {oldest}")


def test_filters():
    """Rules that are filters: each as NumPy has it, of a picture that does not touch the edge."""
    start = numpy.zeros((40, 70), bool)
    start[5:30, 10:50], start[8:15, 20:60], start[11, 25:30], start[35, 60] = True, True, False, True
    near = numpy.stack([numpy.roll(start, (dy, dx), (0, 1)) for dy in (-1, 0, 1) for dx in (-1, 0, 1)])
    text = "$".join("".join("bo"[cell] for cell in row) for row in start.astype(int))
    for rule, wanted in (("B12345678/S012345678", near.any(0)), ("B/S8", near.all(0)), ("B/S01234567", start & ~near.all(0))):
        write("filter.rle", f"x = 70, y = 40, rule = {rule}\n{text}!\n")
        result = life("--frames", 1, "--set", "width=70", "--set", "height=40", "--load", "cells=filter.rle", "--dump", "cells=filter.npy")
        expect_good(result)
        expect(((numpy.load(path("filter.npy")) > 0) == wanted).all(), result, f"what NumPy makes of it by {rule}")


def test_waves():
    """Verlet's scheme goes back the way it came: now and before exchanged, 100 generations later every drop is where it was."""
    life("--variant", "waves", "--frames", 0, "--dump", "cells=start.npy")
    life("--variant", "waves", "--frames", 100, "--dump", "cells=now.npy", "--dump", "before=before.npy")
    result = life("--variant", "waves", "--frames", 99, "--load", "cells=before.npy", "--load", "before=now.npy", "--dump", "cells=back.npy")
    expect_good(result)
    start, now, back = (numpy.load(path(f"{name}.npy")) for name in ("start", "now", "back"))
    expect((start == back).all() and (start != now).any(), result, "the drops back, to the last bit")


def test_check():
    pattern = os.path.join(PATTERNS, "acorn.rle")
    for name in versions():
        result = life("--check", "--variant", name, "--load", "cells=" + pattern,
                      "--set", "width=77", "--set", "height=70", "--frames", "40")
        expect_good(result)
        expect(re.search(rf"^good +{name} .*1 case$", result.out, re.M), result, f"'good {name}'")
    result = life("--check", "--variant", "no_wrap", "--load", "cells=" + pattern,
                  "--set", "width=20", "--set", "height=20", "--frames", "40")
    expect(result.code == 1 and "FAILED" in result.out and "cells" in result.err, result,
           "the check to fail with a broken variant, and to say where")


test_places()
test_same_state()
test_generations()
test_depth()
test_pictures()
test_dump_and_load()
test_cells_in_pictures()
test_json()
test_known_patterns()
test_filters()
test_waves()
test_rules()
test_patterns()
test_oldest()
test_check()
finish()
