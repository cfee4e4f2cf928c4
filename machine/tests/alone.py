"""The interpreter, its debugger and captures use nothing but C's own library, so that they compile to WebAssembly: only
these headers of the system are included, and of base/ only what keeps to them, too.

Arguments: MACHINE-DIRECTORY SOURCE... (relative to it). Exit status: 0 good, 1 not.
"""
import os
import re
import sys

ALLOWED = {"ctype.h", "inttypes.h", "math.h", "stdarg.h", "stdbool.h", "stddef.h", "stdint.h", "stdio.h", "stdlib.h",
           "string.h"}
ABOVE = os.path.dirname(os.path.realpath(sys.argv[1]))


def find(name):
    """A header, named from the directory above or from common/."""
    return next((place for place in (os.path.join(ABOVE, name), os.path.join(ABOVE, "common", name))
                 if os.path.exists(place)), None)


def faults_of(path, seen):
    if path in seen:
        return
    seen.add(path)
    with open(path, encoding="utf-8") as file:
        lines = file.read().splitlines()
    for number, line in enumerate(lines, 1):
        system = re.match(r"\s*#\s*include <([^>]+)>", line)
        own = re.match(r'\s*#\s*include "([^"]+)"', line)
        if system and system[1] not in ALLOWED:
            yield f"{os.path.relpath(path, ABOVE)}:{number}: {line}"
        if own:
            header = find(own[1])
            yield from faults_of(header, seen) if header else [f"{path}:{number}: there is no {own[1]}"]


seen = set()
faults = [fault for source in sys.argv[2:] for fault in faults_of(os.path.join(ABOVE, "machine", source), seen)]
print("\n".join(faults))
print(f"{len(seen)} files, {len(faults)} faults")
sys.exit(1 if faults or len(seen) < 2 else 0)
