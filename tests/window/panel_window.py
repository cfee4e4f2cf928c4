"""The panel beside the picture, in a real window under Xvfb: keys and clicks in it, what they do to
the lesson, and that it leaves the picture alone. Sizes are those of a monitor with scale 1."""
import time

from window import Window, difference  # also makes common known

from common import (Display, expect, expect_good, finish, life, need_tools, run, LIFE)

PANEL = 380
COLUMNS, ROWS, CELL = 48, 90, 10
WIDTH, HEIGHT = COLUMNS * CELL, ROWS * CELL
GRID = ("--set", f"width={COLUMNS}", "--set", f"height={ROWS}", "--size", f"{WIDTH}x{HEIGHT}")
GENERATIONS = 10  # dispatches a step

ROW = 29                   # from one parameter to the next
GRAB = (150, 122, 62)      # of a slider
ERROR_BOX = (58, 20, 22)   # behind messages


def pixel(picture, x, y):
    at = (y * picture[0] + x) * 3
    return tuple(picture[2][at:at + 3])


def row_of(picture, y, left, right):
    return picture[2][(y * picture[0] + left) * 3:(y * picture[0] + right) * 3]


def is_red(colour):
    return colour[0] > 180 and colour[0] - max(colour[1:]) > 80


def part(picture, left):
    """What is right of `left`."""
    width, height = picture[:2]
    rows = [row_of(picture, y, left, width) for y in range(height)]
    return width - left, height, b"".join(rows)


