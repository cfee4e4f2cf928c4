"""./wb book: every link and every anchor of every page leads somewhere in the book, nothing in it asks a network, and what
search finds is there. See common.py for how to write a test."""
import base64
import hashlib
import json
import os
import re
import shutil
from html.parser import HTMLParser
from urllib.parse import unquote, urldefrag

from common import SOURCE, expect, expect_good, finish, need_tools, path, run, write

TOOL = os.path.join(SOURCE, "tools", "book.py")
BOOK = path("book")


class Page(HTMLParser):
    """What of a page leads to others, what others lead to, and how it looks from outside."""

    def __init__(self, name):
        super().__init__()
        self.name, self.ids, self.links, self.loads, self.tags, self.pictures = name, [], [], [], {}, []
        self.open = 0
        with open(os.path.join(BOOK, name), encoding="utf-8") as file:
            self.text = file.read()
        self.feed(self.text)

    def handle_starttag(self, tag, attributes):
        values = dict(attributes)
        self.tags[tag] = self.tags.get(tag, 0) + 1
        if "id" in values:
            self.ids.append(values["id"])
        if tag == "img":
            self.pictures.append(values)
        if tag == "a" and "href" in values:
            self.links.append(values["href"])
        if tag in ("img", "script", "link"):
            self.loads += [values[name] for name in ("src", "href") if name in values]


def pages():
    names = [os.path.relpath(os.path.join(folder, name), BOOK)
             for folder, _, files in os.walk(BOOK) for name in files if name.endswith(".html")]
    return {name: Page(name) for name in names}


def is_outside(link):
    return re.match(r"https?:", link) is not None


def test_links(book):
    for page in book.values():
        expect(len(page.ids) == len(set(page.ids)), page.name, "no id twice")
        for link in page.links:
            if is_outside(link):
                continue
            target, anchor = urldefrag(link)
            name = os.path.normpath(os.path.join(os.path.dirname(page.name), unquote(target))) if target else page.name
            if not expect(os.path.isfile(os.path.join(BOOK, name)), page.name, f"{link} to be in the book"):
                continue
            known = not anchor or name in book and unquote(anchor) in book[name].ids
            expect(known, page.name, f"{link} to lead to something on {name}")
        for link in page.loads:
            file = os.path.join(BOOK, os.path.dirname(page.name), unquote(link))
            expect(not is_outside(link) and os.path.isfile(file), page.name, f"{link} to be loaded from the book")


def test_pictures(book):
    """A page keeps each picture's place free, in the right shape, so that the text does not jump when it comes."""
    sizes = {values["src"]: (int(values.get("width", 0)), int(values.get("height", 0))) for page in book.values() for values in page.pictures}
    expect(len(sizes) > 50 and all(width > 0 and height > 0 for width, height in sizes.values()), BOOK, f"a width and a height of each picture, not {sizes}")
    for name, size in (("lessons/16_fields/figures/carried.svg", (800, 415)), ("screenshots/16_fields.png", (1280, 800)),
                       ("screenshots/tour.webp", (640, 400)), ("lessons/16_fields/figures/fire.webp", (1280, 800))):  # animated, and still
        expect(sizes.get(name) == size, name, f"{size}, not {sizes.get(name)}")


def test_texts(book):
    """Each text is a page, and is in the single one too."""
    texts = [name for folder, _, files in os.walk(os.path.join(SOURCE, "lessons")) for name in files if name.endswith(".md")]
    top = [page for name, page in book.items() if os.path.dirname(name) == "" and name != "book.html"]
    expect(len(top) == len(texts) + 1, BOOK, f"{len(texts)} texts and README.md, not {len(top)} pages")
    for page in top:
        expect(page.tags.get("h1") == 1, page.name, "one title")
        expect(page.name.removesuffix(".html") in book["book.html"].ids, "book.html", f"a part for {page.name}")
        expect("<!--" not in page.text and "excerpt:" not in page.text, page.name, "none of the comments for other tools")
        lesson = re.match(r"\d\d_\w+", page.name)
        for listed in top:
            of = re.match(r"(\d\d_\w+)-", listed.name)  # a further page of a lesson is listed while one reads there
            expect((listed.name in page.links) or of and (lesson is None or lesson[0] != of[1]), page.name, f"{listed.name} among the contents")
    expect(sum(page.tags.get("math", 0) for page in top) > 20, BOOK, "formulas as MathML")
    expect('<span class="formula"><math' in book["09_sph-physics.html"].text, "09_sph-physics.html", "a long formula that scrolls by itself")
    equation = re.search(r"<math(?:(?!</math>).)*divergence.*?</math>", book["16_fields-smoke.html"].text, re.S)
    expect(equation and 'stretchy="false"' in equation[0] and 'stretchy="true"' not in equation[0], "16_fields-smoke.html", "brackets as tall as what is in them")
    expect("<span>--variant</span>" in book["teachers.html"].text, "teachers.html", "options that stay in one line")
    expect('<span class="dt">uint</span>' in book["04_life-packed.html"].text, "04_life-packed.html", "colours in GLSL")
    single = book["book.html"]
    expect(all(is_outside(link) or link[0] == "#" or "source" in link or link.endswith((".png", ".svg", ".webp")) for link in single.links),
           single.name, "links within the page")


def test_search(book):
    with open(os.path.join(BOOK, "index.js"), encoding="utf-8") as file:
        index = json.loads(file.read().partition("=")[2].strip().rstrip(";"))
    for name, anchor, _, heading, _ in index:
        expect(name in book and (not anchor or anchor in book[name].ids), "index.js", f"{name}#{anchor}, {heading}, in the book")
    expect(any("glMemoryBarrier" in words for *_, words in index), "index.js", "words of the texts")


