#!/usr/bin/env python3
"""Makes the figure of lesson 13 that shows the images its water without a mesh is made of, that water, and the one with a mesh.

usage: tools/water_images.py BIN [FIGURE]      (BIN: build/release/bin; FIGURE: lessons/13_foam/figures/images.png)

Needs ImageMagick."""
import os
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.realpath(__file__)))
VIEWS = ("nearest", "flattened", "normals", "thickness", "screen", "water")
FRAMES = "48"
PART = "1040x530+200+215"    # of the picture of 1280 x 800: the water, above the legend
SCALE = "40%"


def main():
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__.split("\n\n")[1])
    lesson = [os.path.join(os.path.realpath(sys.argv[1]), "13_foam"), "--headless"]
    figure = sys.argv[2] if len(sys.argv) == 3 else os.path.join(ROOT, "lessons", "13_foam", "figures", "images.png")
    figure = os.path.realpath(figure)
    with tempfile.TemporaryDirectory() as directory:
        def run(*words):
            subprocess.run(words, cwd=directory, check=True, stdout=subprocess.DEVNULL)
        run(*lesson, "--frames", FRAMES, "--dump", "positions=x.npy", "--dump", "velocities=v.npy")
        for view in VIEWS:
            run(*lesson, "--frames", "0", "--load", "positions=x.npy", "--load", "velocities=v.npy", "--set",
                f"view={view}", "--screenshot", f"{view}.png")
        run("montage", *(f"{view}.png" for view in VIEWS), "-crop", PART, "+repage", "-resize", SCALE, "-tile", "2x",
            "-geometry", "+4+4", "-background", "white", "-depth", "8", "-strip", figure)
    print(f"wrote {figure}")


if __name__ == "__main__":
    main()
