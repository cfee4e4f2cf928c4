"""The kernel debugger in the terminal, driven by scripts: what its commands show, in 80 columns, forwards and back; what it
says to wrong ones; and a session at a terminal.
"""
import os
import pty
import re
import select
import signal
import shutil
import subprocess
import time

from common import BIN, SOURCE, Run, environment, expect, expect_good, expect_refusal, finish, need_tools, path, run

need_tools("glslangValidator")
USAGE, LACKING = 2, 77


def debug(lesson, commands, *words, **more):
    """A session with the commands of --do."""
    return run([os.path.join(BIN, lesson), "--debug", "--do", commands, *words], **more)


def expect_session(result, *texts):
    """It went well, fits a terminal, and says all of this, in this order."""
    expect_good(result)
    wide = [line for line in result.out.splitlines() if len(line) > 80]
    expect(not wide, result, f"lines of at most 80 characters, not {wide[:2]}")
    at = 0
    for text in texts:
        found = result.out.find(text, at)
        expect(found >= 0, result, f"'{text}', behind what comes before it, in:\n{result.out}")
        at = max(at, found + len(text))


SMALL = ["--set", "width=61", "--set", "height=47"]


def test_moving():
    result = debug("02_shared", "step; step; next; step; where; finish; until barrier; back; where; restart",
                    "--variant", "tile", "--group", "1,2", *SMALL)
    expect_session(result, 'pass "blur", kernel 02_shared/tile.comp', "group (1, 2, 0), lanes 0 to 255",
                   "load_tile();", "(all) step\nload_tile(), 02_shared/tile.glsl\n     8  ivec2 corner",
                   "     9  for (int i", "    10  tile[i] = pixel_at(", "pixel_at(), 02_shared/blur.glsl",
                   "#0  pixel_at(), 02_shared/blur.glsl:7\n#1  load_tile(), 02_shared/tile.glsl:10", "(all) finish",
                   "(all) until barrier\nmain(), 02_shared/tile.comp", "(all) back\n", "barrier();", "the start of the group")
    expect_session(debug("02_shared", "help"), "step, s", "reverse-continue, rc", "quit, q")


def test_lanes():
    result = debug("02_shared", "width 8; lane 20; until barrier; lanes; others; lanes gl_LocalInvocationID.y; print p; "
                    "width all; lanes lane < 3", "--variant", "tile", *SMALL)
    expect_session(result, "(all) width 8", "(lanes 0-7) lane 20", "invocation (4, 1, 0)",
                   "(lanes 16-23) until barrier\nthese lanes wait at the barrier(), 02_shared/tile.comp:16\nfor 248 others",
                   "8 lanes  wait at 02_shared/tile.comp:16: 16-23", "(lanes 16-23) others",
                   "8 lanes  1", "lane 20: p = (?, ?)", "3 lanes  true", "253 lanes  false")


def test_breakpoints():
    result = debug("02_shared", "break tile.glsl:10 if i == 260; tbreak tile.comp:19; info breakpoints; continue; print i; "
                    "continue; info breakpoints; delete; info breakpoints; continue; reverse-until pixel_at",
                    "--variant", "tile", *SMALL)
    expect_session(result, "1  02_shared/tile.glsl:10 if i == 260", "2  02_shared/tile.comp:19, once",
                   "breakpoint 1, lane 4", "lane 4: i = 260", "breakpoint 2", "1  02_shared/tile.glsl:10",
                   "there are no breakpoints", "the group has ended", "pixel_at(), 02_shared/blur.glsl")


def test_conditions():
    """What has no value before the line is said; a loop on one line that calls a function stops in it."""
    result = debug("02_shared", "break tile.comp:15 if p.x == 3; delete; break tile.glsl:18 if x == 2; continue; print x; "
                    "delete; break tile.glsl:17 if y == 3; continue; print y", "--variant", "tile", *SMALL)
    expect_session(result, "breakpoint 1: 02_shared/tile.comp:15\nit may never stop: p has no value there yet\n"
                   "it gets one in 02_shared/tile.comp:18", "breakpoint 2: 02_shared/tile.glsl:18\n(all) continue",
                   "breakpoint 2, lane 0\n", "    18  for (int x", "lane 0: x = 2", "breakpoint 3", "lane 0: y = 3")


