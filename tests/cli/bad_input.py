"""Whatever is wrong with the command line or with a file: one message that says what, the right
exit status, no crash, and neither a new file nor a changed one."""
import os
import resource
import shutil
import signal
import stat
import struct

from common import (LIFE, SOURCE, WORK, expect, expect_good, expect_refusal, finish, life, path,
                    run, write)

SMALL = ("--set", "width=12", "--set", "height=8", "--frames", "1")
USAGE, FAILED, LACKING = 2, 1, 77


def directory_state():
    state = {}
    for folder, _, names in os.walk(WORK):
        for name in names:
            full = os.path.join(folder, name)
            status = os.lstat(full)
            if not stat.S_ISREG(status.st_mode):
                state[full] = "no plain file"
            elif status.st_size > 1 << 28:  # a hole
                state[full] = status.st_size, status.st_mtime_ns
            else:
                state[full] = open(full, "rb").read()
    return state


def refuse(code, words, *texts, **more):
    before = directory_state()
    result = run([LIFE, *words], **more)
    expect_refusal(result, code, *texts)
    expect(directory_state() == before, result, "no file new, gone or changed")
    return result


def npy(kind, shape, data, order="False"):
    header = f"{{'descr': '{kind}', 'fortran_order': {order}, 'shape': {shape}, }}"
    header = header.ljust(117) + "\n"
    return b"\x93NUMPY\1\0" + struct.pack("<H", len(header)) + header.encode() + data


# ---- Words ------------------------------------------------------------------------------------

def test_words():
    refuse(USAGE, ["--nope"], "--nope", "--help")
    refuse(USAGE, ["-x"], "-x")
    refuse(USAGE, ["--s"], "--s")  # could be --seed, --set, --size, --screenshot, --step
    refuse(USAGE, ["--headless=1"], "--headless=1")
    refuse(USAGE, ["word"], "word")
    refuse(USAGE, ["--headless", "word", "--frames", "1"], "word")
    refuse(USAGE, ["--", "--headless"], "--headless")
    refuse(USAGE, [""], "--help")
    for option in ("frames", "size", "seed", "variant", "set", "load", "dump", "screenshot",
                   "json"):
        refuse(USAGE, ["--headless", "--" + option], "--" + option, "needs a value")
    # The first mistake, not the second.
    refuse(USAGE, ["word", "--frames"], "word: options start with --")
    refuse(USAGE, ["--step", "--headless"], "--step")
    for words in (["--bench"], ["--record", "r"], ["--screenshot", "a.png"], ["--dump", "cells=a.npy"], ["--hash"],
                  ["--json", "a.json"]):  # none of these would come
        refuse(USAGE, ["--check", *words], "--check", words[0])
    for words in (["--record", "r"], ["--dump", "cells=a.npy"], ["--hash"]):
        refuse(USAGE, ["--bench", *words], "--bench", words[0])
    refuse(USAGE, ["--headless", "--frames", "2", "--record", "r", "--every", "3"], "--every 3", "no picture")
    refuse(USAGE, ["--headless", "--frames", "0", "--record", "r"], "no picture")
    refuse(USAGE, ["--step", "--check"], "--step")
    refuse(LACKING, ["--step"], "--step", "DISPLAY")


def test_numbers():
    for value in ("-1", "1.5", "many", "", "3x", "100000001", "9" * 30):
        refuse(USAGE, ["--frames", value], "--frames " + value, "0 to")
    refuse(USAGE, ["--every", "0"], "--every 0", "1 to")
    for value in ("-1", " -1", "1.5", "x", "", "18446744073709551616"):
        refuse(USAGE, ["--seed", value], "--seed " + value, "0 to 18446744073709551615")
    for value in ("0x0", "0x100", "100x0", "-5x5", "100", "100x", "x100", "100x100x100", "100X100",
                  "axb", "", "32769x10", "4294967297x5", "5x" + "9" * 30):
        refuse(USAGE, ["--size", value], "--size " + value, "1280x800")
    for size in ("32768x1", "1x32768", "32768x32768"):
        refuse(FAILED, ["--headless", "--size", size, *SMALL], "too large", "up to")


