"""All kernels of a lesson in the kernel machine, on the cases of its check: the machine finds nothing in
what is right, gets the same as the driver, and finds in broken variants what they name.

What need not be the same stands below, each with its reason.
"""
import os
import shutil

from common import BIN, LESSON, SOURCE, expect, expect_good, finish, listing, need_tools, path, read_json, run, small

need_tools("glslangValidator")
PROGRAM = os.path.join(BIN, LESSON)

# Results that need not be bit for bit those of the driver, and the most that they may differ. "floats-near": in the
# last digits of floats. "order": the elements are the same, in another order. "not-comparable": words that are others
# in each of the machine's own orders. Where the order happens to be the driver's, they are equal all the same.
AGREEMENTS = ("equal", "floats-near", "order", "not-comparable", "different")
EXCEPTIONS = {
    "03_atomics/append_each.comp": ("order", "places come from an atomic counter, in the order of arrival"),
    "03_atomics/append_ballot.comp": ("order", "the runs of the subgroups come in the order of arrival"),
    "03_atomics/append_group.comp": ("order", "so do they in a group, and the runs of the groups"),
    "03_atomics/append_scan.comp": ("order", "the runs of the groups come in the order of arrival"),
    "03_atomics/exercise_places.comp": ("order", "places come from counters, in the order of arrival"),
    "03_atomics/exercise_kinds.comp": ("order", "who comes first of its kind, and where in the list, is open"),
    "03_atomics/cells_count.comp": ("order", "a particle's place in its cell is the counter's old value"),
    "03_atomics/sum_float.comp": ("not-comparable", "a sum in the order of arrival: bits of a float, kept in a uint"),
    "03_atomics/operations_buffer.comp": ("not-comparable", "exchange and compare-and-swap: who comes last, or first"),
    "03_atomics/operations_shared.comp": ("not-comparable", "exchange and compare-and-swap: who comes last, or first"),
    "08_indirect/append.comp": ("order", "a list in the order of arrival"),
    "08_indirect/aggregated.comp": ("order", "a list in the order of arrival, run by run"),
    "08_indirect/one_dispatch.comp": ("order", "a list in the order of arrival"),
    "08_indirect/dense.comp": ("order", "particles in the order of arrival"),
    "08_indirect/move_fours.comp": ("order", "a list in the order of arrival, run by run"),
    "08_indirect/exercise_survey.comp": ("order", "a list in the order of arrival"),
    "13_foam/atomic.comp": ("order", "slots come from a counter, in the order of arrival"),
    "14_galaxy/pairs.comp": ("floats-near", "inversesqrt, which drivers round each in its own way"),
    "14_galaxy/pairs_four.comp": ("floats-near", "the same"),
    "14_galaxy/advance.comp": ("floats-near", "the halo's potential is a logarithm"),
    "14_galaxy/exercise_hole.comp": ("floats-near", "the same"),
    "14_galaxy/start.comp": ("floats-near", "lengths and their inverse, which drivers round each in its own way"),
    "15_surface/blocks.comp": ("order", "a list in the order of arrival"),
    "15_surface/cells.comp": ("order", "a list in the order of arrival"),
    "15_surface/compact.comp": ("not-comparable", "a list in the order of arrival, and where in it each is"),
    "15_surface/soup.comp": ("order", "triangles in the order of arrival"),
    "15_surface/zero_inside.comp": ("order", "triangles in the order of arrival"),
    "grid/count.comp": ("order", "a particle's place in its cell is the counter's old value"),
    "grid/scatter.comp": ("not-comparable", "the runs of a crowded cell get their slots in the order of arrival"),
}

# Dispatched neither by a check nor for a picture of it, with the reason.
NOT_REACHED = {
    "02_shared/too_much.comp": "it does not link: that is the pitfall",
    "11_boids/project_flock.comp": "the learner's, from a blank page; cli/run_boids.py writes one",
    "12_cloth/project_predict.comp": "the learner's, from a blank page; cli/run_cloth.py writes one",
    "12_cloth/project_link.comp": "the learner's, from a blank page; cli/run_cloth.py writes one",
    "12_cloth/project_finish.comp": "the learner's, from a blank page; cli/run_cloth.py writes one",
    "13_foam/project_births.comp": "the learner's, from a blank page; cli/run_foam.py writes one",
    "13_foam/project_move.comp": "the learner's, from a blank page; cli/run_foam.py writes one",
    **{f"14_galaxy/project_{name}.comp": "the learner's, from a blank page; cli/run_galaxy.py writes one"
       for name in ("start", "gather", "centres", "pull", "move")},
}


