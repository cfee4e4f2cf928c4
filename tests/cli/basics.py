"""What every lesson answers without running: --help, --list, --version, and the list as JSON, from
which all other tests have the names."""
import os
import re

from common import BIN, SOURCE, expect, expect_good, expect_refusal, finish, listing, path, read_json, run

KINDS = {"version", "broken", "task", "flawed", "peer", "project"}
OPTIONS = ("headless", "frames", "size", "seed", "variant", "set", "load", "dump", "screenshot", "record", "every",
           "barriers", "debug", "show", "check", "watch", "hint", "solution", "give-up", "project", "bench", "profile", "step", "hash", "json",
           "list", "version", "help")
# Without lesson 00, whose programs are not the workbench's.
LESSONS = sorted(name for name in os.listdir(os.path.join(SOURCE, "lessons")) if re.match(r"(?!00)\d\d_", name))


def version():
    with open(os.path.join(SOURCE, "CMakeLists.txt"), encoding="utf-8") as file:
        return re.search(r"project\(workbench VERSION ([\d.]+)", file.read())[1]


def expect_answer(words):
    result = run(words)
    expect_good(result)
    expect(result.err == "", result, "nothing on stderr")
    return result


def test_list(program, lesson):
    """The JSON is whole, and the text says the same."""
    listed = listing(program)
    text = expect_answer([program, "--list"])
    where = f"{program} --list --json -"
    expect(listed["lesson"] == lesson and listed["title"] and listed["frames"] > 0, where, "lesson, title and frames")
    names = [variant["name"] for variant in listed["variants"]]
    expect(names and len(set(names)) == len(names), where, "variants, each with a name of its own")
    parts = [part["name"] for part in listed["parts"]]
    expect(parts and all(part["cases"] for part in listed["parts"]), where, "parts, with cases")
    for variant in listed["variants"]:
        expect(variant["kind"] in KINDS and variant["shows"] and variant["part"] in parts, where,
               f"kind, a line and a part of {variant['name']}")
        if variant["kind"] == "broken":
            mark = f"BROKEN: {variant['remark']}"
        else:
            mark = "task: " if variant["kind"] in ("task", "flawed") else ""
        shown = re.search(rf"^  {variant['name']} +(.*(?:\n    .*)*)", text.out, re.M)
        expect(shown and variant["shows"] in shown[1] and mark in shown[1], text,
               f"{variant['name']} with '{variant['shows']}' and '{mark}' in the list")
    for parameter in listed["parameters"]:
        good = parameter["min"] <= parameter["value"] <= parameter["max"] and parameter["type"] in ("int", "float")
        expect(good and parameter["help"], where, f"range and help of {parameter['name']}")
        shown = re.search(rf"^  {parameter['name']} +(.*)[,;] now (\S+)$", text.out, re.M)
        choices = parameter.get("choices")
        expect(shown and parameter["help"] in shown[1], text, f"{parameter['name']} with its help in the list")
        if choices:  # of the values from "min" on
            expect(shown and shown[2] == choices[parameter["value"] - parameter["min"]] and ", ".join(choices) in shown[1],
                   text, f"{parameter['name']} with all its names, and the present one, in the list")
        else:
            expect(shown and abs(float(shown[2]) - parameter["value"]) <= 1e-4 * abs(parameter["value"]), text,
                   f"{parameter['name']} with its value in the list")
    return names + [parameter["name"] for parameter in listed["parameters"]]


def test_texts(program, lesson, names):
    text = expect_answer([program, "--help"])
    for option in OPTIONS:
        expect(f"  --{option} " in text.out, text, f"--{option} in the help")
    for name in names:
        expect(f"  {name} " in text.out, text, f"{name} in the help")
    for word in ("-list-barriers", "-drop-", "-step-all", "-measure"):
        expect(word not in text.out, text, f"no {word}, which is for tests, in the help")
    text = expect_answer([program, "--version"])
    expect(text.out == f"{lesson} of the workbench {version()}\n", text, f"version {version()}")


def test_list_into_file(program):
    result = expect_answer([program, "--list", "--json", "list.json"])
    expect(result.out == "" and read_json("list.json") == listing(program), result, "the list in list.json")
    result = run([program, "--list", "--json", path("nowhere", "list.json")])
    expect_refusal(result, 1, "nowhere/list.json")


def test_escapes():
    """Quotes and tabs in texts."""
    listed = listing(os.path.join(BIN, "wb_tiny"))
    expect(listed["title"] == 'A "tiny" lesson', "wb_tiny --list --json -", "the title")
    expect(listed["variants"][1]["remark"] == 'its "rest"', "wb_tiny --list --json -", "the remark")
    expect(listed["parameters"][0]["help"] == "how many\tnumbers", "wb_tiny --list --json -", "the help")
    expect(listed["parts"][0]["name"] is None, "wb_tiny --list --json -", "null for the name of the only part")


expect(len(LESSONS) >= 9, SOURCE, "lessons")
for one in LESSONS:
    executable = os.path.join(BIN, one)
    test_texts(executable, one, test_list(executable, one))
test_list_into_file(os.path.join(BIN, LESSONS[0]))
test_escapes()
finish()
