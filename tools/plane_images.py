#!/usr/bin/env python3
"""Makes the figures of lesson 09 that show its plane: the five versions, and the ledger of task leak as it is shipped.

usage: tools/plane_images.py BIN [FIGURES]      (BIN: build/release/bin; FIGURES: lessons/09_sph/figures)

Needs ImageMagick."""
import os
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.realpath(__file__)))
SHOTS = (("dust", 24), ("crowd", 30), ("pressure", 36), ("walls", 36), ("friction", 60), ("friction", 120))  # and after how many frames
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
        labelled = []
        for name, frames in (*SHOTS, ("leak", 30)):
            run(*lesson, "--variant", name, "--frames", str(frames), "--screenshot", f"{name}{frames}.png")
        for name, frames in SHOTS:
            labelled += ["-label", f"{name}, {frames / 60:.1f} s", f"{name}{frames}.png"]
        run("montage", "-font", "DejaVu-Sans", "-pointsize", "15", "-fill", "#dbe3ed", *labelled, "-crop", BOX, "+repage", "-resize", "30%",
            "-tile", "3x", "-geometry", "+5+5", "-background", "#0e0f13", "-colors", "64", "-depth", "8", "-strip", os.path.join(figures, "plane.png"))
        run("convert", "leak30.png", "-crop", WHOLE, "+repage", "-resize", "60%", "-colors", "64", "-depth", "8", "-strip", os.path.join(figures, "leak.png"))


if __name__ == "__main__":
    main()
