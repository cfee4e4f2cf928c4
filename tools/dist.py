#!/usr/bin/env python3
"""Packs the course into one archive, which is unpacked anywhere and run, without a compiler.

  dist.py --bin DIR windows|linux [OUT]      workbench-VERSION-windows-x64.zip or workbench-VERSION-linux-x64.tar.gz, in the folder OUT
                                             or in build/dist

DIR has the lessons' programs for this machine, which list their tasks. The programs in the archive are built anew in build/dist-SYSTEM, those for
Windows by MinGW-w64 (cmake/windows). The book comes along if it is in build/dist-book, as ./wb dist makes it before.

The same commit gives the same bytes: names are sorted, times are the commit's (or SOURCE_DATE_EPOCH), and no program knows where it was
built. Exit: 0 good, 1 failed, 2 wrong usage, 77 something is missing.
"""
import argparse
import gzip
import io
import os
import re
import shutil
import subprocess
import sys
import tarfile
import time
import zipfile
from pathlib import Path

import book
import tasks

ROOT = Path(__file__).resolve().parent.parent
LIBRARIES = Path(os.environ.get("WB_WINDOWS_LIBRARIES") or Path.home() / ".cache" / "workbench-windows")
BOOK = ROOT / "build" / "dist-book"
MOST_BYTES = 40_000_000
DATA = re.compile(r"lessons/(images/harbour\.png|\d\d_\w+/(patterns|data)/.*|\d\d_\w+/\w+\.csv)")  # that the texts load
# Debian's packages of what is in the programs and in the book, whose licences go along.
LINKED = ["libglfw3-dev", "libimgui-dev", "libstb-dev", "libcglm-dev", "libegl-dev", "python3-glad", "glslang-tools", "fonts-dejavu-core"]
OF_SYSTEM = {"windows": ["gcc-mingw-w64-base", "mingw-w64-common"], "linux": ["libedit2", "libbsd0", "libmd0"]}
OF_BOOK = ["emscripten", "libjs-codemirror"]
# Not on each machine that has a driver; any other library belongs to the driver, or to Debian's smallest system.
BESIDE = re.compile(r"lib(glfw|stb|edit|bsd|md)\.so")

START = """The workbench: learn GPU compute with OpenGL 4.3, version $version

{start}

It needs {system}, and a graphics driver with OpenGL 4.3.
The command doctor says what yours offers.

book/index.html  the texts of all lessons; begin with "The first hour" (its minutes 5
                 and 8 are about lesson 00, which needs a compiler). Kernels run in
                 the pages, line by line if you like, and you can edit them; tasks
                 are checked by the command check
shaders/         every kernel, as text: save one while its lesson runs, and it
                 is compiled into the running program. Copies of them, as they
                 were shipped, are in bin/built_with
licences/        ours, and those of the libraries in the programs

The commands, in a terminal that stands in this folder:

{commands}
Tasks that are written in C, and those of lesson 00, need a compiler: they are
done in the repository that this was made from.
"""
COMMANDS = (("list", "the lessons"), ("run 9", "run lesson 09"), ("check 4", "check the next task of lesson 04"), ("next", "what to do next"),
            ("help", "all commands"))
WINDOWS_START = {
    "start": "Double-click workbench.exe: it shows the lessons, and a click on a picture\nstarts one.",
    "system": "Windows 10 of 2019 (1903) or newer", "wb": r".\wb"}
LINUX_START = {
    "start": "Start ./workbench: it shows the lessons, and a click on a picture starts one.",
    "system": "Debian 12 or newer, or another system with glibc 2.36 or newer and X11", "wb": "./wb"}
CMD = """@echo off
rem The commands of the course; without one, as by a double click, the window with the lessons.
if "%~1"=="" (
    start "" "%~dp0workbench.exe"
    "%~dp0bin\\wb.exe" help
    exit /b 0
)
"%~dp0bin\\wb.exe" %*
exit /b %errorlevel%
"""
SCRIPT = """#!/bin/sh
exec "$(dirname "$(readlink -f "$0")")/bin/{name}" "$@"
"""


class Lacking(Exception):
    """What this machine has not."""


# ---- What goes in --------------------------------------------------------------------------------


def text_file(system, text):
    """As the system's editors and shells want it."""
    return (text.replace("\n", "\r\n") if system == "windows" else text).encode()


def as_typed(name, data):
    """A text with its commands as cmd and PowerShell take them: cmd knows no ./ before a name."""
    if name.endswith((".html", ".comp", ".glsl", ".vert", ".frag", ".txt")) and not name.startswith("book/source/"):
        return data.replace(b"./wb", rb".\wb")
    return data.replace(b"./wb", rb".\\wb") if name == "book/index.js" else data


