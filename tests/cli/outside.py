#!/usr/bin/env python3
"""The library as a program outside the tree gets it: configured, built and installed from a copy of
the source that is then taken away, so that neither headers nor shaders can come from there."""
import os
import shutil

from common import SOURCE, expect, expect_good, finish, path, run

NO_WORK_OF_OURS = shutil.ignore_patterns("build", ".git", "screenshots", "*.md", "__pycache__")
PREFIX = path("prefix")


def build(source, *options, targets=()):
    """Configures and builds a CMake project in a directory beside it, without optimizing, which would take twice as
    long; false if that fails."""
    directory = path(source + "_build")
    good = expect_good(run(["cmake", "-S", path(source), "-B", directory, "-D", "CMAKE_BUILD_TYPE=Debug",
                            *options], timeout=120))
    words = ["cmake", "--build", directory, "--parallel", os.cpu_count()]
    return good and expect_good(run(words + (["--target", *targets] if targets else []), timeout=600))


def install():
    """The library in PREFIX; its source is out of sight afterwards."""
    shutil.copytree(SOURCE, path("tree"), ignore=NO_WORK_OF_OURS)
    good = build("tree", "-D", "WB_TESTS=OFF", "-D", f"CMAKE_INSTALL_PREFIX={PREFIX}",
                 targets=("wb_lesson", "wb_water", "machine"))
    good = good and expect_good(run(["cmake", "--install", path("tree_build")]))
    os.rename(path("tree"), path("out_of_sight"))
    return good


def try_program():
    """Kernels of its own beside the installed building blocks."""
    primes = path("outside_build", "primes")
    result = run([primes])
    expect_good(result)
    expect("17984 primes below 200000" in result.out, result, "the number of primes")
    # Were the shaders found anywhere else, this would change nothing.
    included = os.path.join(PREFIX, "share", "workbench", "shaders", "scan", "group_sum.glsl")
    with open(included, "a", encoding="utf-8") as file:
        file.write("#error This is the installed file.\n")
    result = run([primes])
    expect(result.code == 1 and "This is the installed file" in result.err, result,
           "the installed shader to be the one that is used")


def try_lesson():
    doubling = path("outside_build", "doubling")
    expect_good(run([doubling, "--check"]))
    expect_good(run([doubling, "--headless", "--frames", "2", "--screenshot", "doubling.png"]))
    expect(os.path.exists(path("doubling.png")), doubling, "a picture")


def try_machine():
    result = run([path("outside_build", "race")])
    expect_good(result)
    expect("1 without the barrier, 0 with it" in result.out, result, "the race")
    capture = path("doubling.capture")
    expect_good(run([path("outside_build", "doubling"), "--capture", capture]))
    expect_good(run([os.path.join(PREFIX, "bin", "machine"), "run", capture]))


if install():
    shutil.copytree(os.path.join(SOURCE, "tests", "outside"), path("outside"))
    if build("outside", "-D", f"CMAKE_PREFIX_PATH={PREFIX}"):
        try_lesson()
        try_program()
        try_machine()
finish()
