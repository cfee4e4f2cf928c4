"""Lesson 04 in a real window, under Xvfb: xdotool presses keys and moves the mouse, and what the
screen shows is compared with what the same frames give without a window."""
import os
import time

from window import Window, brightness, difference  # also makes common known

from common import (LIFE, Display, expect, expect_good, finish, life, need_tools, path, read, run,
                    versions)

COLUMNS, ROWS, CELL = 64, 48, 10  # a small grid and picture: drawing takes most of the time here
WIDTH, HEIGHT = COLUMNS * CELL, ROWS * CELL
GRID = ("--set", f"width={COLUMNS}", "--set", f"height={ROWS}", "--size", f"{WIDTH}x{HEIGHT}")


def headless(name, frames, *words):
    result = life(*GRID, "--frames", frames, "--screenshot", name, *words)
    expect_good(result)
    return result


def photograph(window, name):
    """F12, which takes the first name that is free."""
    window.key("F12")
    # It is written under another name first, so that it is whole as soon as it is there.
    return window.wait(lambda: os.path.exists(path(name)), name)


# ---- Each of these goes on where the one before has left the window ----------------------------

def test_paused(window):
    window.wait_title("| global |", "generation 0", "paused")
    window.key("Tab")  # the panel, which --step opens, has a test of its own
    window.wait_picture(lambda seen: seen[:2] == (WIDTH, HEIGHT), "a window without a panel")
    before = window.cpu_seconds()
    time.sleep(2.0)
    used = window.cpu_seconds() - before
    expect(used < 0.1, window.line,
           f"less than 5 % of a core while it is paused, not {used / 0.02:.1f} %")
    expect(window.generation() == 0, window.line, "generation 0 still")


def test_steps(window):
    for generation in (1, 2, 3):
        window.key("n")
        window.wait_title(f"generation {generation} ", "paused")
    photograph(window, "04_life-1.png")
    headless("3.png", 3)
    expect(read("04_life-1.png") == read("3.png"), window.line,
           "04_life-1.png, by F12 after three steps, the same as 3.png, by --frames 3 --headless")
    window.wait_picture_like("3.png")
    photograph(window, "04_life-2.png")  # not the first one again
    expect(read("04_life-1.png") == read("04_life-2.png"), window.line,
           "04_life-2.png like 04_life-1.png")


def test_mouse_paints(window):
    seen = window.picture()
    length = 8  # cells

    def middle(column, row):
        return column * CELL + CELL // 2, row * CELL + CELL // 2

    def is_dark(column, row):
        return brightness(seen, *middle(column, row)) < 60

    places = [(column, row) for row in range(ROWS) for column in range(COLUMNS - length)
              if all(is_dark(column + i, row) for i in range(length + 1))]
    column, row = places[len(places) // 2]

    def count_bright(picture):
        return sum(brightness(picture, *middle(column + i, row)) > 180 for i in range(length))

    def drag():
        to = middle(column + length - 1, row)
        window.tool("mousemove", "--window", window.id, *middle(column, row), "mousedown", 1,
                    "mousemove", "--window", window.id, *to, "mouseup", 1)

    drag()
    window.wait_picture(lambda picture: count_bright(picture) == length,
                        f"{length} living cells from column {column} in row {row}, after a drag")
    expect(window.generation() == 3, window.line, "generation 3 still")
    window.tool("keydown", "shift")
    drag()
    window.tool("keyup", "shift")
    window.wait_picture(lambda picture: count_bright(picture) == 0, "none after a drag with Shift")


def test_space(window):
    window.key("space")
    window.wait(lambda: window.generation() > 5 and not window.paused(), "generations after Space")
    window.key("space")
    window.wait(window.paused, "a pause after Space")
    generation = window.generation()
    time.sleep(0.7)
    expect(window.generation() == generation and generation > 5, window.line,
           f"the generation to stay at {generation}, not {window.generation()}")


def test_restart(window):
    window.key("r")
    window.wait_title("generation 0 ", "paused")
    window.key("n")
    window.wait_title("generation 1 ")
    photograph(window, "04_life-3.png")
    headless("1.png", 1)
    expect(read("04_life-3.png") == read("1.png"), window.line,
           "04_life-3.png, after a restart and a step, the same as 1.png, by --frames 1 --headless")


def test_variants(window):
    lines = run([LIFE, "--list"]).out.split("parameters:")[0].splitlines()
    names = [line.split()[0] for line in lines if line.startswith("  ") and line[2:3].strip()]
    good = versions() + ["exercise"]
    for name in names[1:] + names[:1]:
        window.key("v")
        window.wait_title(f"| {name} |", "generation 0 ", "paused")

        def has_banner(picture):
            red, green, blue = picture[2][(3 * WIDTH - 9) * 3:(3 * WIDTH - 8) * 3]  # upper right
            return red > 2 * green and red > 2 * blue

        window.wait_picture(lambda picture, name=name: has_banner(picture) == (name not in good),
                            f"a red banner for a broken variant only, and {name} shown")


def test_resize(window):
    window.tool("windowsize", window.id, 333, 402)
    window.wait_picture(lambda picture: picture[:2] == (333, 402), "a window of 333 x 402")
    window.key("n")
    window.wait_title("| global |", "generation 1 ")
    headless("resized.png", 1, "--size", "333x402")
    window.wait_picture_like("resized.png")
    for width, height in ((1, 1), (1500, 40), (WIDTH, HEIGHT)):
        window.tool("windowsize", window.id, width, height)
        window.wait_picture(lambda seen, size=(width, height): seen[:2] == size,
                            f"a window of {width} x {height}")
    window.wait_picture_like("1.png")


def test_camera(window):
    window.tool("mousemove", "--window", window.id, WIDTH // 2, HEIGHT // 2)
    for what, action in (("the wheel", ("click", "--repeat", 3, 4)),
                         ("dragging with the right button",
                          ("mousedown", 3, "mousemove_relative", 60, 40, "mouseup", 3))):
        before = window.picture()
        window.tool(*action)
        window.wait_picture(lambda seen: seen[:2] == before[:2] and difference(seen, before) > 50,
                            f"another picture after {what}")
    expect(window.generation() == 1, window.line, "generation 1 still")


def test_quit(window):
    window.key("Escape")
    result = window.end()
    expect_good(result)
    expect(result.err == "", result, "nothing on stderr")


def test_end_by_itself(display):
    for words in (GRID, (*GRID, "--size", "1000x1300")):  # the second is higher than the screen
        wanted = life(*words, "--frames", 5, "--screenshot", "wanted.png", "--hash")
        result = run([LIFE, *words, "--frames", 5, "--screenshot", "window.png", "--hash"],
                     changes=display.changes)
        expect_good(result)
        expect(read("window.png") == read("wanted.png"), result, "the picture of --headless")
        expect(wanted.out.splitlines()[-1] in result.out.splitlines(), result,
               f"the hash of --headless, {wanted.out.splitlines()[-1]}")


need_tools("Xvfb", "xdotool", "import", "convert")
screen = Display()
test_end_by_itself(screen)
opened = Window(screen, "--step", *GRID)
if opened.id:
    for test in (test_paused, test_steps, test_mouse_paints, test_space, test_restart,
                 test_variants, test_resize, test_camera):
        test(opened)
        if opened.process.poll() is not None:
            break
test_quit(opened)
finish()
