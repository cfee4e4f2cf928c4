"""Lesson 04 in a real window, under Xvfb: xdotool presses keys and moves the mouse, and what the
screen shows is compared with what the same frames give without a window. Of the panel it shows what
takes a window; the rest is in gl/test_panel.cpp."""
import os
import time

from window import Window, brightness, decode_png, difference  # also makes common known

from common import BIN, LIFE, Display, expect, expect_good, finish, life, listing, need_tools, path, read, run

COLUMNS, ROWS, CELL = 64, 48, 10  # a small grid and picture: drawing takes most of the time here
WIDTH, HEIGHT = COLUMNS * CELL, ROWS * CELL
PANEL, DEBUGGER = 380, 780  # their widths on a monitor of scale 1
GRAB = bytes((150, 122, 62)) * 6  # of a slider: this many pixels side by side
NEXT_LINE = bytes((64, 52, 26)) * 40  # behind the line that runs next, in the debugger
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


def beside(picture):
    """What is right of the panel."""
    width, height = picture[:2]
    rows = [picture[2][3 * (y * width + PANEL):3 * (y + 1) * width] for y in range(height)]
    return width - PANEL, height, b"".join(rows)


def expect_rest(window):
    """Little work while nothing happens."""
    time.sleep(0.5)
    before = window.cpu_seconds()
    time.sleep(1.5)
    used = window.cpu_seconds() - before
    expect(used < 0.075, window.line, f"less than 5 % of a core while it is paused, not {used / 0.015:.1f} %")


def next_row(picture):
    """Where the debugger shows the line that runs next; -1: nowhere."""
    return picture[2].find(NEXT_LINE) // (3 * picture[0])


def toggle_panel(window, is_open):
    window.key("Tab")
    wanted = (WIDTH + PANEL if is_open else WIDTH, HEIGHT)
    window.wait_picture(lambda seen: seen[:2] == wanted, f"a window of {wanted} after Tab")


# ---- Each of these goes on where the one before has left the window ----------------------------