def test_parameters():
    for words, text in (("width", "NAME=VALUE"), ("=5", "width"), ("nope=1", "it has:"),
                        ("WIDTH=5", "it has:"), ("width=", "whole number from 1 to 32768"),
                        ("width=0", "1 to 32768 cells"), ("width=32769", "1 to 32768 cells"),
                        ("width=1e99", "1 to 32768"), ("width=-1", "1 to 32768"),
                        ("width=2.5", "whole number"), ("width=5x", "whole number"),
                        ("density=1.01", "number from 0 to 1"),
                        ("density=nan", "number from 0 to 1"),
                        ("density=inf", "number from 0 to 1"),
                        ("density=a", "number from 0 to 1")):
        refuse(USAGE, ["--set", words], "--set " + words, text)
    refuse(USAGE, ["--variant", "nope"], "--variant nope", "it has: global")
    refuse(USAGE, ["--variant", ""], "it has: global")
    refuse(FAILED, ["--headless", "--set", "width=32768", "--set", "height=2048"],
           "buffer cells", "256.0 MiB", "smaller")


# ---- Files ------------------------------------------------------------------------------------

def test_arrays():
    numbers = struct.pack("<96i", *range(96))
    good = npy("<i4", "(8, 12)", numbers)
    files = (
        ("type.npy", npy("<f4", "(8, 12)", numbers), "'<f4', wanted int32"),
        ("wide.npy", npy("<i8", "(8, 12)", numbers * 2), "'<i8', wanted int32"),
        ("shape.npy", npy("<i4", "(12, 8)", numbers), "the shape 12 x 8, wanted 8 x 12"),
        ("flat.npy", npy("<i4", "(96,)", numbers), "the shape 96, wanted 8 x 12"),
        ("order.npy", npy("<i4", "(8, 12)", numbers, "True"), "column by column"),
        ("short.npy", good[:-1], "ends early"),
        ("long.npy", good + b"x", "goes on"),
        ("header.npy", good[:60], "ends early"),
        ("garbage.npy", b"\0\xff" * 500, "not an .npy file"),
        ("empty.npy", b"", "ends early"),
        ("rle.npy", b"x = 3, y = 1\n3o!\n", "not an .npy file"),
        ("lines.csv", "1,2,3\n" * 8, "8 x 3"),
        ("word.csv", ("0," * 11 + "0\n") * 3 + "0,dead,0\n", "word.csv:4: 'dead'"),
        ("half.csv", "0.5," * 11 + "0\n", "half.csv:1: '0.5'"),
        ("ragged.csv", "0," * 11 + "0\n0,0\n", "ragged.csv:2"),
        ("empty.csv", "", "0 x 0"),
    )
    for name, content, text in files:
        write(name, content)
        refuse(USAGE, ["--headless", *SMALL, "--load", "cells=" + name], name, text)
    for name in ("folder.npy", "folder.csv", "folder.rle", "folder.png"):
        os.mkdir(path(name))
        refuse(USAGE, ["--headless", *SMALL, "--load", "cells=" + name],
               f"cannot read {name}: Is a directory")
    for name in ("absent.npy", "absent.csv", "absent.rle", "absent.png"):
        refuse(USAGE, ["--headless", *SMALL, "--load", "cells=" + name],
               f"cannot read {name}: No such file or directory")
    for mode in ("--check", "--bench"):  # not the versions' fault
        refuse(USAGE, [mode, *SMALL, "--load", "cells=absent.npy"], "cannot read absent.npy: No such file")
    result = refuse(USAGE, ["--check", *SMALL, "--load", "cells=flat.npy"], "flat.npy has the shape 96")
    expect("FAILED" not in result.out, result, "no version that failed")
    for kind in ("npy", "csv", "rle", "png"):  # nearly all of it is a hole
        with open(path("huge." + kind), "wb") as file:
            file.truncate(1 << 40)
        refuse(USAGE, ["--headless", *SMALL, "--load", "cells=huge." + kind], f"cannot read huge.{kind}", "1099.5 GB",
               "of memory are free", timeout=10)
        os.remove(path("huge." + kind))
    os.mkfifo(path("endless.npy"))
    for kind in ("npy", "csv", "rle", "png"):
        os.symlink("/dev/zero", path("device." + kind))
    for name in ("endless.npy", "device.npy", "device.csv", "device.rle", "device.png"):
        refuse(USAGE, ["--headless", *SMALL, "--load", "cells=" + name], f"cannot read {name}", "not a plain file",
               timeout=10)


