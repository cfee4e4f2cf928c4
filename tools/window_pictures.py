#!/usr/bin/env python3
"""Takes the pictures of the window that the texts show: the panel between two dispatches, and three sessions of the kernel
debugger; all in a real window, under Xvfb.

usage: tools/window_pictures.py BIN [DIRECTORY [NAME...]]      (BIN: build/release/bin; the pictures: screenshots/, all)

Needs Xvfb, xdotool and ImageMagick."""
import os
import shutil
import subprocess
import sys
import tempfile
import time

ROOT = os.path.dirname(os.path.dirname(os.path.realpath(__file__)))
SIZE = (1280, 800)


def without_barrier(directory):
    """The shaders, but for the barrier() behind the loading of lesson 04's tile."""
    shaders = os.path.join(directory, "shaders")
    shutil.copytree(os.path.join(ROOT, "shaders"), shaders)
    path = os.path.join(shaders, "04_life", "tile.comp")
    with open(path, encoding="utf-8") as file:
        lines = file.readlines()
    kept = [line for line in lines if not line.lstrip().startswith("barrier();")]
    assert len(kept) == len(lines) - 1
    with open(path, "w", encoding="utf-8") as file:
        file.writelines(kept)
    return {"WB_SHADERS": shaders}


# Name, lesson, options, what is done: a key, a key and how often, a click on a place of the window, or = and a number
# to type into the field that was clicked.
SESSIONS = [
    ("workbench", "04_life", ("--variant", "in_place", "--set", "width=305", "--set", "height=250"),
     [("shift+n", 120), "n", "parameters", "cells", "row", "=94", "column", "=128"], None),
    ("inside_race", "04_life", ("--variant", "tile", "--set", "width=128", "--set", "height=96"),
     ["F11", (1040, 400), "F7", "play"], without_barrier),
    ("inside_lost", "03_atomics", ("--variant", "count_lost",), ["F7"], None),
    ("inside_banks", "02_shared", ("--variant", "strided",),
     ["F11", "F10", "F10", "F10", "F10", "F10", "F10", "F10", "shift+F10", "shared", "next line"], None),
]
LARGE = (1600, 1000)  # of the first
PLACES = {"parameters": (186, 137), "cells": (114, 575), "row": (71, 602), "column": (194, 602),
          "play": (354, 669), "shared": (463, 490), "next line": (674, 514)}  # in a window of SIZE


class Screen:
    def __init__(self, number):
        self.name = f":{number}"
        self.server = subprocess.Popen(["Xvfb", self.name, "-noreset", "-screen", "0", f"{LARGE[0]}x{LARGE[1]}x24"],
                                       stderr=subprocess.DEVNULL)
        self.environment = dict(os.environ, DISPLAY=self.name)
        while self.run("xdotool", "getmouselocation").returncode != 0:
            time.sleep(0.1)

    def run(self, *words):
        return subprocess.run(list(map(str, words)), env=self.environment, capture_output=True, text=True, check=False)


def record(screen, binary, session, directory, target):
    name, lesson, words, actions, prepare = session
    environment = dict(screen.environment, **(prepare(directory) if prepare else {}))
    program = subprocess.Popen([os.path.join(binary, lesson), "--step", *words], env=environment, cwd=directory)
    window = ""
    while not window:
        time.sleep(0.2)
        window = screen.run("xdotool", "search", "--onlyvisible", "--pid", program.pid).stdout.strip().split("\n")[0]
    screen.run("xdotool", "windowfocus", "--sync", window)
    screen.run("xdotool", "windowsize", "--sync", window, *(LARGE if name == "workbench" else SIZE))
    time.sleep(2.0)
    for action in actions:
        place = PLACES.get(action, action)
        if isinstance(place, tuple) and isinstance(place[0], str):
            for _ in range(place[1]):
                screen.run("xdotool", "key", place[0])
        elif isinstance(place, tuple):
            screen.run("xdotool", "mousemove", "--window", window, *place, "sleep", "0.4", "click", 1, "sleep", "0.4", "mousemove", "--window", window, 0, 0)
        elif action.startswith("="):
            screen.run("xdotool", "key", "ctrl+a")
            screen.run("xdotool", "type", action[1:])
            screen.run("xdotool", "key", "Return")
        else:
            screen.run("xdotool", "key", action)
        time.sleep(1.2)
    picture = os.path.join(target, name + ".png")
    screen.run("import", "-silent", "-window", window, picture)
    screen.run("convert", picture, "+dither", "-colors", "256", "-strip", picture)  # a third of the size
    program.terminate()
    program.wait()
    print(picture)


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    binary = os.path.realpath(sys.argv[1])
    target = os.path.realpath(sys.argv[2]) if len(sys.argv) > 2 else os.path.join(ROOT, "screenshots")
    screen = Screen(100 + os.getpid() % 900)
    try:
        for session in [s for s in SESSIONS if not sys.argv[3:] or s[0] in sys.argv[3:]]:
            with tempfile.TemporaryDirectory() as directory:
                record(screen, binary, session, directory, target)
    finally:
        screen.server.terminate()


main()
