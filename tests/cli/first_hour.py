"""lessons/FIRST_HOUR.md: its commands, in their order, with what a reader edits in between, in a copy of the course; what the text promises of
each of them; and that none takes long. Without a display, as the text says one may. A command that is new there needs a claim here."""
import os
import re
import resource
import shutil

import numpy

from common import BIN, SOURCE, expect, expect_good, finish, need_tools, path, run

MOST_S = 20  # of one core: with both of two cores it is less
COURSE = path("course")
with open(os.path.join(SOURCE, "lessons", "FIRST_HOUR.md"), encoding="utf-8") as file:
    TEXT = file.read()


def make_course():
    for name in ("tools", "lessons/00_hello", "lessons/01_dispatch", "lessons/04_life", "shaders"):
        shutil.copytree(os.path.join(SOURCE, name), os.path.join(COURSE, name))
    os.makedirs(path("bin"))
    for name in ("01_dispatch", "04_life"):
        os.symlink(os.path.join(BIN, name), path("bin", name))


def timed(words):
    """Runs it with the course's shaders. It has to end soon, and without having used the processor for long."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    result = run(words, changes={"WB_SHADERS": os.path.join(COURSE, "shaders"), "MESA_SHADER_CACHE_DISABLE": "1"})
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    used = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    expect(used <= MOST_S, result, f"{MOST_S} s of a core at most, not {used:.1f}")
    return result


def tasks(*words):
    return timed(["/usr/bin/python3", "-B", os.path.join(COURSE, "tools", "tasks.py"), "--bin", path("bin"), *words])


def lesson(number, *words):
    return timed([os.path.join(BIN, {"1": "01_dispatch", "4": "04_life"}[number]), *words])


def edit(name, change):
    whole = os.path.join(COURSE, name)
    with open(whole, encoding="utf-8") as source:
        text = source.read()
    with open(whole, "w", encoding="utf-8") as target:
        target.write(change(text))


def solve(name, solution):
    with open(os.path.join(COURSE, solution), encoding="utf-8") as source:
        ours = source.read().split("\n// --- as shipped ---")[0]
    edit(name, lambda text: ours)


# ---- What the text promises ----------------------------------------------------------------------


def check_running(number, *options):
    """A run leaves a picture that is not plain."""
    result = lesson(number, *options, "--headless", "--frames", "60", "--screenshot", "seen.png")
    expect_good(result)
    expect(os.path.exists(path("seen.png")) and os.path.getsize(path("seen.png")) > 3000, result, "a picture with something in it")


def check_first_answer():
    """./wb next names the task that the text asks, and two numbers answer it."""
    first = tasks("next")
    expect("next:    0.1 " in first.out and "check:   ./wb answer 0.1 ..." in first.out, first, "0.1 to be the next task")
    solution = tasks("check", "00_hello", "1", "--answer", "49 8")
    expect(solution.code == 0 and "why:" in solution.out, solution, "the answer to be judged")


def check_task(first, name, solution, check, *wanted):
    """As shipped: NOT YET, with these words; solved with our solution."""
    shipped = check()
    expect(shipped.code == 1 and "NOT YET" in shipped.out, shipped, "not solved as shipped")
    for part in wanted:
        expect(part in shipped.out + shipped.err, shipped, f"'{part}', as shipped")
    solve(f"{first}/tasks/{name}", f"{first}/solutions/{solution}")
    solved = check()
    expect(solved.code == 0 and "solved " in solved.out, solved, "our solution to be solved")


def last_line(line):
    """Puts a line in place of the last of tile.comp's main."""
    edit("shaders/04_life/tile.comp", lambda text: re.sub(r"^    next\[.*$", lambda match: line, text, flags=re.M))


def cells_of(*options):
    result = lesson("4", "--headless", *options, "--dump", "cells=cells.npy")
    expect_good(result)
    return numpy.load(path("cells.npy")), result


def pixels():
    result = run(["convert", "squares.png", "-depth", "8", "squares.ppm"])
    expect_good(result)
    with open(path("squares.ppm"), "rb") as picture:
        head = [picture.readline() for _ in range(3)]
        width, height = map(int, head[1].split())
        return numpy.frombuffer(picture.read(), numpy.uint8).reshape(height, width, 3)


