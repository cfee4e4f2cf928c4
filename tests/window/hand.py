"""Lesson 11 in a window: with Ctrl, the left button puts a hand in, which is recorded and comes out the same when it is played back,
there and without a window; and C starts and ends a clip."""
import os
import re

import window as windows  # also makes common known
from window import Window

from common import BIN, Display, expect, expect_good, finish, need_tools, path, run

windows.PATIENCE_S = 60.0
BOIDS, FIELDS = os.path.join(BIN, "11_boids"), os.path.join(BIN, "16_fields")
SMALL = ("--set", "boids=300", "--size", "200x160")


def frames(window):
    found = re.search(r"\| ([0-9.]+) s;", window.title())
    return float(found[1]) if found else 0.0


def passes(window, seconds):
    now = frames(window)
    window.wait(lambda: frames(window) > now + seconds, f"{seconds} s of the simulation")


def hashes(text):
    return re.findall(r"^hash (\w+)", text, re.M)


def lines(name):
    with open(path(name), encoding="utf-8") as file:
        return file.read().splitlines()


def test_hand(display):
    window = Window(display, *SMALL, "--record-input", "hand.txt", "--hash", program=BOIDS, name="Boids")
    passes(window, 0.5)
    window.tool("mousemove", "--window", window.id, 100, 80)
    window.tool("keydown", "ctrl", "mousedown", 1)
    passes(window, 0.5)
    window.tool("mousemove", "--window", window.id, 120, 90)
    passes(window, 0.5)
    window.tool("mouseup", 1, "keyup", "ctrl")
    passes(window, 0.5)
    window.key("Escape")
    result = window.end()
    expect_good(result)
    recorded = lines("hand.txt")
    held = [line for line in recorded[1:] if line != "-"]
    expect(recorded[0] == "11_boids" and recorded[1] == recorded[-1] == "-", result, "no hand at first and at last")
    expect(len(held) >= 4 and len({*held}) >= 2, result, f"a hand that moved, not {held[:5]}")
    played = run([BOIDS, "--headless", *SMALL, "--frames", len(recorded) - 1, "--play-input", path("hand.txt"), "--hash", "--screenshot", "there.png"])
    expect_good(played)
    expect(hashes(played.out) == hashes(result.out), played, f"the window's state, {hashes(result.out)}")
    again = run([BOIDS, *SMALL, "--frames", len(recorded) - 1, "--play-input", path("hand.txt"), "--hash", "--screenshot", "here.png"],
                changes=display.changes)
    expect(hashes(again.out) == hashes(result.out), again, f"the window's state, {hashes(result.out)}")
    expect(windows.decode_png("there.png") == windows.decode_png("here.png"), again, "the same picture, in a window and without")


def test_paint(display):
    """What the pointer paints is in the record as well."""
    small = ("--set", "width=64", "--set", "height=48", "--size", "200x160")
    window = Window(display, *small, "--record-input", "paint.txt", "--hash", program=FIELDS, name="Fields")
    window.wait(lambda: "step" in window.title(), "a pond")
    window.tool("mousemove", "--window", window.id, 100, 80, "mousedown", 1)
    window.tool("mousemove", "--window", window.id, 120, 90, "mouseup", 1)
    step = window.title()
    window.wait(lambda: window.title() != step, "the pond to go on")
    window.key("Escape")
    result = window.end()
    expect_good(result)
    recorded = lines("paint.txt")
    painted = [line for line in recorded[1:] if line != "-"]
    expect(recorded[0] == "16_fields" and painted and all(re.fullmatch(r"-( \+\d+,\d+)+", line) for line in painted), result, f"cells, not {painted[:3]}")
    played = run([FIELDS, "--headless", *small, "--frames", len(recorded) - 1, "--play-input", path("paint.txt"), "--hash"])
    expect_good(played)
    expect(hashes(played.out) == hashes(result.out), played, f"the window's state, {hashes(result.out)}")


def test_drag(display):
    """Without Ctrl the button turns the scene; with it the scene stays as it is."""
    for key, is_same in (("ctrl", True), (None, False)):
        window = Window(display, *SMALL, "--record-input", "drag.txt", "--step", program=BOIDS, name="Boids")
        window.wait_title("paused")
        window.key("Tab")  # without the panel
        window.wait_picture(lambda seen: seen[:2] == (200, 160), "a window without the panel")
        before = window.picture()
        window.tool("mousemove", "--window", window.id, 60, 80, *(["keydown", key] if key else []), "mousedown", 1)
        window.tool("mousemove", "--window", window.id, 140, 80, "mouseup", 1, *(["keyup", key] if key else []))
        if not is_same:
            window.wait_picture(lambda seen: windows.difference(seen, before) > 0, "a scene that has turned")
        expect((windows.difference(window.picture(), before) == 0) == is_same, window.line, f"{'the same' if is_same else 'another'} view")
        window.key("Escape")
        expect_good(window.end())


def test_clip(display):
    window = Window(display, *SMALL, program=BOIDS, name="Boids")
    passes(window, 0.2)
    for number in (1, 2):
        clip = path(f"11_boids-{number}.webp")
        window.key("c")
        passes(window, 0.5)
        window.key("c")
        window.wait(lambda: os.path.exists(clip), clip)
        told = run(["webpinfo", clip])
        found = len(re.findall("Chunk ANMF", told.out))
        expect(found >= 3, told, f"an animation of some pictures, not {found}")
    window.key("c")  # the third ends with the window
    passes(window, 0.3)
    window.key("Escape")
    result = window.end()
    expect_good(result)
    expect(os.path.exists(path("11_boids-3.webp")) and not [name for name in os.listdir(path("")) if ".webp." in name], result,
           "a third clip, and nothing left of how they were made")


def orange(picture):
    """How many pixels have the colour of what a work group writes."""
    data = picture[2]
    return sum(data[at] > 200 and 110 < data[at + 1] < 190 and data[at + 2] < 110 for at in range(0, len(data), 3))


def test_marks(display):
    """The debugger marks the boids of its group: another group, other marks."""
    window = Window(display, "--set", "boids=300", "--size", "600x500", "--step", "--variant", "all_pairs", program=BOIDS, name="Boids")
    window.wait_title("paused")
    window.wait_picture(lambda seen: len({*seen[2]}) > 100, "a picture")
    before = orange(window.picture())
    window.key("F11")
    window.wait_title("debugging flock, group (0, 0, 0)")
    window.wait_picture(lambda seen: orange(seen) > before + 1000, "128 marks of 6 x 6 pixels, some of them over others")
    window.key("Escape")
    window.wait_picture(lambda seen: orange(seen) < before + 500, "no mark without the debugger")
    window.key("Escape")
    expect_good(window.end())


need_tools("Xvfb", "xdotool", "img2webp", "webpinfo")
screen = Display()
test_hand(screen)
test_paint(screen)
test_drag(screen)
test_clip(screen)
test_marks(screen)
finish()
