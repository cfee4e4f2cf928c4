"""The lesson against bgolly, on Golly's own patterns, for 1,000 generations on a torus: another
program, another algorithm (hashlife), the same cells in the same places."""
import os

from common import (BIN, SOURCE, expect, expect_good, finish, life, need_tools, path, read,
                    read_rle, run, versions, write)

GENERATIONS = 1000
GOLLY = "/usr/share/golly/Patterns/Life"
# Read where they are installed. The torus leaves each room to run, is no multiple of a work group,
# and comes in even and odd sizes.
CHOSEN = (
    ("Methuselahs/ark1.rle", 181, 167),
    ("Methuselahs/blom.rle", 190, 192),
    ("Methuselahs/iwona.rle", 143, 200),
    ("Methuselahs/justyna.rle", 201, 150),
    ("Methuselahs/lidka-predecessor.rle", 160, 111),
    ("Methuselahs/natural-LWSS.rle", 128, 96),
    ("Methuselahs/rabbits-relation-17423.rle", 97, 130),
    ("Methuselahs/temp-pulsars-big-s.rle", 99, 98),
    ("Guns/vacuum-cleaner.rle", 170, 180),
    ("Guns/period-52-glider-gun.rle", 199, 161),
    ("Oscillators/p138.rle", 230, 121),
    ("Oscillators/queen-bee-turn.rle", 163, 160),
    ("Puffers/puffer-train.rle", 64, 220),
    ("Puffers/pi-fuse-puffer.rle", 65, 221),
    ("Puffers/line-puffer-unstable.rle", 47, 193),
    ("Spaceships/diagonal.rle", 150, 149),
    ("Spaceships/orthogonal.rle", 211, 93),
    ("Breeders/spacefiller.rle", 120, 121),
    ("Miscellaneous/diagfuse1.rle", 139, 140),
    ("Signal-Circuitry/heisenburp-46-natural.rle", 71, 83),
)


def placed(file, width, height):
    """The pattern as the lesson places it: in the middle, or half a cell to the upper left."""
    cells, across, down = read_rle(file)
    left, top = (width - across) // 2, (height - down) // 2
    return {(x + left, y + top) for x, y in cells}


def write_whole_grid(name, cells, width, height):
    """A pattern as large as its torus, for which there is only one place."""
    rows = ("".join("o" if (x, y) in cells else "b" for x in range(width)) for y in range(height))
    header = f"x = {width}, y = {height}, rule = B3/S23:T{width},{height}\n"
    write(name, header + "$\n".join(rows) + "!\n")


def read_macrocell(name, width, height):
    """The living cells of Golly's .mc file, a tree of squares around the middle of the torus."""
    blocks, size = [set()], 8
    for line in read(name).decode().splitlines()[1:]:
        if line.startswith("#"):
            continue
        if line[0] in ".*$":  # a square of 8 x 8 cells
            blocks.append({(x, y) for y, row in enumerate(line.split("$"))
                           for x, cell in enumerate(row) if cell == "*"})
        else:  # four squares of half the size: upper left, upper right, lower left, lower right
            log_size, *parts = map(int, line.split())
            size, half = 2 ** log_size, 2 ** (log_size - 1)
            blocks.append({(x + half * (i % 2), y + half * (i // 2))
                           for i, part in enumerate(parts) for x, y in blocks[part]})
    # The torus begins at -(width // 2), -(height // 2). The tree's y axis points up, so that its
    # middle lies below row 0, not above.
    left, top = width // 2 - size // 2, height // 2 - size // 2 + 1
    return {(x + left, y + top) for x, y in blocks[-1]}


def golly(file, width, height):
    """The living cells that bgolly ends with."""
    write_whole_grid("start.rle", placed(file, width, height), width, height)
    if os.path.exists(path("end.mc")):
        os.remove(path("end.mc"))
    result = run(["bgolly", "-a", "HashLife", "-m", GENERATIONS, "-i", 1, "-q", "-q", "-o",
                  "end.mc", "start.rle"])
    wrote = result.code == 0 and os.path.exists(path("end.mc"))
    expect(wrote, result, "bgolly to write end.mc")
    cells = read_macrocell("end.mc", width, height) if wrote else set()
    expect(cells, result, "something alive at the end")
    return cells


def expect_cells(got, wanted, result, what):
    cells, width, height = got
    wrong = sorted(cells ^ wanted)
    if wrong:
        expect(False, result,
               f"{what}: {len(wanted)} living cells as with bgolly; {len(wrong)} differ in the "
               f"grid of {width} x {height}, one at column {wrong[0][0]}, row {wrong[0][1]}")


def test_patterns():
    names = versions()
    for index, (pattern, width, height) in enumerate(CHOSEN):
        file = os.path.join(GOLLY, pattern)
        wanted = golly(file, width, height)
        # All versions take turns, and the first pattern gets all of them.
        for name in names if index == 0 else [names[index % len(names)]]:
            result = life("--variant", name, "--set", f"width={width}", "--set", f"height={height}",
                          "--set", "generations=100", "--frames", GENERATIONS // 100, "--load",
                          "cells=" + file, "--dump", "cells=end.rle")
            if expect_good(result):
                expect_cells(read_rle("end.rle"), wanted, result, pattern)


def test_the_readme_command():
    """./wb run 4 with a pattern, literally, in the build directory that the programs are in."""
    build = os.path.relpath(os.path.dirname(BIN), os.path.join(SOURCE, "build"))
    if build not in ("release", "debug", "asan") or os.path.basename(BIN) != "bin":
        print(f"left out: ./wb run, because {BIN} is not where it builds")
        return
    os.symlink(os.path.join(SOURCE, "wb"), path("wb"))
    file = os.path.join(GOLLY, "Methuselahs/iwona.rle")
    result = run(["./wb", "run", "4", "--headless", "--load", "cells=" + file, "--frames", "1000",
                  "--dump", "cells=out.rle", "--screenshot", "out.png"],
                 changes={"WB_PRESET": build}, timeout=1200)  # it may have to build
    if not expect_good(result):
        return
    expect(read("out.png").startswith(b"\x89PNG"), result, "a PNG file")
    expect_cells(read_rle("out.rle"), golly(file, 512, 512), result, "./wb run 4")


need_tools("bgolly")
expect(os.path.isdir(GOLLY), "dpkg -L golly-data", f"Golly's patterns in {GOLLY}")
test_patterns()
test_the_readme_command()
finish()