def test_agreement(name, kernel):
    agreement = kernel.get("agreement")
    allowed = EXCEPTIONS.get(name, ("equal", ""))[0]
    good = agreement in AGREEMENTS and AGREEMENTS.index(agreement) <= AGREEMENTS.index(allowed)
    expect(good, name, f"the driver's result to be '{allowed}', not '{agreement}' ({kernel.get('block')})")
    expect("not_run" not in kernel, name, f"that it runs in the machine, not: {kernel.get('not_run')}")


def faulty(result):
    """The findings that are more than notes."""
    return [line for line in result.err.splitlines() if line.startswith(("error: ", "warning: "))]


# The checks of these lessons have more frames, up to 20; the first ones run every kernel at every size as well. In lesson
# 08 particles have to die meanwhile.
FEWER_FRAMES = {"04_life": 2, "07_grid": 2, "08_indirect": 5, "09_sph": 2, "12_cloth": 2, "13_foam": 2}
FRAMES = ["--frames", FEWER_FRAMES[LESSON]] if LESSON in FEWER_FRAMES else []


def test_check():
    result = run([PROGRAM, "--check", "--kernels", *FRAMES, "--json", "check.json"], timeout=900)
    expect_good(result)
    expect(not faulty(result), result, f"no findings, not {faulty(result)[:3]}")
    expect("FAILED" not in result.out, result, "every broken variant to show what it names")
    return {kernel["name"]: kernel for kernel in read_json("check.json")["kernels"]}


def test_picture():
    """Pictures have kernels, too; in lesson 09 also one about the particle that was picked, and then none of the water."""
    kernels = {}
    for picked in ("", "picked=5") if LESSON == "09_sph" else ("",):
        result = run([PROGRAM, "--kernels", "--frames", "2", "--screenshot", "p.png", "--json", "run.json",
                      *small(LESSON, picked)], timeout=300)
        expect_good(result)
        expect(not faulty(result), result, f"no findings, not {faulty(result)[:3]}")
        kernels.update({kernel["name"]: kernel for kernel in read_json("run.json")["kernels"]})
    return kernels


def test_solution():
    """The solved exercises are silent."""
    shutil.copytree(os.path.join(SOURCE, "shaders"), path("shaders"))
    folder = path("shaders", LESSON)
    for name in os.listdir(os.path.join(folder, "solutions")):
        shutil.copy(os.path.join(folder, "solutions", name), os.path.join(folder, f"exercise_{name}"))
    kernels = {}
    for exercise in (variant for variant in listing(PROGRAM)["variants"] if variant["kind"] == "exercise"):
        # One that is in C, too, is solved in a program of its own.
        program = os.path.join(BIN, f"wb_answers_{LESSON}") if exercise["host"] else PROGRAM
        result = run([program, "--check", "--variant", exercise["name"], "--kernels", *FRAMES, "--json", "solved.json"],
                     changes={"WB_SHADERS": path("shaders"), "ANSWER": "solution"}, timeout=600)
        expect_good(result)
        expect(not faulty(result), result, f"no findings, not {faulty(result)[:3]}")
        kernels.update({kernel["name"]: kernel for kernel in read_json("solved.json")["kernels"]})
    return kernels


def kernels_of(variants, broken):
    return {variant["kernel"] for variant in variants if (variant["kind"] == "broken") == broken}


# A kernel that only broken variants have need not agree: what a race leaves is nobody's promise.
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
missing = there - set(seen) - set(NOT_REACHED)
expect(not missing, folder, f"all kernels to be run, not without {sorted(missing)}")
reached = set(NOT_REACHED) & set(seen)
expect(not reached, folder, f"an entry in NOT_REACHED only for what is not run, not for {sorted(reached)}")
print(f"{len(seen)} kernels, {dispatches} dispatches")
finish()