def start_page(words):
    commands = "".join(f"{words['wb']} {command:10} {what}\n" for command, what in COMMANDS)
    return START.format(commands=commands, **words).replace("$version", book.version())


def tracked(*folders):
    done = subprocess.run(["git", "-C", ROOT, "ls-files", "-z", *folders], capture_output=True, check=False)
    if done.returncode == 0:
        return sorted(name for name in done.stdout.decode().split("\0") if name and (ROOT / name).is_file())
    return sorted(str(path.relative_to(ROOT)) for folder in folders for path in (ROOT / folder).rglob("*") if path.is_file())


def programs_of(folder, system):
    """{name in bin/: file}: lessons, commands, and what they call."""
    end = ".exe" if system == "windows" else ""
    names = [path.name for path in folder.glob(f"[0-9][0-9]_*{end}") if path.suffix == end]
    found = {name: folder / name for name in [*names, f"wb_doctor{end}", f"machine{end}"]}
    found[f"wb{end}"] = folder / f"wb_front{end}"
    if system == "windows":
        found["workbench.dll"] = folder / "workbench.dll"
    compiler = LIBRARIES / "bin" / "glslangValidator.exe" if system == "windows" else shutil.which("glslangValidator")
    if not compiler:
        raise Lacking("there is no glslangValidator; Debian's package is glslang-tools")
    found[f"glslangValidator{end}"] = Path(compiler)
    return found


def libraries_of(program):
    """Of a program for Linux, those to be put beside it."""
    lines = subprocess.run(["ldd", program], capture_output=True, text=True, check=True).stdout.splitlines()
    pairs = (line.split()[0:3:2] for line in lines if " => /" in line)
    return {name: Path(path).resolve() for name, path in pairs if BESIDE.match(name)}


def licences(system, has_book):
    packages = LINKED + OF_SYSTEM[system] + (OF_BOOK if has_book else [])
    found = {"licences/workbench.txt": ROOT / "LICENSE"}
    for package in packages:
        path = Path("/usr/share/doc", package, "copyright")
        if not path.is_file():
            raise Lacking(f"there is no {path}, the licence that has to go along; the package is {package}")
        found[f"licences/{package}.txt"] = path
    return found


def course(programs, picture_of):
    """course.txt, which tools/course/course.c reads: a line for each lesson, and behind it one for each of its tasks."""
    def line(*words):
        return "\t".join(" ".join(str(word).split()) for word in words) + "\n"

    lines = []
    for lesson in tasks.lessons():
        readme = f"lessons/{lesson}/README.md"
        title = re.search(r"^# *(.*)$", (ROOT / readme).read_text(encoding="utf-8"), re.M)[1]
        lines.append(line("lesson", lesson, title, f"book/{book.Page(readme).file}", picture_of(lesson)))
        for task in tasks.tasks_of(lesson, programs, build=False) or () if not lesson.startswith("00_") else ():
            page = tasks.page_of(task).rpartition(":")[0] or readme
            lines.append(line("task", lesson, task["name"], task["label"], task["kind"], task["minutes"], task["title"], task["files"],
                              f"book/{book.Page(page).file}", task["demand"]))
    return "".join(lines)


def gather(system, programs, built, book_folder):
    """{name in the archive: bytes or file}."""
    found = {f"bin/{name}": path for name, path in programs_of(built, system).items()}
    for name in tracked("shaders"):
        found[name] = found[f"bin/built_with/{name}"] = ROOT / name  # the second: to know what was edited
    found |= {name: ROOT / name for name in tracked("lessons") if DATA.fullmatch(name)}
    if book_folder is not None:
        found |= {f"book/{path.relative_to(book_folder)}": path for path in book_folder.rglob("*") if path.is_file()}
    pictures = {lesson: f"screenshots/{lesson}.png" for lesson in tasks.lessons()} | {"00_hello": "lessons/00_hello/figures/window.png"}
    for name in [*pictures.values(), *tracked("screenshots")]:
        if name.endswith(".png"):
            found.setdefault(f"book/{name}", ROOT / name)
    found["course.txt"] = course(programs, lambda lesson: f"book/{pictures[lesson]}").encode()
    found |= licences(system, book_folder is not None)
    found["README.txt"] = text_file(system, start_page(WINDOWS_START if system == "windows" else LINUX_START))
    if system == "windows":
        found["wb.cmd"] = text_file(system, CMD)
        found["workbench.exe"] = built / "wb_launcher.exe"
    else:
        found["bin/workbench"] = built / "wb_launcher"
        found |= {name: SCRIPT.format(name=name).encode() for name in ("wb", "workbench")}
        found |= {f"lib/{name}": path for name, path in libraries_of(built / "wb_launcher").items()}
        found |= {f"lib/{name}": path for name, path in libraries_of(built / "workbench.so").items()}
        found["lib/workbench.so"] = built / "workbench.so"
    return found


