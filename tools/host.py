"""Builds a lesson's program with a student's C file in the place of the course's, in the box of box.py.

The student's code then runs in the program that judges it. The box keeps it in; and so that it cannot give itself a verdict, it is
built only if it keeps to what the task is about: OpenGL, the lesson's data, the library's buffers and passes, and functions of C that
touch nothing but memory. What it may use is its list of undefined symbols, as the compiler leaves it. Machine code by other ways
(asm, attributes, sections) and what would hide that from a reader are refused.
"""
import re
import shlex
from pathlib import Path

import box

# Beside these, a file may use what our solution of the task uses.
USABLE = re.compile(
    r"lesson|(glad_(debug_)?)?gl[A-Z]\w*|wb_pass_(begin|end)|wb_frame|wb_buffer_\w+|wb_groups_for\w*|wb_scan_\w+|wb_grid_\w+|wb_sort_\w+"
    r"|_GLOBAL_OFFSET_TABLE_|__stack_chk_fail|__assert_fail|mem(cpy|set|move|cmp)|str(len|n?cmp|chr|rchr|str)|malloc|calloc|realloc|free|printf|puts|putchar|qsort|abs|labs"
    r"|a?(sin|cos|tan)h?f?|atan2f?|sincosf?|(sqrt|cbrt|exp2?|expm1|log2?|log10|log1p|pow|fmod|fmin|fmax|fma|floor|ceil|trunc|round|rint|hypot|ldexp|frexp)f?"
    r"|l?l?rintf?|l?l?roundf?")
NOT_TO_SAY = re.compile(r"\b_*asm_*\b|__attribute|#\s*(pragma|line)|_Pragma|\[\s*\[|##|\\\s*\n|%:|<:|\?\?|^\s*#\s*\d", re.M)
WORK = "/made"  # in the box, what is made


class NotBuilt(Exception):
    """Why there is no program."""


class Build:
    """How a lesson's program is made, as CMake's makefiles do it; `programs`: the folder of programs."""

    def __init__(self, programs, lesson):
        self.top = programs.parent / "lessons"  # where the linker's command starts
        rules = self.top / "CMakeFiles" / f"{lesson}.dir"
        try:
            flags = dict(line.split(" = ", 1) for line in (rules / "flags.make").read_text(encoding="utf-8").splitlines() if " = " in line)
            self.link = shlex.split((rules / "link.txt").read_text(encoding="utf-8").splitlines()[0])
        except OSError as error:
            raise NotBuilt(f"C is compiled as the makefiles in {self.top} do it, and there are none: {error.strerror}") from error
        self.flags = [word for name in ("C_DEFINES", "C_INCLUDES", "C_FLAGS") for word in shlex.split(flags.get(name, ""))]

    def linking(self, task, answer, program):
        """The command, to be run in `top`, that makes `program` with `answer` in the place of the course's object file of that task."""
        words = [str(answer) if word.endswith(f"/tasks/{task}.c.o") else word for word in self.link]
        words[words.index("-o") + 1] = str(program)
        return words


def compiled(words, source, work, build_folder, limit_s):
    """Runs a compiler or the like: it sees the course and the file, and writes to `work` alone."""
    root = Path(__file__).resolve().parent.parent
    places = {path: path for path in (root / "common", root / "machine", root / "lessons", root / "shaders", build_folder)}
    ended = box.run(box.boxed(words, {**places, box.INSIDE: source.parent}, {WORK: work}), box.clean(""), "/", limit_s)
    if ended.status != 0:
        lines = ended.output.splitlines()
        said = next((line for line in lines if "error" in line), f"{words[0]} ends with {ended.status}")
        raise NotBuilt(f"error: {said.replace(f'{box.INSIDE}/', '')}")
    return ended.output


def refuse_unusual(source):
    """What a task in C never needs. In comments, too: what is one, a compiler and a regular expression may see differently."""
    found = NOT_TO_SAY.search(source.read_text(encoding="utf-8", errors="replace"))
    if found:
        raise NotBuilt(f"error: {' '.join(found[0].split()) or 'a line that goes on in the next'}: that is not for this task")


def names_used(flags, source, work, build_folder, limit_s):
    """Compiles the file to work/answer.o. Returns the names that it uses and does not have."""
    compiled(["cc", *flags, "-w", "-c", f"{box.INSIDE}/{source.name}", "-o", f"{WORK}/answer.o"], source, work, build_folder, limit_s)
    lines = compiled(["nm", "-u", "-P", f"{WORK}/answer.o"], source, work, build_folder, limit_s).splitlines()
    return {line.split()[0] for line in lines}


def check_names(flags, source, known, work, build_folder, limit_s):
    refuse_unusual(source)
    used = names_used(flags, source, work, build_folder, limit_s)
    foreign = sorted(name for name in used - known if not USABLE.fullmatch(name))
    if foreign:
        raise NotBuilt(f"error: it uses {', '.join(foreign[:3])}, which is not for this task")


def make(task, source, known, work, limit_s):
    """The lesson's program with `source` in the place of the course's file: `work`/program. `known`: names that it may use beside
    the usual ones."""
    build = Build(task.program.parent, task.lesson)
    check_names(build.flags, source, known, work, task.program.parent.parent, limit_s)
    words = build.linking(task.word, f"{WORK}/answer.o", f"{WORK}/program")
    compiled(["sh", "-c", 'cd "$0" && exec "$@"', str(build.top), *words], source, work, task.program.parent.parent, limit_s)
    return work / "program"