def middles(picture, wanted):
    """The middle rows of the stretches of rows for which wanted(y) holds."""
    found, start = [], None
    for y in range(picture[1] + 1):
        here = y < picture[1] and wanted(y)
        if here and start is None:
            start = y
        if not here and start is not None:
            found.append((start + y - 1) // 2)
            start = None
    return found


def click(window, x, y, times=1):
    window.tool("mousemove", "--window", window.id, x, y)
    time.sleep(0.2)
    window.tool("click", "--repeat", times, "--delay", 60, 1)
    time.sleep(0.3)


def enter(window, text):
    window.tool("type", "--delay", 40, text)
    window.key("Return")
    time.sleep(0.3)  # keys are the lesson's again once the panel has had its frame


def replace_number(window, x, y, text):
    click(window, x, y, 2)  # selects what is there
    enter(window, text)


def leave_panel(window):
    """So that no tooltip hides what is to be seen."""
    window.tool("mousemove", "--window", window.id, PANEL + WIDTH // 2, HEIGHT // 2)
    time.sleep(0.4)


def parameter(window, name):
    """Where the row of a parameter is. The first that is a slider is found by its grab."""
    listed = run([LIFE, "--list"]).out.split("parameters:")[1].splitlines()
    names = [line.split()[0].split("=")[0] for line in listed if line.startswith("  ")]
    leave_panel(window)
    picture = window.picture()
    grab = bytes(GRAB) * 6  # so many pixels side by side
    rows = middles(picture, lambda y: grab in row_of(picture, y, 102, 318))
    expect(rows, window.line, "a slider")
    return (rows or [0])[0] + (names.index(name) - names.index("generations")) * ROW


def is_open(picture):
    return picture[:2] == (WIDTH + PANEL, HEIGHT)


def step_picture(frames):
    name = f"{frames}.png"
    expect_good(life(*GRID, "--frames", frames, "--screenshot", name))
    return name


# ---- Each of these goes on where the one before has left the window ----------------------------

def test_open_at_first(window):
    """--step opens it; the picture beside it is the one of --headless."""
    window.wait_title("| global |", "generation 0", "paused")
    window.wait_picture(is_open, f"a window of {WIDTH + PANEL} x {HEIGHT}, with the panel")
    window.key("n")
    window.wait_title("generation 1 ", "paused")
    window.wait_picture_like(step_picture(1), lambda seen: part(seen, PANEL))


def test_costs_nothing(window):
    time.sleep(1.0)
    before = window.cpu_seconds()
    time.sleep(2.0)
    used = window.cpu_seconds() - before
    expect(used < 0.1, window.line,
           f"less than 5 % of a core while it is paused, not {used / 0.02:.1f} %")


def test_tab(window):
    window.key("Tab")
    window.wait_picture(lambda seen: seen[:2] == (WIDTH, HEIGHT), "the picture alone after Tab")
    window.wait_picture_like("1.png")
    window.key("Tab")
    window.wait_picture(is_open, "the panel after Tab again")
    window.wait_picture_like("1.png", lambda seen: part(seen, PANEL))


def set_slider(window, name, number):
    window.tool("mousemove", "--window", window.id, 200, parameter(window, name), "keydown",
                "ctrl", "click", 1, "keyup", "ctrl")  # Ctrl and a click: the slider takes a number
    time.sleep(0.3)
    enter(window, str(number))


def test_parameter(window):
    set_slider(window, "generations", GENERATIONS)
    window.key("r")
    window.wait_title("generation 0", "paused")


def test_stepper(window):
    window.key("n")
    window.wait_title("generation 1 ", "in a step, after pass 1 ", "paused")
    window.key("n")
    window.wait_title("generation 2 ", "in a step, after pass 2 ")
    window.wait_picture_like(step_picture(2), lambda seen: part(seen, PANEL))
    window.key("shift+n")
    window.wait_title(f"generation {GENERATIONS} ", "| paused")
    window.wait(lambda: "in a step" not in window.title(), "the end of the step")
    window.key("n")
    window.wait_title(f"generation {GENERATIONS + 1} ", "in a step, after pass 1 ")
    window.key("b")
    window.wait_title(f"generation {GENERATIONS} ", "| paused")
    window.key("shift+n")
    window.wait_title(f"generation {2 * GENERATIONS} ", "| paused")
    window.wait_picture_like(step_picture(2 * GENERATIONS), lambda seen: part(seen, PANEL))
    window.key("b")
    window.wait_title(f"generation {GENERATIONS} ", "| paused")
    for _ in range(GENERATIONS):  # the last dispatch of a step ends it
        window.key("n")
    window.wait_title(f"generation {2 * GENERATIONS} ", "| paused")
    window.wait(lambda: "in a step" not in window.title(), "the end of the step")


def test_rebuild(window):
    """`rows` makes a kernel anew: the cells stay, also in the middle of a step."""
    window.key("n")
    window.wait_title(f"generation {2 * GENERATIONS + 1} ", "in a step, after pass 1 ")
    set_slider(window, "rows", 4)
    window.wait_title(f"generation {3 * GENERATIONS} ", "| paused")  # the step was finished first
    window.key("n")
    window.wait_title(f"generation {3 * GENERATIONS + 1} ", "in a step, after pass 1 ")
    window.wait_picture_like(step_picture(3 * GENERATIONS + 1), lambda seen: part(seen, PANEL))
    window.key("shift+n")
    window.wait_title(f"generation {4 * GENERATIONS} ", "| paused")


def test_typing(window):
    """Keys that are typed into a box are not the lesson's."""
    window.key("r")
    window.wait_title("generation 0", "paused")
    click(window, 200, parameter(window, "width"), 2)
    for name in ("n", "space", "v", "Escape"):
        window.key(name)
        time.sleep(0.2)
    time.sleep(0.7)
    expect(window.process.poll() is None and "| global | generation 0 | paused" in window.title(),
           window.line, f"no effect of keys that are typed into a box; the title: {window.title()}")


def test_refused(window):
    """A size that cannot be had: a message in the panel, and the lesson as it was."""
    def has_message(picture):
        return any(pixel(picture, 20, y) == ERROR_BOX for y in range(90, 200))

    # 1,024 MiB are more than a storage block of Mesa's software driver holds.
    replace_number(window, 200, parameter(window, "width"), "32768")
    window.wait_title("generation 0", "paused")
    window.key("n")
    window.wait_title("generation 1 ", "in a step")
    replace_number(window, 200, parameter(window, "height"), "8192")
    window.wait_picture(has_message, "a message in the panel")
    window.wait_title("generation 0", "| paused")
    window.key("n")
    window.wait_title("generation 1 ", "in a step, after pass 1 ")
    replace_number(window, 200, parameter(window, "width"), str(COLUMNS))  # now further down
    window.wait_title("generation 0", "| paused")
    window.wait_picture(lambda picture: not has_message(picture), "no message after a good start")
    with open(f"/proc/{window.process.pid}/fd/2", encoding="utf-8") as file:
        errors = file.read().count("error: ")
    expect(errors == 1, window.line, f"one error on stderr, not {errors}")


def test_running(window):
    window.key("space")
    window.wait(lambda: window.generation() > 2 * GENERATIONS and "frames/s" in window.title(),
                "generations after Space")
    window.key("n")  # also stops
    window.wait(window.paused, "a pause after N")


def test_end(window):
    window.key("Escape")
    result = window.end()
    expect(result.code == 0, result, f"exit status 0, not {result.code}")
    return result


def test_variants(display):
    """Without --step the variants are open: a click chooses one."""
    lines = run([LIFE, "--list"]).out.splitlines()
    broken = [lines[i - 1].split()[0] for i, line in enumerate(lines) if "BROKEN:" in line]
    expect(broken, "--list", "broken variants")
    window = Window(display, *GRID)
    if not window.id:
        return
    window.wait_picture(lambda seen: seen[:2] == (WIDTH, HEIGHT), "no panel at first")
    window.key("Tab")
    window.wait_picture(is_open, "the panel after Tab")
    window.key("space")
    window.wait(window.paused, "a pause")
    picture = window.picture()
    rows = middles(picture, lambda y: any(is_red(pixel(picture, x, y)) for x in range(12, 24)))
    expect(len(rows) == len(broken), window.line, f"{len(broken)} red marks, not {len(rows)}")
    for name, row in zip(broken, rows):
        click(window, 60, row)
        window.wait_title(f"| {name} |", "generation 0", "paused")
    leave_panel(window)
    before = window.picture()
    click(window, 300, HEIGHT - 20)  # below the sections: nothing, and no paint on the picture
    after = window.picture()
    expect(difference(part(before, PANEL), part(after, PANEL)) == 0, window.line,
           "the same picture after a click on the panel")
    expect(test_end(window).err == "", window.line, "nothing on stderr")


need_tools("Xvfb", "xdotool", "import", "convert")
screen = Display()
test_variants(screen)
opened = Window(screen, "--step", *GRID)
if opened.id:
    for test in (test_open_at_first, test_costs_nothing, test_tab, test_parameter, test_stepper,
                 test_rebuild, test_typing, test_refused, test_running):
        test(opened)
        if opened.process.poll() is not None:
            break
test_end(opened)
finish()
