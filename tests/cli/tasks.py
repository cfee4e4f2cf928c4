"""The tasks of a lesson. One that is code fails as shipped, with what to do; passes with our solution; and is that solution with
the gap cut out, and what is shipped there at its end. Each --hint gives one hint more. One that asks for an answer takes the right
one, which --give-up says, and no other; the command that shows it runs, and its output has the answer in it.

tests/tasks/LESSON/NAME.edits has other answers to task NAME: what a learner may write into the gap (cli/answers.py
says how they are written down). The check takes the right ones, and says of each wrong one what stands with it. A task
that is in C, too, has a second program with answers in C, BIN/wb_answers_LESSON, from tests/tasks/LESSON/answers.c: the
table there says the same of them.

What a learner has written between the two marks is the learner's: this test compares only what is
around it, and takes the shipped state from the last commit.
"""
import os
import re
import shlex
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from answers import is_said, read_answers
from common import ABOUT, BIN, IMPATIENT, LESSON, LESSONS, SOURCE, expect, expect_good, finish, listing, path, run

sys.path.insert(0, os.path.join(SOURCE, "tools"))
import tasks as tool  # noqa: E402

BEGIN, END = "--- your lines from here ---", "--- to here ---"
PROGRAM = os.path.join(BIN, LESSON)
ANSWERS = os.path.join(BIN, f"wb_answers_{LESSON}")
SHADERS = os.path.join(SOURCE, "shaders")
# A case of a learner's own, without work for a whole group: a right answer is right there, too. So may be what is shipped:
# there is too little in it to tell.
SMALL, NOTHING_TO_DO = ABOUT["tasks"].get("small", "").split(), ABOUT["tasks"].get("nothing_to_do", {})


def split(text):
    """The lines up to the first mark, those in the gap, and those from the second mark on."""
    lines = text.splitlines()
    begin = next(i for i, line in enumerate(lines) if BEGIN in line)
    end = next(i for i, line in enumerate(lines) if END in line)
    return lines[: begin + 1], lines[begin + 1:end], lines[end:]


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


def answers(name, solution):
    """The other answers to a task; `solution` is what our solution has in the gap."""
    file = os.path.join(SOURCE, "tests", "tasks", LESSON, f"{name}.edits")
    try:
        return read_answers(file, solution)
    except (OSError, ValueError) as error:
        expect(False, str(error), f"answers to {name} that can be read")
        return []


def answers_in_c():
    """What the check has to say of each answer in C; None of a right one."""
    table = re.search(r"answers\[\] = \{\n(.*?)\n    \};", text_of(f"tests/tasks/{LESSON}/answers.c"), re.S)[1]
    found = {}
    for line in table.splitlines():
        match = re.fullmatch(r' +\{"(\w+)", \w+\},(?: +// (right|says: (.+)))?', line)
        if expect(match and (match[1] == "solution") == (match[2] is None), line, "'// right', or '// says: ' and words, behind it"):
            found[match[1]] = match[3]
    found.pop("solution", None)
    return found


class Case:
    """A check of one text of a task's kernel, and what has to come of it."""

    def __init__(self, what, text, status, *wanted, options=(), unwanted=(), in_c="solution"):
        self.what, self.text, self.status, self.wanted = what, text, status, wanted
        self.options, self.unwanted, self.in_c = options, unwanted, in_c


def check(number, case, name, kernel, program):
    """Runs the case with a directory of shaders of its own, in front of ours, that holds the kernel alone."""
    root = path(f"{name}_{number}")
    os.makedirs(os.path.join(root, os.path.dirname(kernel)))
    with open(os.path.join(root, kernel), "w", encoding="utf-8") as file:
        file.write(case.text)
    return run([program, "--task", name, *case.options],
               changes={"WB_SHADERS": f"{root}:{SHADERS}", "ANSWER": case.in_c, **IMPATIENT})


def expect_case(case, result):
    expect(result.code == case.status, result, f"exit status {case.status}, {case.what}")
    for part in case.wanted:
        expect(is_said(part, result.out + result.err), result, f"'{part}' in the output, {case.what}")
    for part in case.unwanted:
        expect(part not in result.out + result.err, result, f"no '{part}' in the output, {case.what}")


def cases_of_help(shipped, solved):
    """What the check shows before and after a task is solved. What is shipped runs with what is shipped in C."""
    hints = [Case("as shipped, --hint", shipped, 1, "hint 1:", "--hint --hint", options=["--hint"], unwanted=("hint 2:",), in_c=""),
             Case("as shipped, --solution", shipped, 1, "NOT YET", options=["--solution"], unwanted=("hint 1:",), in_c="")]
    return [*(hints if LESSON == LESSONS[0] else ()),  # how options go together is the same in all lessons
            Case("as shipped", shipped, 1, "NOT YET", "task:", "expected", "--hint", unwanted=("hint 1:", BEGIN), in_c=""),
            Case("as shipped, two hints, --solution", shipped, 1, "hint 1:", "hint 2:", options=["--hint", "--hint", "--solution"],
                 unwanted=(BEGIN,), in_c=""),
            Case("as shipped, --give-up", shipped, 0, BEGIN, options=["--give-up"], in_c=""),
            # Of ours, a kernel that takes part has notes of its own: they are not the learner's matter.
            Case("solved, --solution", solved, 0, "solved", BEGIN, options=["--solution"], unwanted=("scan/look_back.glsl:",))]


