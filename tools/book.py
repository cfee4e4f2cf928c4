#!/usr/bin/env python3
"""Makes a book of the texts: a site of static pages, and one page with everything, for printing.

  book.py [--out DIR] [--bin DIR] [--without-tasks]

--out is build/book if it is not given; what an earlier run left there goes. With --bin, where the lessons' programs are, kernels
live in its pages (tools/live.py), if there is emscripten, which makes the kernel machine for browsers. --without-tasks: pages do not check the
lessons' tasks, whose cases are the larger part of a book that goes where the programs are, too. In it, index.html is the first page, and book.html
all of them in one: `chromium --headless --print-to-pdf=book.pdf build/book/book.html` makes a PDF. Nothing in it needs a
network, a server or, but for search, contents on a phone and copying, JavaScript. A source file that a text names becomes a
page of its own. A book shows what lies in the repository and nothing else: a link to a file elsewhere, a picture from a network, raw HTML
(but for bare <sup>, <sub>, <details> and <summary>), and a link that is neither http(s), mailto nor a file's are faults, which end it.

Markdown becomes HTML by pandoc, with the headings' anchors as on GitHub, formulas as MathML, and its colours for C and GLSL.
tools/book/ has the page around the text, the looks, and the script.

Exit: 0 good, 1 something in a text leads nowhere, 2 wrong usage, 77 there is no pandoc.
"""
import argparse
import base64
import functools
import hashlib
import html
import json
import os
import re
import shutil
import struct
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from string import Template
from urllib.parse import quote, unquote

import exercises
import live
import text

ROOT = text.ROOT
LOOKS = ROOT / "tools" / "book"
TITLE = "Learn GPU compute with OpenGL 4.3"
KEPT = ROOT / "build" / "live"  # what is made for the book, and takes long
LONG_FORMULA = 80  # letters, those of its TeX included
FORMAT = "gfm+tex_math_dollars"
# What stays of raw HTML: these, and the places of live kernels.
BARE = re.compile(r'</?(?:sup|sub|details|summary)>|<div data-live="\d+"></div>')
# Should something come through all the same: no page runs, shows or asks for what the book does not hold. Workers are Blobs, as a page from a disk
# may have no others, and hold the machine as data; `file:` is for pages that are opened from one, which are not their own origin there.
POLICY = ("default-src 'none'; script-src 'self' file: 'wasm-unsafe-eval' '$script'; worker-src blob:; style-src 'self' file: 'unsafe-inline'; "
          "img-src 'self' file: blob: data:; connect-src data:; base-uri 'none'; form-action 'none'")
LANGUAGES = {**text.LANGUAGES, ".py": "python", ".sh": "bash"}
CODE_ROOTS = "lessons|common|shaders|tests|screenshots|tools|cmake"
# Those that stand before and behind the lessons; any other in lessons/ follows at the end.
BEFORE = ["README.md", "lessons/FIRST_HOUR.md"]
BEHIND = [f"lessons/{name}.md" for name in ("GLOSSARY", "INSIDE", "PLAYGROUND", "DEBUGGING", "GLSL", "MEASURED", "SOURCES", "TAKEAWAYS", "READING", "TEACHERS")]
GLOSSARY = "lessons/GLOSSARY.md"
SHORT = {"README.md": "Start here", "lessons/INSIDE.md": "Inside a kernel"}


class Page:
    """A text: `path` in the repository; its file in the book; what pandoc made of it; [(level, id, heading)]."""

    def __init__(self, path):
        self.path = path
        folder, name = os.path.split(path)
        self.file = ("index" if path == "README.md" else os.path.basename(folder) if name == "README.md"
                     else f"{folder.split('/')[1]}-{Path(name).stem}" if folder.endswith("/further") else Path(name).stem.lower()) + ".html"
        self.slug = Path(self.file).stem
        number = re.match(r"\d\d(?=_)", self.slug)
        self.number = number[0] if number and not folder.endswith("/further") else ""
        self.body, self.headings = "", []

    def title(self):
        found = next((plain(heading) for level, _, heading in self.headings if level == 1), self.slug)
        return f"{self.number} {found}".strip()


