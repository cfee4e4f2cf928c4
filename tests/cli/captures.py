"""Captures: what is wrong with a command line or a file is said, and a capture holds the fault of its kernel. (That every
kernel runs from a capture as within its lesson: kernels/course.py.)

Arguments: BIN-DIRECTORY SOURCE-DIRECTORY.
"""
import json
import os
import re

from common import BIN, SOURCE, expect, expect_good, expect_refusal, finish, need_tools, path, read, run, write

need_tools("glslangValidator")
FAULT, USAGE = 1, 2
MACHINE = os.path.join(BIN, "machine")

# ---- Command lines ----------------------------------------------------------------------------------------------------

SHARED = os.path.join(BIN, "02_shared")
SMALL = ["--set", "width=61", "--set", "height=47"]


def captured(name, *words):
    result = run([SHARED, "--capture", name, *SMALL, *words])
    expect_good(result)
    expect(result.out == "", result, "nothing on stdout")
    return name


def test_race():
    name = captured("race.capture", "--variant", "no_barrier")
    result = run([MACHINE, "run", name])
    expect(result.code == FAULT, result, "exit status 1")
    for text in ("error: race: ", "02_shared/tile.glsl:10: tile[i] = ", "02_shared/tile.glsl:18: ", "what to do: "):
        expect(text in result.err, result, f"'{text}' in the message")
    result = run([MACHINE, "debug", name, "--do", "until finding; finding; orders", "--group", "1"])
    expect_good(result)
    for text in ("group (1, 0, 0)", "finding 1, race: tile[", "nothing says which of the two a GPU does"):
        expect(text in result.out, result, f"'{text}'")
    shown = run([MACHINE, "show", name])
    expect_good(shown)
    for text in ("lesson 02_shared", "kernel 02_shared/no_barrier.comp", "02_shared/tile.glsl", "storage block"):
        expect(text in shown.out, shown, f"'{text}'")


def test_dump():
    name = captured("dump.capture", "--variant", "tile")
    label = re.search(r"memory +(.*), \d+ bytes, written", run([MACHINE, "show", name]).out)[1]
    result = run([MACHINE, "run", name, "--dump", f"{label}=out.npy"])
    expect_good(result)
    size = int(re.search(re.escape(label) + r" +(\d+) bytes, hash", result.out)[1])
    expect(read("out.npy")[:6] == b"\x93NUMPY" and len(read("out.npy")) == size + 128, result, "the memory as .npy")
    expect_refusal(run([MACHINE, "run", name, "--dump", "nothing=out.npy"]), USAGE, "no memory nothing")
    expect_refusal(run([MACHINE, "run", name, "--dump", "out.npy"]), USAGE, "NAME=FILE.npy")


def test_wrong():
    name = captured("wrong.capture", "--frames", "2")
    for words in ([], ["run"], ["walk", name], ["run", name, name], ["show", name, "--counters"], ["run", name, "--do", "step"],
                  ["run", name, "--nonsense"], ["debug", name, "--group"], ["debug", name, "--group", "x"]):
        expect_refusal(run([MACHINE, *words]), USAGE)
    expect_refusal(run([MACHINE, "debug", name, "--do", "nonsense"]), USAGE, "no such command")
    expect_refusal(run([MACHINE, "debug", name, "--group", "9999"]), USAGE, "there is no work group")
    expect_refusal(run([MACHINE, "run", "not there"]), FAULT, "not there")
    expect_refusal(run([MACHINE, "run", write("text", "hello\n")]), FAULT, "this is no capture")
    whole = read(name)
    expect_refusal(run([MACHINE, "run", write("cut", whole[:len(whole) // 2])]), FAULT, "it is damaged")
    expect_refusal(run([MACHINE, "run", write("more", whole + b"x")]), FAULT, "more behind its end")
    version = whole.replace(b"version=1", b"version=2", 1)
    expect_refusal(run([MACHINE, "show", write("version", version)]), FAULT, "version 2 of the format")
    for words, text in ((["--check"], "--capture"), (["--hash"], "--capture"), (["--debug"], "--"), (["--do", "step"], "--do"),
                        (["--debug", "--do", "step", "--do", "step"], "--do is given twice"),
                        (["--pass", "no such pass"], "there are: ")):
        expect_refusal(run([SHARED, "--capture", "none", *words]), USAGE, text)
    expect_refusal(run([SHARED, "--capture", "nowhere/x"]), USAGE, "nowhere/x")
    expect_refusal(run([SHARED, "--capture", ""]), USAGE, "--capture")
    expect(not os.path.exists(path("none")), SHARED, "no file")
    help_text = run([MACHINE, "--help"])
    expect_good(help_text)
    expect(all(word in help_text.out for word in ("run", "debug", "show", "--dump", "exit status")), help_text, "all verbs")


def test_cases():
    """--task NAME --capture DIRECTORY: what a page needs to check an answer, by our solution."""
    life, roots = os.path.join(BIN, "04_life"), path("shaders")
    os.makedirs(path("shaders", "04_life", "tasks"))
    with open(os.path.join(SOURCE, "shaders", "04_life", "solutions", "highlife.comp"), encoding="utf-8") as file:
        write("shaders/04_life/tasks/highlife.comp", file.read())
    shaders = {"WB_SHADERS": f"{roots}:{os.path.join(SOURCE, 'shaders')}"}
    expect_good(run([life, "--task", "highlife", "--capture", "cases"], changes=shaders))
    cases = json.loads(read("cases/steps.json"))
    steps = [step for case in cases for step in case["steps"]]
    expect({step["step"] for step in steps} == {"dispatch", "compare"}, "cases/steps.json", "dispatches, and comparisons after them")
    expect(all(os.path.exists(path("cases", step.get("capture", step.get("expected")))) for step in steps), "cases", "the files that it names")
    first = next(step for step in steps if step["step"] == "dispatch")
    expect_good(run([MACHINE, "run", path("cases", first["capture"])]))
    shipped = run([life, "--task", "highlife", "--capture", "shipped"])
    expect(shipped.code == FAULT and "expected" in shipped.err, shipped, "what is wrong to be told, for nothing comes of it")
    expect_refusal(run([life, "--task", "blinker", "--capture", "none"]), USAGE, "the task blinker has no kernel")


for one in (test_race, test_dump, test_wrong, test_cases):
    one()
finish()
