#!/usr/bin/env python3
"""Tests tools/text.py on small courses of its own: each kind of fault is found, refresh mends."""
import importlib.util
import contextlib
import io
import json
import os
import sys
import tempfile
import unittest
import unittest.mock
from pathlib import Path

TOOL = Path(__file__).resolve().parents[2] / "tools" / "text.py"
sys.path.insert(0, str(TOOL.parent))
CODE = compile(TOOL.read_text(encoding="utf-8"), TOOL, "exec")  # once for all tests

MAIN_C = """\
#include <stdio.h>

enum { GROUP = 16 };

/* ---- A section ---- */

// So many groups.
static int groups(int cells);

// So many groups that they
// cover the cells.
static int groups(int cells)
{
    // [quotient]
    int count = (cells + GROUP - 1) / GROUP;

    // [result]
    if (count > 0) {
        return count; // enough
    }
    // [/quotient]
    return 0;
    // [/result]
}

/* What the
 * words say. */
struct pair {
    int a, b;
};

int main(void)
{
    return groups(3);
}
"""

KERNEL = """\
#version 430 core
int at(ivec2 p) { return p.x; }

// Nobody calls
#define UNUSED

void main()
{
    at(ivec2(0));
}

int twice(int a) { return 2 * a; }
float twice(float a) { return 2.0 * a; }
"""

# Of the form of common/lesson/bench_report.c.
RECORD = {
    "lesson": "04_life", "gl": "Some GPU, driver 1.2", "clock": "GPU clock",
    "date": "2026-01-31 12:00", "seed": 1, "checks": [],
    "roof": {"buffer_bytes": 1, "read": {"gb_per_s": 3030.4}, "copy": {"gb_per_s": 80}},
    "cases": [{"parameters": "width=64 height=64", "item": "cell updates", "buffer_bytes": 1, "results": [
        {"variant": "global", "median_ms": 1.5, "steady": True, "items_per_s": 2.5e9,
         "gb_per_s": 20.0, "roof": "copy", "share_of_roof": 0.25},
        {"variant": "tile", "median_ms": 0.09996, "steady": False, "items_per_s": 999.9e9,
         "gb_per_s": 40.0, "roof": "copy", "share_of_roof": 0.5, "gain": 2.0,
         "gain_over": "global"}]}],
}

# What stands above an excerpt of the kernel's at().
PLACE = "[`shaders/04_life/global.comp`](../../shaders/04_life/global.comp), `at`:\n"

# Two parts, one with a sweep over a parameter.
SWEEP = {**RECORD, "cases": [{**RECORD["cases"][0], "parameters": "blur: width=64"}] + [
    {"parameters": f"banks: stride={stride}", "item": "reads", "results": [
        {"variant": "plain", "median_ms": 0.5 * stride, "items_per_s": 4e9 / stride},
        *([{"variant": "padded", "median_ms": 0.25, "items_per_s": 8e9}] if stride > 1 else [])]}
    for stride in (1, 2, 32)]}

PROGRAM = """\
#!/bin/sh
echo "$0 $*" >>"$CALLS"
case "$*" in *--debug*) echo "$*"; exit ;; esac
echo "in $PWD"
case "$*" in
*--variant=wrong*) echo "that went wrong"; exit 1 ;;
*--dump*) echo data >data.npy ;;
*--load*) cat data.npy || exit 2; cat shaders/04_life/global.comp >/dev/null || exit 2 ;;
esac
"""


