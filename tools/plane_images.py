#!/usr/bin/env python3
"""Makes the figures of lesson 09 that show its plane: the five versions, and the ledger of task leak as it is shipped.

usage: tools/plane_images.py BIN [FIGURES]      (BIN: build/release/bin; FIGURES: lessons/09_sph/figures)

Needs ImageMagick."""
import os
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.realpath(__file__)))
VERSIONS = {"dust": 24, "crowd": 30, "pressure": 36, "walls": 36, "friction": 60}  # and how many frames of each
BOX = "1210x560+35+100"   # of the picture of 1280 x 800
WHOLE = "1210x680+35+100"  # with the ledger


def main():
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__.split("\n\n")[1])
    lesson = [os.path.join(os.path.realpath(sys.argv[1]), "09_sph"), "--headless"]
    figures = os.path.realpath(sys.argv[2] if len(sys.argv) == 3 else os.path.join(ROOT, "lessons", "09_sph", "figures"))
    with tempfile.TemporaryDirectory() as directory:
        def run(*words):
            subprocess.run(words, cwd=directory, check=True, stdout=subprocess.DEVNULL)
        for name, frames in {**VERSIONS, "leak": 30}.items():
            run(*lesson, "--variant", name, "--frames", str(frames), "--screenshot", f"{name}.png")
        run("montage", *(f"{name}.png" for name in VERSIONS), "-crop", BOX, "+repage", "-resize", "33%", "-tile", "3x",
            "-geometry", "+4+4", "-background", "#0e0f13", "-depth", "8", "-strip", os.path.join(figures, "plane.png"))
        run("convert", "leak.png", "-crop", WHOLE, "+repage", "-resize", "60%", "-depth", "8", "-strip", os.path.join(figures, "leak.png"))


if __name__ == "__main__":
    main()