# ---- The archive ---------------------------------------------------------------------------------


def commit_time():
    """Seconds since 1970; no earlier than a zip can say."""
    said = os.environ.get("SOURCE_DATE_EPOCH")
    if said is None:
        done = subprocess.run(["git", "-C", ROOT, "log", "-1", "--format=%ct"], capture_output=True, text=True, check=False)
        said = done.stdout.strip() if done.returncode == 0 else ""
    return max(int(said or 0), 315532800)


def is_program(name):
    return name.startswith(("bin/", "lib/")) and not name.startswith("bin/built_with/") or name in ("wb", "workbench", "workbench.exe")


def contents(files):
    for name, source in sorted(files.items()):
        yield name, source if isinstance(source, bytes) else source.read_bytes(), 0o755 if is_program(name) else 0o644


def write_zip(out, top, files, seconds):
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name, data, mode in contents(files):
            data = as_typed(name, data)
            info = zipfile.ZipInfo(f"{top}/{name}", time.gmtime(seconds)[:6])
            info.compress_type, info.external_attr, info.create_system = zipfile.ZIP_DEFLATED, (0o100000 | mode) << 16, 3
            archive.writestr(info, data)


def write_tar(out, top, files, seconds):
    with open(out, "wb") as file, gzip.GzipFile("", "wb", 9, file, seconds) as packed, tarfile.open(fileobj=packed, mode="w") as archive:
        for name, data, mode in contents(files):
            info = tarfile.TarInfo(f"{top}/{name}")
            info.size, info.mode, info.mtime = len(data), mode, seconds
            archive.addfile(info, io.BytesIO(data))


def pack(system, files, folder):
    """Returns the archive, which is whole once it has its name."""
    top = f"workbench-{book.version()}"
    out = folder / (f"{top}-windows-x64.zip" if system == "windows" else f"{top}-linux-x64.tar.gz")
    folder.mkdir(parents=True, exist_ok=True)
    half = out.with_name(f".{out.name}.{os.getpid()}")
    try:
        (write_zip if system == "windows" else write_tar)(half, top, files, commit_time())
        half.replace(out)
    finally:
        half.unlink(missing_ok=True)
    return out


# ---- Building ------------------------------------------------------------------------------------


def build(system):
    """The folder of the programs to be packed."""
    folder, preset = ROOT / "build" / f"dist-{system}", "windows" if system == "windows" else "release"
    if system == "windows":
        done = subprocess.run([ROOT / "cmake" / "windows" / "libraries.sh", LIBRARIES], check=False)
        if done.returncode != 0:
            raise Lacking("the libraries for Windows could not be made")
    words = ["cmake", "-S", ROOT, "--preset", preset, "-B", folder, "-D", "WB_DIST=ON", "-D", "WB_TESTS=OFF", "-D", f"WB_WINDOWS_LIBRARIES={LIBRARIES}"]
    for command in (words, ["cmake", "--build", folder, "-j", str(os.cpu_count() or 1)]):
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
        if done.returncode != 0:
            sys.exit(f"dist: {done.stdout[-4000:]}dist: could not build {folder}")
    return folder / "bin"


def main():
    parser = argparse.ArgumentParser(prog="dist", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bin", type=Path, required=True, metavar="DIR")
    parser.add_argument("system", choices=("windows", "linux"))
    parser.add_argument("out", type=Path, nargs="?", default=ROOT / "build" / "dist", metavar="OUT")
    words = parser.parse_args()
    try:
        files = gather(words.system, words.bin.resolve(), build(words.system), BOOK if BOOK.is_dir() else None)
        archive = pack(words.system, files, words.out)
    except Lacking as lacking:
        print(f"dist: {lacking}", file=sys.stderr)
        return 77
    except OSError as error:
        print(f"dist: {error}", file=sys.stderr)
        return 1
    size = archive.stat().st_size
    print(f"{archive}: {size / 1e6:.1f} MB, {len(files)} files")
    if size > MOST_BYTES:
        print(f"dist: that is more than {MOST_BYTES / 1e6:.0f} MB", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