class Course(unittest.TestCase):
    def setUp(self):
        self.scratch = tempfile.TemporaryDirectory()
        self.addCleanup(self.scratch.cleanup)
        self.root = Path(self.scratch.name) / "my course"
        (self.root / "tools").mkdir(parents=True)
        self.write("lessons/04_life/main.c", MAIN_C)
        self.write("lessons/08_scan/main.c", "int main(void) { return 0; }\n")
        self.write("lessons/02_shared/main.c", "int main(void) { return 0; }\n")
        self.write("lessons/12_scan_large/main.c", "int main(void) { return 0; }\n")
        self.write("shaders/04_life/global.comp", KERNEL)
        self.write("lessons/04_life/measurements/some.json", json.dumps(RECORD))
        self.write("bin/04_life", PROGRAM).chmod(0o755)
        self.write("wb", '#!/bin/sh\necho "wb $*" >>"$CALLS"\n[ "$1" != doctor ]').chmod(0o755)
        self.readme = self.root / "lessons/04_life/README.md"

    def write(self, name, content):
        file = self.root / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(content, encoding="utf-8")
        return file

    def tool(self, *arguments):
        calls = Path(self.scratch.name) / "calls"
        calls.write_text("")
        os.environ["CALLS"] = str(calls)
        tool = str(self.root / "tools/text.py")
        out, error = io.StringIO(), io.StringIO()
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(error), \
                unittest.mock.patch("sys.argv", [tool, *map(str, arguments)]), \
                self.assertRaises(SystemExit) as end:
            exec(CODE, {"__name__": "__main__", "__file__": tool})
        self.calls, self.error = calls.read_text(), error.getvalue()
        return end.exception.code, out.getvalue()

    def check(self, content, *arguments):
        """The lines that `check` prints about a text, without its summary."""
        self.readme.write_text(content)
        status, output = self.tool("check", *arguments)
        faults, summary, _ = (output.rsplit("\n", 2) if "\n" in output.rstrip("\n")
                              else ("", *output.split("\n")))
        self.assertIn("1 texts, ", summary, self.error)
        self.assertEqual(status, 1 if faults else 0, output)
        return faults

    def expect_good(self, content, *arguments):
        self.assertEqual(self.check(content, *arguments), "")

    def expect_fault(self, content, line, *parts, arguments=()):
        faults = self.check(content, *arguments)
        self.assertTrue(faults.startswith(f"lessons/04_life/README.md:{line}: "), faults)
        self.assertEqual(faults.count("README.md:"), 1, faults)
        for part in parts:
            self.assertIn(part, faults)

    def refresh(self, content):
        """What refresh makes of a text. Twice must be the same as once, and pass the check."""
        self.readme.write_text(content)
        status, output = self.tool("refresh")
        self.assertEqual(status, 0, output)
        mended = self.readme.read_text()
        time = self.readme.stat().st_mtime_ns
        self.assertEqual(self.tool("refresh"), (0, ""))
        self.assertEqual(self.readme.stat().st_mtime_ns, time)
        self.expect_good(mended)
        return mended

    def excerpt(self, source):
        """The code that refresh puts after a comment that names the source."""
        mended = self.refresh(f"<!-- excerpt: {source} -->\n")
        self.assertTrue(mended.endswith("```\n"), mended)
        path, _, name = source.partition("#")
        place = f"[`{path}`]({os.path.relpath(self.root / path, self.readme.parent)})"
        self.assertEqual(mended.split("\n")[1], place + (f", `{name}`:" if name else ":"))
        return "\n".join(mended.split("\n")[3:-2])


