"""The glossary: each of its words has two lines at most, and a lesson that explains it; and each lesson's page that is a sequence of tasks
links a word from where it comes first behind the page's head. (Links and anchors: tools/text.py.)

Words in code, headings, tables, captions and other links do not count. `glossary.py BIN SOURCE --link` puts the links in.
"""
import os
import re
import sys

from common import LESSONS, SOURCE, expect, finish

sys.path.insert(0, os.path.join(SOURCE, "tools"))
import text  # noqa: E402

MOST_WORDS = 45
GLOSSARY = os.path.join(SOURCE, "lessons", "GLOSSARY.md")
# What is no prose; of a line, and of a page.
QUIET = re.compile(r"`[^`]*`|!\[[^\]]*\]\([^)]*\)|\[(?:[^\]`]|`[^`]*`)*\]\((?!\.\./GLOSSARY\.md)[^)]*\)")
SKIPPED = re.compile(r"\s*(#|\||<!--|\*\*(You will be able to|Needs|Time|Difficulty)\*\*)")


def entries(content):
    """{word: its lines}, in the glossary's order."""
    parts = re.split(r"^### (.+)\n", content, flags=re.M)
    return {word: body.strip() for word, body in zip(parts[1::2], parts[2::2])}


def prose(page):
    """The page with blanks in the place of what is no prose: what is found there is at the same place in the page."""
    fence, comment, lines = False, False, []
    for line in page.split("\n"):
        is_mark = text.FENCE.match(line) is not None
        is_quiet = fence or is_mark or comment or SKIPPED.match(line) or text.CAPTION.fullmatch(line)
        fence ^= is_mark
        comment = "-->" not in line if comment or "<!--" in line else False
        lines.append(" " * len(line) if is_quiet else QUIET.sub(lambda match: " " * len(match[0]), line))
    return "\n".join(lines)


def first_uses(page, words):
    """[(word, where it begins and ends in the page, whether it is a link)] of those that come up."""
    left, found = prose(page), []
    for word in sorted(words, key=len, reverse=True):  # "memory barrier" before "barrier"
        form = rf"\b{re.escape(word)}s?\b".replace(r"\ ", r"\s")
        link = rf"\[\**(?P<linked>{form})\**\]\(\.\./GLOSSARY\.md#[\w-]+\)"  # "barrier" may be a memory barrier
        match = re.search(f"{link}|{form}", left, re.I)
        if match:
            found.append((word, *match.span(), match["linked"] is not None))
        left = re.sub(f"{link}|{form}", lambda one: " " * len(one[0]), left, flags=re.I)
    return found


def test_glossary(words):
    expect(list(words) == sorted(words), GLOSSARY, "its words in order")
    for word, body in words.items():
        lessons = re.findall(r"\]\((\d\d_\w+/[\w/]+\.md|INSIDE\.md)", body)
        expect(lessons, GLOSSARY, f"{word}: a lesson that explains it")
        expect(len(re.sub(r"\]\([^)]*\)", "]", body).split()) <= MOST_WORDS and body.count("\n") < 3, GLOSSARY, f"{word}: {MOST_WORDS} words at most")


def test_lesson(path, words, known):
    with open(path, encoding="utf-8") as file:
        page = file.read()
    if "**You will be able to**" not in page:
        return
    name = os.path.relpath(path, SOURCE)
    for word, begin, _, is_linked in first_uses(page, words):
        known.add(word)
        expect(is_linked, f"{name}:{page.count(chr(10), 0, begin) + 1}", f"a link to ../GLOSSARY.md#{word.replace(' ', '-')} where '{word}' comes first")


def link(path, words):
    with open(path, encoding="utf-8") as file:
        page = file.read()
    if "**You will be able to**" not in page:
        return
    for word, begin, end, is_linked in sorted(first_uses(page, words), key=lambda use: -use[1]):
        if not is_linked:
            page = f"{page[:begin]}[{page[begin:end]}](../GLOSSARY.md#{word.replace(' ', '-')}){page[end:]}"
    with open(path, "w", encoding="utf-8") as file:
        file.write(page)


with open(GLOSSARY, encoding="utf-8") as stream:
    glossary = entries(stream.read())
cores = [os.path.join(SOURCE, "lessons", lesson, "README.md") for lesson in ("00_hello", *LESSONS)]
if "--link" in sys.argv:
    for core in cores:
        link(core, glossary)
    sys.exit()
test_glossary(glossary)
seen = set()
for core in cores:
    test_lesson(core, glossary, seen)
expect(len(seen) > len(glossary) / 2, GLOSSARY, f"most of its words in lessons, not {len(seen)} of {len(glossary)}")
finish()
