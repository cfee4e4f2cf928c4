"""Which glad the configuration takes: the first on the PATH that is glad 2, and what it says if
there is none. With stubs in the place of glad."""
import os
import shutil

from common import SOURCE, expect, finish, path, run

CMAKE = shutil.which("cmake")
GLAD_1 = 'echo "usage: glad [-h] --out-path OUT --generator {c,c-debug,d,nim,pascal,volt}"'
GLAD_2 = 'echo "usage: glad [-h] --api API --out-path OUT_PATH {c,rust} ..."'
BROKEN = 'echo "ModuleNotFoundError: No module named glad" >&2; exit 1'


def stub(directory, text):
    os.makedirs(path(directory))
    with open(path(directory, "glad"), "w", encoding="utf-8") as file:
        file.write("#!/bin/sh\n" + text + "\n")
    os.chmod(path(directory, "glad"), 0o755)


def find(*directories):
    """What cmake/WbFindGlad.cmake does with these directories as the PATH; it says what it took."""
    with open(path("find.cmake"), "w", encoding="utf-8") as file:
        file.write(f"include({SOURCE}/cmake/WbFindGlad.cmake)\nmessage(\"taken: ${{WB_GLAD}}\")\n")
    return run([CMAKE, "-P", path("find.cmake")],
               changes={"PATH": ":".join(path(directory) for directory in directories)})


def expect_taken(result, directory):
    expect(result.code == 0 and f"taken: {path(directory, 'glad')}\n" in result.err, result,
           f"{directory}/glad to be taken")


def expect_none(result, *texts):
    expect(result.code != 0, result, "a failure")
    for text in ("glad 2 is missing", "apt-get install python3-glad", *texts):
        expect(text in result.err, result, f"'{text}' in the message")


stub("one", GLAD_1)
stub("two", GLAD_2)
stub("broken", BROKEN)
expect_taken(find("two"), "two")
expect_taken(find("two", "one"), "two")
expect_taken(find("one", "broken", "two"), "two")
expect_none(find("nowhere"))
expect_none(find("one"), f"{path('one', 'glad')} is glad 1")
expect_none(find("broken", "one"), f"{path('broken', 'glad')} does not run", "No module named glad", "is glad 1")
finish()