def test_panel(window):
    """--step opens it. It leaves the picture alone, and costs nothing."""
    window.wait_title("| global |", "generation 0", "paused")
    window.wait_picture(lambda seen: seen[:2] == (WIDTH + PANEL, HEIGHT), "a window with the panel")
    window.key("n")
    window.wait_title("generation 1 ", "paused")
    headless("first.png", 1)
    window.wait_picture_like("first.png", beside)
    expect_rest(window)
    before = beside(window.picture())
    window.tool("mousemove", "--window", window.id, 100, 20, "mousedown", 1, "mousemove", "--window", window.id,
                PANEL + WIDTH // 2, HEIGHT // 2, "mouseup", 1, "mousemove", "--window", window.id, 100, 20)
    time.sleep(0.4)
    expect(difference(beside(window.picture()), before) == 0, window.line, "no paint by a drag that began on the panel")
    for is_open in (False, True):
        toggle_panel(window, is_open)
        window.wait_picture_like("first.png", beside if is_open else lambda seen: seen)


def test_typing(window):
    """Keys that are typed into the panel are not the window's."""
    window.tool("mousemove", "--window", window.id, PANEL + 100, 100)
    time.sleep(0.4)  # no tooltip any more
    seen = window.picture()
    sliders = [y for y in range(HEIGHT) if GRAB in seen[2][3 * y * seen[0]:3 * (y * seen[0] + PANEL)]]
    if not expect(sliders, window.line, "a slider in the panel"):
        return
    window.tool("mousemove", "--window", window.id, 200, sliders[0] + 4, "keydown", "ctrl", "click", 1, "keyup", "ctrl")
    time.sleep(0.3)  # Ctrl and a click: the slider takes a number
    for name in ("n", "space", "v", "Escape"):
        window.key(name)
        time.sleep(0.1)
    time.sleep(0.7)
    expect(window.process.poll() is None and "| global | generation 1 | paused" in window.title(), window.line,
           f"no effect of keys that are typed into the panel; the title: {window.title()}")
    window.key("n")
    window.wait_title("generation 2 ")  # they are the window's again
    window.tool("keydown", "ctrl", "click", 1, "keyup", "ctrl")
    time.sleep(0.3)
    window.key("Return")
    for is_open in (False, True):
        toggle_panel(window, is_open)
    window.key("n")
    window.wait_title("generation 3 ")  # Tab has not gone to a field
    window.key("r")
    toggle_panel(window, False)


def test_paused(window):
    window.wait_title("| global |", "generation 0", "paused")
    expect_rest(window)
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


def test_debugger(window):
    """F11 opens the debugger, a click on the picture chooses the work group, and Escape closes it."""
    before = window.picture()
    window.key("F11")
    if not window.wait_title("debugging life, group (0, 0, 0)"):
        return
    window.wait_picture(lambda seen: seen[0] > WIDTH and NEXT_LINE in seen[2], "a next line")
    rows = []
    for keys in ("F10", "shift+F10"):
        rows.append(next_row(window.picture()))
        window.key(keys)
        window.wait_picture(lambda seen: next_row(seen) != rows[-1], f"another next line after {keys}")
    expect(next_row(window.picture()) == rows[0], window.line, "the first line again after Shift+F10")
    window.key("F7")  # there is no finding: this leads to the group's end
    window.wait_picture(lambda seen: seen[0] > WIDTH and NEXT_LINE not in seen[2], "no next line after F7")
    window.key("shift+F7")
    window.wait_picture(lambda seen: next_row(seen) == rows[0], "the first line again after Shift+F7")
    width = window.picture()[0]
    panel = width - WIDTH if width > WIDTH + PANEL else int(0.6 * width)
    window.tool("mousemove", "--window", window.id, (width + panel) // 2, HEIGHT // 2, "click", 1)
    window.wait_title("debugging life, group (2, 1, 0)")
    window.key("Escape")
    window.wait_title("generation 3 ", "| paused")
    toggle_panel(window, False)
    window.wait_picture(lambda seen: seen == before, "the picture as it was before")


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
    window.wait(lambda: window.generation() > 5 and "frames/s" in window.title(), "generations after Space")
    window.key("n")  # also stops
    window.wait(window.paused, "a pause after N")
    for paused in (False, True):
        window.key("space")
        window.wait(lambda paused=paused: window.paused() == paused, "Space to run and to pause")
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
    variants = listing()["variants"]
    for variant in variants[1:] + variants[:1]:
        name = variant["name"]
        window.key("v")
        window.wait_title(f"| {name} |", "generation 0 ", "paused")

        def has_banner(picture):
            red, green, blue = picture[2][(3 * WIDTH - 9) * 3:(3 * WIDTH - 8) * 3]  # upper right
            return red > 2 * green and red > 2 * blue

        window.wait_picture(lambda picture, broken=variant["kind"] == "broken": has_banner(picture) == broken,
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
    # A window that is made narrow beside the open panel survives the panel's end.
    window.key("Tab")
    window.wait_picture(lambda seen: seen[0] > WIDTH, "a wider window, with the panel")
    window.tool("windowsize", window.id, 150, 400)
    window.wait_picture(lambda seen: seen[:2] == (150, 400), "a window of 150 x 400")
    window.key("Tab")
    window.key("n")
    window.wait_title("generation 2 ")
    window.tool("windowsize", window.id, WIDTH, HEIGHT)
    window.key("b")
    window.wait_title("generation 1 ")
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


def test_large_screen():
    """Without --size the window takes three quarters of the screen's height, and the picture has as many pixels as the window."""
    large = Display("3840x2160")
    window = Window(large, *GRID[:4])
    if window.id:
        window.wait_picture(lambda seen: seen[:2] == (1620, 1620), "a window of 1620 x 1620")
        photograph(window, "04_life-4.png")
        expect(decode_png("04_life-4.png")[:2] == (1620, 1620), window.line, "a picture of 1620 x 1620")
    test_quit(window)
    expect_good(life(*GRID, "--frames", 5, "--screenshot", "small.png"))
    given = run([LIFE, *GRID, "--frames", 5, "--screenshot", "large.png"], changes=large.changes)
    expect_good(given)
    expect(read("large.png") == read("small.png"), given, "the picture that was asked for, on a large screen, too")


def has_table(picture):
    """Whether the panel is gone and the table stands in the lower right corner, whole: "z" over its last column, and nothing beside."""
    width, height, pixels = picture
    rows = [pixels[3 * (y * width + width - 60):3 * (y * width + width)] for y in range(height - 80, height)]
    is_banner = pixels[0] > 100 > pixels[1]
    return is_banner and sum(max(row[:3 * 45]) > 150 for row in rows) > 5 and max(max(row[3 * 45:]) for row in rows) < 60


def test_narrow(display):
    """Beside the panel of a small screen, a picture with captions is shown smaller, not cut off; and what is wrong with a broken
    variant stands above its picture."""
    window = Window(display, "--step", "--variant", "no_guard", program=os.path.join(BIN, "01_dispatch"), name="Dispatch layout")
    if window.id and window.wait_title("paused"):  # the panel is there
        beside = 1366 - DEBUGGER  # columns: as many as there are beside the debugger on a small screen
        window.tool("windowsize", window.id, PANEL + beside, 600)
        window.wait_picture(lambda seen: seen[:2] == (PANEL + beside, 600), "a small window")
        photograph(window, "01_dispatch-1.png")
        width, height = decode_png("01_dispatch-1.png")[:2]
        high = 1280 / beside * (600 - 58)  # captions take 1280 columns; the banner takes 58 rows
        expect(1279 <= width <= 1280 and abs(height - high) < 2, window.line, f"a picture of 1280 columns, not {width} x {height}")
        window.key("Tab")
        window.wait_picture(lambda seen: seen[0] < PANEL + beside and has_table(seen), "captions at the right edge")
    window.key("Escape")
    window.end()


def test_steps_fill():
    """N in a lesson that runs: what the step has not yet written is gone from the picture, and comes level by level."""
    window = Window(Display("1920x1080"), "--step", "--size", "1280x800", program=os.path.join(BIN, "05_reduction"), name="Reduction")
    if window.id and window.wait_title("paused"):
        for key, shown in (("shift+n", True), ("n", False), ("n", False), ("n", True)):
            window.key(key)  # and look into the bar of the last level, which is amber
            window.wait_picture(lambda seen, shown=shown: seen[:2] == (1280 + PANEL, 800) and
                                (brightness(seen, PANEL + 100, 370) > 100) == shown, f"the sum {'there' if shown else 'gone'}, {key}")
    window.key("Escape")
    window.end()


need_tools("Xvfb", "xdotool", "import", "convert")
screen = Display()
test_end_by_itself(screen)
opened = Window(screen, "--step", *GRID)
if opened.id:
    for test in (test_panel, test_typing, test_paused, test_steps, test_debugger, test_mouse_paints, test_space, test_restart,
                 test_variants, test_resize, test_camera):
        test(opened)
        if opened.process.poll() is not None:
            break
test_quit(opened)
test_large_screen()
test_narrow(screen)
test_steps_fill()
finish()
