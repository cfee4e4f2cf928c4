#!/usr/bin/env python3
"""--bench: its figures fit together, and nothing that is wrong gets one.

Usage: bench.py BIN SOURCE. Exit status: 0 good, 1 a test failed.

How fast anything is, is not tested: the machine may have other work to do.
"""
import math
import re
import shutil
import subprocess

from common import (LIFE, SOURCE, expect, expect_good, finish, os, path, read_json, run, versions)

SIZE = ["--set", "width=256", "--set", "height=256"]


def bench(*words, shaders=None):
    changes = {"WB_SHADERS": shaders} if shaders else None
    return run([LIFE, "--bench", *SIZE, *words], changes)


def near(a, b):
    return math.isclose(a, b, rel_tol=1e-6)


def names(entries):
    return [entry["variant"] for entry in entries]


# ---- The figures ---------------------------------------------------------------------------------

def expect_timing(timing, result, what):
    low, median, high = (timing[key] for key in ("low_quartile_ms", "median_ms", "high_quartile_ms"))
    expect(0 < low <= median <= high, result, f"{what}: quartiles around the median, not {timing}")
    expect(timing["samples"] >= 5 and timing["repetitions"] >= 1, result,
           f"{what}: at least five samples, not {timing}")


def expect_roof(roof, result):
    expect(roof["buffer_bytes"] >= 1 << 22, result, f"roof: buffers worth the name, not {roof}")
    expect_timing(roof["dispatch"], result, "an empty dispatch")
    for kind, bytes_at_least in (("read", 1), ("copy", 2)):
        kernel = roof[kind]
        expect_timing(kernel, result, f"roof, {kind}")
        expect(kernel["bytes"] >= bytes_at_least * roof["buffer_bytes"], result, f"{kind}: all bytes")
        rate = 1e-6 * kernel["bytes"] / kernel["median_ms"]
        expect(kernel["gb_per_s"] > 0 and near(kernel["gb_per_s"], rate), result,
               f"roof, {kind}: {rate} GB/s, which is bytes over time, not {kernel['gb_per_s']}")


def expect_figures(figures, roof, result):
    name = figures["variant"]
    expect_timing(figures, result, name)
    moved, seconds = figures["read_bytes"] + figures["written_bytes"], 1e-3 * figures["median_ms"]
    expect(figures["items"] == 256 * 256, result, f"{name}: an item for each cell")
    for key, wanted in (("gb_per_s", 1e-9 * moved / seconds),
                        ("items_per_s", figures["items"] / seconds),
                        ("share_of_roof", figures["gb_per_s"] / roof[figures["roof"]]["gb_per_s"])):
        expect(near(figures[key], wanted), result, f"{name}: {key} {wanted}, not {figures[key]}")
    empty = figures["dispatches"] * roof["dispatch"]["median_ms"]
    expect(figures["dispatches"] == (2 if name == "in_place" else 1), result, f"{name}: its dispatches")
    expect(figures["dispatch_bound"] == (empty >= 0.5 * figures["median_ms"]), result,
           f"{name}: bound by its dispatches if they alone take half its time")
    expect(figures["roof"] == "copy", result, f"{name}, which writes as much as it reads, under the "
           "roof of copying")


def expect_gains(results, result):
    """Each over the one before."""
    expect("gain" not in results[0], result, "no gain for the first version")
    for before, now in zip(results, results[1:]):
        wanted = now["items_per_s"] / before["items_per_s"]
        expect(now.get("gain_over") == before["variant"] and near(now.get("gain", 0), wanted), result,
               f"{now['variant']}: a gain of {wanted} over {before['variant']}")


def decode_png(name):
    """Width, height and the set of colours of a picture."""
    done = subprocess.run(["convert", path(name), "-depth", "8", "ppm:-"], capture_output=True, check=True)
    kind, width, height, depth, pixels = done.stdout.split(None, 4)
    assert kind == b"P6" and depth == b"255"
    return int(width), int(height), set(zip(pixels[0::3], pixels[1::3], pixels[2::3]))