def test_watch():
    """A change stops commands, forwards and back, at the same place."""
    result = debug("02_shared", "until tile.glsl:18; watch sums.x; width 8; watch sums.x lane 20; info breakpoints; continue; "
                    "delete 1; continue; continue; reverse-continue; reverse-continue; delete; info breakpoints",
                    "--variant", "tile", *SMALL)
    expect_session(result, "watch 1: sums.x, in any lane", "watch 2: sums.x, in lane 20", "  1  watch sums.x\n  2  watch sums.x "
                   "lane 20", "watch 1, lane 0 and 7 more: sums.x, by 02_shared/tile.glsl:18\n  before 0\n  after ",
                   "these lanes have ended", "there are no breakpoints")
    again = debug("02_shared", "until tile.glsl:18; watch sums.x lane 3; continue; continue; print sums.x; reverse-continue; "
                   "print sums.x; next; print sums.x", "--variant", "tile", *SMALL)
    changes = re.findall(r"watch 1, lane 3: sums.x, by 02_shared/tile.glsl:18\n  before (\d+)\n  after  (\d+)", again.out)
    shown = re.findall(r"lane 3: sums.x = (\d+)", again.out)
    expect(len(changes) >= 3 and changes[1] == changes[2] and changes[0][1] == changes[1][0], again, "the same change, back")
    expect(shown[0] == changes[1][1] and shown[1] == changes[1][0], again, f"its two sides, not {shown} of {changes}")


def test_not_found():
    """What was looked for and not found has a name; the lane that got a NaN is looked at."""
    result = debug("02_shared", "until finding; until nan; reverse-until finding; until load_tile; reverse-until tile_mean; help",
                    "--variant", "tile", *SMALL)
    expect_session(result, "nothing was found up to here\nthe group has ended", "no operation has given a NaN up to here",
                   "nothing was found before that\nthe start of the group", "none of these lanes had run that line",
                   "watch, wa", "A + before a line's number")


def test_memory():
    result = debug("02_shared", "until 31; shared words[33]; until 35; next 2; accesses; counters; list",
                    "--variant", "strided", "--set", "stride=32")
    expect_session(result, "words[33] = ", "bank 1, written by lane 33 in 02_shared/banks.comp:30",
                   "256 requests of 32 lanes, each 32.0 bank ways", "32.0", "for (uint round = 0u;")


def test_race():
    """A missing barrier: found, and played in both orders."""
    result = debug("02_shared", "until finding; finding; finding 1; orders", "--variant", "no_barrier", *SMALL)
    expect_good(result)
    for text in ("finding 1, race: tile[22], 02_shared/tile.glsl:18", "before that, invocation (6, 1, 0)",
                 "first lane 16 reads ?", "nothing says which of the two a GPU does"):
        expect(text in result.out, result, f"'{text}' in\n{result.out}")


def test_deleted_barrier():
    """The same in lesson 04's tile, with its barrier deleted."""
    shutil.copytree(os.path.join(SOURCE, "shaders"), path("shaders"))
    name = path("shaders", "04_life", "tile.comp")
    with open(name, encoding="utf-8") as file:
        text = file.read()
    expect(text.count("barrier();") == 1, name, "one barrier()")
    with open(name, "w", encoding="utf-8") as file:
        file.write(text.replace("barrier();", "         ;"))
    result = debug("04_life", "until finding; orders", "--variant", "tile", changes={"WB_SHADERS": path("shaders")})
    expect_session(result, "finding 1, race: tile[", "before, ", "first lane", "then  lane")


def test_which_dispatch():
    result = debug("06_bitonic", "info group", "--set", "keys=5000")
    found = re.search(r'pass "([^"]+)", kernel (\S+)', result.out)
    expect(found, result, "the pass's name")
    again = debug("06_bitonic", "info group", "--set", "keys=5000", "--pass", found[1], "--frames", "1")
    expect_session(again, f'pass "{found[1]}"')
    refused = debug("06_bitonic", "", "--pass", "no such pass")
    expect_refusal(refused, USAGE, 'no dispatch in a pass "no such pass"', "there are: ", f'"{found[1]}"')
    refused = debug("06_bitonic", "", "--pass", found[1] + ":9999")
    expect_refusal(refused, USAGE, "no number 9999")
    expect_refusal(debug("02_shared", "", "--group", "99999,0,0"), USAGE, "there is no work group (99999, 0, 0): there are ")