def test_patterns():
    files = (
        ("rule.rle", "x = 3, y = 1, rule = B3/S23/3\n3o!\n", "rule.rle:1:", '"B3/S23/3"'),
        ("plane.rle", "x = 3, y = 1, rule = B3/S23:P9,9\n3o!\n", "plane.rle:1:", "torus"),
        ("states.rle", "x = 3, y = 1, rule = B3/S23\n2oC!\n", "states.rle:2:", "two states"),
        ("header.rle", "3o!\n", "header.rle:1:", "expected the header"),
        ("cut.rle", "x = 3, y = 2, rule = B3/S23\n3o$12", "cut.rle:2:", "its end is missing"),
        ("empty.rle", "", "empty.rle:1:", "expected the header"),
        ("binary.rle", b"\x1f\x8b\x08\0\xff\0" * 50, "binary.rle:1:", "unpacked"),
        ("huge.rle", "x = 3, y = 1\n99999999999999999999o!\n", "huge.rle:2:", "too large"),
        ("large.rle", "x = 13, y = 1, rule = B3/S23\n13o!\n", "13 x 1", "--set width=13"),
        ("tall.rle", "x = 1, y = 9, rule = B3/S23\n8$o!\n", "1 x 9", "height=9"),
        ("torus.rle", "x = 9, y = 1, rule = B3/S23:T8,8\n9o!\n", "9 x 1", "larger torus"),
    )
    for name, content, *texts in files:
        write(name, content)
        refuse(USAGE, ["--headless", *SMALL, "--load", "cells=" + name], name, *texts)


def test_names():
    for option in ("--load", "--dump"):
        for value in ("cells", "cells=", "=a.npy", "", "c" * 64 + "=a.npy"):
            refuse(USAGE, ["--headless", option, value], option, "BUFFER=FILE")
        for value in ("cells=a.txt", "cells=a", "cells=a.jpg", "cells=.npy", "cells=a.npy.gz"):
            refuse(USAGE, ["--headless", option, value, *SMALL], value, ".npy, .csv, .rle or .png")
    write("a.npy", npy("<i4", "(8, 12)", bytes(384)))
    write("a.csv", "0\n")
    for value in ("nope=a.npy", "nope=a.csv"):
        refuse(USAGE, ["--headless", "--load", value, *SMALL], "no buffer nope", "it has: cells")
    refuse(USAGE, ["--headless", "--load", "nope=rule.rle", *SMALL], "nope=rule.rle", "cells")
    for value in ("nope=a.npy", "nope=a.csv", "nope=a.rle"):
        refuse(USAGE, ["--headless", "--dump", value, *SMALL], "no buffer nope", "it has: cells")
    for value in ("a.jpg", "a", ".png", "png"):
        refuse(USAGE, ["--headless", *SMALL, "--screenshot", value], "--screenshot " + value,
               ".png")
    for option in ("--screenshot", "--json"):
        refuse(USAGE, ["--headless", *SMALL, option, ""], option + " needs the name")


# ---- Files to be written ----------------------------------------------------------------------

def limit_file_size():
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)  # writing then fails, as on a full disk
    resource.setrlimit(resource.RLIMIT_FSIZE, (200, 200))