def check_tile():
    """Squares and stripes, as cells and as pixels; a number a generation; a mistake with its line."""
    check_running("4", "--variant", "tile")
    blocks = [block.splitlines() for block in re.findall(r"```glsl sketch\n(.*?)```", TEXT, re.S)]
    squares = next(line for block in blocks for line in block if "gl_LocalInvocationID" in line)
    include, log = next(block for block in blocks if any("WB_LOG" in line for line in block))
    with open(os.path.join(COURSE, "shaders/04_life/tile.comp"), encoding="utf-8") as source:
        shipped = source.read()
    last_line(squares)
    cells, result = cells_of("--variant", "tile", "--frames", "5", "--screenshot", "squares.png")
    y, x = numpy.indices(cells.shape)
    expect((cells == 1 + 4 * numpy.maximum(x % 16, y % 16)).all(), result, "squares of 16 x 16")
    shades = numpy.unique(pixels()[:32, :32].reshape(-1, 3), axis=0)  # a cell is two pixels wide
    expect(len(shades) > 8 and (pixels()[:32, :32] == pixels()[32:64, 64:96]).all(), result, f"squares that one sees, of more than {len(shades)} shades")
    stripes = re.search(r"Now write `([^`]+)`", TEXT)[1]
    last_line(f"    next[p.y * size.x + p.x] = {stripes};")
    cells, result = cells_of("--variant", "tile", "--frames", "1")
    expect((cells == 1 + 4 * (x // 16)).all(), result, "a shade for each column of groups")
    place = [int(number) for number in re.search(r"ivec2\((\d+), (\d+)\)", log).groups()]
    expect(f"column {place[0]} and row {place[1]}" in TEXT, "FIRST_HOUR.md", "the cell that the line asks")
    edit("shaders/04_life/tile.comp", lambda text: shipped.replace('#include "04_life/tile.glsl"', f'#include "04_life/tile.glsl"\n{include}')
         .replace("    next[", f"{log}\n    next["))
    result = lesson("4", "--variant", "tile", "--headless", "--frames", "6")
    said = [int(number) for number in re.findall(r"^04_life/tile.comp:\d+, invocation .*: (\d+)$", result.err, re.M)]
    before, _ = cells_of("--variant", "global", "--frames", "1")
    around = before[place[1] - 1:place[1] + 2, place[0] - 1:place[0] + 2] > 0
    living = around.sum() - around[1, 1]
    expect(len(said) == 6 and said[1] == living and any(said), result, f"a number a generation, of the second {living}, not {said}")
    edit("shaders/04_life/tile.comp", lambda text: shipped.replace("    barrier();", "    barrier()"))
    result = lesson("4", "--variant", "tile", "--headless", "--frames", "1")
    expect(result.code == 1 and re.search(r"04_life/tile.comp:\d+", result.err), result, "file and line of a mistake")
    edit("shaders/04_life/tile.comp", lambda text: shipped)


def check_one_buffer():
    """The scene's symmetry is kept with two buffers, and lost with one."""
    for variant, is_kept in (("global", True), ("one_buffer", False)):
        cells, result = cells_of("--variant", variant, "--frames", "120")
        alive = cells > 0
        expect(alive.any() and (alive == alive[:, ::-1]).all() == is_kept, result,
               f"mirror symmetry {'kept' if is_kept else 'lost'} by {variant}")
    check_running("4", "--variant", "one_buffer")


def check_orders(do):
    result = lesson("4", "--debug", *"--variant one_buffer --set width=48 --set height=48 --group 1,1 --do".split(), do)
    expect_good(result)
    for part in ("finding 1, race", "cells[735]: 0 before, 1 after", "lane 0 reads 0", "lane 0 reads 1", "nothing says which of the two a GPU does"):
        expect(part in result.out, result, f"'{part}'")


def check_bench():
    """Both versions, and the second much faster."""
    result = lesson("1", "--bench", "--quick")
    expect_good(result)
    gain = re.search(r"^ +columns .*\n +several .* x +([\d.]+)$", result.out, re.M)
    expect(gain and float(gain[1]) > 1.3, result, "several to be faster than columns")


def check_progress():
    result = tasks("progress")
    expect(result.code == 0 and "".join(line.split()[-1] for line in result.out.splitlines()).count("x") == 5 and "Five crosses" in TEXT,
           result, "five crosses")


def check_doctor():
    result = timed(["sh", os.path.join(SOURCE, "wb"), "doctor"])
    expect(result.code in (0, 1) and "packages" in result.out, result, "what there is, and what is missing")


HOUR = [
    ("./wb run 4", lambda: check_running("4")),
    ("./wb doctor", check_doctor),
    ("./wb next", check_first_answer),
    ("./wb check 0.2 --watch", lambda: check_task("lessons/00_hello", "cube.c", "cube.c", lambda: tasks("check", "00_hello", "2"), "got 4, expected 8")),
    ("./wb run 4 --variant tile", check_tile),
    ("./wb check 4.2 --watch", lambda: check_task("shaders/04_life", "highlife.comp", "highlife.comp", lambda: lesson("4", "--task", "2"))),
    ("./wb run 4 --variant highlife", lambda: check_running("4", "--variant", "highlife")),
    ("./wb run 4 --variant in_place --step --set width=48 --set height=48",
     lambda: check_running("4", "--variant", "in_place", "--set", "width=48", "--set", "height=48")),
    ("./wb run 4 --variant one_buffer", check_one_buffer),
    ('./wb debug 4 --variant one_buffer --set width=48 --set height=48 --group 1,1 --do "until finding; orders"',
     lambda: check_orders("until finding; orders")),
    ("./wb check 4.3 --watch", lambda: check_task("shaders/04_life", "mend.comp", "mend.comp", lambda: lesson("4", "--task", "3"),
                                                  "race", "to stop there: ./wb debug 4 ")),
    ("./wb check 1.2 --watch", lambda: check_task("shaders/01_dispatch", "mine.comp", "mine.comp", lambda: lesson("1", "--task", "2"))),
    ("./wb run 1 --variant mine", lambda: check_running("1", "--variant", "mine")),
    ("./wb bench 1 --quick", check_bench),
    ("./wb progress", check_progress),
]

found = [line for block in re.findall(r"```sh[^\n]*\n(.*?)```", TEXT, re.S) for line in block.splitlines()]
expect(found == [command for command, _ in HOUR], "FIRST_HOUR.md", f"the commands that are tested here, not {found}")
minutes = [int(number) for number in re.findall(r"^## Minute (\d+):", TEXT, re.M)]
judged = int(re.search(r"## Minute (\d+): a first answer", TEXT)[1])
expect(minutes == sorted(minutes) and minutes[-1] < 60 and judged <= 10, "FIRST_HOUR.md", "an hour, and a first answer within ten minutes of it")
need_tools("convert", "cc")
make_course()
for _, claim in HOUR:
    claim()
finish()
