"""The exercises of a lesson: each fails as shipped, with its task; passes with our solution; and is that solution with
the gap cut out. So many hints are given as are asked for. A check of all variants says which exercises are open.

In tests/exercises/LESSON/NAME/ there are other answers: what a learner may write into the gap. The check takes those whose
file begins with "right", and none of those that begin with "wrong"; their first line says, behind "// says: ", what the
check has to say of them. An exercise that is in C, too, has a second program with answers in C, BIN/wb_answers_LESSON, from
tests/exercises/LESSON/answers.c.

What a learner has written between the two marks is the learner's: this test compares only what is
around it, and takes the shipped state from the last commit.
"""
import json
import os
import re
import shutil
import subprocess

from common import ABOUT, BIN, LESSON, SOURCE, expect, finish, path, run

BEGIN, END = "--- your lines from here ---", "--- to here ---"
SAYS = "// says: "
PROGRAM = os.path.join(BIN, LESSON)
ANSWERS = os.path.join(BIN, f"wb_answers_{LESSON}")
SHADERS = {"WB_SHADERS": path("shaders")}
# Those in C, and what the check says of the wrong ones.
IN_C = {"01_dispatch": {"square": None, "rounded_down": "never written", "not_folded": "GL_INVALID_VALUE",
                        "no_barrier": "missing barrier", "wrong_barrier": "missing barrier", "swapped": "expected RGBA"},
        "04_life": {"odd_and_even": None, "one_generation": "expected", "never_swapped": "expected", "swapped_late": "expected",
                    "one_buffer": "expected", "no_barrier": "missing barrier", "barrier_at_the_end": "missing barrier",
                    "wrong_barrier": "missing barrier", "finish": "missing barrier", "rounded_down": "expected", "groups_of_16": "expected",
                    "across_and_down": "expected", "buffers_mixed_up": "expected"},
        "05_reduction": {"without_last_top": None, "no_barrier": "missing barrier", "wrong_barrier": "missing barrier",
                         "no_last_barrier": "missing barrier", "rounded_down": "never written", "other_order": "expected",
                         "second_alone": "expected", "groups_for_bytes": "behind the end", "count_forgotten": "expected"},
        "06_bitonic": {"in_turns": None, "highest_first": "keys[", "four_passes": "keys[", "always_given": "keys[",
                       "in_place": "keys[", "rounded_down": "keys[", "no_scan": "behind the end",
                       "no_barrier_before_scan": "missing barrier", "no_barrier_at_the_end": "missing barrier",
                       "on_the_cpu": "exercise_digits.comp has run"},
        "07_grid": {"zeros": None, "never_emptied": "expected", "emptied_once": "expected", "rounded_down": "expected",
                    "no_barrier": "missing barrier", "wrong_barrier": "missing barrier", "radius_not_squared": "expected"},
        "08_indirect": {"cleared": None, "no_command_barrier": "missing barrier", "command_barrier_only": "missing barrier",
                        "late_barrier": "missing barrier", "no_barrier_at_the_end": "missing barrier",
                        "no_update_barrier": "missing barrier", "never_emptied": "expected",
                        "all_slots": "and the commands say", "read_back": "gets its work groups from the CPU",
                        "wrong_offset": "expected", "one_row": "expected"},
        "14_galaxy": {"emptied_afterwards": None, "no_barrier": "missing barrier", "no_first_barrier": "missing barrier",
                      "wrong_barrier": "missing barrier", "never_emptied": "expected", "emptied_once": "expected",
                      "rounded_down": "expected", "other_order": "expected", "after_the_move": "expected",
                      "count_forgotten": "expected"}}

# A case of a learner's own, without work for a whole group: a right answer is right there, too. So may be what is shipped:
# there is too little in it to tell.
SMALL, NOTHING_TO_DO = (ABOUT["exercises"].get(name, "").split() for name in ("small", "nothing_to_do"))


def split(text):
    """What is around the gap: the lines up to the first mark, and those from the second on."""
    lines = text.splitlines()
    begin = next(i for i, line in enumerate(lines) if BEGIN in line)
    end = next(i for i, line in enumerate(lines) if END in line)
    return lines[: begin + 1], lines[end:]


def text_of(name):
    with open(os.path.join(SOURCE, name), encoding="utf-8") as file:
        return file.read()


def committed(name):
    """The file as it was shipped; as it is, without git or outside a checkout."""
    if shutil.which("git") is not None:
        result = subprocess.run(["git", "-C", SOURCE, "show", f"HEAD:./{name}"], capture_output=True, text=True)
        if result.returncode == 0:
            return result.stdout
    return text_of(name)