def test_outputs():
    outputs = (("--screenshot", "", ".png"), ("--json", "", ".json"), ("--dump", "cells=", ".npy"),
               ("--dump", "cells=", ".csv"), ("--dump", "cells=", ".rle"))
    for option, prefix, extension in outputs:
        def refuse_target(name, *texts):
            refuse(USAGE, ["--headless", *SMALL, option, prefix + name], *texts)

        name = "nowhere/a" + extension
        refuse_target(name, f"cannot write {name}: No such file or directory")
        write("plain", "not a directory")
        name = "plain/a" + extension
        refuse_target(name, f"cannot write {name}: Not a directory")
        name = "folder_out" + extension
        os.mkdir(path(name))
        refuse_target(name, f"cannot write {name}", "directory")
        name = "pipe" + extension
        os.mkfifo(path(name))  # like /dev/null, it must not be replaced by a file
        refuse_target(name, f"cannot write {name}")
        refuse_target("n" * 300 + extension, "cannot write", "File name too long")

        # What was there before stays, be it the run or the writing that fails.
        name = write("old" + extension, "what was there before")
        refuse(USAGE, ["--headless", *SMALL, "--load", "cells=absent.npy", option, prefix + name],
               "absent.npy")
        wide = ["--headless", "--frames", "1", "--set", "width=200", "--set", "height=200"]
        refuse(FAILED, [*wide, option, prefix + name], f"cannot write {name}", "File too large",
               before=limit_file_size)


def test_two_results_in_one_file():
    write("there.png", "what was there before")
    os.symlink("there.png", path("link.json"))
    os.mkdir(path("beside"))
    for words in (["--screenshot", "one.png", "--json", "one.png"], ["--screenshot", "there.png", "--json", "link.json"],
                  ["--dump", "cells=one.npy", "--json", "beside/../one.npy"],
                  ["--dump", "cells=one.csv", "--dump", "cells=" + path("one.csv")]):
        refuse(USAGE, ["--headless", *SMALL, *words], "one file")
    expect_good(life(*SMALL, "--json", "/dev/null", "--dump", "cells=null.npy"))


def test_protected():
    name = write("protected.csv", "what was there before")
    os.chmod(path(name), 0o444)
    os.symlink(name, path("protected_link.csv"))
    for target in (name, "protected_link.csv"):
        refuse(USAGE, ["--headless", *SMALL, "--dump", "cells=" + target], "cannot write", "protected")
    long_name = "/".join(["d" * 250] * 16)[:4080]
    refuse(USAGE, ["--headless", *SMALL, "--record", path(long_name)], "--record")
    os.makedirs(path(*["d" * 200] * 5))
    deep = path(*["d" * 200] * 5)
    expect_good(life(*SMALL[:-1], "2", "--record", deep))
    expect(sorted(os.listdir(deep)) == ["frame_00000.png", "frame_00001.png"], deep, "two pictures")


# ---- Shaders ----------------------------------------------------------------------------------

def copy_of_shaders(name, file=None, line=None):
    """A copy of shaders/ with `line` behind the end of `file`; its path and the line's number."""
    copy = path(name)
    shutil.copytree(os.path.join(SOURCE, "shaders"), copy)
    if file is None:
        return copy, 0
    with open(os.path.join(copy, file), "a", encoding="utf-8") as out:
        out.write(line + "\n")
    with open(os.path.join(copy, file), encoding="utf-8") as text:
        return copy, len(text.readlines())