def test_words(book):
    """A word that leads to the glossary says what it means where it is pointed at, and so it does in the single page."""
    said = re.findall(r'<a\b[^>]*\bhref="glossary\.html#([\w-]+)" class="word" data-says="([^"]*)"', book["02_shared.html"].text)
    expect(dict(said).get("halo") == "The rim around a group&#x27;s tile that belongs to its neighbours, and that it needs to read.", "02_shared.html",
           f"what a halo is, not {said}")
    count = 0
    for page in sorted(book.values(), key=lambda page: page.name == "book.html"):
        links = [link for link in page.links if link.startswith("glossary.html#")]
        says = re.findall(r'class="word" data-says="([^"]+)"', page.text)
        count += len(links)
        wanted = count if page.name == "book.html" else len(links)
        expect(len(says) == wanted and all(len(word) > 20 and "<" not in word for word in says), page.name, f"what each of {wanted} words means")


def test_usage():
    os.mkdir(path("taken"))
    write("taken/letter", "Dear Anna")
    refused = run(["/usr/bin/python3", "-B", TOOL, "--out", path("taken")])
    expect(refused.code == 2 and os.listdir(path("taken")) == ["letter"], refused, "no file of others deleted")
    without = run(["/usr/bin/python3", "-B", TOOL, "--out", path("other")], changes={"PATH": path("taken")})
    expect(without.code == 77 and "pandoc" in without.err, without, "exit 77 without pandoc")


# What a text must not have: the line, and what is said of it.
REFUSED = [("[x](/etc/passwd)", "is not in the repository"), ("[x](../../.git/config)", "is not in the repository"),
           ("[x](../.git/config)", "is not in the repository"), ("[x](../lessons/out.c)", "is not in the repository"),
           ("`lessons/../../../../../../../../../../etc/passwd`", ""), ("[`/etc/hosts`](/etc/hosts), `all`:", "is not in the repository"),
           ("[x](../build/made.c)", "is not in the repository"), ("[x](none.md)", "leads nowhere"), ("[x](javascript:alert)", "is no link of the web"),
           ("[x](data:text/html,a)", "is no link of the web"), ("[x](//example.org/a)", "is no link of the web"), ("[x](file:///etc/group)", "is no link of the web"),
           ("![x](https://example.org/a.png)", "is a picture from elsewhere"), ("![x](data:image/png;base64,AA)", "is a picture from elsewhere"),
           ("a <b>bold</b> word", "is raw HTML"), ("<script>run()</script>", "is raw HTML"), ('2<sup onclick="run()">3</sup>', "is raw HTML"),
           ("<iframe src='x'></iframe>", "is raw HTML"), ("<img src='https://example.org/b.png'>", "is raw HTML")]
ALLOWED = ["2<sup>3</sup>, [x](https://example.org), <mailto:a@example.org>, [y](#text), `<b>`, [z](../CMakeLists.txt)", "<details><summary>A</summary>\n\nb\n\n</details>"]


def test_refusals():
    """A tree with one text: each line that must not be is named with its place, and none of it comes into a book."""
    tree = path("tree")
    shutil.copytree(os.path.join(SOURCE, "tools"), os.path.join(tree, "tools"), ignore=shutil.ignore_patterns("__pycache__"))
    for folder in ("lessons", ".git", "build"):
        os.makedirs(os.path.join(tree, folder))
    for name, content in (("CMakeLists.txt", "project(workbench VERSION 1.0)\n"), ("README.md", "# Start\n"), (".git/config", "secret"), ("build/made.c", "int a;\n")):
        write(os.path.join("tree", name), content)
    os.symlink("/etc/passwd", os.path.join(tree, "lessons", "out.c"))
    os.symlink("/etc/passwd", os.path.join(tree, "lessons", "OUT.md"))
    words = ["/usr/bin/python3", "-B", os.path.join(tree, "tools", "book.py"), "--out", path("refused")]
    write("tree/lessons/TEXT.md", "# Text\n\n" + "\n\n".join(f"{line}\n\n```c\nint a;\n```" for line, _ in REFUSED) + "\n")
    refused = run(words)
    expect(refused.code == 1 and not os.path.exists(path("refused")), refused, "no book")
    for k, (line, reason) in enumerate(REFUSED):
        said = any(f"lessons/TEXT.md:{3 + 6 * k}: " in one and reason in one for one in refused.err.splitlines())
        expect(said or not reason, refused, f"line {3 + 6 * k}, {line}: {reason}")
    write("tree/lessons/TEXT.md", "# Text\n\n" + "\n\n".join(ALLOWED) + "\n")
    if expect_good(run(words)):
        with open(path("refused", "book.html"), encoding="utf-8") as file:
            expect("root:" not in file.read(), "book.html", "no text that is a link to a file elsewhere")


def test_policy(book):
    """No page without one; and the only script in a page is the one that it names."""
    for page in book.values():
        policy = re.search(r'<meta http-equiv="Content-Security-Policy" content="([^"]*)">', page.text)
        if not expect(policy is not None and "default-src 'none'" in policy[1] and "unsafe-eval" not in policy[1].replace("wasm-unsafe-eval", ""),
                      page.name, "a policy"):
            continue
        for script in re.findall(r"<script>(.*?)</script>", page.text, re.S):
            name = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
            expect(f"'sha256-{name}'" in policy[1], page.name, "the hash of its script in the policy")


need_tools("pandoc")
result = run(["/usr/bin/python3", "-B", TOOL, "--out", BOOK])
if expect_good(result):
    found = pages()
    test_links(found)
    test_pictures(found)
    test_texts(found)
    test_search(found)
    test_words(found)
    test_policy(found)
test_usage()
test_refusals()
finish()