class Excerpts(Course):
    def test_sweeps(self):
        self.write("lessons/04_life/measurements/sweep.json", json.dumps(SWEEP))
        words = "measurements/sweep.json part=banks by=stride"
        table = self.refresh(f"<!-- figures: {words} -->\n<!-- /figures -->\n")
        self.assertIn("In ms a frame:\n\n| stride | `plain` | `padded` |\n| --: | --: | --: |\n"
                      "| 1 | 0.500 |  |\n| 2 | 1.00 | 0.250 |\n| 32 | 16.0 | 0.250 |\n", table)
        table = self.refresh(f"<!-- figures: {words} value=items_per_s -->\n<!-- /figures -->\n")
        self.assertIn("In reads/s:", table)
        self.assertIn("| 32 | 125 M | 8.00 G |", table)
        table = self.refresh("<!-- figures: measurements/sweep.json part=blur -->\n"
                             "<!-- /figures -->\n")
        self.assertIn("| blur: width=64 |", table)
        self.assertNotIn("banks", table)
        table = self.refresh("<!-- figures: measurements/sweep.json with=stride=32 by=stride -->\n"
                             "<!-- /figures -->\n")
        self.assertIn("| 32 |", table)
        self.assertNotIn("| 2 |", table)
        twice = {**SWEEP, "cases": [SWEEP["cases"][3], *SWEEP["cases"][1:]]}  # 32 twice
        self.write("lessons/04_life/measurements/twice.json", json.dumps(twice))
        self.expect_fault("<!-- figures: measurements/twice.json by=stride -->\n"
                          "<!-- /figures -->\n", 1, "two cases have stride=32")
        turned = {**SWEEP, "cases": SWEEP["cases"][:0:-1]}  # without the first, which has no stride
        self.write("lessons/04_life/measurements/turned.json", json.dumps(turned))
        table = self.refresh("<!-- figures: measurements/turned.json by=stride -->\n"
                             "<!-- /figures -->\n")
        self.assertLess(table.index("| 2 |"), table.index("| 32 |"))  # by size
        for words, fault in (("part=none", "no cases of the part none"),
                             ("by=width", "'banks: stride=1' has no width="),
                             ("by=stride value=money", "value=money is not known"),
                             ("buy=stride", "buy= is not known")):
            self.expect_fault(f"<!-- figures: measurements/sweep.json {words} -->\n"
                              "<!-- /figures -->\n", 1, fault)

    def test_plots(self):
        if importlib.util.find_spec("matplotlib") is None:
            self.skipTest("python3-matplotlib is missing")
        record = self.write("lessons/04_life/measurements/sweep.json", json.dumps(SWEEP))
        picture = self.write("lessons/04_life/figures/s.svg", "<svg/>")
        content = ("<!-- plot: figures/s.svg measurements/sweep.json part=banks by=stride -->\n"
                   "![Strides](figures/s.svg)\n")
        self.expect_fault(content, 1, "s.svg does not show these figures", "./wb text")
        self.readme.write_text(content)
        status, output = self.tool("refresh")
        self.assertEqual((status, output.count("drew")), (0, 1), output)
        drawn = picture.read_text()
        self.assertEqual(self.tool("refresh"), (0, ""))
        self.expect_good(content)
        picture.write_text("<svg/>")
        self.tool("refresh")
        self.assertEqual(picture.read_text(), drawn)  # the same figures, the same bytes
        SWEEP["cases"][1]["results"][0]["median_ms"] = 0.75
        record.write_text(json.dumps(SWEEP))
        self.expect_fault(content, 1, "s.svg does not show these figures")
        SWEEP["cases"][1]["results"][0]["median_ms"] = 0.5

    def test_roofline(self):
        if importlib.util.find_spec("matplotlib") is None:
            self.skipTest("python3-matplotlib is missing")
        record = json.loads(json.dumps(SWEEP))
        record["roof"]["arithmetic"] = {"flops_per_s": 6e12}
        record["cases"][0]["results"][0].update(flops_per_s=2e12, gb_per_s=100.0)
        self.write("lessons/04_life/measurements/roofs.json", json.dumps(record))
        picture = self.write("lessons/04_life/figures/r.svg", "<svg/>")

        def content(places):
            return (f"<!-- plot: figures/r.svg {places} value=roofline -->\n"
                    "![Roofs](figures/r.svg)\n")
        self.readme.write_text(content("measurements/roofs.json:0"))
        status, output = self.tool("refresh")
        self.assertEqual((status, output.count("drew")), (0, 1), output)
        self.expect_good(content("measurements/roofs.json:0"))
        self.assertIn("<svg", picture.read_text())
        for places, fault in (("measurements/roofs.json:99", "is no FILE:PLACE of a case"),
                              ("measurements/roofs.json", "is no FILE:PLACE of a case"),
                              ("measurements/none.json:0", "none.json")):
            self.expect_fault(content(places), 1, fault)

    def test_function(self):
        self.assertEqual(self.excerpt("lessons/04_life/main.c#groups"), """\
// So many groups that they
// cover the cells.
static int groups(int cells)
{
    int count = (cells + GROUP - 1) / GROUP;

    if (count > 0) {
        return count; // enough
    }
    return 0;
}""")

    def test_function_on_one_line(self):
        self.assertEqual(self.excerpt("shaders/04_life/global.comp#at"),
                         "int at(ivec2 p) { return p.x; }")

    def test_directive_is_no_comment(self):
        self.assertTrue(self.excerpt("shaders/04_life/global.comp#main").startswith("void main()"))

    def test_struct(self):
        self.assertEqual(self.excerpt("lessons/04_life/main.c#pair"),
                         "/* What the\n * words say. */\nstruct pair {\n    int a, b;\n};")

    def test_regions_may_overlap(self):
        self.assertEqual(self.excerpt("lessons/04_life/main.c#quotient"), """\
int count = (cells + GROUP - 1) / GROUP;

if (count > 0) {
    return count; // enough
}""")
        self.assertTrue(self.excerpt("lessons/04_life/main.c#result").endswith("}\nreturn 0;"))

    def test_region_wins_over_function(self):
        self.write("lessons/04_life/a.c", "int a(void)\n{\n    // [a]\n    f();\n    // [/a]\n}\n")
        self.assertEqual(self.excerpt("lessons/04_life/a.c#a"), "f();")

    def test_region_and_function_of_a_script(self):
        self.write("tools/a.sh", "# [x]\necho 1\n# [/x]\n\n# Why.\nsay() {\n    echo\n}\n")
        self.assertEqual(self.excerpt("tools/a.sh#x"), "echo 1")
        self.assertEqual(self.excerpt("tools/a.sh#say"), "# Why.\nsay() {\n    echo\n}")

    def test_whole_file(self):
        without_marks = [line for line in MAIN_C.split("\n") if "[" not in line]
        self.assertEqual(self.excerpt("lessons/04_life/main.c"), "\n".join(without_marks[:-1]))

    def test_stale_excerpt(self):
        comment = f"Text.\n\n<!-- excerpt: shaders/04_life/global.comp#at -->\n{PLACE}```glsl\n"
        stale = comment + "int at(ivec2 p) { return p.y; }\n```\nMore.\n"
        self.expect_fault(stale, 6, "global.comp#at", "`int at(ivec2 p) { return p.y; }`",
                          "./wb text")
        self.assertEqual(self.refresh(stale), stale.replace("p.y", "p.x"))

    def test_lines_missing_or_too_many(self):
        comment = f"<!-- excerpt: shaders/04_life/global.comp#at -->\n{PLACE}```glsl title\n"
        code = "int at(ivec2 p) { return p.x; }\n"
        for old, line in (("", 4), (code + "int more;\n", 5)):
            self.expect_fault(f"{comment}{old}```\n", line, "`int " if old else "int at")
            self.assertEqual(self.refresh(f"{comment}{old}```\n"), f"{comment}{code}```\n")

    def test_block_is_added_with_its_language(self):
        comment = "<!-- excerpt: shaders/04_life/global.comp#at -->\n"
        self.expect_fault(f"{comment}\nMore.\n", 2, "0 lines")
        self.assertEqual(self.refresh(f"{comment}\nMore.\n"),
                         comment + PLACE + "```glsl\nint at(ivec2 p) { return p.x; }\n```\n\nMore.\n")

    def test_place_is_said(self):
        comment = "<!-- excerpt: shaders/04_life/global.comp#at -->\n"
        code = "```glsl\nint at(ivec2 p) { return p.x; }\n```\n"
        self.expect_good(comment + PLACE + code)
        for wrong in ("", "\n", PLACE.replace("at`", "main`"), PLACE.replace("../..", "..", 1)):
            self.readme.write_text(comment + wrong + code)
            self.assertIn("README.md:2: ", self.tool("check", self.readme)[1], wrong)
            self.assertEqual(self.refresh(comment + wrong + code), comment + PLACE + code)
        self.assertEqual(self.refresh(comment + PLACE), comment + PLACE + code)

    def test_block_in_a_list_is_indented(self):
        mended = self.refresh("- A:\n\n  <!-- excerpt: lessons/04_life/main.c#result -->\n")
        self.assertIn("\n  ```c\n  if (count > 0) {\n      return count;", mended)
        mended = self.refresh("- A:\n\n  <!-- excerpt: lessons/04_life/main.c#quotient -->\n")
        self.assertIn("GROUP;\n\n  if", mended)

    def test_several_in_one_text(self):
        mended = self.refresh("<!-- excerpt: shaders/04_life/global.comp#at -->\n\n"
                              "<!-- excerpt: lessons/04_life/main.c#pair -->\n```c\nold\n```\n\n"
                              "<!-- excerpt: shaders/04_life/global.comp#at -->\n")
        self.assertEqual(mended.count("int at("), 2)
        self.assertEqual(mended.count("struct pair"), 1)

    def test_missing_sources(self):
        for source, part in (("lessons/04_life/none.c", "no file lessons/04_life/none.c"),
                             ("lessons/04_life/main.c#none", "regions: quotient result"),
                             ("shaders/04_life/global.comp#twice", "more than once")):
            text = f"\n<!-- excerpt: {source} -->\n```c\nold\n```\n"
            self.expect_fault(text, 2, part)
            self.assertEqual(self.tool("refresh")[0], 1)
            self.assertEqual(self.readme.read_text(), text)

    def test_refresh_mends_what_it_can(self):
        self.readme.write_text("<!-- excerpt: none.c -->\n\n"
                               "<!-- excerpt: lessons/04_life/main.c#pair -->\n")
        status, output = self.tool("refresh", self.readme)
        self.assertEqual(status, 1)
        self.assertIn("README.md:1: there is no file none.c", output)
        self.assertIn("README.md:4: renewed lessons/04_life/main.c#pair", output)
        self.assertIn("struct pair", self.readme.read_text())

    def test_fences_in_a_source(self):
        self.write("lessons/04_life/a.txt", "```text\na\n```\n")
        self.expect_fault("<!-- excerpt: lessons/04_life/a.txt -->\n", 1, "would end the block")

    def test_broken_regions(self):
        for source in ("// [x]\na;\n", "a;\n// [/x]\n", "// [/x]\n// [x]\n",
                       "// [x]\n// [/x]\n// [x]\n// [/x]\n"):
            self.write("lessons/04_life/a.c", source)
            self.expect_fault("<!-- excerpt: lessons/04_life/a.c#x -->\n", 1, "region x")

    def test_code_from_nowhere(self):
        self.expect_fault("Text.\n\n```glsl\nint a;\n```\n", 3, "comes from no file")
        self.expect_good("```c sketch\nint a;\n```\n\n```text\na\n```\n")

    def test_misspelt_comments(self):
        for comment in ("<!-- excerpt main.c -->", "<!-- excerpts: lessons/04_life/main.c -->",
                        "See <!-- excerpt: lessons/04_life/main.c -->", "<!-- figure: a b c -->",
                        "Of <!-- figure: measurements/some.json lesson %s -->04_life"):
            faults = self.check(f"\n{comment}\n")
            self.assertIn("README.md:2: this comment is not understood", faults)
        self.expect_good("Write `<!-- excerpt main.c -->`.\n\n```text\n<!-- excerpt x -->\n```\n")

    def test_block_without_end(self):
        self.expect_fault("\n```text\na\n", 2, "never ends")
        self.expect_good("````text\n```c\n````\n")

    def test_the_file_is_replaced_in_one_go(self):
        old = "<!-- excerpt: lessons/04_life/main.c#pair -->\n"
        self.readme.write_text(old)
        self.readme.chmod(0o664)
        opened = self.readme.open(encoding="utf-8")
        self.addCleanup(opened.close)
        before = sorted(self.readme.parent.iterdir())
        self.tool("refresh")
        self.assertEqual(opened.read(), old)
        self.assertEqual(self.readme.stat().st_mode & 0o777, 0o664)
        self.assertEqual(sorted(self.readme.parent.iterdir()), before)