def test_shaders():
    def refuse_shaders(directory, *texts, mode="--headless"):
        refuse(FAILED, [mode, "--variant", "global", *SMALL], *texts,
               changes={"WB_SHADERS": directory})

    os.mkdir(path("no_shaders"))
    refuse_shaders(path("no_shaders"), "no_shaders/draw/", "No such file or directory")
    refuse_shaders("/nonexistent/shaders", "WB_SHADERS", "/nonexistent/shaders")
    refuse_shaders(write("shaders_file", ""), "WB_SHADERS", "shaders_file")

    copy, _ = copy_of_shaders("one_missing")
    os.remove(os.path.join(copy, "04_life/global.comp"))
    refuse_shaders(copy, "cannot read", "04_life/global.comp")

    broken = "int broken_line = ;"
    copy, number = copy_of_shaders("kernel", "04_life/global.comp", broken)
    refuse_shaders(copy, f"04_life/global.comp:{number}: ", broken)
    refuse_shaders(copy, f"04_life/global.comp:{number}: ", broken, mode="--check")

    copy, number = copy_of_shaders("include", "04_life/rule.glsl", broken)
    with open(os.path.join(copy, "04_life/global.comp"), encoding="utf-8") as text:
        lines = text.read().splitlines()
    at = 1 + next(i for i, line in enumerate(lines) if "rule.glsl" in line)
    refuse_shaders(copy, f"04_life/rule.glsl:{number}: ", broken,
                   f"included from 04_life/global.comp:{at}")

    copy, number = copy_of_shaders("escape", "04_life/global.comp", "#error \033[2Jgone")
    result = refuse(FAILED, ["--headless", *SMALL], "?[2Jgone", changes={"WB_SHADERS": copy})
    expect("\033" not in result.err, result, "nothing that commands the terminal")
    copy, number = copy_of_shaders("long", "04_life/global.comp", "int " + "n" * 5000 + " = ;")
    refuse_shaders(copy, "(and more)")

    copy, number = copy_of_shaders("absent", "04_life/rule.glsl", '#include "04_life/absent.glsl"')
    refuse_shaders(copy, "04_life/absent.glsl: No such file",
                   f"included from 04_life/rule.glsl:{number}",
                   f"included from 04_life/global.comp:{at}")

    copy, _ = copy_of_shaders("large")
    with open(os.path.join(copy, "04_life", "rule.glsl"), "r+b") as file:
        file.truncate(5 << 30)
    refuse_shaders(copy, "cannot read", "04_life/rule.glsl: it has more than 16 MB, the most for a shader", "included from 04_life/global.comp")

    copy, number = copy_of_shaders("picture", "04_life/cells.frag", broken)
    refuse_shaders(copy, f"04_life/cells.frag:{number}: ", broken)


# ---- Too much of everything -------------------------------------------------------------------

def test_excess():
    many = 10000
    expect_good(run([LIFE, *["--set", "width=64"] * many, "--list"]))
    refuse(USAGE, [*["--set", "width=64"] * many, "--frames", "-1"], "--frames -1")
    for option in ("--load", "--dump"):
        refuse(USAGE, [option, "cells=a.npy"] * many, option, "no more than")
    expect_good(life(*["--hash"] * many, *SMALL))
    long_word = "w" * 100000
    for words in (["--" + long_word], [long_word], ["--frames", long_word], ["--seed", long_word],
                  ["--size", long_word], ["--variant", long_word], ["--set", long_word],
                  ["--set", long_word + "=1"], ["--set", "width=" + long_word],
                  ["--load", long_word + "=a.npy"], ["--dump", "cells=" + long_word + ".npy"],
                  ["--load", "cells=" + long_word + ".rle"],
                  ["--load", "cells=" + long_word + ".npy"],
                  ["--screenshot", long_word + ".png"], ["--json", long_word]):
        refuse(USAGE, ["--headless", *SMALL, *words])
    refuse(USAGE, ["--set", "width=" + "9" * 5000], "--set width=999")
    refuse(USAGE, ["--variant", "%s%n%d"], "--variant %s%n%d")  # is no format
    refuse(FAILED, ["--headless", *SMALL], changes={"WB_SHADERS": "/" + long_word})


test_words()
test_numbers()
test_parameters()
test_arrays()
test_patterns()
test_names()
test_outputs()
test_two_results_in_one_file()
test_protected()
test_shaders()
test_excess()
finish()
