"""Every variant of a lesson runs once, and what it leaves is looked at in five ways.

Slots: C and GLSL name the same uniforms and blocks. The lesson is linked with slots/listen.c, which says what a linked program
has and C does not set, and the other way round.
Words: in the picture of each part's first variant, none leaves it or stands over others, however little room the window has for
it on a screen of 1366 x 768.
Shaders: each passes glslangValidator, a second opinion on what is GLSL, beside the driver's.
Kernels: each loads in the kernel machine; where it can run on made-up buffers without a fault it leaves the same bits as the
driver; stepped through, forwards and backwards, the same as in one go; and no barrier can be taken away unnoticed.
Captures: each kernel, written by --capture and run by the program `machine`, leaves the same memory, findings and counters as in
the machine within the lesson.

A building block's kernels are looked at in one lesson: see BLOCKS.

Arguments: BIN-DIRECTORY SOURCE-DIRECTORY LESSON [long]. With "long" kernels are only stepped through, by 10,000 commands each.
Exit status: 0 good, 1 not, 77 there is no glslangValidator or no OpenGL.
"""
import os
import re
import shutil
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.realpath(__file__)), "..", "cli"))
from common import ABOUT, BIN, LESSON, SOURCE, expect, finish, need_tools, listing, path, read_json, run, small, write  # noqa: E402

need_tools("glslangValidator")
GOOD, FAULT, USAGE = 0, 1, 2
PROGRAM, MACHINE = os.path.join(BIN, LESSON), os.path.join(BIN, "machine")

# Which lesson's test looks at the kernels of a building block that several lessons have.
BLOCKS = {"scan": "05_reduction", "sort": "06_bitonic", "grid": "07_grid", "water": "09_sph", "fft": "14_galaxy",
          "surface": "15_surface"}


def is_ours(block):
    """Whether the kernels of this folder of shaders/ are looked at here."""
    return BLOCKS.get(block, LESSON) == LESSON


# ---- Every variant --------------------------------------------------------------------------------------------------


def room(part):
    """For the picture: beside the debugger, below the banner of a broken variant. The window shows a picture that is not in space
    smaller, and lays it out for 1280 x 800 at least."""
    return ["--size", "586x710" if ABOUT.get("in_space") in ("all", part) else "1280x800"]


def run_variant(name, more):
    """One frame in the machine, with its picture. Returns what --counters says: for each pass and kernel, the counts of its
    lines; and the findings."""
    os.mkdir(path(name))
    result = run([os.path.join(BIN, "wb_slots_" + LESSON), "--headless", "--frames", "1", "--variant", name, *small(LESSON), *more,
                  "--counters", "--json", f"{name}.json", "--screenshot", f"{name}.png"], changes={"WB_SHADER_OUTPUT": path(name)})
    if result.code == 77:
        print("skipped: there is no OpenGL 4.3")
        sys.exit(77)
    expect(result.code in (GOOD, FAULT), result, "exit status 0, or 1 of a broken variant")
    faults = [line for line in result.err.splitlines() if line.startswith("slots: ")]
    expect(not faults, "\n  ".join([result.line, *faults]), f"C and GLSL agree in {LESSON}, variant {name}")
    results = read_json(f"{name}.json")
    words = [line for line in result.err.splitlines() if more and line.startswith("words: ")]
    expect(not words, "\n  ".join([result.line, *words]), f"words that can be read in {LESSON}, variant {name}")
    return results["counters"], results.get("findings", [])


def shaders_of(names):
    """What the variants have given to the driver, validated; the kernels among them."""
    for name in names:  # a kernel that several variants make has the constants of the last
        shutil.copytree(path(name), path("shaders"), dirs_exist_ok=True)
    written = sorted(os.listdir(path("shaders")))
    validated = run(["glslangValidator", *written], cwd=path("shaders"))
    expect(validated.code == 0, validated, "all shaders to be valid")
    for line in validated.out.splitlines():
        if line.startswith("ERROR"):
            print(line)
    found = [name for name in written if name.endswith(".comp")]
    expect(names and found, LESSON, "variants, and a compute shader")
    for block in (block for block, lesson in BLOCKS.items() if lesson == LESSON):
        there = {f"{block}_{name}" for name in os.listdir(os.path.join(SOURCE, "shaders", block)) if name.endswith(".comp")}
        expect(there <= set(found), LESSON, f"all kernels of {block}, for no other lesson looks at them: {there - set(found)}")
    return [path("shaders", name) for name in found if is_ours(name.partition("_")[0])]


