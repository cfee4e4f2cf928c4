"""Tiny runs of all lessons over options and values, good and bad, alone and together: the generator.

  generate.py BIN SOURCE [RUNS [SEED [FIRST]]]

Run K of a seed is always the same, whatever ran before it. Of every run: it ends by itself with 0, 1, 2 or
77; a status of 0 comes without an error message, another one with exactly one; no version is wrong where it
runs; nothing is left but the files that were asked for; and a sanitizer, if the programs were built with
one, has nothing to say. What fails is printed with the command that shows it again.
"""
import os
import random
import re
import resource
import struct
import sys
import time
import zlib

NUMBERS = [int(word) for word in sys.argv[3:]]
del sys.argv[3:]
from about import about  # noqa: E402
from common import BIN, LESSONS, SOURCE, expect, finish, listing, path, run, write  # noqa: E402 (reads sys.argv)

RUNS, SEED, FIRST = (NUMBERS + [200, 22, 0][len(NUMBERS):])[:3]
PROGRAMS = [*LESSONS, "wb_tiny"]
# What makes a run tiny stands in the lesson's tests.json. Each of these may be set to something else, up to MOST.
MOST = 3000  # of a number that may be large; more takes time, not another path
FEWER = {"columns": 64, "rows": 64, "grid": 16, "substeps": 20, "generations": 20, "rounds": 20, "n": 300, "terms": 12, "before": 5,
         "arithmetic": 200}  # each is a run of the others
NUMBERS_THAT_ARE_NONE = ("", "nan", "inf", "-inf", "1e99", "0x10", "1,5", "--1", "9" * 40, "a", " 7", "7 ", "1e-320")
PATIENCE_S = 600  # a group of one invocation takes a sanitizer long


class Lesson:
    def __init__(self, name):
        self.name, self.program = name, os.path.join(BIN, name)
        listed = listing(self.program)
        self.params = {one["name"]: one for one in listed["parameters"]}
        self.variants = {one["name"]: one["kind"] for one in listed["variants"]}
        own = about(SOURCE, name)
        self.formats = [".npy", ".csv", *own.get("formats", [])]
        self.tiny = own.get("tiny", "").split()
        answer = run([self.program, "--headless", "--frames", "0", "--dump", "nope=a.npy", "--size", "8x8",
                      *(word for setting in self.tiny for word in ("--set", setting))])
        found = re.search(r"it has: (.*)", answer.err)
        self.buffers = re.findall(r"\w+", found.group(1)) if found else ["nope"]


# ---- Files to load -----------------------------------------------------------------------------------------------------

def png_chunk(kind, data):
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def png(width, height, bits=8, colour=2, interlaced=0, rows=None):
    data = rows if rows is not None else bytes(height * (1 + width * (3 if colour == 2 else 1) * bits // 8))
    return (b"\x89PNG\r\n\x1a\n" + png_chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, bits, colour, 0, 0, interlaced))
            + png_chunk(b"IDAT", zlib.compress(data)) + png_chunk(b"IEND", b""))


def npy(kind, shape, data):
    header = f"{{'descr': '{kind}', 'fortran_order': False, 'shape': {shape}, }}".ljust(117) + "\n"
    return b"\x93NUMPY\1\0" + struct.pack("<H", len(header)) + header.encode() + data


