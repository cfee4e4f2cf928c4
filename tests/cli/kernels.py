"""All kernels of a lesson in the kernel machine, on the cases of its check: the machine finds nothing in
what is right, gets the same as the driver, and finds in broken variants what they name.

What need not be the same stands in the lesson's tests.json, with the reason; of building blocks, below.
"""
import os
import shutil

from common import ABOUT, BIN, LESSON, SOURCE, expect, expect_good, finish, listing, need_tools, path, read_json, run, small

need_tools("glslangValidator")
PROGRAM = os.path.join(BIN, LESSON)

# Results that need not be bit for bit those of the driver, and the most that they may differ. "floats-near": in the
# last digits of floats. "within-freedom", "open": GLSL leaves so much to the driver; that may decide a branch.
# "order": the elements are the same, in another order. "not-comparable": words that are others
# in each of the machine's own orders. Where the order happens to be the driver's, they are equal all the same.
AGREEMENTS = ("equal", "floats-near", "within-freedom", "order", "open", "not-comparable", "different")
OWN = ABOUT["kernels"]
EXCEPTIONS = {f"{LESSON}/{name}": (one["allowed"], one["why"]) for name, one in OWN.get("agreement", {}).items()}
EXCEPTIONS.update({
    "grid/count.comp": ("order", "a particle's place in its cell is the counter's old value"),
    "grid/scatter.comp": ("not-comparable", "the runs of a crowded cell get their slots in the order of arrival"),
    "water/pool/floor.comp": ("within-freedom", "GLSL leaves a texture's filter to the driver"),
    "water/pool/edges.comp": ("open", "what a texture's filter says of two pixels decides where an edge goes on"),
})

# Dispatched neither by a check nor for a picture of it.
NOT_REACHED = {f"{LESSON}/{name}" for name in OWN.get("not_run", {})}


def test_agreement(name, kernel):
    agreement = kernel.get("agreement")
    allowed = EXCEPTIONS.get(name, ("equal", ""))[0]
    good = agreement in AGREEMENTS and AGREEMENTS.index(agreement) <= AGREEMENTS.index(allowed)
    expect(good, name, f"the driver's result to be '{allowed}', not '{agreement}' ({kernel.get('block')})")
    expect("not_run" not in kernel, name, f"that it runs in the machine, not: {kernel.get('not_run')}")


def faulty(result):
    """The findings that are more than notes."""
    return [line for line in result.err.splitlines() if line.startswith(("error: ", "warning: "))]


# Some lessons' checks have more frames, up to 20; the first ones run every kernel at every size as well.
FRAMES = ["--frames", OWN["frames"]] if "frames" in OWN else []


def test_check():
    result = run([PROGRAM, "--check", "--kernels", *FRAMES, "--json", "check.json"], timeout=900)
    expect_good(result)
    expect(not faulty(result), result, f"no findings, not {faulty(result)[:3]}")
    expect("FAILED" not in result.out, result, "every broken variant to show what it names")
    return {kernel["name"]: kernel for kernel in read_json("check.json")["kernels"]}


def test_picture():
    """Pictures have kernels, too."""
    kernels = {}
    for picture in OWN.get("pictures", [{}]):
        variant = ["--variant", picture["variant"]] if "variant" in picture else []
        result = run([PROGRAM, "--kernels", "--frames", "2", "--screenshot", "p.png", "--json", "run.json", *variant,
                      *small(LESSON, picture.get("set", ""))], timeout=300)
        expect_good(result)
        expect(not faulty(result), result, f"no findings, not {faulty(result)[:3]}")
        kernels.update({kernel["name"]: kernel for kernel in read_json("run.json")["kernels"]})
    return kernels


def test_solution():
    """The solved tasks are silent."""
    shutil.copytree(os.path.join(SOURCE, "shaders"), path("shaders"))
    folder = path("shaders", LESSON)
    for name in os.listdir(os.path.join(folder, "solutions")):
        shutil.copy(os.path.join(folder, "solutions", name), os.path.join(folder, "tasks", name))
    kernels = {}
    for task in (task for task in listing(PROGRAM)["tasks"] if task["kernel"]):
        # One that is in C, too, is solved in a program of its own.
        program = os.path.join(BIN, f"wb_answers_{LESSON}") if task["host"] else PROGRAM
        result = run([program, "--check", "--task", task["name"], "--kernels", *FRAMES, "--json", "solved.json"],
                     changes={"WB_SHADERS": path("shaders"), "ANSWER": "solution"}, timeout=600)
        expect_good(result)
        expect(not faulty(result), result, f"no findings, not {faulty(result)[:3]}")
        kernels.update({kernel["name"]: kernel for kernel in read_json("solved.json")["kernels"]})
    return kernels


def kernels_of(variants, broken):
    return {variant["kernel"] for variant in variants if (variant["kind"] == "broken") == broken}


# A kernel that only broken variants have need not agree: what a race leaves is not promised.
variants = listing(PROGRAM)["variants"]
broken = kernels_of(variants, True) - kernels_of(variants, False)
seen, dispatches = {}, 0
for test in (test_check, test_picture, test_solution):
    for name, kernel in test().items():
        seen[name] = kernel
        dispatches += kernel["dispatches"]
        if name not in broken:
            test_agreement(name, kernel)
folder = os.path.join(SOURCE, "shaders", LESSON)
there = {os.path.relpath(os.path.join(base, name), os.path.join(SOURCE, "shaders"))
         for base, _, names in os.walk(folder) for name in names
         if name.endswith(".comp") and os.path.basename(base) != "solutions"}
missing = there - set(seen) - NOT_REACHED
expect(not missing, folder, f"all kernels to be run, not without {sorted(missing)}")
reached = NOT_REACHED & set(seen)
expect(not reached, folder, f"an entry under \"not_run\" only for what is not run, not for {sorted(reached)}")
print(f"{len(seen)} kernels, {dispatches} dispatches")
finish()