# ---- Kernels in the machine ---------------------------------------------------------------------------------------------


def facts():
    """What its tests.json says of made-up buffers, in lines as mutate_kernels reads them."""
    own = ABOUT["kernels"]
    for one in own.get("blocks", []):
        yield f"block {LESSON}_{one['kernel']} {one['binding']} {one['first']} {one['step']}"
    for kernel, one in own.get("words", {}).items():
        yield from (f"word {LESSON}_{kernel} {one['binding']} {word} {value}" for word, value in one["values"].items())
    yield from (f"faulty {LESSON}_{kernel}" for kernel in own.get("not_made_up", {}))


def test_machine(kernels, programs):
    write("facts", "".join(line + "\n" for line in facts()))
    for program, *options in programs:
        result = run([os.path.join(BIN, program), *options, *kernels], timeout=14000)
        expect(result.code == 0, result, "exit status 0")
        print(result.out, end="")


# ---- Captures -----------------------------------------------------------------------------------------------------------


def capture(variant, what, number, file):
    return run([PROGRAM, "--variant", variant, *small(LESSON), "--pass", f"{what}:{number}", "--capture", file, "--counters"])


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


def compare_run(variant, entry, findings, first):
    """One kernel in one pass: the first of its dispatches, most likely the pass's `first`. Returns whether it writes;
    None if the lesson has dispatched it before its first frame, or for its picture, where nothing is caught."""
    what, kernel = entry["pass"], entry["kernel"]
    file = re.sub(r"\W", "_", f"{variant}-{what}-{kernel}") + ".capture"
    for number in (first, *range(1, 65)):
        within = capture(variant, what, number, file)
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


def test_captures(said):
    """`said`: of each variant, what --counters said."""
    jobs = {}  # of each kernel: where it is dispatched
    for name, (entries, findings) in said.items():
        for entry in entries:
            if not is_ours(entry["kernel"].partition("/")[0]):
                continue
            # A kernel that many variants share is one kernel, unless it was compiled to another text
            key = entry["kernel"], tuple((line["text"], line["line"]) for line in entry["lines"])
            beside = [other["kernel"] for other in entries if other["pass"] == entry["pass"]]
            whose = findings if len(beside) == 1 else []  # of several kernels it cannot be told
            jobs.setdefault(key, []).append((name, entry, whose, 1 + beside.index(entry["kernel"])))
    results = {key: next((writes for writes in (compare_run(*place) for place in places) if writes is not None), None)
               for key, places in jobs.items()}
    outside = [key[0] for key, writes in results.items() if writes is None]
    expect(any(results.values()), LESSON, "a kernel, and hashes of what it writes")
    expect(len(outside) <= len(jobs) // 4, LESSON, f"most kernels to be dispatched in a frame, unlike {outside}")
    print(f"{len(jobs)} kernels captured; dispatched outside of the frame only: {outside}")


def main():
    said, parts = {}, set()
    for variant in listing(PROGRAM)["variants"]:
        part = variant.get("part")
        said[variant["name"]] = run_variant(variant["name"], [] if part in parts else room(part))
        parts.add(part)
    kernels = shaders_of(list(said))
    if "long" in sys.argv[4:]:
        test_machine(kernels, [["step_kernels", "--commands", "10000"]])
    else:
        test_machine(kernels, [["load_kernels"], ["test_machine"], ["step_kernels", "--commands", "20"],
                               ["mutate_kernels", "--facts", path("facts")]])
        test_captures(said)
    finish()


main()