class Links(Course):
    def test_good_ones(self):
        self.write("README.md", "# The top\n\nNo [link](lessons/04_life/README.md#one).\n")
        self.readme.write_text("# One\n")
        self.assertEqual(self.tool("check"), (0, "2 texts, 0 faults; commands were read, not run: "
                                              "--bin DIR runs them\n"))
        (self.root / "README.md").unlink()
        self.write("doc/other.md", """\
# Some `code_name`, *here*: é?
## _A_ [link](x)
## Same
## Same
<a id="by-hand"></a>
""")
        self.expect_good("""\
# One
[a](main.c) ![b](<main.c> "title") [c](../04_life) [d](#one) [`e`](main.c#L3) [f][g]
[h](../../doc/other.md#some-code_name-here-é) [i](/doc/other.md#a-link)
[j](/doc/other.md#same-1) [k](/doc/other.md#by-hand)
[l](https://example.org/none) [m](mailto:a@b)

[g]: main.c
[^1]: Note.
`[x](none)` <!-- [y](none) -->

```text
[z](none)
```
""")

    def test_bad_ones(self):
        for link, part in (("[a](none.c)", "no lessons/04_life/none.c"),
                           ("![a](none.png)", "no lessons/04_life/none.png"),
                           ("[`a`](none.c)", "none.c"), ("[a]: none.c", "none.c"),
                           ("<img width=\"3\" src=\"none.png\">", "none.png"),
                           ("[![a](main.c)](none)", "none"), ("[a](../../../x)", "out of the"),
                           ("[a](#none)", "has: one"), ("[a](README.md#One)", "has: one"),
                           ("[a](/none)", "none"), ("[a](#one-1)", "has: one")):
            self.expect_fault(f"# One\n\nText\n{link}\n", 4, part)

    def test_anchor_in_a_code_block_is_none(self):
        self.expect_fault("```text\n# one\n```\n[a](#one)\n", 4, "no heading")

    def test_paths_in_backticks(self):
        self.expect_good("`shaders/04_life/global.comp`, `shaders/04_life/*.comp`, `lessons/`, "
                         "`lessons/NN_name/main.c`, `lessons/04_life/main.c:3`, `other/none`, "
                         "`cp lessons/none x`, `lessons/04_life/main.c#groups`\n")
        for path in ("shaders/04_life/none.comp", "common/none.h", "shaders/none/*.comp"):
            self.expect_fault(f"\nSee `{path}`.\n", 2, path)
        self.expect_fault("See `lessons/04_life/main.c#none`.\n", 1, "defines no none")