def find_pages():
    lessons = []  # each with its further pages behind it
    for folder in sorted(ROOT.glob("lessons/[0-9][0-9]_*")):
        lessons += [str(path.relative_to(ROOT)) for path in (folder / "README.md", *sorted(folder.glob("further/*.md")))]
    others = sorted(str(path.relative_to(ROOT)) for path in ROOT.glob("lessons/*.md"))
    order = [*BEFORE, *lessons, *BEHIND, *(path for path in others if path not in (*BEFORE, *BEHIND))]
    return [Page(path) for path in order if (ROOT / path).is_file() and lies_inside(path)]


def plain(markup):
    return html.unescape(re.sub(r"<[^>]*>", "", markup))


def pandoc(content, source=FORMAT, to="html5"):
    """A warning is a fault: it may be of a formula that stays TeX."""
    done = subprocess.run(["pandoc", "--from", source, "--to", to, "--mathml", "--wrap=preserve", "--fail-if-warnings"],
                          input=content, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise text.Problem(f"pandoc: {done.stderr.strip()}")
    return done.stdout


def render(content):
    """A text as HTML, and the pieces of raw HTML in it that no text may have."""
    tree = pandoc(content, to="json")
    raw = [piece for piece in find_raw(json.loads(tree)["blocks"]) if "<" in BARE.sub("", piece)]
    return pandoc(tree, source="json"), raw


@functools.cache
def pandoc_version():
    return subprocess.run(["pandoc", "--version"], capture_output=True, check=True).stdout


def rendered(page, content):
    """The same, kept as long as the text is: of a whole book it takes pandoc half a minute."""
    key = hashlib.sha256(b"\0".join([content.encode(), FORMAT.encode(), BARE.pattern.encode(), pandoc_version()])).hexdigest()[:24]
    kept = KEPT / f"page-{page.slug}-{key}.json"
    if kept.exists():
        return json.loads(kept.read_text(encoding="utf-8"))
    found = render(content)
    for old in KEPT.glob(f"page-{page.slug}-{'[0-9a-f]' * 24}.json"):
        old.unlink(missing_ok=True)
    half = kept.with_suffix(f".{os.getpid()}")
    half.write_text(json.dumps(found), encoding="utf-8")
    half.replace(kept)
    return found


def find_raw(node):
    if isinstance(node, dict) and node.get("t") in ("RawInline", "RawBlock"):
        yield node["c"][1]
    for below in node.values() if isinstance(node, dict) else node if isinstance(node, list) else ():
        yield from find_raw(below)


# ---- Where links lead ----------------------------------------------------------------------------


class Links:
    """Turns what texts link to into what is in the book, and remembers which files that takes."""

    def __init__(self, pages):
        self.pages = {page.path: page for page in pages}
        self.words = {}  # of the glossary: what a link to one shows when it is pointed at
        self.images, self.sources, self.faults = set(), set(), []

    def fault(self, page, words, what):
        """`words` are looked for in the text, for the line."""
        lines = (ROOT / page.path).read_text(encoding="utf-8").splitlines()
        line = next((k for form in (f"({words})", words, unquote(words)) for k, line in enumerate(lines, 1) if form in line), None)
        self.faults.append(f"{page.path}{f':{line}' if line else ''}: {words} {what}")

    def target(self, page, link, is_shown=False):
        """Where the link leads from a page in the book's root; None if there is nothing in the book. `is_shown`: a picture's."""
        if re.match(r"[\s\x00-\x1f]*([A-Za-z][A-Za-z0-9+.-]*:|[/\\]{2})", link):
            if is_shown:
                self.fault(page, link, "is a picture from elsewhere: only those of the repository are shown")
            elif not re.match(r"https?://|mailto:", link):
                self.fault(page, link, "is no link of the web: http, https and mailto are")
            return link
        path, _, anchor = link.partition("#")
        path = os.path.normpath(os.path.join(os.path.dirname(page.path), unquote(path))) if path else page.path
        end = f"#{anchor}" if anchor else ""
        if path in self.pages:
            return self.pages[path].file + end
        if not lies_inside(path):
            self.fault(page, link, "is not in the repository: nothing else comes into the book")
            return None
        if not (ROOT / path).exists():
            self.fault(page, link, "leads nowhere")
            return None
        if Path(path).suffix in (".png", ".svg", ".webp"):
            self.images.add(path)
            return quote(path)
        return self.source(page, path) if (ROOT / path).is_file() else None

    def source(self, page, path, name=None):
        if not lies_inside(path) or not (ROOT / path).is_file():
            self.fault(page, path, "is not in the repository: nothing else comes into the book")
            return source_file("")
        self.sources.add(path)
        line = line_of(path, name) if name else None
        return f"{source_file(path)}#L{line}" if line else source_file(path)


def lies_inside(path):
    """Whether a path from the root is one in the repository, links in it followed; not git's own files, nor what was built."""
    if os.path.isabs(path) or "\0" in path:
        return False
    real = os.path.relpath(os.path.realpath(ROOT / path), os.path.realpath(ROOT))
    parts = [*Path(os.path.normpath(path)).parts, *Path(real).parts]
    return parts[:1] != ["build"] and Path(real).parts[:1] != ("build",) and not any(part in ("..", ".git") for part in parts)


def source_file(path):
    return f"source/{path.replace('/', '-')}.html"


def line_of(path, name):
    """The first line, from 1, of a region or definition."""
    lines = text.read_source(path)
    place, _ = text.find_region(lines, name)
    place = place or text.find_definition(lines, name)
    return place[0] + 1 if place else None


def words_of(glossary):
    """{anchor: what it says} of a glossary's page: the text below each heading, but for the lessons that end it."""
    parts = re.split(r'<h3 id="([^"]+)">.*?</h3>', glossary.body, flags=re.S)
    return {anchor: re.sub(r"\s+", " ", plain(re.sub(r"[:,.]?\s*<a\b.*", ".", body, flags=re.S))).strip() for anchor, body in zip(parts[1::2], parts[2::2])}


# ---- What pandoc's HTML lacks --------------------------------------------------------------------

CODE_BLOCK = re.compile(r'<div class="sourceCode" id="cb\d+"><pre\s+class="sourceCode (\w+)">(.*?)</pre></div>', re.S)
PLAIN_BLOCK = re.compile(r'<pre(?: class="(\w+)")?><code>(.*?)</code></pre>', re.S)
LINE_ANCHOR = re.compile(r'<span id="cb\d+-\d+"><a href="#cb\d+-\d+"[^>]*></a>(.*?)</span>(?=\n|</code>)')
PLACE = re.compile(r'<p><a href="([^"]+)"><code>([^<]+)</code></a>(?:, <code>([^<]+)</code>)?:</p>(?=\s*<div class="code)')
HEADING = re.compile(r'<h([1-3]) id="([^"]+)">(.*?)</h\1>', re.S)
ATTRIBUTE = re.compile(r'(<(?:a|img)\b[^>]*?\b)(href|src)="([^"]*)"')
PICTURE = re.compile(r'(<a [^>]*>\s*)?(<img src="([^"]+)"[^>]*?/?>)')
FORMULA = re.compile(r'<math display="inline".*?</math>', re.S)
CODE_IN_TEXT = re.compile(r"(?<!<pre>)<code>[^<]*</code>")
CODE_PATH = re.compile(rf"(<a [^>]*>)?<code>((?:{CODE_ROOTS})/[\w./+-]+)(?:#([\w-]+))?</code>")


def dress(page, links):
    """Puts links, pictures, code blocks and tables of a page into the book's form."""
    body = CODE_BLOCK.sub(dress_block, page.body)
    body = PLAIN_BLOCK.sub(lambda m: f'<div class="code {m[1] or "text"}"><pre><code>{m[2]}</code></pre></div>', body)
    body = PLACE.sub(lambda m: dress_place(page, links, m), body)
    body = FORMULA.sub(dress_formula, body)
    body = CODE_IN_TEXT.sub(dress_code, body)
    body = CODE_PATH.sub(lambda m: dress_path(page, links, m), body)
    body = ATTRIBUTE.sub(lambda m: dress_link(page, links, m), body)
    body = re.sub(r"<a dead>(.*?)</a>", r"\1", body, flags=re.S)
    body = PICTURE.sub(dress_picture, body)
    body = re.sub(r"<table\b[^>]*>(.*?)</table>", r'<div class="table"><table>\1</table></div>', body, flags=re.S)
    page.headings = [(int(m[1]), m[2], m[3]) for m in HEADING.finditer(body)]
    page.body = HEADING.sub(dress_heading, body)


def dress_block(match):
    return f'<div class="code {match[1]}"><pre>{LINE_ANCHOR.sub(lambda line: line[1], match[2])}</pre></div>'


def dress_place(page, links, match):
    """Above an excerpt: straight to its line."""
    target = links.source(page, match[2], match[3])
    name = f", <code>{match[3]}</code>" if match[3] else ""
    return f'<p class="place"><a href="book:{target}"><code>{match[2]}</code></a>{name}</p>'


def dress_path(page, links, match):
    """A path in backticks, of a file that is there; a narrow column breaks it between its names."""
    link, path, name = match.groups()
    if link or not (ROOT / path).is_file() or Path(path).suffix in (".png", ".svg", ".webp", ".json", ".npy"):
        return match[0]
    shown = re.sub(r"(?<=/)|(?=#)", "<wbr>", f"{path}#{name}" if name else path)
    return f'<a href="book:{links.source(page, path, name)}"><code>{shown}</code></a>'


def dress_formula(match):
    """One in a sentence has no place for a new line in it: what is longer than a phone is wide, scrolls. Its brackets stretch for a
    fraction alone: without a font for formulas a browser makes them taller than what is in them."""
    formula = match[0] if "<mfrac" in match[0] else match[0].replace('stretchy="true"', 'stretchy="false"')
    return f'<span class="formula">{formula}</span>' if len(plain(formula)) > LONG_FORMULA else formula


def dress_code(match):
    """An option is not parted at its hyphens."""
    return re.sub(r"(?<![\w-])--[a-z][a-z-]*", r"<span>\g<0></span>", match[0])


def size_of(picture):
    """Width and height of a PNG, of a WebP, or of an SVG, in pixels: its place is kept free until it is there, or the text would jump."""
    head = picture.read_bytes()[:2000]
    if picture.suffix == ".png":
        return struct.unpack(">II", head[16:24])
    if picture.suffix == ".webp" and head[12:16] == b"VP8X":  # animated
        return tuple(1 + int.from_bytes(head[at:at + 3], "little") for at in (24, 27))
    if picture.suffix == ".webp":  # a still one, by the coder of the animation's frames
        return tuple(side & 0x3fff for side in struct.unpack("<HH", head[26:30]))
    first = re.search(rb"<svg\b[^>]*>", head)[0].decode()
    scale = 4 / 3 if 'pt"' in first else 1
    return tuple(round(scale * float(side)) for side in re.search(r'viewBox="\S+ \S+ (\S+) (\S+)"', first).groups())


def dress_link(page, links, match):
    head, attribute, link = match.groups()
    if link.startswith("book:"):
        return f'{head}{attribute}="{link[5:]}"'
    target = links.target(page, html.unescape(link), head.startswith("<img"))
    word = links.words.get(target.partition("#")[2]) if target is not None and target.startswith("glossary.html#") else None
    if word is not None:
        return f'{head}{attribute}="{html.escape(target)}" class="word" data-says="{html.escape(word)}"'
    if target is None:
        return "<a dead" if head.startswith("<a") else match[0]
    size = ' width="{}" height="{}"'.format(*size_of(ROOT / unquote(target))) if head.startswith("<img") and unquote(target) in links.images else ""
    return f'{head}{attribute}="{html.escape(target)}"{size}'


def dress_picture(match):
    """A touch or a click on a picture shows it in its full size."""
    link, image, source = match.groups()
    image = image.replace("<img ", '<img loading="lazy" ')
    return f"{link}{image}" if link else f'<a href="{source}">{image}</a>'


def dress_heading(match):
    level, name, heading = match.groups()
    here = f'<a class="here" href="#{name}" aria-label="Link to this section">#</a>' if level != "1" else ""
    return f'<h{level} id="{name}">{heading}{here}</h{level}>'


# ---- Pages ---------------------------------------------------------------------------------------


def read(page, panels):
    """The text as pandoc should see it: without the comments, which are for tools/text.py; live kernels have their places."""
    content = (ROOT / page.path).read_text(encoding="utf-8")
    if panels is not None:
        content = live.MARKER.sub(lambda match: f"\n{panels.add(page.slug, marker_of(page, match[1]))}\n", content)
    content = re.sub(r"^[ \t]*<!--(?:(?!-->).)*-->[ \t]*\n", "", content, flags=re.S | re.M)
    return re.sub(r"<!--.*?-->", "", content, flags=re.S)


def marker_of(page, words):
    marker = live.Marker(words)
    if marker.is_file and not lies_inside(marker.source.partition("#")[0]):
        raise text.Problem(f"{page.path}: {marker.source} is not in the repository: nothing else comes into the book")
    return marker


def contents(pages, current, base=""):
    """The contents; a lesson's further pages are in them only while the reader is in that lesson."""
    rows = []
    for page in pages:
        if folder_of(page) is None or folder_of(page) == lesson_of(current):
            rows.append(contents_row(page, current, base))
    return f"<ol>{''.join(rows)}</ol>"


def folder_of(page):
    """The lesson whose further page this is; None: it is none."""
    match = re.fullmatch(r"lessons/(\d\d_\w+)/further/.*", page.path)
    return match[1] if match else None


def lesson_of(page):
    match = re.match(r"lessons/(\d\d_\w+)/", page.path) if page is not None else None
    return match[1] if match else ""


def contents_row(page, current, base):
    mark, below = "", ""
    if page is current:
        mark = ' aria-current="page"'
        below = "".join(f'<li><a href="#{name}">{heading_text(heading)}</a></li>' for level, name, heading in page.headings if level == 2)
        below = f"<ol>{below}</ol>" if below else ""
    kind = ' class="further"' if folder_of(page) is not None else ""
    return f'<li{kind}><a href="{base}{page.file}"{mark}>{html.escape(short_title(page))}</a>{below}</li>'


def short_title(page):
    return SHORT.get(page.path, page.title())


def heading_text(heading):
    return html.escape(plain(heading))


def turn(pages, k):
    """To the page before and to the one after."""
    before = f'<a rel="prev" href="{pages[k - 1].file}">← {html.escape(short_title(pages[k - 1]))}</a>' if k > 0 else "<span></span>"
    after = f'<a rel="next" href="{pages[k + 1].file}">{html.escape(short_title(pages[k + 1]))} →</a>' if k + 1 < len(pages) else ""
    return f"{before}\n{after}"


def version():
    return re.search(r"project\(workbench VERSION ([\d.]+)", (ROOT / "CMakeLists.txt").read_text(encoding="utf-8"))[1]


def page_form():
    return Template((LOOKS / "page.html").read_text(encoding="utf-8"))


def fill(form, **words):
    """A page with its policy, which names the one script in it by its hash."""
    script = Template(re.search("<script>(.*?)</script>", form.template, re.S)[1]).substitute(base=words["base"])
    name = "sha256-" + base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    return form.substitute(policy=POLICY.replace("$script", name), **words)


def write_pages(out, pages, panels):
    form = page_form()
    for k, page in enumerate(pages):
        title = TITLE if page.path == "README.md" else f"{page.title()} – {TITLE}"
        whole = fill(form, title=html.escape(title), base="", contents=contents(pages, page), body=page.body, turn=turn(pages, k),
                                live=panels.scripts(page.slug) if panels is not None else "", version=version())
        (out / page.file).write_text(whole, encoding="utf-8")


def write_index(out, pages):
    """What search looks through: a piece of text for each heading."""
    pieces = []
    for page in pages:
        parts = re.split(r'<h([1-3]) id="([^"]+)">(.*?)</h\1>', page.body, flags=re.S)
        for k in range(1, len(parts), 4):
            words = re.sub(r"\s+", " ", plain(re.sub(r"<annotation.*?</annotation>", "", parts[k + 3], flags=re.S))).strip()
            heading = plain(parts[k + 2]).removesuffix("#")
            pieces.append([page.file, "" if parts[k] == "1" else parts[k + 1], short_title(page),
                           short_title(page) if parts[k] == "1" else heading, words])
    (out / "index.js").write_text(f"window.bookIndex = {json.dumps(pieces, ensure_ascii=False)};\n", encoding="utf-8")


def write_single(out, pages, panels):
    """All pages in one, with the names of anchors made unique by the page's."""
    files = {page.file: page for page in pages}

    def anchor(page, match):
        path, _, name = match[1].partition("#")
        target = page if path == "" else files.get(path)
        if target is None:
            return match[0]
        return f'href="#{target.slug}{f"--{name}" if name else ""}"'

    sections = []
    for page in pages:
        body = re.sub(r' id="([^"]+)"', lambda m: f' id="{page.slug}--{m[1]}"', page.body)
        body = re.sub(r'href="([^":]*)"', lambda m: anchor(page, m), body)
        sections.append(f'<section id="{page.slug}">\n{body.replace(" loading=" + chr(34) + "lazy" + chr(34), "")}\n</section>')
    listed = "".join(f'<li><a href="#{page.slug}">{html.escape(short_title(page))}</a></li>' for page in pages)
    (out / "book.html").write_text(f"""<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="{re.sub("script-src [^;]*", "script-src 'none'", POLICY)}">
<title>{TITLE}</title>
<link rel="stylesheet" href="style.css">
{'<link rel="stylesheet" href="live/panel.css">' if panels is not None else ''}
</head>
<body class="book">
<h1>{TITLE}</h1>
<ol class="toc">{listed}</ol>
{"".join(sections)}
</body>
</html>
""", encoding="utf-8")


# ---- Sources -------------------------------------------------------------------------------------


def write_sources(out, pages, paths):
    """All in one run of pandoc: starting it takes longer than a file."""
    form = page_form()
    blocks = []
    for path in paths:
        content = (ROOT / path).read_text(encoding="utf-8").rstrip("\n")
        language = LANGUAGES.get(Path(path).suffix, "")
        blocks.append(f"~~~~~~~~~~ {language}\n{content}\n~~~~~~~~~~\n\n<hr class='file'/>\n\n")
    bodies = pandoc("".join(blocks)).split("<hr class='file'/>")
    for path, body in zip(paths, bodies):
        code = re.search(r"<code[^>]*>(.*)</code>", body, re.S)[1]
        lines = [LINE_ANCHOR.sub(lambda m: m[1], line + "\n").rstrip("\n") for line in code.split("\n")]
        listing = "".join(f'<span class="line" id="L{k}" data-number="{k}">{line}\n</span>' for k, line in enumerate(lines, 1))
        whole = fill(form, title=html.escape(path), base="../", contents=contents(pages, None, "../"), turn="", live="", version=version(),
                                body=f'<h1>{html.escape(Path(path).name)}</h1>\n<p><code>{html.escape(path)}</code></p>\n'
                                     f'<div class="code"><pre><code>{listing}</code></pre></div>')
        (out / source_file(path)).write_text(whole, encoding="utf-8")


# ---- The book ------------------------------------------------------------------------------------


def make_machine():
    """The folder of the kernel machine for browsers; None, with a message, if it cannot be made."""
    folder = ROOT / "build" / "web"
    done = subprocess.run([ROOT / "machine" / "web" / "build.sh", folder], capture_output=True, text=True, check=False)
    if done.returncode == 0:
        return folder
    if done.returncode != 77:
        raise text.Problem(f"machine/web/build.sh: {done.stderr.strip()[-2000:]}")
    print("book: there is no emscripten (emcc), which makes the kernel machine for browsers: the book's kernels do not run in it",
          file=sys.stderr)
    return None


def make_compiler(folder):
    """Whether kernels can be edited in the pages; if not, a message says what is missing."""
    done = subprocess.run([ROOT / "machine" / "web" / "compiler.sh", folder], capture_output=True, text=True, check=False)
    if done.returncode not in (0, 77):
        raise text.Problem(f"machine/web/compiler.sh: {done.stderr.strip()[-2000:]}")
    missing = done.stderr.strip() if done.returncode == 77 else "" if live.CODEMIRROR.is_dir() else "there is no editor; Debian's package is libjs-codemirror"
    if missing:
        print(f"book: {missing}: the book's kernels run, but cannot be edited", file=sys.stderr)
    return not missing


def make(out, bins, has_tasks):
    """Returns what is wrong in the texts."""
    pages = find_pages()
    links = Links(pages)
    folder = make_machine() if bins is not None else None
    panels = live.Live(bins, folder, KEPT, make_compiler(folder), has_tasks) if folder is not None else None
    texts = [read(page, panels) for page in pages]
    KEPT.mkdir(parents=True, exist_ok=True)
    with ThreadPoolExecutor(os.cpu_count()) as workers:
        for page, (body, raw) in zip(pages, workers.map(rendered, pages, texts)):
            page.body = body
            for piece in raw:
                links.fault(page, piece.strip().splitlines()[0], "is raw HTML: a text is Markdown")
    if GLOSSARY in links.pages:
        links.words = words_of(links.pages[GLOSSARY])
    for page in pages:
        dress(page, links)
    if links.faults:
        return links.faults
    course = exercises.Exercises(bins, folder, KEPT) if panels is not None and panels.tasks else None
    if panels is not None:
        panels.make()
        for page in pages:
            page.body = panels.fill(page.slug, page.body)
    if course is not None:
        course.make()
        for page in pages:
            page.body = course.place(page, page.body)
    (out / "source").mkdir(parents=True)
    write_pages(out, pages, panels)
    write_index(out, pages)
    write_single(out, pages, panels)
    if panels is not None:
        panels.write(out)
    if course is not None:
        course.write(out)
    write_sources(out, pages, sorted(links.sources))
    for path in links.images:
        (out / path).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(ROOT / path, out / path)
    for name in ("style.css", "book.js"):
        shutil.copyfile(LOOKS / name, out / name)
    return []


def main():
    parser = argparse.ArgumentParser(prog="book", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=Path, default=ROOT / "build" / "book", metavar="DIR")
    parser.add_argument("--bin", type=Path, metavar="DIR")
    parser.add_argument("--without-tasks", action="store_true")
    arguments = parser.parse_args()
    if shutil.which("pandoc") is None:
        print("book: there is no pandoc, which makes the pages", file=sys.stderr)
        return 77
    out = arguments.out.resolve()
    if out.exists() and any(out.iterdir()) and not (out / "book.html").exists():
        parser.error(f"{out} holds something else than a book")
    half = out.with_name(f"{out.name}.{os.getpid()}")
    try:
        half.mkdir(parents=True)
        faults = make(half, arguments.bin.resolve() if arguments.bin else None, not arguments.without_tasks)
        for fault in faults:
            print(f"book: {fault}", file=sys.stderr)
        if faults:
            return 1
        shutil.rmtree(out, ignore_errors=True)
        half.rename(out)
    except (text.Problem, OSError) as problem:
        print(f"book: {problem}", file=sys.stderr)
        return 1
    finally:
        shutil.rmtree(half, ignore_errors=True)
    print(out / "index.html")
    return 0


if __name__ == "__main__":
    sys.exit(main())