def answers(name):
    """The other answers to an exercise: their file's name, what the check says, and the text."""
    directory = os.path.join("tests", "exercises", LESSON, name)
    if not os.path.isdir(os.path.join(SOURCE, directory)):
        return
    for file in sorted(os.listdir(os.path.join(SOURCE, directory))):
        text = text_of(os.path.join(directory, file))
        first, _, rest = text.partition("\n")
        says = first[len(SAYS):] if first.startswith(SAYS) else None
        expect(file.startswith("right") or says, file, f"'{SAYS}' and what the check has to say, in the first line")
        yield file, says, rest if says else text


def test_exercise(variant, kernel, host):
    exercise = f"shaders/{kernel}"
    name = re.fullmatch(r"\w+/exercise_(\w+)\.comp", kernel)[1]
    solution = f"shaders/{LESSON}/solution_{name}.comp"
    solved, shipped = text_of(solution), committed(exercise)
    around = split(solved)
    expect(split(text_of(exercise)) == around, exercise, f"no difference to {solution} outside the gap")
    if host:
        shutil.copytree(os.path.join(SOURCE, os.path.dirname(host)), path(os.path.dirname(host)))  # for --solution
        solution_in_c = os.path.join(os.path.dirname(host), "solution.c")
        expect(split(text_of(host)) == split(text_of(solution_in_c)), host, f"no difference to {solution_in_c} outside the gap")

    def check(text, options, in_c):
        with open(path(exercise), "w", encoding="utf-8") as file:
            file.write(text)
        program = ANSWERS if host and in_c else PROGRAM
        return run([program, "--check", "--variant", variant, *options], changes={**SHADERS, "ANSWER": in_c or ""})

    def expect_check(what, text, status, *wanted, options=(), unwanted=(), in_c="solution"):
        result = check(text, options, None if text == shipped else in_c)
        expect(result.code == status, result, f"exit status {status}, {what}")
        for part in wanted:
            expect(part in result.out + result.err, result, f"'{part}' in the output, {what}")
        for part in unwanted:
            expect(part not in result.out + result.err, result, f"no '{part}' in the output, {what}")

    expect_check("as shipped", shipped, 1, "NOT YET", "task:", "expected", "--hint", unwanted=("hint 1:",))
    expect_check("as shipped, --hint", shipped, 1, "hint 1:", "--hint --hint", options=["--hint"], unwanted=("hint 2:",))
    expect_check("as shipped, two hints", shipped, 1, "hint 1:", "hint 2:", options=["--hint", "--hint"])
    expect_check("as shipped, --solution", shipped, 1, "NOT YET", options=["--solution"], unwanted=("hint 1:",))
    expect_check("as shipped, --give-up", shipped, 0, BEGIN, options=["--give-up"])
    expect_check("solved, --solution", solved, 0, "solved", BEGIN, options=["--solution"])
    if SMALL:
        expect_check("solved, a small case", solved, 0, "good ", "whether it is solved", options=[*SMALL, "--solution"],
                     unwanted=("solved   ", BEGIN))
    if NOTHING_TO_DO:
        expect_check("as shipped, no case", shipped, 0, "good ", options=NOTHING_TO_DO, unwanted=("solved   ",))
    broken = re.sub(BEGIN + r".*?\n", lambda match: match.group(0) + "    this is no GLSL;\n", solved, count=1)
    expect_check("not GLSL", broken, 1, f"exercise_{name}.comp:", "this is no GLSL", "task:")
    for file, says, text in answers(name):
        whole = "\n".join([*around[0], text, *around[1]]) + "\n"
        if says is None:
            expect_check(file, whole, 0, "solved")
        else:
            expect_check(file, whole, 1, says, "NOT YET", unwanted=("solved ",))
    for name, says in IN_C[LESSON].items() if host else ():
        expect_check(f"{name} in C", solved, 1 if says else 0, says or "solved", in_c=name)
    with open(path(exercise), "w", encoding="utf-8") as file:
        file.write(solved)


kernels = sorted(kernel for kernel in os.listdir(os.path.join(SOURCE, "shaders", LESSON)) if kernel.startswith("exercise_"))
shutil.copytree(os.path.join(SOURCE, "shaders"), path("shaders"))
listed = run([PROGRAM, "--list", "--json", "-"])
exercises = [variant for variant in json.loads(listed.out)["variants"] if variant["kind"] == "exercise"]
expect(kernels and sorted(os.path.basename(one["kernel"]) for one in exercises) == kernels, listed, f"exercises {kernels}")
for one in exercises:
    test_exercise(one["name"], one["kernel"], one["host"])
directory = os.path.join(SOURCE, "tests", "exercises", LESSON)
for name in os.listdir(directory) if os.path.isdir(directory) else ():
    expect(name == "answers.c" or f"exercise_{name}.comp" in kernels, directory, f"{name} to be an exercise of this lesson")
finish()