class Commands(Course):
    def block(self, *lines, fence="sh"):
        return "\n".join(["Text.", "", f"```{fence}", *lines, "```", ""])

    def test_rewriting(self):
        program = str(self.root / "bin/04_life")
        for command, called in (("./wb run 4", "--headless --frames 1 --size 320x200"),
                                ("./wb run life --frames 7", "--headless --frames 1 --size 320x200 --frames 7"),
                                ("./wb run 04_life --step --hash", "--headless --frames 1 --size 320x200 --hash"),
                                ("./wb run 4 --set 'a=b c'  # text",
                                 "--headless --frames 1 --size 320x200 --set a=b c"),
                                ("./wb run 4 \\\n  --hash", "--headless --frames 1 --size 320x200 --hash"),
                                ("WB_PRESET=asan ./wb check 04 --seed 7", "--check --seed 7"),
                                ("mkdir texts && WB_SHADER_OUTPUT=texts ./wb run 4", "--headless --frames 1 --size 320x200"),
                                ("./wb check 4 --hint --watch", "--check --hint"),
                                ("./wb show 4", "--show"),
                                ("./wb show 4 tile --seed 7", "--show --variant tile --seed 7"),
                                ("./wb show 4 in_place 'the borders' >text.comp", "--show --variant in_place --pass the borders"),
                                ("./wb bench 4", "--bench --list")):
            self.expect_good(self.block(command), *self.arguments())
            self.assertEqual(self.calls, f"{program} {called}\n")

    def test_whole_checks_are_only_read(self):
        self.expect_good(self.block("./wb check 4", "./wb check life   # all of it", "./wb check 4 --watch"), *self.arguments())
        self.assertEqual(self.calls, "")
        self.expect_fault(self.block("./wb check 7"), 4, "names no lesson", arguments=self.arguments())

    def arguments(self):
        return ("--bin", str(self.root / "bin"))

    def test_commands_of_wb_itself(self):
        self.expect_good(self.block("./wb list", "./wb help", "./wb doctor # or not", "./wb"),
                         *self.arguments())
        self.assertEqual(self.calls, "wb list\nwb help\nwb doctor\nwb help\n")
        self.expect_good(self.block("./wb setup", "./wb test -R x", "./wb shots 4", "./wb text"),
                         *self.arguments())
        self.assertEqual(self.calls, "")

    def test_they_share_a_copy_of_the_course(self):
        self.expect_good(self.block("./wb run 4 --dump cells=data.npy",
                                        "./wb run 4 --load cells=data.npy && ./wb run 4"),
                         *self.arguments())
        self.assertEqual(self.calls.count("--frames"), 3)
        self.assertFalse(list(self.root.rglob("data.npy")))

    def test_exit_codes(self):
        self.expect_good(self.block("./wb run 4 --variant=wrong # exits 1: it is wrong"),
                         *self.arguments())
        self.expect_fault(self.block("./wb run 4", "./wb run 4 --variant=wrong"), 5, "exits 1",
                          "that went wrong", "# exits N", arguments=self.arguments())
        self.expect_fault(self.block("./wb run 4 # exits 1"), 4, "exits 0, not 1",
                          arguments=self.arguments())

    def test_a_program_that_is_not_built(self):
        self.expect_fault(self.block("./wb run 8"), 4, "exits 127", "not found",
                          arguments=self.arguments())

    def test_what_is_wrong_without_running(self):
        for command, part in (("./wb run 9", "'9' names no lesson"), ("./wb run sca", "or several"),
                              ("./wb fly", "no command ./wb fly"), ("./wb run", "needs a lesson"),
                              ("./wb run --hash", "needs a lesson"), ("make", "no-run")):
            self.expect_fault(self.block("", "# A comment.", command), 6, part)
        self.expect_good(self.block("./wb run scan --variant=wrong", "./wb run 2"))
        self.assertEqual(self.calls, "")

    def test_transcripts_and_blocks_that_are_not_run(self):
        self.expect_good(self.block("$ ./wb run 4", "12 frames in 3 s"), *self.arguments())
        self.assertEqual(self.calls.count("--frames"), 1)
        self.expect_good(self.block("make", "./wb run 9", fence="sh no-run"), *self.arguments())
        self.expect_good(self.block("./wb run 9", fence="text"), *self.arguments())


    def test_commands_in_sentences(self):
        self.expect_good("`./wb run 4\n--hash`, `./wb run N --oops`, `./wb debug`, `./wb test --quick` and `./wb check 4`\n",
                         *self.arguments())
        self.assertEqual(self.calls, f"{self.root / 'bin/04_life'} --headless --frames 1 --size 320x200 --hash --list\n")
        for command, part in (("./wb run 4 --variant=wrong", "that went wrong"), ("./wb run 9", "names no lesson"),
                              ("./wb fly 4", "no command ./wb fly")):
            self.expect_fault(f"Text.\n\nSee `{command}`.\n", 3, part, arguments=self.arguments())

    def front(self, version):
        """glslangValidator of that version, in front of the machine's own."""
        front = self.write("front/glslangValidator", f"#!/bin/sh\necho 'Glslang Version: {version}'")
        front.chmod(0o755)
        path = os.pathsep.join([str(front.parent), os.environ["PATH"]])
        patch = unittest.mock.patch.dict(os.environ, PATH=path)
        patch.start()
        self.addCleanup(patch.stop)

    def test_sessions_of_another_front(self):
        self.front("11:14.0.0")
        block = self.block("$ ./wb debug 4 --do back", "old", fence="console")
        self.readme.write_text(block)
        status, said = self.tool("check", *self.arguments())
        self.assertEqual(status, 0, said)
        self.assertIn("was not compared, since this glslang counts lines in another way", said)

    def test_sessions(self):
        self.front("11:12.0.0")
        block = self.block("$ ./wb debug 4 --do back", "old", fence="console")
        self.readme.write_text(block)
        self.assertEqual(self.tool("refresh", *self.arguments())[0], 0)
        mended = self.readme.read_text()
        self.assertEqual(mended, block.replace("old", "--debug --do back"))
        self.expect_good(mended, *self.arguments())
        self.expect_fault(mended.replace("do back\n```", "do forth\n```"), 5, "--debug --do forth",
                          "./wb text", arguments=self.arguments())
        self.expect_fault(mended.replace("\n```\n", "\nmore\n```\n"), 5, "2 lines", arguments=self.arguments())
        self.expect_good(mended.replace("do back\n```", "do forth\n```"))  # nothing is run


