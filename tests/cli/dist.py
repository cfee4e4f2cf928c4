"""The archive that ./wb dist makes, for one system: unpacked into a folder whose name has a blank and letters beyond ASCII, it runs there, and
does what the programs here do; the one for Windows under Wine. And its bytes are the same again.

Usage: dist.py BIN SOURCE windows|linux. Exit status: 0 good, 1 failed, 77 a tool is missing.
"""
import hashlib
import os
import re
import shutil
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

from common import BIN, SOURCE, WORK, Display, expect, expect_good, finish, need_tools, run

sys.path.insert(0, os.path.join(SOURCE, "tools"))
import dist  # noqa: E402

SYSTEM = sys.argv[3]
WINDOWS = SYSTEM == "windows"
END = ".exe" if WINDOWS else ""
TYPED = r".\wb" if WINDOWS else "./wb"
FOLDER = Path(WORK, "Grüße 1")
FRAME = ["--headless", "--frames", "3", "--size", "320x200", "--hash", "--screenshot"]
# Of a library, as a program for Linux names it: what each Debian has that shows a window.
EVERYWHERE = re.compile(r"lib(c|m|dl|pthread|gcc_s|stdc\+\+|EGL|X11|tinfo)\.so|ld-linux")


def make():
    """The archive's files, and the archive; it is packed twice."""
    built = dist.build(SYSTEM)
    files = dist.gather(SYSTEM, Path(BIN), built, dist.BOOK if dist.BOOK.is_dir() else None)
    first, second = (dist.pack(SYSTEM, dict(order), Path(WORK, name)) for name, order in
                     (("one", files.items()), ("two", reversed(files.items()))))
    expect(first.read_bytes() == second.read_bytes(), first, "the same bytes when it is packed again")
    expect(first.stat().st_size < dist.MOST_BYTES, first, f"less than {dist.MOST_BYTES} bytes")
    return built, files, first


def test_programs(built, files):
    """A program that is linked anew is the same, and none knows this machine."""
    program = built / f"04_life{END}"
    before = hashlib.sha256(program.read_bytes()).digest()
    program.unlink()
    dist.build(SYSTEM)
    expect(hashlib.sha256(program.read_bytes()).digest() == before, program, "the same bytes when it is linked again")
    for name, source in files.items():
        if dist.is_program(name) and isinstance(source, Path):
            found = {place for place in (SOURCE, str(Path.home() / ".cache")) if place.encode() in source.read_bytes()}
            expect(not found, source, f"nothing of this machine, not {found}")


def unpack(archive):
    if WINDOWS:
        with zipfile.ZipFile(archive) as file:
            file.extractall(FOLDER)
    else:
        with tarfile.open(archive) as file:
            file.extractall(FOLDER)
    return next(FOLDER.iterdir())


def surroundings():
    """What a command needs there: Wine and a display; or the shell's tools and nothing else, no compiler least of all."""
    if WINDOWS:
        need_tools("Xvfb")
        return ["wine", "cmd", "/c", "wb.cmd"], {**Display().changes, "WINEDEBUG": "-all", "WINEPREFIX": os.path.join(WORK, "wine"),
                                                 "LIBGL_ALWAYS_SOFTWARE": "1"}
    tools = Path(WORK, "tools")
    tools.mkdir()
    for tool in ("sh", "dirname", "readlink"):
        (tools / tool).symlink_to(shutil.which(tool))
    return ["./wb"], {"PATH": str(tools)}


def test_commands(top, wb, changes):
    listed = run([*wb, "list"], changes, str(top))
    expect(len(listed.out.splitlines()) == 17 and "04  life                 Ping-pong: the Game of Life" in listed.out.replace("\r", ""), listed, "seventeen lessons")
    following = run([*wb, "next"], changes, str(top))
    expect("1.1 How many groups?" in following.out and "book/01_dispatch.html" in following.out, following, "the first task, with its page")
    wrong = run([*wb, "run", "nothing"], changes, str(top))
    expect(wrong.code == 2 and f"there is no lesson 'nothing'\n  what to do: {TYPED} list" in wrong.err.replace("\r", ""), wrong, "2, and a message")
    hinted = run([*wb, "check", "4.5", "--hint"], changes, str(top))
    expect(hinted.code == 1 and f"hint 1:  {TYPED} debug 4" in hinted.out and f"one more hint: {TYPED} check 4.5" in hinted.out, hinted, "commands to paste")
    for options in ([], ["--give-up"]):  # its C is not in the archive
        lacking = run([*wb, "check", "4.8", *options], changes, str(top))
        expect(lacking.code == 1 and "it has C to write" in lacking.out and not lacking.err, lacking, "1, and what the task needs")
    shown = run([*wb, "show", "12", "list", "colour", "--set", "columns=9"], changes, str(top))
    expect(shown.code == 0 and "12_cloth/colour_list.comp:1 | #version 430 core" in shown.out, shown, "the kernel of a pass")


