"""Answers that only look right: kernels that are one thing for the driver and another for the kernel machine, that know the cases, that
the machine cannot run, that leave the work to one invocation. tests/tasks/LESSON/NAME.cheats has them: changes of our whole solution, written
down as cli/answers.py says. None is solved, and each is told what stands with it.

With "all" as third argument all of them; with a name that one; otherwise every sixth."""
import glob
import os
import re
from concurrent.futures import ThreadPoolExecutor

from answers import read_answers
from common import BIN, LESSON, SOURCE, expect, finish, path, run

SHADERS = os.path.join(SOURCE, "shaders")


def check(lesson, name, cheat):
    root = path(f"{lesson}.{name}.{cheat.name}")
    os.makedirs(os.path.join(root, lesson, "tasks"))
    with open(os.path.join(root, lesson, "tasks", f"{name}.comp"), "w", encoding="utf-8") as file:
        file.write(cheat.text + "\n")
    return run([os.path.join(BIN, lesson), "--task", name], changes={"WB_SHADERS": f"{root}:{SHADERS}"})


def solution(lesson, name):
    with open(os.path.join(SHADERS, lesson, "solutions", f"{name}.comp"), encoding="utf-8") as file:
        return file.read().split("// --- as shipped ---\n")[0]


found = []
for cheats in sorted(glob.glob(os.path.join(SOURCE, "tests", "tasks", "*", "*.cheats"))):
    task = os.path.basename(os.path.dirname(cheats)), os.path.splitext(os.path.basename(cheats))[0]
    found += [(*task, cheat) for cheat in read_answers(cheats, solution(*task))]
expect(len(found) >= 60, f"{len(found)} cheats", "60")
tried = found if LESSON == "all" else [one for one in found if one[2].name == LESSON] or found[::6]
with ThreadPoolExecutor(len(os.sched_getaffinity(0))) as pool:
    for (lesson, name, cheat), result in zip(tried, pool.map(lambda one: check(*one), tried)):
        what = f"{lesson} {name} {cheat.name}"
        print(f"{result.seconds:5.1f} s  {what}")
        expect(result.code == 1 and not re.search("^solved ", result.out, re.M), result, f"exit status 1, and not solved: {what}")
        expect(cheat.says in result.out + result.err, result, f"'{cheat.says}' in the output: {what}")
print(f"{len(tried)} of {len(found)} cheats")
finish()