class Figures(Course):
    def test_table(self):
        mended = self.refresh("<!-- figures: measurements/some.json -->\n"
                              "old\n<!-- /figures -->\nText.\n")
        self.assertEqual(mended, """\
<!-- figures: measurements/some.json -->

Some GPU, driver 1.2, 2026-01-31 12:00; GPU clock. Roof: 3,030 GB/s reading, 80.0 GB/s copying.

| width=64 height=64 | ms a frame | cell updates/s | GB/s | of the roof | gain |
| :-- | --: | --: | --: | --: | --: |
| `global` | 1.50 | 2.50 G | 20.0 | 25 % (copy) |  |
| `tile` | ~ 0.100 | 1.00 T | 40.0 | 50 % (copy) | x 2.00 |

~ still moved when the time for measuring was over

<!-- /figures -->
Text.
""")
        changed = mended.replace("2.50 G", "9.00 G")
        self.expect_fault(changed, 7, "measurements/some.json", "9.00 G", "./wb text")
        self.assertEqual(self.refresh(changed), mended)

    def test_number_in_a_sentence(self):
        start = "It does\n*<!-- figure: measurements/some.json\n  cases.0.results."
        end = "<!-- /figure --> /s*, and <!-- figure: measurements/some.json lesson %s -->x" \
              "<!-- /figure -->.\n"
        for way, value in (("tile.items_per_s %.2e", "1.00e12"), ("1.gb_per_s %.0f", "40"),
                           ("global.share_of_roof %.1e", "2.5e-1"), ("tile.gain %g", "2"),
                           ("tile.gb_per_s / cases.0.results.global.gb_per_s %.1f", "2.0"),
                           ("global.gb_per_s / measurements/some.json:roof.copy.gb_per_s %.2f", "0.25")):
            mended = self.refresh(f"{start}{way} -->?{end}")
            expected = f"{start}{way} -->{value}{end}".replace("-->x<", "-->04_life<")
            self.assertEqual(mended, expected)
            self.expect_fault(mended.replace(f">{value}<", ">77<"), 3, "77")

    def test_a_line_must_not_begin_with_it(self):
        figure = "<!-- figure: measurements/some.json lesson %s -->04_life<!-- /figure -->"
        for before in ("", "  ", "- ", "> ", "1. "):
            self.expect_fault(f"Text\n{before}{figure} text\n", 2, "not Markdown")
        self.expect_good(f"| {figure} |\n\n```text\n{figure}\n```\n")

    def test_no_record(self):
        name = "measurements/none.json"
        self.expect_fault(f"<!-- figures: {name} -->\n<!-- /figures -->\n", 1, "no record")
        self.expect_fault(f"Of <!-- figure: {name} a %s -->1<!-- /figure -->\n", 1, "no record")

    def test_wrong_records(self):
        text = "<!-- figures: measurements/bad.json -->\n<!-- /figures -->\n"
        for content, part in (("{", "no JSON"), ("[]", "does not come from 04_life"),
                              ('{"lesson": "08_scan"}', "does not come from 04_life"),
                              ('{"lesson": "04_life"}', "lacks")):
            self.write("lessons/04_life/measurements/bad.json", content)
            self.expect_fault(text, 1, "measurements/bad.json", part)

    def test_no_such_number(self):
        for way, part in (("cases.1 %s", "before 1"), ("none %s", "before none"),
                          ("cases.0.results.none.gain %s", "before none"),
                          ("cases.0.results.global.gain %s", "before gain"),
                          ("lesson.a %s", "before a"), ("lesson %d", "cannot write")):
            figure = f"<!-- figure: measurements/some.json {way} -->1<!-- /figure -->"
            self.expect_fault(f"Of {figure}\n", 1, part)

    def test_ends(self):
        self.expect_fault("\n<!-- figures: measurements/some.json -->\ntext\n", 2, "need an end")
        self.expect_fault("\n<!-- /figures -->\n", 2, "nothing begins")


class Usage(Course):
    def test_wrong_usage(self):
        self.readme.write_text("")
        for arguments in ((), ("mend",), ("check", "none.md"), ("check", "--bin", "none"),
                          ("refresh", __file__)):
            self.assertEqual(self.tool(*arguments)[0], 2, arguments)

    def test_only_the_files_that_are_named(self):
        self.readme.write_text("[a](none)\n")
        other = self.write("lessons/08_scan/README.md", "# Scan\n")
        self.assertEqual(self.tool("check", "--bin", self.root, other), (0, "1 texts, 0 faults\n"))
        self.assertEqual(self.tool("check")[0], 1)

    def test_not_utf8(self):
        self.readme.write_bytes(b"\xff\n")
        status, output = self.tool("check")
        self.assertEqual(status, 1)
        self.assertIn("README.md:1: cannot be read", output)


if __name__ == "__main__":
    unittest.main()
