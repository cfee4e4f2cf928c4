"""The pages' compiler makes, of every kernel of the course, byte for byte what glslangValidator makes; and it refuses what that
refuses, with the same messages.

Arguments: BIN-DIRECTORY SOURCE-DIRECTORY. Without emscripten, node, or the sources of glslang: 77.
"""
import concurrent.futures
import hashlib
import json
import os
import re
import subprocess
import sys

from common import BIN, LESSONS, SOURCE, expect, finish, listing, need_tools, path, run, small

sys.path.insert(0, os.path.join(SOURCE, "tools"))
import live  # noqa: E402
import text  # noqa: E402

MODULE = os.path.join(SOURCE, "build", "web")
HEAD = "#version 430 core\nlayout(local_size_x = 64) in;\nlayout(std430, binding = 0) buffer A { uint a[]; };\n"
REFUSED = [HEAD + body for body in (
    "void main() { a[0] = 1.5 }\n", "void main() { a[0] = b; }\n", "void main()\n{\n    a[0] = 1.0;\n}\n", "int f() { return f(); }\nvoid main() { f(); }\n",
    "shared uint s[1 << 28];\nvoid main() { a[-1] = s[0]; }\n", "#error no\nvoid main() { }\n", "void f() { }\n", "void main() {\n")]


def texts_of(lesson):
    """All kernels that the lesson's variants give to the driver, tasks and broken ones, too: as often as they differ."""
    found = set()
    for number, variant in enumerate(listing(os.path.join(BIN, lesson))["variants"]):
        folder = path(f"{lesson}{number}")
        os.mkdir(folder)
        run([os.path.join(BIN, lesson), "--show", "--variant", variant["name"], *small(lesson)], changes={"WB_SHADER_OUTPUT": folder})
        for name in os.listdir(folder):
            if name.endswith(".comp"):
                with open(os.path.join(folder, name), encoding="utf-8") as file:
                    found.add((name, file.read()))
    return found


def native(source):
    try:
        return hashlib.sha256(live.compiled("", source)).hexdigest(), ""
    except text.Problem as problem:
        kept = [line for line in str(problem).split("\n")[1:] if line and not re.search("No code generated|not generated", line)]
        return None, "".join(line.replace(": stdin:", ": 0:") + "\n" for line in kept)


need_tools("emcc", "node", "glslangValidator")
made = [run([os.path.join(SOURCE, "machine", "web", script), MODULE], timeout=900) for script in ("build.sh", "compiler.sh")]
if 77 in [one.code for one in made]:
    print("skipped:", *[one.err.strip() for one in made])
    sys.exit(77)
for one in made:
    expect(one.code == 0, one, "exit status 0")
with concurrent.futures.ThreadPoolExecutor(len(os.sched_getaffinity(0))) as pool:
    kernels = sorted(set().union(*pool.map(texts_of, [name for name in LESSONS if not name.startswith("00")])))
    there = {os.path.basename(name) for _, _, files in os.walk(os.path.join(SOURCE, "shaders")) for name in files if name.endswith(".comp")}
    sources = [source for _, source in kernels] + REFUSED
    wanted = list(pool.map(native, sources))
done = subprocess.run(["node", os.path.join(SOURCE, "tests", "web", "compile.js"), MODULE], input=json.dumps(sources), capture_output=True, text=True, check=False)
if expect(done.returncode == 0, "tests/web/compile.js", f"exit status 0: {done.stderr[-800:]}"):
    got = json.loads(done.stdout)
    for (name, _), one, (sha256, messages) in zip(kernels + [(source, "") for source in REFUSED], got, wanted):
        expect(one["sha256"] == sha256, name, "the bytes of glslangValidator")
        expect(sha256 or one["messages"] == messages, name, f"the messages of glslangValidator:\n{messages}not:\n{one['messages']}")
    expect(all(sha256 is None for sha256, _ in wanted[len(kernels):]), "REFUSED", "texts that do not compile")
    times = sorted(one["ms"] for one in got)
    print(f"{len(kernels)} kernels, {len({name for name, _ in kernels})} files of {len(there)}: the same bytes; {len(REFUSED)} refused; "
          f"{times[len(times) // 2]:.0f} ms each (median)")
    expect(len({name for name, _ in kernels}) > 140, kernels, "the kernels of the course")
finish()
