#!/usr/bin/env python3
"""tools/doctor.py, which is ./wb doctor --full: what its report says, and its exit status. The lessons are pretended."""
import os
import shutil

from common import SOURCE, expect, expect_refusal, finish, run, write
from course import Course, plain, png

GREY, RED = plain(20, 10, 90, 90, 90), plain(20, 10, 200, 0, 0)
DRIVER = "Pretended NVIDIA GPU, OpenGL 4.3 1.0"
# What a lesson answers: to --check, --list, --hash.
ANSWERS = """case $all in
*--task*) echo "solved   ${all##* }"; grep -q wrong "${WB_SHADERS%%%%:*}"/*/tasks/"${all##* }".comp && echo 'error: it is wrong' >&2; exit 0 ;;
*--check*) %s ;;
*--list*) echo '{"variants": [{"name": "fast", "kind": "version"}, {"name": "free", "kind": "version"}]}'; exit ;;
*--hash*) echo '""" + DRIVER + """'; echo hash %s; exit ;;
esac"""
GOOD = ("echo 'good     fast     equals'; echo 'broken   bad     fails, as it should'; echo '  open    4.1   blank     40 min  x'; "
        "echo '  04_life/global.comp                   250   7564.2 M  equal'; exit 0")
HASH, OTHER = "0123456789abcdef", "fedcba9876543210"


def make(directory, *lessons, columns="variant,llvmpipe,zink,NVIDIA"):
    """Each lesson: its name, its answer to --check, its hash, its picture, and the picture's reference."""
    course = Course(directory)
    for name in ("doctor.py", "shots.py", "tasks.py"):
        shutil.copy(os.path.join(SOURCE, "tools", name), course.file("tools"))
    os.makedirs(course.file("tests", "cli"))
    for name in ("hashes.py", "about.py"):
        shutil.copy(os.path.join(SOURCE, "tests", "cli", name), course.file("tests", "cli"))
    write(course.file("CMakeLists.txt"), "project(workbench VERSION 4.5.6 LANGUAGES C)\n")
    for name, check, state, result, reference in lessons:
        course.add(name, result, reference, also=ANSWERS % (check, state))
        os.makedirs(course.file("lessons", name, "tests"))
        write(course.file("lessons", name, "tests", "states.csv"), f"{columns}\nfast,,,{HASH}\nfree,,,-\n")
        os.makedirs(course.file("shaders", name, "solutions"))
        write(course.file("shaders", name, "solutions", "gas.comp"), "right\n// --- as shipped ---\nwrong\n")
    return course


def doctor(course):
    return run(["/usr/bin/python3", "-B", course.file("tools", "doctor.py"), "--bin", course.file("bin")])


def expect_row(result, lesson, *cells):
    rows = [line.split() for line in result.out.splitlines() if line.startswith(lesson)]
    expect(rows and " ".join(rows[0][1:]) == " ".join(cells), result, f"{lesson}: {cells}")


def expect_line(result, line):
    expect(line in result.out.splitlines(), result, f"the line '{line}'")


def test_good():
    result = doctor(make("good", ("04_life", GOOD, HASH, GREY, GREY), ("09_sph", GOOD, HASH, RED, RED)))
    expect(result.code == 0, result, "exit status 0")
    expect_line(result, f"OpenGL      {DRIVER}")
    expect("workbench   4.5.6" in result.out, result, "the version")
    for lesson in ("04_life", "09_sph"):
        expect_row(result, lesson, "2 good", "1 good", "1 good", "1 good", "1 good")
        expect_line(result, f"skipped: state of {lesson} free: it differs from run to run")
    last = result.out.splitlines()[-1]
    expect(last.startswith("all good, 2 skipped, in "), result, "the sum")
    expect(len(result.out.splitlines()) <= 24 and max(map(len, result.out.splitlines())) <= 100, result, "one screen")


