"""Every shader that a variant of the course loads passes glslangValidator: a second opinion on what is GLSL, beside the
driver's. And all kernels in the kernel machine: each loads; where it can run on made-up buffers without a fault it leaves
the same bits as the driver; stepped through, forwards and backwards, the same as in one go; and no barrier can be taken
away unnoticed.

Arguments: BIN-DIRECTORY SOURCE-DIRECTORY LESSON [long]. With "long" they are only stepped through, by 10,000 commands each.
Exit status: 0 good, 1 not, 77 there is no glslangValidator or no OpenGL.
"""
import concurrent.futures
import os
import shutil
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.realpath(__file__)), "..", "cli"))
from about import about  # noqa: E402
from common import BIN, LESSON, SOURCE, expect, finish, need_tools, path, run, small, variants, write  # noqa: E402

need_tools("glslangValidator")


def write_shaders(lesson):
    """Of all variants, to a directory of the lesson's own; the kernels among them."""
    program, directory = os.path.join(BIN, lesson), path(lesson)
    names = variants(program)

    def run_variant(name):
        os.mkdir(path(f"{lesson}.{name}"))
        return run([program, "--headless", "--frames", "1", "--variant", name, *small(lesson), "--screenshot", f"{name}.png"],
                   changes={"WB_SHADER_OUTPUT": path(f"{lesson}.{name}")})

    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        results = list(pool.map(run_variant, names))
    for result in results:
        if result.code == 77:
            print("skipped: there is no OpenGL 4.3")
            sys.exit(77)
        expect(result.code in (0, 1), result, "exit status 0, or 1 of a broken variant")
    for name in names:  # a kernel that several variants make has the constants of the last
        shutil.copytree(path(f"{lesson}.{name}"), directory, dirs_exist_ok=True)
    written = sorted(os.listdir(directory))
    validated = run(["glslangValidator", *written], cwd=directory)
    expect(validated.code == 0, validated, "all shaders to be valid")
    for line in validated.out.splitlines():
        if line.startswith("ERROR"):
            print(line)
    found = [path(lesson, name) for name in written if name.endswith(".comp")]
    expect(names and found, lesson, "variants, and a compute shader")
    return found


def facts_of(lesson):
    """What its tests.json says of made-up buffers, in lines as mutate_kernels reads them."""
    own = about(SOURCE, lesson)["kernels"]
    for one in own.get("blocks", []):
        yield f"block {lesson}_{one['kernel']} {one['binding']} {one['first']} {one['step']}"
    for kernel, one in own.get("words", {}).items():
        yield from (f"word {lesson}_{kernel} {one['binding']} {word} {value}" for word, value in one["values"].items())
    yield from (f"faulty {lesson}_{kernel}" for kernel in own.get("not_made_up", {}))


write("facts", "".join(line + "\n" for line in facts_of(LESSON)))
kernels = write_shaders(LESSON)
programs = [["load_kernels"], ["test_machine"], ["step_kernels", "--commands", "20"], ["mutate_kernels", "--facts", path("facts")]]
if "long" in sys.argv[4:]:
    programs = [["step_kernels", "--commands", "10000"]]
for program, *options in programs:
    result = run([os.path.join(BIN, program), *options, *kernels], timeout=14000)
    expect(result.code == 0, result, "exit status 0")
    print(result.out, end="")
finish()
