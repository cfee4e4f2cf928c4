"""Every shader that the variants of a lesson load passes glslangValidator: a second opinion on what is
GLSL, beside the driver's."""
import os

from common import BIN, LESSON, expect, finish, need_tools, path, run, small, variants

need_tools("glslangValidator")
os.mkdir(path("shaders"))
names = variants(os.path.join(BIN, LESSON))
expect(names, LESSON, "variants")
for name in names:
    result = run([os.path.join(BIN, LESSON), "--headless", "--frames", "1", "--variant", name, *small(LESSON),
                  "--screenshot", "picture.png"], changes={"WB_SHADER_OUTPUT": path("shaders")})
    expect(result.code in (0, 1), result, "exit status 0, or 1 of a broken variant")
written = sorted(os.listdir(path("shaders")))
expect(any(name.endswith(".comp") for name in written), LESSON, "a compute shader")
validated = run(["glslangValidator", *written], cwd=path("shaders"))
expect(validated.code == 0, validated, "all shaders to be valid")
for line in validated.out.splitlines():
    if line.startswith("ERROR"):
        print(line)
print(f"{len(written)} shaders of {len(names)} variants")
finish()
