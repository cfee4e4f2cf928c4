#!/usr/bin/env python3
"""Records a few seconds of each lesson: a clip of each, and the tour, which shows a part of every clip after the other.

usage: tools/tour.py --bin BIN [--out DIR]      (BIN: build/release/bin; DIR: build/tour)

Writes DIR/tour.webp and DIR/LESSON.webp, animated, with the lesson's number and title in a corner. Needs Debian's webp and
imagemagick. Takes a few minutes on a machine without a GPU: there are few particles. Exit: 0 good, 1 failed, 2 wrong
usage, 77 a program is missing."""
import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FONT = "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf"
# Drawn larger than it is shown, because writing and plots would cover much of a small picture; and some need still more room.
SIZE, DRAWN, WIDE = "640x400", "960x600", "1280x800"
NEED_WIDE = ("01_dispatch", "05_reduction", "10_profiling")
EVERY = 5                   # 12 pictures a second, of 60 frames
PART_S = 2                  # of each lesson in the tour
FIRST = "09_sph"            # in the tour, because some programs show nothing but its first picture
CLIP_BYTES, TOUR_BYTES = 1_500_000, 6_000_000
QUALITIES = (75, 60, 45, 30, 15)  # of which the first is taken that fits

# Of each lesson: how long its clip is, in seconds; where the tour's part of it begins; and what is run.
CLIPS = {
    "01_dispatch": (2, 0, ""),
    "02_shared": (2, 0, ""),
    "03_atomics": (2, 0, ""),
    "04_life": (4, 0, ""),
    "05_reduction": (2, 0, ""),
    "06_bitonic": (2, 0, ""),
    "07_grid": (2, 0, ""),
    "08_indirect": (4, 2, ""),
    "09_sph": (3.5, 0.75, "particles=12000"),
    "10_profiling": (2, 0, ""),
    "11_boids": (3, 1, "boids=4000"),
    "12_cloth": (4, 1.5, "columns=64 rows=64"),
    "13_foam": (3, 0.75, "particles=12000 pool=12000"),
    "14_galaxy": (3, 1, "stars=30000"),
    "15_surface": (2.5, 0.5, "particles=12000"),
    "16_fields": (3, 0.5, ""),
}


def say(text):
    print(f"tour: {text}", file=sys.stderr, flush=True)


def run(*words):
    done = subprocess.run(words, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
                          errors="replace", check=False)
    if done.returncode != 0:
        sys.exit(f"tour: {' '.join(words[:8])} ... ended with {done.returncode}:\n{done.stderr[-2000:]}")


def record(program, seconds, options, directory):
    """The pictures of a lesson, with its number and title in the lower right corner."""
    sets = [word for option in options.split() for word in ("--set", option)]
    lesson = program.name
    run(str(program), "--frames", str(round(60 * seconds)), "--size", WIDE if lesson in NEED_WIDE else DRAWN, *sets,
        "--record", directory, "--every", str(EVERY))
    title = (ROOT / "lessons" / lesson / "README.md").read_text(encoding="utf-8").partition("\n")[0].removeprefix("# ")
    pictures = sorted(str(path) for path in Path(directory).glob("*.png"))
    run("mogrify", "-resize", SIZE, "-font", FONT, "-pointsize", "17", "-gravity", "SouthEast", "-fill", "white",
        "-undercolor", "#10141ccc", "-annotate", "+10+10", f" {lesson[:2]}  {title.partition(':')[0]} ", *pictures)
    return pictures


def animate(pictures, path, most_bytes):
    """An animation of at most `most_bytes` bytes, which replaces `path` only once it is whole."""
    whole = f"{path}.new"
    try:
        for quality in QUALITIES:
            run("img2webp", "-loop", "0", "-lossy", "-m", "4", "-q", str(quality), "-d", str(round(1000 * EVERY / 60)),
                *pictures, "-o", whole)
            size = os.path.getsize(whole)
            if size <= most_bytes:
                os.replace(whole, path)
                print(f"{path}: {len(pictures)} pictures, {size / 1e6:.2f} MB, quality {quality}", flush=True)
                return
    finally:
        Path(whole).unlink(missing_ok=True)
    sys.exit(f"tour: {path} would take {size / 1e6:.2f} MB, and more than {most_bytes / 1e6:.2f} are not wanted")


def main():
    parser = argparse.ArgumentParser(prog="./wb tour", description="Records a clip of each lesson, and a tour of them all.")
    parser.add_argument("--bin", required=True, help=argparse.SUPPRESS)
    parser.add_argument("--out", default=str(ROOT / "build" / "tour"), metavar="DIR", help="where they go; now build/tour")
    args = parser.parse_args()
    for program, package in (("img2webp", "webp"), ("mogrify", "imagemagick")):
        if shutil.which(program) is None:
            say(f"there is no {program}, which this needs: apt-get install {package}")
            sys.exit(77)
    try:
        os.makedirs(args.out, exist_ok=True)
    except OSError as error:
        sys.exit(f"tour: {args.out}: {error.strerror}")
    parts = {}
    with tempfile.TemporaryDirectory(prefix="wb-tour-") as directory:
        for lesson, (seconds, start, options) in CLIPS.items():
            say(f"{lesson}: {seconds} s")
            pictures = record(Path(args.bin) / lesson, seconds, options, os.path.join(directory, lesson))
            animate(pictures, os.path.join(args.out, f"{lesson}.webp"), CLIP_BYTES)
            first = round(start * 60 / EVERY)
            parts[lesson] = pictures[first:first + PART_S * 60 // EVERY]
        order = [FIRST, *(lesson for lesson in parts if lesson != FIRST)]
        animate([picture for lesson in order for picture in parts[lesson]], os.path.join(args.out, "tour.webp"), TOUR_BYTES)


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        sys.exit(130)