def test_wrong():
    fails = "echo 'good  fast  equals'; echo 'FAILED   tile'; echo 'error: cells: got 1' >&2; exit 1"
    crashes = "echo 'good  fast  equals'; kill -SEGV $$"
    faulty = GOOD.replace("exit 0", "echo 'error: a race' >&2; exit 1")
    course = make("wrong", ("04_life", fails, HASH, GREY, RED), ("06_bitonic", GOOD, OTHER, GREY, GREY),
                  ("07_grid", faulty, HASH, GREY, GREY), ("09_sph", crashes, HASH, RED, RED))
    write(course.file("shaders", "06_bitonic", "solutions", "gas.comp"), "wrong\n")
    result = doctor(course)
    expect(result.code == 1, result, "exit status 1")
    expect_row(result, "04_life", "1 WRONG, 1 good", "skipped", "1 good", "1 good", "1 WRONG, 0 good")
    expect_row(result, "06_bitonic", "2 good", "1 good", "1 WRONG, 0 good", "1 WRONG, 0 good", "1 good")
    expect_row(result, "07_grid", "2 good", "1 WRONG, 1 good", "1 good", "1 good", "1 good")
    expect_row(result, "09_sph", "1 WRONG, 1 good", "skipped", "1 good", "1 good", "1 good")
    expect_line(result, "wrong:   06_bitonic: our answer to gas is solved, but error: it is wrong")
    expect_line(result, "wrong:   07_grid: its kernels in the machine exit status 1 error: a race")
    expect_line(result, "wrong:   04_life: check of tile")
    expect_line(result, f"wrong:   06_bitonic fast: state {OTHER}, not {HASH}")
    expect_line(result, "wrong:   09_sph: the check killed by signal 11")
    expect("wrong:   04_life.png DIFFERENT: largest difference 110 of 255; 100.0000 %" in result.out, result, "the picture")
    expect(result.out.splitlines()[-1].startswith("6 wrong, 4 skipped, in "), result, "the sum")


def test_skipped():
    course = make("skipped", ("04_life", GOOD, HASH, GREY, GREY), ("09_sph", GOOD, HASH, RED, RED))
    os.remove(course.file("bin", "09_sph"))
    os.remove(course.file("bin", "wb_compare"))
    life = course.file("bin", "04_life")
    with open(life, encoding="utf-8") as file:
        text = file.read().replace("NVIDIA", "Unheard-of")
    write(life, text)
    result = doctor(course)
    expect(result.code == 0, result, "exit status 0")
    expect_row(result, "04_life", "2 good", "1 good", "1 good", "skipped", "skipped")
    expect_row(result, "09_sph", "skipped", "skipped", "skipped", "skipped", "skipped")
    for line in ("pictures: wb_compare is not built", "states: none are on record for this driver", "09_sph: it is not built"):
        expect_line(result, f"skipped: {line}")


def test_elsewhere():
    """A picture that rounding decides may differ on another vendor's driver, as much as its lesson says, and not on Mesa's."""
    def red(pixels):
        return png(20, 10, lambda x, y: (200, 0, 0) if 20 * y + x < pixels else (90, 90, 90))

    why = '{"pictures": {"elsewhere": {"percent": 5, "why": "rounding"}}}'
    course = make("elsewhere", ("11_boids", GOOD, HASH, red(10), GREY), ("13_foam", GOOD, HASH, red(11), GREY),
                  ("14_galaxy", GOOD, HASH, red(10), GREY))
    for lesson in ("11_boids", "13_foam"):
        write(course.file("lessons", lesson, "tests.json"), why)
    result = doctor(course)
    expect_row(result, "11_boids", "2 good", "1 good", "1 good", "1 good", "skipped")
    expect_line(result, "skipped: 11_boids.png: not the same as with Mesa: rounding")
    for lesson in ("13_foam", "14_galaxy"):
        expect_row(result, lesson, "2 good", "1 good", "1 good", "1 good", "1 WRONG, 0 good")
    with open(course.file("bin", "11_boids"), encoding="utf-8") as file:
        text = file.read().replace("Pretended NVIDIA GPU", "llvmpipe")
    write(course.file("bin", "11_boids"), text)
    result = doctor(course)
    expect_row(result, "11_boids", "2 good", "1 good", "1 good", "skipped", "1 WRONG, 0 good")


def test_lacking():
    course = make("lacking", ("04_life", GOOD, HASH, GREY, GREY))
    course.add("04_life", GREY, GREY, also="echo 'error: OpenGL 4.3 core is needed' >&2; exit 77")
    expect_refusal(doctor(course), 77, "OpenGL 4.3 core is needed")
    os.remove(course.file("bin", "04_life"))
    result = doctor(course)
    expect(result.code == 2 and "./wb doctor --full" in result.err, result, "exit status 2, and how to build")


test_good()
test_wrong()
test_skipped()
test_elsewhere()
test_lacking()
finish()
