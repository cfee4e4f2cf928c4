"""The hand in the picture, and cells that are painted: recorded and played back, a run is the same to the last bit; with another line it is another run; without a
hand it is the run that it always was. The hand's kernels have no fault in the kernel machine, and no barrier is missing.
"""
import os

from common import BIN, LESSONS, SOURCE, expect, expect_good, expect_hash, expect_refusal, finish, listing, path, run, write

USAGE, FRAMES = 2, 6
# Small runs, and the middle of each scene. All numbers of a hand are floats to the last digit, as they are written.
RUNS = {
    "08_indirect": ("particles=2000 filled=1", (0.0, 1.25, 0.0)),
    "09_sph": ("particles=600 substeps=2", (2.0, 1.0, 2.0)),
    "11_boids": ("boids=400", (0.0, 0.0, 0.0)),
    "12_cloth": ("columns=20 rows=20 substeps=5", (0.125, 0.25, 0.0)),
    "13_foam": ("particles=600 substeps=2", (2.0, 1.0, 2.0)),
    "14_galaxy": ("stars=500 grid=8", (3.0, 0.0, 0.0)),
    "15_surface": ("particles=600 substeps=2 cells=1", (2.0, 1.0, 2.0)),
}


def hand(place, away=0.0):
    """A hand that looks along -z, through a place or beside it."""
    x, y, z = place
    return f"{x + away:g} {y:g} {z + 9:g} 0 0 -0.99999994 {x + away:g} {y:g} {z:g}"


def play(lesson, settings, *words, **more):
    sets = [word for pair in settings.split() for word in ("--set", pair)]
    return run([os.path.join(BIN, lesson), "--headless", "--frames", FRAMES, "--hash", *sets, *words], **more)


def record(name, lesson, lines):
    write(name, "".join(f"{line}\n" for line in [lesson, *lines]).encode())
    return path(name)


def test_lesson(lesson, settings, place):
    lines = ["-", hand(place), hand(place, 0.0625), "-"]
    file = record(f"{lesson}.txt", lesson, lines)
    other = record(f"{lesson}_other.txt", lesson, [lines[0], hand(place, 0.125), *lines[2:]])
    copy = path(f"{lesson}_copy.txt")
    without = play(lesson, settings)
    first, again = play(lesson, settings, "--play-input", file), play(lesson, settings, "--play-input", file, "--record-input", copy)
    different = play(lesson, settings, "--play-input", other)
    hashes = [expect_hash(result) for result in (first, again, different, without)]
    expect(hashes[0] == hashes[1], again, f"the state of {first.line}")
    expect(len({*hashes[1:]}) == 3, different, f"three states, by hand, by another and by none, not {hashes[1:]}")
    expect('hand' in first.out and 'hand ' not in without.out, first, "a pass for the hand, and none without")
    with open(copy, encoding="utf-8") as written:
        played = written.read().splitlines()
    expect(played == [lesson, *lines, "-", "-"], again, f"what was played in {copy}, and a line for each frame")
    none = record(f"{lesson}_none.txt", lesson, ["-"] * FRAMES)
    expect(expect_hash(play(lesson, settings, "--play-input", none)) == hashes[3], without, "the same with a hand that never holds")
    looked = play(lesson, settings, "--play-input", file, "--kernels", "--barriers", "--size", "64x64")
    expect_good(looked)
    expect("hand.comp" in looked.out, looked, "the hand's kernel in the machine")


def test_paint():
    """Cells that are painted: the same again from the record, and another state with one cell more."""
    for lesson, settings in (("04_life", "width=40 height=30"), ("16_fields", "width=64 height=48")):
        lines = ["- +9,9", "- +20,20 +21,20 +22,20", "- -21,20 +12,12", "-"]
        file, copy = record(f"{lesson}.txt", lesson, lines), path(f"{lesson}_copy.txt")
        other = record(f"{lesson}_other.txt", lesson, [*lines[:3], "- +30,25"])
        runs = [play(lesson, settings, *words) for words in ((), ("--play-input", file), ("--play-input", file, "--record-input", copy),
                                                             ("--play-input", copy, "--barriers"), ("--play-input", file, "--step-all"), ("--play-input", other))]
        none, first, again, copied, back, more = (expect_hash(result) for result in runs)
        expect(first == again == copied == back, runs[4], "the same state, four times, and once with steps that were taken back")
        expect(len({none, first, more}) == 3, runs[1], "three states, of no paint, of some and of more")
        with open(copy, encoding="utf-8") as written:
            expect(written.read().splitlines() == [lesson, *lines, "-", "-"], runs[2], f"what was played, in {copy}")
        for bad in ("- +1", "- 1,2", "- +1,-2", "-+1,2", "- +1,2 x"):
            expect_refusal(play(lesson, settings, "--play-input", record("bad.txt", lesson, ["-", bad])), USAGE, "bad.txt:3:", "as +12,30")
    expect_refusal(play("11_boids", "boids=20", "--play-input", record("bad.txt", "11_boids", ["- +1,2"])), USAGE, "bad.txt:2:", "nine numbers")


def test_wrong():
    boids = os.path.join(BIN, "11_boids")
    for lines, text in ((["-", "1 2 3"], "bad.txt:3: \"1 2 3\""), (["1 2 3 4 5 6 7 8 nine"], "bad.txt:2:"), (["1 2 3 4 5 6 7 8 9 10"], "bad.txt:2:")):
        bad = record("bad.txt", "11_boids", lines)
        expect_refusal(run([boids, "--headless", "--frames", 1, "--play-input", bad]), USAGE, text, "nine numbers")
    other = record("other.txt", "12_cloth", ["-"])
    expect_refusal(run([boids, "--headless", "--play-input", other]), USAGE, "other.txt:1:", "begins with its name")
    expect_refusal(run([boids, "--headless", "--play-input", path("none.txt")]), USAGE, "none.txt")
    expect_refusal(run([boids, "--check", "--play-input", other]), USAGE, "for a run")
    expect_refusal(run([os.path.join(BIN, "05_reduction"), "--headless", "--record-input", "x.txt"]), USAGE, "takes no hand")


def test_presets():
    """What the panel offers is what a text says."""
    for lesson in LESSONS:
        folder = os.path.join(SOURCE, "lessons", lesson)
        pages = [os.path.join(folder, "README.md")]
        if os.path.isdir(os.path.join(folder, "further")):
            pages += [os.path.join(folder, "further", name) for name in sorted(os.listdir(os.path.join(folder, "further")))]
        text = "\n".join(open(page, encoding="utf-8").read() for page in pages)
        for preset in listing(os.path.join(BIN, lesson))["presets"]:
            variant = f" --variant {preset['variant']}" if preset["variant"] else ""
            line = f"./wb run {int(lesson[:2])}{variant} " + " ".join(f"--set {pair}" for pair in preset["settings"].split())
            expect(line in text, folder, f"the preset \"{preset['name']}\" in a text, as {line}")


for name, (small, middle) in RUNS.items():
    test_lesson(name, small, middle)
test_paint()
test_wrong()
test_presets()
finish()