def test_one_version():
    result = bench("--variant", "packed", "--json", "one.json", "--screenshot", "one.png")
    if not expect_good(result):
        return
    report = read_json("one.json")
    for key in ("lesson", "gl", "clock", "date", "seed"):
        expect(report.get(key), result, f"{key} in the JSON")
    expect(names(report["checks"]) == ["packed"], result, "one check")
    expect(all(check["good"] and check["cases"] > 1 for check in report["checks"]), result,
           "the check good, in all the lesson's cases")
    expect_roof(report["roof"], result)
    expect(len(report["cases"]) == 1, result, "one case, that of --set")
    one = report["cases"][0]
    expect("width=256 height=256" in one["parameters"], result, "the case named by its parameters")
    expect(names(one["results"]) == ["packed"], result, "figures for one version")
    for figures in one["results"]:
        expect_figures(figures, report["roof"], result)
        expect(figures["variant"] in result.out, result, "the version in the table")

    if shutil.which("convert") is None:
        print("not tested: the picture, which needs ImageMagick")
        return
    width, height, colours = decode_png("one.png")
    expect((width, height) == (1280, 800), result, f"a picture of 1280 x 800, not {width} x {height}")
    expect((14, 15, 19) in colours and len(colours) > 50, result,
           f"bars and letters on a dark ground, not {len(colours)} colours")


def test_quick():
    """The ends of the ladder in one case; and on a log it says how far it is."""
    result = run([LIFE, "--bench", "--quick", "--json", "quick.json"])
    if not expect_good(result):
        return
    report, ends = read_json("quick.json"), [versions()[0], versions()[-1]]
    expect(names(report["checks"]) == ends, result, f"checks of {ends}")
    expect(all(check["good"] and check["cases"] == 3 for check in report["checks"]), result, "three cases each")
    expect([names(one["results"]) for one in report["cases"]] == [ends], result, f"one case, of {ends}")
    lines = result.err.splitlines()
    expect(lines and lines[0] == f"checking {ends[0]}", result, "a line at once")
    expect(any(re.fullmatch(r"timing [12] of 2: \w+ with life: width=\d+ height=\d+", line) for line in lines), result,
           "a line that says which timing of how many")
    result = run([LIFE, "--headless", "--quick"])
    expect(result.code == 2 and "--bench" in result.err, result, "--quick to be refused without --bench")


# ---- What must not get a figure ------------------------------------------------------------------

def shaders_with(file, old, new):
    """A copy of the shaders in which one file is wrong."""
    copy = path("shaders-" + file.replace("/", "-"))
    shutil.copytree(os.path.join(SOURCE, "shaders"), copy)
    with open(os.path.join(copy, file), encoding="utf-8") as stream:
        text = stream.read()
    expect(old in text, file, f"'{old}' to be there for the test to change")
    with open(os.path.join(copy, file), "w", encoding="utf-8") as stream:
        stream.write(text.replace(old, new))
    return copy


def test_all_versions():
    """One of them wrong."""
    shaders = shaders_with("04_life/tile.comp", "tile_neighbours(inside))", "tile_neighbours(inside) + 1)")
    result = bench("--json", "wrong.json", shaders=shaders)
    expect(result.code == 1, result, "exit status 1")
    report = read_json("wrong.json")
    wrong = [check["variant"] for check in report["checks"] if not check["good"]]
    expect(wrong == ["tile"], result, f"tile to fail its check, and nothing else, not {wrong}")
    expect(names(report["checks"]) == [*versions(), "waves"], result, "a check of each version, of both parts")
    results = report["cases"][0]["results"]
    expect(names(results) == [name for name in versions() if name != "tile"], result,
           "figures for all versions but tile, in order")
    for figures in results:
        expect_figures(figures, report["roof"], result)
    expect_gains(results, result)
    table = result.out[result.out.index("width=256"):]
    expect("tile" not in table, result, "no line for tile in the table")


def test_wrong_roof():
    """A kernel that does nothing is infinitely fast."""
    shaders = shaders_with("roof/copy.comp", "to[first + k * GROUP] = ", "uvec4 unused = ")
    result = bench("--variant", "packed", "--json", "roof.json", shaders=shaders)
    expect(result.code == 1, result, "exit status 1")
    expect("roof/copy.comp" in result.err, result, "a message that names the kernel")
    expect("GB/s" not in result.out, result, "no figures")
    report = read_json("roof.json")
    expect(report["cases"] == [], result, "no case in the JSON")


test_one_version()
test_quick()
test_all_versions()
test_wrong_roof()
finish()
