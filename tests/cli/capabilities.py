"""A machine that lacks something is told so within two seconds: exit status 77, and a message that
says what is needed, what was found and what to do. Mesa plays the machines."""
import shutil

from common import (LIFE, Display, expect, expect_good, expect_refusal, finish, life, run)

LACKING = 77
SMALL = ("--set", "width=16", "--set", "height=16", "--frames", "3")
SOFTWARE = {"LIBGL_ALWAYS_SOFTWARE": "1"}  # Mesa's driver, on machines with a GPU too

# What is wrong with the machine, and what the message has to say was found.
OLD = (
    ({"MESA_GL_VERSION_OVERRIDE": "4.2"}, "found: OpenGL 4.2"),
    ({"MESA_GL_VERSION_OVERRIDE": "3.3"}, "found: OpenGL 3.3"),
    ({"MESA_EXTENSION_OVERRIDE": "-GL_ARB_compute_shader"}, "found: OpenGL 4.2"),
    ({"GALLIUM_DRIVER": "softpipe"}, "softpipe"),
)


def expect_lacking(words, changes, found):
    result = run(words, changes=changes)
    if result.seconds >= 2.0:  # on a machine that is busy with something else
        result = run(words, changes=changes)
    expect_refusal(result, LACKING, "OpenGL 4.3", found, "what to do: ", "LIBGL_ALWAYS_SOFTWARE=1",
                   "libgl1-mesa-dri", "./wb doctor")
    expect("(null)" not in result.err, result, "no (null) in the message")
    expect(result.seconds < 2.0, result, "an end within 2 s")


def driver_is_built_in():
    """Mesa from 24.3 on keeps its drivers in one library, and looks for none elsewhere."""
    return run([LIFE, "--headless", *SMALL], changes={**SOFTWARE, "LIBGL_DRIVERS_PATH": "/nonexistent"}).code == 0


def test_headless():
    absent = (
        ({"__EGL_VENDOR_LIBRARY_FILENAMES": "/nonexistent.json"}, "found: no EGL driver"),
        ({"LIBGL_DRIVERS_PATH": "/nonexistent"}, "found: an EGL that cannot start a driver"),
    )
    if driver_is_built_in():
        absent = absent[:1]
    for changes, found in OLD + absent:
        expect_lacking([LIFE, "--headless", *SMALL], {**SOFTWARE, **changes}, found)
    changes, found = OLD[0]
    expect_lacking([LIFE, "--check"], {**SOFTWARE, **changes}, found)


def test_no_display():
    for changes in ({}, {"DISPLAY": ""}, {"DISPLAY": ":4711"}, {"WAYLAND_DISPLAY": "wayland-4711"},
                    {"DISPLAY": "nonsense"}):
        result = run([LIFE, *SMALL], changes={**SOFTWARE, **changes})
        expect_good(result)
        expect(result.err.count("\n") == 1 and "no display" in result.err, result,
               "one line that says there is no display")
        expect("3 frames" in result.out, result, "the results of the run")
        result = run([LIFE, "--step", *SMALL], changes={**SOFTWARE, **changes})
        expect_refusal(result, LACKING, "--step", "display", "what to do: ")
    result = life(*SMALL)
    expect(result.err == "", result, "nothing on stderr with --headless")


def test_window():
    if shutil.which("Xvfb") is None:
        print("left out: windows, because there is no Xvfb")
        return
    display = {**SOFTWARE, **Display().changes}
    expect_good(run([LIFE, *SMALL, "--size", "64x64"], changes=display))
    absent = () if driver_is_built_in() else (({"LIBGL_DRIVERS_PATH": "/nonexistent"}, "found: no OpenGL"),)
    for changes, found in OLD + absent:
        expect_lacking([LIFE, *SMALL], {**display, **changes}, found)
    # --headless asks for no window, so a display that is no good does no harm.
    expect_good(life(*SMALL, changes={**SOFTWARE, "DISPLAY": ":4711"}))


test_headless()
test_no_display()
test_window()
finish()