def cases_of(name, shipped, solved, host):
    before, gap, behind = split(solved)
    cases = cases_of_help(shipped, solved)
    if SMALL:
        cases.append(Case("solved, a small case", solved, 0, "good ", "whether it is solved", options=[*SMALL, "--solution"],
                          unwanted=("solved   ", BEGIN)))
    if name in NOTHING_TO_DO:
        cases.append(Case("as shipped, no case", shipped, 0, "good ", options=NOTHING_TO_DO[name].split(), unwanted=("solved   ",), in_c=""))
    broken = "\n".join([*before, "    this is no GLSL;", *gap, *behind]) + "\n"
    cases.append(Case("not GLSL", broken, 1, f"tasks/{name}.comp:", "this is no GLSL", "task:"))
    for answer in answers(name, "\n".join(gap)):
        whole = "\n".join([*before, answer.text, *behind]) + "\n"
        if answer.says is None:
            cases.append(Case(f"right {answer.name}", whole, 0, "solved", *([answer.notes] if answer.notes else [])))
        else:
            cases.append(Case(f"wrong {answer.name}", whole, 1, answer.says, "NOT YET", unwanted=("solved ",)))
    for answer, says in answers_in_c().items() if host else ():
        cases.append(Case(f"{answer} in C", solved, 1 if says else 0, says or "solved", in_c=answer))
    return cases


def test_code(name, kernel, host):
    task = f"shaders/{kernel}"
    solution = f"shaders/{LESSON}/solutions/{name}.comp"
    solved, shipped = text_of(solution).split(tool.SHIPPED)[0], committed(task)
    files = [task, *([f"lessons/{LESSON}/tasks/{name}.c"] if host else [])]
    for file in files:
        expect(tool.shipped(Path(SOURCE, file)) == committed(file), file, "the end of our solution to say what was shipped")
    cases = cases_of(name, shipped, solved, host)
    # What is shipped in C is in the lesson's own program.
    programs = [ANSWERS if host and case.in_c else PROGRAM for case in cases]
    with ThreadPoolExecutor(len(os.sched_getaffinity(0))) as pool:
        results = list(pool.map(check, range(len(cases)), cases, [name] * len(cases), [kernel] * len(cases), programs))
    for case, result in zip(cases, results):
        expect_case(case, result)


def test_answer(task):
    def answer(words):
        return run([PROGRAM, "--task", task["name"], "--answer", words])

    asked = run([PROGRAM, "--task", task["name"]])
    expect(asked.code == 1 and f"./wb answer {int(LESSON[:2])}.{task['number']} " in asked.out and "task:" in asked.out, asked, "how to answer it")
    right = run([PROGRAM, "--task", task["name"], "--give-up"])
    expect_good(right)
    found = re.search(r"^answer:  (.+)\nwhy:     \S", right.out, re.M)
    if not expect(found, right, "the answer, and why"):
        return
    words = [word.split("|")[0] for word in found[1].split()]
    solved, wrong = answer(", ".join(word.upper() for word in words)), answer("nothing like it")
    expect(solved.code == 0 and "solved " in solved.out and "why: " in solved.out, solved, "the right answer to be taken")
    expect(wrong.code == 1 and "NOT YET" in wrong.out and "why: " not in wrong.out, wrong, "another one to be rejected")
    few = answer(" ".join([words[0]] * (len(words) + 1)))
    expect(few.code == 1 and f"needed, not {len(words) + 1}\ntask: " in few.out, few, "how many values are needed")
    if "BARRIER_BIT" in right.out:
        no_bit = answer(" ".join(["SHADER_STORE"] * len(words)))
        expect("shader_store is no bit" in no_bit.out and words[0] in no_bit.out, no_bit, "the bits that there are")
    for slip in task["slips"]:
        result = answer(slip["answer"].split("|")[0].replace("any", "texture_fetch" if "BARRIER_BIT" in right.out else "any"))
        expect(result.code == 1 and f"not what comes of it: {slip['but']}" in result.out, result, f"{slip['answer']} to be rejected, with the reason")
    if expect(task["shows"], task["name"], "a command that shows it"):
        command = shlex.split(task["shows"])
        option = {"run": [], "debug": ["--debug"], "check": ["--check"]}[command[1]]
        shown = run([PROGRAM, *option, *command[3:]], cwd=SOURCE)
        expect(shown.code in (0, 1) and not shown.err.startswith("error: --"), shown, "the command that shows it to run")
        said = (shown.out + shown.err).lower()
        expect(": , " not in said, shown, "no empty word in what shows it")
        missing = [word for word in words if word.lower() not in said]
        expect(len(missing) < (len(words) if task["kind"] == "predict" else 1), shown, f"the answer in what shows it, and not to lack {missing}")


tasks = listing(PROGRAM)["tasks"]
kernels = sorted(os.listdir(os.path.join(SOURCE, "shaders", LESSON, "tasks")))
expect(sorted(os.path.basename(one["kernel"]) for one in tasks if one["kernel"]) == kernels, PROGRAM, f"tasks for {kernels}")
for one in tasks:
    expect(one["title"] and one["demand"] and one["minutes"] > 0, one["name"], "a title, what to do, and how long it takes")
    if one["kernel"]:
        test_code(one["name"], one["kernel"], one["host"])
    elif not one["host"]:
        test_answer(one)
directory = os.path.join(SOURCE, "tests", "tasks", LESSON)
for name in os.listdir(directory) if os.path.isdir(directory) else ():
    known = name == "answers.c" or f"{os.path.splitext(name)[0]}.comp" in kernels
    expect(known, directory, f"{name} to be of a task of this lesson")
finish()
