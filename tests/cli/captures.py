"""Captures: every kernel of a lesson, written by --capture and run by the program `machine`, leaves the same memory, findings
and counters as in the machine within the lesson; and what is wrong with a file or a command line is said.

Arguments: BIN-DIRECTORY SOURCE-DIRECTORY [LESSON]. Without a lesson, the command lines.
"""
import concurrent.futures
import os
import re

from common import (BIN, LESSON, expect, expect_good, expect_refusal, finish, need_tools, path, read, read_json, run, small,
                    variants, write)

need_tools("glslangValidator")
GOOD, FAULT, USAGE = 0, 1, 2
MACHINE = os.path.join(BIN, "machine")


# ---- Every kernel of a lesson -----------------------------------------------------------------------------------------


def dispatches_of(lesson, variant):
    """What --counters says of a variant's first frame: for each pass and kernel, the counts of its lines; and the findings."""
    name = f"{variant}.json"
    result = run([os.path.join(BIN, lesson), "--headless", "--frames", "1", "--variant", variant, *small(lesson), "--counters",
                  "--json", name])
    expect(result.code in (GOOD, FAULT), result, "exit status 0, or 1 of a broken variant")
    results = read_json(name)
    return results["counters"], results.get("findings", [])


def capture(lesson, variant, what, number, file):
    return run([os.path.join(BIN, lesson), "--variant", variant, *small(lesson), "--pass", f"{what}:{number}", "--capture", file,
                "--counters"])


def kernel_of(result):
    found = re.search(r'^pass "(.*)", kernel (\S*)$', result.out, re.M)
    return found[2] if found else None


def printed_counts(result):
    """The number of executions of each line, as --counters prints them: file and line."""
    counts, file = {}, None
    for line in result.out.partition(" atomics\n")[2].splitlines():
        named = re.match(r" {43}(\S+)$", line)
        counted = re.match(r"\s*(\d+) .*\|\s*(\d+)  ", line)
        if named:
            file = named[1]
        elif counted:
            counts[file, int(counted[2])] = int(counted[1])
    return counts


def compare_run(lesson, variant, entry, findings, first):
    """One kernel in one pass: the first of its dispatches, most likely the pass's `first`. Returns whether it writes;
    None if the lesson has dispatched it before its first frame only, where nothing is caught."""
    what, kernel = entry["pass"], entry["kernel"]
    file = re.sub(r"\W", "_", f"{variant}-{what}-{kernel}") + ".capture"
    for number in (first, *range(1, 65)):
        within = capture(lesson, variant, what, number, file)
        if kernel_of(within) == kernel or within.code == USAGE:
            break
    if "there is no dispatch in a pass" in within.err:
        return None
    if not expect(kernel_of(within) == kernel, within, f"a dispatch of {kernel} in the pass {what}"):
        return False
    outside = run([MACHINE, "run", file, "--counters"])
    expect(outside.code == within.code, outside, f"exit status {within.code}, as within the lesson")
    expect(outside.out == within.out, outside, f"what the machine within the lesson prints, not\n{outside.out}but\n{within.out}")
    before = within.err.removesuffix(outside.err)  # what a lesson notes of its driver
    expect(within.err.endswith(outside.err) and "error: " not in before and "warning: " not in before, outside,
           f"the findings of the machine within the lesson, not\n{outside.err}but\n{within.err}")
    if entry["dispatches"] == 1:
        compare_with_counters(outside, entry, findings)
    return " bytes, hash " in outside.out


def compare_with_counters(outside, entry, findings):
    """With --counters, which ran the only dispatch of this kernel in its pass."""
    wanted = {(line["file"], line["line"]): line["executions"] for line in entry["lines"]
              if line["executions"] < 100000}  # larger ones are printed short
    got = {place: count for place, count in printed_counts(outside).items() if place in wanted}
    expect(got == wanted, outside, f"the counts of --counters, {wanted}, not {got}")
    if "the order of invocations counts" in outside.out:
        return  # --counters has tried other orders, too
    for finding in findings:
        if finding["severity"] != "error" or finding.get("pass") != entry["pass"]:
            continue
        for text in (f"error: {finding['code']}: ", f"{finding['file']}:{finding['line']}: "):
            expect(text in outside.err, outside, f"'{text}', which --counters has found")


def test_lesson(lesson):
    program = os.path.join(BIN, lesson)
    names = variants(program)
    jobs = {}  # of each kernel: where it is dispatched
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for name, (entries, findings) in zip(names, pool.map(lambda name: dispatches_of(lesson, name), names)):
            for entry in entries:
                # A kernel that many variants share is one kernel, unless it was compiled to another text
                key = entry["kernel"], tuple((line["text"], line["line"]) for line in entry["lines"])
                beside = [other["kernel"] for other in entries if other["pass"] == entry["pass"]]
                whose = findings if len(beside) == 1 else []  # of several kernels it cannot be told
                jobs.setdefault(key, []).append((lesson, name, entry, whose, 1 + beside.index(entry["kernel"])))
        tries = pool.map(lambda places: next((writes for writes in (compare_run(*place) for place in places)
                                              if writes is not None), None), jobs.values())
        results = dict(zip(jobs, tries))
    before = [key[0] for key, writes in results.items() if writes is None]
    expect(any(results.values()), lesson, "a kernel, and hashes of what it writes")
    expect(len(before) <= len(jobs) // 4, lesson, f"most kernels to be dispatched in a frame, not before, as {before}")
    print(f"{lesson}: {len(names)} variants, {len(jobs)} kernels; dispatched before the first frame only: {before}")


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
                        (["--pass", "no such pass"], "there are: ")):
        expect_refusal(run([SHARED, "--capture", "none", *words]), USAGE, text)
    expect_refusal(run([SHARED, "--capture", "nowhere/x"]), USAGE, "nowhere/x")
    expect_refusal(run([SHARED, "--capture", ""]), USAGE, "--capture")
    expect(not os.path.exists(path("none")), SHARED, "no file")
    help_text = run([MACHINE, "--help"])
    expect_good(help_text)
    expect(all(word in help_text.out for word in ("run", "debug", "show", "--dump", "exit status")), help_text, "all verbs")


def main():
    if LESSON is not None:
        test_lesson(LESSON)
    else:
        for test in (test_race, test_dump, test_wrong):
            test()
    finish()


main()
