"""--show: for each variant of each lesson the kernel that is printed is, letter by letter, the text that WB_SHADER_OUTPUT
writes for it, and behind each place stands the line that is there. The passes of a step, and shaders by their files;
what there is instead of a name that there is not; colours at a terminal, and none elsewhere."""
import os
import pty
import re
import subprocess

from common import BIN, LESSONS, SOURCE, environment, expect, expect_good, expect_refusal, finish, listing, path, run, small

USAGE = 2
INJECTED = "(injected constant)"
# These are compiled several times, with other constants; WB_SHADER_OUTPUT leaves the last.
SEVERAL = ("05_reduction/", "fft/lines.comp")


def lesson_run(lesson, *words, **more):
    return run([os.path.join(BIN, lesson), "--show", *words], **more)


def parts_of(result, output):
    """The places and the text."""
    lines = [re.fullmatch(r" *(\(injected constant\)|[\w./]+:\d+) \|(?: (.*))?", line) for line in output.split("\n")[:-1]]
    if not expect(lines and all(lines), result, "a place and a bar before each line"):
        return [], ""
    return [line[1] for line in lines], "".join(f"{line[2] or ''}\n" for line in lines)


files = {}


def line_at(place):
    name, _, number = place.rpartition(":")
    if name not in files:
        with open(os.path.join(SOURCE, "shaders", name), encoding="utf-8") as file:
            files[name] = file.read().split("\n")
    line = files[name][int(number) - 1]
    return "" if re.match(r"\s*#\s*include\b", line) else line  # the second of a file leaves an empty line


def expect_shader(result, directory, may_complain=False):
    """Returns the file that it begins with. `may_complain`: the driver need not like it."""
    if may_complain:
        expect(result.code == 0, result, "exit status 0")
    elif not expect_good(result):
        return None
    places, text = parts_of(result, result.out)
    for place, line in zip(places, text.split("\n")):
        good = re.match(r"#define \w+ ", line) if place == INJECTED else line == line_at(place)
        if not expect(good, result, f"'{line}' at {place}"):
            break
    if not places:
        return None
    name = places[0].rpartition(":")[0]
    with open(os.path.join(directory, name.replace("/", "_")), encoding="utf-8") as file:
        written = file.read()
    if written != text and any(name.startswith(several) for several in SEVERAL):
        bare = [[line for line in one.split("\n") if not line.startswith("#define ")] for one in (written, text)]
        good = bare[0] == bare[1]
    else:
        good = written == text
    expect(good, result, f"the text of {name} that the driver got")
    return name


def show(lesson, *words, may_complain=False):
    directory = path(f"{lesson}{len(os.listdir(path()))}")
    os.mkdir(directory)
    result = lesson_run(lesson, *words, *small(lesson), changes={"WB_SHADER_OUTPUT": directory})
    return expect_shader(result, directory, may_complain), result


def test_variants(lesson):
    for variant in listing(os.path.join(BIN, lesson))["variants"]:
        if variant["kind"] == "peer":
            expect_refusal(lesson_run(lesson, "--variant", variant["name"], *small(lesson)), USAGE, "has no such kernel")
            continue
        name, result = show(lesson, "--variant", variant["name"], may_complain=variant["kind"] == "broken")
        expect(name == variant["kernel"], result, f"the kernel {variant['kernel']}, not {name}")


def test_passes():
    name, result = show("04_life", "--variant", "in_place", "--pass", "borders")
    expect(name == "04_life/borders.comp", result, "the pass's kernel")
    name, result = show("04_life", "--variant", "in_place", "--pass", "borders:3")
    expect(name == "04_life/borders.comp", result, "the kernel of the third of these passes")
    for file in ("04_life/cells.frag", "draw/picture.vert"):
        name, result = show("04_life", "--pass", file)
        expect(name == file, result, f"the shader {file}")
    name, result = show("04_life")
    expect(name == "04_life/global.comp", result, "the lesson's first version")
    refused = lesson_run("04_life", "--variant", "in_place", "--pass", "nowhere", *small("04_life"))
    expect_refusal(refused, USAGE, "--pass nowhere: variant in_place has no such pass or shader; it has:",
                   'pass "interior": 04_life/in_place.comp', 'pass "borders": 04_life/borders.comp', "04_life/cells.frag")
    expect(refused.err.count('"borders"') == 1, refused, "each pass once")
    expect_refusal(lesson_run("04_life", "--variant", "in_place", "--pass", "borders:99", *small("04_life")), USAGE, "borders:99")


def test_usage():
    expect_refusal(lesson_run("04_life", "--check"), USAGE, "--show", "--check")
    expect_refusal(lesson_run("04_life", "--screenshot", "p.png"), USAGE, "--show")
    expect_refusal(run([os.path.join(BIN, "04_life"), "--pass", "life"]), USAGE, "--pass", "--show")
    result = lesson_run("04_life", *small("04_life"), cwd=path())
    expect(not [name for name in os.listdir(path()) if name.endswith(".png")], result, "no picture")


def at_terminal(**changes):
    """What a terminal gets."""
    leader, follower = pty.openpty()
    process = subprocess.Popen([os.path.join(BIN, "04_life"), "--show", *small("04_life")], stdin=subprocess.DEVNULL, stdout=follower,
                               stderr=subprocess.DEVNULL, env=environment(changes))
    os.close(follower)
    output = b""
    while True:
        try:
            block = os.read(leader, 65536)
        except OSError:  # the other end is closed
            break
        if not block:
            break
        output += block
    os.close(leader)
    expect(process.wait() == 0, "04_life --show at a terminal", "exit status 0")
    return output.decode().replace("\r\n", "\n")


def test_colours():
    plain = lesson_run("04_life", *small("04_life"))
    where = "04_life --show at a terminal"
    expect("\033" not in plain.out, plain, "no colours in a pipe")
    coloured = at_terminal(TERM="xterm", NO_COLOR="")
    expect(re.search("\033\\[33m#define", coloured), where, "constants in a colour")
    expect(re.search("\033\\[36m// The rule", coloured), where, "what is included in another")
    bare = re.sub("\033\\[[0-9;]*m", "", coloured)
    expect([line.rstrip() for line in bare.split("\n")] == [line.rstrip() for line in plain.out.split("\n")], where, "the same text")
    for changes in ({"TERM": "xterm", "NO_COLOR": "1"}, {"TERM": "dumb", "NO_COLOR": ""}):
        expect(at_terminal(**changes) == plain.out, f"{where}, {changes}", "no colours")


for one in LESSONS:
    test_variants(one)
test_passes()
test_usage()
test_colours()
finish()