def test_texts(top):
    """What a page asks for is in the archive; and commands are as a shell there takes them."""
    for page in top.glob("book/*.html"):
        text = page.read_text(encoding="utf-8")
        asked = {name.partition("#")[0] for name in re.findall(r'(?:src|href)="((?!\w+:|#)[^"]+)"', text)}
        missing = sorted(name for name in asked if not (top / "book" / name).exists())
        expect(not missing, page, f"what it asks for, not without {missing[:5]}")
        expect("live/play.js" not in text or '<section class="playground">' in text, page, "a place for the playground")
        expect(not (WINDOWS and "./wb" in text), page, "no ./wb")
    kernel = (top / "shaders/04_life/tasks/gas.comp").read_text(encoding="utf-8")
    expect(f"{TYPED} check 4.gas" in kernel, kernel, f"{TYPED} check 4.gas")


def test_lesson(top, wb, changes):
    """The same state and picture as here."""
    here = run([os.path.join(BIN, "04_life"), *FRAME, "here.png"])
    there = run([*wb, "run", "life", *FRAME, "Bild ä.png"], changes, str(top))
    expect_good(there)
    states = [re.findall(r"^hash (\w+)", one.out, re.M) for one in (here, there)]
    expect(states[0] == states[1] != [], there, f"the state {states[0]}, not {states[1]}")
    picture = top / "Bild ä.png"
    expect(picture.exists() and picture.read_bytes() == Path(WORK, "here.png").read_bytes(), there, "the same picture")


def test_check(top, wb, changes):
    """With the kernel machine, whose compiler is in the archive."""
    checked = run([*wb, "check", "1", "--all", "--variant", "rows"], {**changes, "WB_MACHINE_S": "1"}, str(top))
    expect_good(checked)
    looked = run([*wb, "run", "1", "--headless", "--kernels"], changes, str(top))
    expect_good(looked)


def test_shader(top, wb, changes):
    """The lessons read the shaders of the folder: what is wrong there is said."""
    kernel = top / "shaders" / "04_life" / "global.comp"
    text = kernel.read_text(encoding="utf-8")
    kernel.write_text(text.replace("void main()", "void main(oh no)"), encoding="utf-8")
    broken = run([*wb, "run", "4", *FRAME, "broken.png"], changes, str(top))
    expect(broken.code == 1 and "04_life/global.comp:13: error" in broken.err, broken, "1, and the file with its line")
    kernel.write_text(text, encoding="utf-8")


def test_libraries(top):
    """A program for Linux asks for no library that is neither beside it nor everywhere."""
    for program in [*top.glob("bin/[0-9]*"), *top.glob("lib/*")]:
        names = re.findall(r"NEEDED +(\S+)", subprocess.run(["objdump", "-p", program], capture_output=True, text=True, check=True).stdout)
        foreign = [name for name in names if not EVERYWHERE.match(name) and not (top / "lib" / name).exists()]
        expect(not foreign, program, f"no library from elsewhere, not {foreign}")


if WINDOWS:
    need_tools("x86_64-w64-mingw32-gcc", "x86_64-w64-mingw32-g++", "x86_64-w64-mingw32-g++-posix", "wine")
try:
    BUILT, FILES, ARCHIVE = make()
except dist.Lacking as lacking:
    print(f"skipped: {lacking}")
    sys.exit(77)
test_programs(BUILT, FILES)
TOP = unpack(ARCHIVE)
WB, CHANGES = surroundings()
test_commands(TOP, WB, CHANGES)
test_texts(TOP)
test_lesson(TOP, WB, CHANGES)
test_check(TOP, WB, CHANGES)
test_shader(TOP, WB, CHANGES)
if not WINDOWS:
    test_libraries(TOP)
finish()
