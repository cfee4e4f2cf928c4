"""The acceptance checks of a learner's project: an answer that is right meets all of them; one with mistakes in it, not what the
mistakes are about."""
import os
import shutil
import subprocess

from common import IMPATIENT, SOURCE, Run, command_line, environment, expect, path, write


def head_of(kernel):
    """What stands before main() in a blank page, shaders/LESSON/project_KERNEL.comp."""
    lesson, name = kernel.split("/")
    with open(os.path.join(SOURCE, "shaders", lesson, f"project_{name}.comp"), encoding="utf-8") as file:
        return file.read().rsplit("void main()", 1)[0]


def check(program, texts, unmet=()):
    """Checks the project with these shaders in place of ours, until all of `unmet` have turned out not to be met."""
    for name, text in texts.items():
        write(os.path.join("shaders", name), text)
    changes, words, out, wanted = {"WB_SHADERS": path("shaders"), **IMPATIENT}, [program, "--check", "--project"], "", set(unmet)
    with subprocess.Popen(words, env=environment(changes), cwd=path("."), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True, errors="replace") as child:
        for line in child.stdout:
            out += line
            wanted -= {name for name in wanted if line.startswith("NOT MET") and name in line}
            if unmet and not wanted:
                child.kill()
                break
    return Run(command_line(words, changes, path(".")), child.returncode, out, "", 0.0), wanted


def test_project(program, texts, count, mistakes):
    """`texts`: the right answer, {file: text}. `mistakes`: of each, what it changes in which file, (file, right, wrong), and the
    checks that have to say so. Several changes come together where they do not meet."""
    shutil.copytree(os.path.join(SOURCE, "shaders"), path("shaders"))
    result, _ = check(program, texts)
    expect(result.code == 0 and f"all {count} are met" in result.out, result, "all to be met")
    for changes, unmet in mistakes:
        wrong = dict(texts)
        for name, before, after in changes:
            expect(before in wrong[name], name, f"'{before}' in it")
            wrong[name] = wrong[name].replace(before, after)
        result, met = check(program, wrong, unmet)
        expect(not met, result, f"{sorted(met)} not to be met, with {changes}")