def make_files():
    chance = random.Random(SEED)
    noise = bytes(chance.randrange(256) for _ in range(40000))
    files = {f"{kind[1:]}_{count}.npy": npy(kind, f"({count},)", noise[:4 * count])
             for kind in ("<i4", "<u4", "<f4") for count in (0, 1, 5, 321, 2001)}
    files.update({
        "cells.npy": npy("<i4", "(37, 61)", bytes(4 * 37 * 61)), "big.npy": npy(">i4", "(37, 61)", noise[:4 * 37 * 61]),
        "huge.npy": npy("<f4", "(9223372036854775807, 3)", b""), "wide.npy": npy("<i8", "(5,)", noise[:40]),
        "overflow.npy": npy("<i4", "(4294967296, 4294967296)", b"1234"), "noise.npy": noise, "empty.npy": b"",
        "text.csv": "a,b\n1,2\n", "ragged.csv": "1,2\n3\n", "empty.csv": "", "bom.csv": "\ufeff1\n2\n3\n",
        "comma.csv": "1,5;2,5\n", "crlf.csv": "1\r\n2\r\n3\r\n", "numbers.csv": "\n".join(str(k) for k in range(321)) + "\n",
        "nan.csv": "nan\ninf\n-inf\n" * 107, "cells.csv": (",".join("1" * 61) + "\n") * 37, "noise.csv": noise,
        "glider.rle": "x = 3, y = 3, rule = B3/S23\nbo$2bo$3o!\n", "giant.rle": "x = 3, y = 1\n999999999o!\n",
        "rows.rle": "x = 1, y = 1\n16384$o!\n", "bom.rle": "\ufeffx = 3, y = 1\n3o!\n", "noise.rle": noise, "empty.rle": "",
        "picture.png": png(20, 11), "deep.png": png(9, 5, 16), "grey.png": png(9, 5, 8, 0), "interlaced.png": png(9, 5, 8, 2, 1),
        "bomb.png": png(16384, 16384, rows=bytes(1 << 20)), "large.png": png(1 << 30, 1), "noise.png": noise,
        "short.png": png(20, 11)[:-20], "damaged.png": png(20, 11).replace(b"IDAT", b"IDAX"), "nothing.png": png(0, 0)})
    for name, content in files.items():
        write(name, content)
    os.mkdir(path("folder.npy"))
    os.symlink("circle.npy", path("circle.npy"))
    os.symlink("/dev/zero", path("zero.csv"))
    return sorted([*files, "folder.npy", "circle.npy", "zero.csv", "absent.npy"])


# ---- One run -----------------------------------------------------------------------------------------------------------

def value_of(chance, param):
    """A value for a parameter: an end, one beyond, anything between, or none at all."""
    low, high, whole = param["min"], param["max"], param["type"] == "int"
    most = min(high, MOST) if abs(high) > MOST else high
    kind = chance.choices(("low", "high", "below", "above", "between", "none"), (6, 6, 1, 1, 12, 1))[0]
    if kind == "none":
        return chance.choice(NUMBERS_THAT_ARE_NONE)
    step = 1 if whole else max(abs(high - low) * 1e-3, 1e-9)
    number = {"low": low, "high": most, "below": low - step, "above": high + step,
              "between": chance.uniform(low, most) if chance.random() < 0.5 else low + (most - low) * chance.random() ** 4}[kind]
    if kind in ("high", "between"):
        number = min(number, max(FEWER.get(param["name"], number), low))
    return str(int(number)) if whole else repr(float(number))


def words_of(chance, lesson, files):
    words, mode = [], chance.choices(("headless", "check", "record", "list", "kernels", "inside", "step"),
                                     (60, 22, 5, 2, 3, 3, 5))[0]
    words += {"headless": ["--headless"], "check": ["--check"], "record": ["--record", chance.choice(("film", "a/b", "."))],
              "list": ["--list"], "kernels": ["--headless", "--kernels"],
              "inside": ["--debug", "--do", chance.choice(("", "help", "step; lanes i", "until 3", "x 1; back; group 9,9", ";;"))],
              "step": ["--headless", "--step-all"]}[mode]
    if mode == "record" and chance.random() < 0.3:
        words += ["--every", chance.choice(("1", "2", "7", "0", "-1", ""))]
    settings = list(lesson.tiny)
    for _ in range(chance.choices((0, 1, 2, 3), (2, 4, 4, 1))[0] if lesson.params else 0):
        name = chance.choice(list(lesson.params))
        settings.append(f"{name}={value_of(chance, lesson.params[name])}")
    if chance.random() < 0.03:
        settings.append(chance.choice(("nope=1", "=", "", "width", "=1", "a=b=c")))
    words += [word for setting in settings for word in ("--set", setting)]
    words += ["--size", chance.choice(("48x30", "1x1", "2x90", "90x2", "7x7") if chance.random() < 0.97 else
                                      ("0x1", "1x", "x", "-1x-1", "99999x1", "1x32769", ""))]
    words += ["--frames", chance.choice(("0", "1", "2", "3") if chance.random() < 0.98 else ("-1", "", "1.5", "9" * 20))]
    if chance.random() < 0.75:
        words += ["--variant", chance.choice(list(lesson.variants)) if chance.random() < 0.98 else "nope"]
    if chance.random() < 0.2:
        words += ["--seed", chance.choice(("0", "1", str(2**64 - 1), str(2**64), "-1", "x", "7"))]
    for option, share in (("--hash", 0.4), ("--barriers", 0.1), ("--profile", 0.05)):
        words += [option] if chance.random() < share and (mode != "check" or chance.random() < 0.05) else []
    buffer = chance.choice(lesson.buffers) if chance.random() < 0.95 else chance.choice(("nope", "", "b" * 70))
    if chance.random() < 0.12:
        fitting = [name for name in files if os.path.splitext(name)[1] in lesson.formats]
        words += ["--load", f"{buffer}={chance.choice(fitting if chance.random() < 0.9 else files)}"]
    if mode != "check" and chance.random() < 0.25:
        target = chance.choice(("out", "out", "out", "no/where")) + chance.choice(lesson.formats)
        words += ["--dump", f"{buffer}={target}"]
    if mode != "check" and chance.random() < 0.2:
        words += ["--screenshot", chance.choice(("out.png", "out.png", "out.jpg", "", "no/out.png", "picture.png"))]
    if chance.random() < (0.02 if mode == "check" else 0.15):
        words += ["--json", chance.choice(("out.json", "/dev/null", "/dev/full", "", "-", "folder.npy"))]
    if chance.random() < 0.02:
        words += [chance.choice(("--nothing", "--step", "--give-up", "--nope", "word", "--", "--hint"))]
    return words