def test_wrong():
    for words, text in ((["--pass", "blur"], "--debug"), (["--debug", "--check"], "--debug"),
                        (["--debug", "--group", "1;2"], "--group 1;2"), (["--debug", "--group", "-1"], "--group -1")):
        expect_refusal(run([os.path.join(BIN, "02_shared"), *words]), USAGE, text)
    for command, text in (("nonsense", "no such command"), ("group -1,0,0", "no work group: X,Y,Z count from 0"),
                          ("print nothing", "there is no variable nothing here"),
                          ("until 9999", "has no code from line 9999"), ("break load_tiles", "neither a line"),
                          ("step x", "a number of times"), ("lane 256", "0 to 255"), ("width 3", "1, 8, 32, 64"),
                          ("delete 4", "no breakpoint 4"), ("finding 1", "until finding"), ("shared p", "shared"),
                          ("break 18 if p.x ==", "a number or a variable is needed"), ("until", "until what?"),
                          ("reverse-until nan", "forwards"), ("info x", "info what?")):
        result = debug("02_shared", f"{command}; step", "--variant", "tile", *SMALL)
        expect_refusal(result, USAGE, text)
        expect("(all) step\n" not in result.out, result, "a script to end with the first mistake")
    expect_refusal(debug("02_shared", "", changes={"PATH": path("nowhere")}), LACKING, "glslang-tools")


def scripted(commands, *words):
    words = [os.path.join(BIN, "02_shared"), "--debug", "--variant", "tile", *SMALL, *words]
    done = subprocess.run(words, input=commands, env=environment(), capture_output=True, text=True, timeout=60)
    return Run(" ".join(words), done.returncode, done.stdout, done.stderr, 0.0)


def test_standard_input():
    given = debug("02_shared", "step; step; step; lanes i", "--variant", "tile", *SMALL)
    typed = scripted("# a comment\nstep\n\n\nlanes i\n")
    expect_good(typed)
    expect(typed.out == given.out, typed, f"the same as with --do, Enter repeating, not\n{typed.out}\nbut\n{given.out}")
    expect(scripted("quit\nnonsense\n").code == 0, typed, "nothing to be read behind quit")
    expect(scripted("nonsense\nquit\n").code == USAGE, typed, "exit status 2 after a mistake")


def expect_end(process):
    end, ended, status = time.monotonic() + 30, 0, None
    while ended == 0 and time.monotonic() < end:
        time.sleep(0.01)
        ended, status = os.waitpid(process, os.WNOHANG)
    if ended == 0:
        os.kill(process, signal.SIGKILL)
        os.waitpid(process, 0)
    expect(ended != 0 and os.waitstatus_to_exitcode(status) == 0, "02_shared --debug at a terminal",
           f"exit status 0 after Ctrl-D, not {status}")


def start_at_terminal():
    process, terminal = pty.fork()
    if process == 0:
        os.execve(os.path.join(BIN, "02_shared"), ["02_shared", "--debug", "--variant", "tile", *SMALL],
                  {**environment(), "TERM": "xterm"})
    return process, terminal


def test_terminal():
    """At a terminal a mistake ends nothing; Ctrl-D does."""
    process, terminal = start_at_terminal()
    seen = ""

    def wait_for(text):
        nonlocal seen
        end = time.monotonic() + 30
        while text not in seen and time.monotonic() < end and select.select([terminal], [], [], end - time.monotonic())[0]:
            try:
                seen += os.read(terminal, 65536).decode(errors="replace")
            except OSError:
                break
        expect(text in seen, "02_shared --debug at a terminal", f"'{text}' in {seen!r}")
        seen = seen.partition(text)[2]

    wait_for("(all) ")
    os.write(terminal, b"nonsense\n")
    wait_for("no such command")
    wait_for("(all) ")
    os.write(terminal, b"step\n")
    wait_for("ivec2 corner")
    wait_for("(all) ")
    os.write(terminal, b"\n")
    wait_for("for (int i")
    wait_for("(all) ")
    os.write(terminal, b"\x04")
    expect_end(process)


def test_early_end():
    """A Ctrl-D that is typed before the editor has the terminal."""
    process, terminal = start_at_terminal()
    os.write(terminal, b"\x04")
    expect_end(process)


for test in (test_moving, test_lanes, test_breakpoints, test_conditions, test_watch, test_not_found, test_memory, test_race, test_deleted_barrier, test_which_dispatch,
             test_wrong, test_standard_input, test_terminal, test_early_end):
    test()
finish()