def expect_of(result, lesson, words):
    said = result.out + result.err
    for name in ("AddressSanitizer", "LeakSanitizer", "runtime error:"):
        expect(name not in said, result, f"nothing from {name.rstrip(':')}")
    errors = len(result.errors())
    variant = words[len(words) - 1 - words[::-1].index("--variant") + 1] if "--variant" in words else None
    kind = lesson.variants.get(variant, "version")
    checks = "--check" in words
    expect(result.code in (0, 1, 2, 77), result, "an end with 0, 1, 2 or 77")
    if result.code == 0 and kind not in ("broken", "flawed") and not checks and lesson.name != "wb_tiny":
        expect(errors == 0, result, "no error message with exit status 0")
    if result.code in (2, 77):
        own = kind in ("broken", "flawed")  # its pitfall may be a message: that a program does not link, say
        expect(1 <= errors <= 1 + own, result, f"one error message, not {errors}")
    # A check of all says what is wrong with each; what a machine finds is no error of the run.
    if result.code == 1 and variant is not None and kind in ("version", "peer") and "--kernels" not in words:
        most = 2 if "/dev/full" in words else 1  # one result that cannot be written takes no other along
        expect(1 <= errors <= most, result, f"one error message, not {errors}")
    if checks and kind in ("version", "peer") and lesson.name != "wb_tiny" and "--hint" not in words:
        expect(not re.search(r": got .*, expected|elements? (is|are) wrong", result.err), result, "no version to be wrong")


def main():
    lessons = [Lesson(name) for name in PROGRAMS]
    files = make_files()
    codes, begin = {}, time.monotonic()
    print(f"runs {FIRST} to {FIRST + RUNS - 1} of seed {SEED}, each seeded by itself: {SEED}:NUMBER", flush=True)
    for number in range(FIRST, FIRST + RUNS):
        chance = random.Random(f"{SEED}:{number}")
        lesson = chance.choice(lessons)
        words = words_of(chance, lesson, files)
        before = set(os.listdir(path("."))) | {"film", "a"}
        result = run([lesson.program, *words], timeout=PATIENCE_S)
        if result.code is not None:
            result.line += f"  # run {number} of seed {SEED}"
            expect_of(result, lesson, words)
        left = set(os.listdir(path("."))) - before - {f"out{kind}" for kind in (*lesson.formats, ".png", ".json")}
        left -= {lesson.name + ".png", "-"} | {name for name in os.listdir(path(".")) if re.fullmatch(r"frame_\d+.png", name)}
        expect(not left, result, f"no other file, such as {left}")
        codes[result.code] = codes.get(result.code, 0) + 1
        if (number + 1 - FIRST) % 250 == 0:
            print(f"{number + 1 - FIRST} of {RUNS} runs, {time.monotonic() - begin:.0f} s, exit statuses {codes}", flush=True)
    print(f"{RUNS} runs of seed {SEED} from {FIRST} on, exit statuses {dict(sorted(codes.items(), key=str))}")
    finish()


resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
# A driver that takes and frees some pages for each work group fills the memory with what a sanitizer keeps of them.
os.environ["ASAN_OPTIONS"] = ":".join(filter(None, [os.environ.get("ASAN_OPTIONS"), "quarantine_size_mb=4"]))
main()
