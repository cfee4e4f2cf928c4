"""Live kernels of the book: `<!-- live: ... -->` in a text becomes a panel in which the kernel runs, by the machine as WebAssembly.

  <!-- live: 04_life tile set=width=64,height=64 group=1,2 view=cells -->
      the dispatch that `04_life --variant tile --capture` writes, with those parameters. More words:
        load=BUFFER:FILE    what the buffer begins with; the file is beside the lesson's text
        pass=NAME[:K]   which dispatch; with a blank in it in quotes
        frames=N        N dispatches in a row, of pass=...; each finds what the one before has left
        feed=TO:FROM    over and over: memory TO becomes what the dispatch has left in FROM (TO:FROM,TO:FROM for more)
        view=KIND[:MEMORY]   cells, image, bars, sorted, points, tree, numbers; of the largest memory that is written, or that one
        width= height= type= from= count= box=x,y,x,y across= up= high= gray plain    how it is drawn: machine/web/pictures.js
        title="..."     instead of the variant's name
        slide=NAME:FROM..TO[:STEP]   a slider, for an injected constant or a uniform (of a vector: its first number)
  <!-- live: machine/tests/cases/reverse_shared.comp -->
      a kernel with its buffers at its head, as machine/tests/run_cases.c reads it, with BUG 1 (bug=0: without)
  <!-- live: lessons/00_hello/hello.c#kernel groups=2 buffer="0 16 float" -->
      the GLSL in a region of a C program; buffer= and uniform= are lines of such a head; replace="old=>new" edits it

The captures are made when the book is made, and travel in a script for each page: the arrays of all its captures, each once.
"""
import base64
import hashlib
import html
import io
import json
import os
import re
import shlex
import struct
import subprocess
import tempfile
import threading
import zlib
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import text

ROOT = text.ROOT
MARKER = re.compile(r"^[ \t]*<!--\s*live:\s*(.*?)\s*-->[ \t]*$", re.M | re.S)
KINDS = ("cells", "image", "bars", "sorted", "points", "tree", "numbers")
WORDS = {"set", "load", "pass", "frames", "feed", "group", "view", "width", "height", "type", "from", "count", "box", "across", "up", "high", "gray", "plain", "title",
         "bug", "groups", "buffer", "uniform", "image", "replace", "frame", "ms", "lanes", "shown", "edited", "slide"}
CODEMIRROR = Path("/usr/share/javascript/codemirror")  # Debian's libjs-codemirror
EDITOR = ("lib/codemirror.js", "mode/clike/clike.js", "addon/edit/matchbrackets.js", "addon/edit/closebrackets.js")
NUMBERS = {"width", "height", "from", "count", "across", "up", "high", "lanes", "shown"}


class Marker:
    """What a comment asks for: `source` is a lesson or a file, `variant` a lesson's."""

    def __init__(self, line):
        words = shlex.split(re.sub(r"\s+", " ", line))
        if not words:
            raise text.Problem("live: names nothing")
        self.source, self.variant, self.options, self.heads, self.edits = words[0], "", {}, [], []
        self.is_file = "/" in self.source
        if not self.is_file:
            if len(words) < 2 or "=" in words[1]:
                raise text.Problem(f"live: {self.source} needs a variant")
            self.variant = words[1]
        for word in words[1 if self.is_file else 2:]:
            name, _, value = word.partition("=")
            if name not in WORDS:
                raise text.Problem(f"live: {name} is not known: there are {' '.join(sorted(WORDS))}")
            if name in ("buffer", "uniform", "image"):
                number, _, rest = value.partition(" ")
                self.heads.append(f"// {name} {number}: {rest}")
            elif name == "replace":
                self.edits.append(value.split("=>"))
            else:
                self.options[name] = value
        if self.view()["kind"] not in KINDS:
            raise text.Problem(f"live: view={self.options['view']}: there are {' '.join(KINDS)}")

    def view(self):
        kind, _, memory = self.options.get("view", "numbers").partition(":")
        view = {"kind": kind, "memory": memory}
        for name in ("width", "height", "type", "from", "count", "across", "up", "high", "lanes", "shown"):
            if name in self.options:
                view[name] = float(self.options[name]) if name == "high" else int(self.options[name]) if name in NUMBERS else self.options[name]
        view.update({name: True for name in ("gray", "plain") if name in self.options})
        if "box" in self.options:
            view["box"] = [float(part) for part in self.options["box"].split(",")]
        return view

    def passes(self):
        """The dispatches to capture, as values of --pass; None: the one that the lesson chooses."""
        name, count = self.options.get("pass"), int(self.options.get("frames", 1))
        if count == 1 or "feed" in self.options:
            return [name]
        if name is None:
            raise text.Problem(f"live: {self.source} {self.variant}: frames= needs pass=")
        names = name.split("|")
        if len(names) > 1:
            return names
        first, _, number = name.partition(":")
        return [f"{first}:{k}" for k in range(int(number or 1), int(number or 1) + count)]

    def slides(self, capture):
        """The sliders, {name, from, to, step, value}, with the values that the capture has."""
        found = []
        for word in filter(None, self.options.get("slide", "").split(",")):
            match = re.fullmatch(r"(\w+):(-?[\d.]+?)\.\.(-?[\d.]+)(?::([\d.]+))?", word)
            value = value_in(capture, match[1]) if match else None
            if value is None:
                raise text.Problem(f"live: {self.source}: slide={word}: NAME:FROM..TO or NAME:FROM..TO:STEP, where NAME is an injected constant or a uniform")
            found.append({"name": match[1], "from": float(match[2]), "to": float(match[3]), "step": float(match[4] or 1), "value": value})
        return found

    def feed(self):
        return [pair.split(":") for pair in self.options["feed"].split(",")] if "feed" in self.options else None


def markers_of(content):
    return [Marker(match[1]) for match in MARKER.finditer(content)]


# ---- Captures ------------------------------------------------------------------------------------


class Maker:
    """Makes captures by the lessons' programs in `bins`, and keeps them in `cache` as long as program and shaders are the same."""

    def __init__(self, bins, cache):
        self.bins, self.cache, self.lists = bins, cache, {}
        cache.mkdir(parents=True, exist_ok=True)
        shaders = sorted((path, path.stat().st_mtime_ns) for path in (ROOT / "shaders").rglob("*") if path.is_file())
        self.shaders = hashlib.sha256(repr(shaders).encode()).hexdigest()

    def make(self, marker):
        """The files of a marker's captures."""
        if marker.is_file:
            return [self.of_file(marker)]
        return [self.edited(marker, self.of_lesson(marker, name)) for name in marker.passes()]

    def of_lesson(self, marker, name):
        program = self.bins / marker.source
        if not program.exists():
            raise text.Problem(f"live: there is no lesson {marker.source} in {self.bins}")
        words = ["--variant", marker.variant]
        for part in filter(None, marker.options.get("set", "").split(",")):
            words += ["--set", part]
        loaded = []
        for part in filter(None, marker.options.get("load", "").split(",")):
            buffer, _, name_of_file = part.partition(":")
            loaded.append(ROOT / "lessons" / marker.source / name_of_file)
            if not loaded[-1].exists():
                raise text.Problem(f"live: {marker.source}: load={part}: there is no {loaded[-1]}")
            words += ["--load", f"{buffer}={loaded[-1]}"]
        if name is not None:
            words += ["--pass", name]
        if "frame" in marker.options:
            words += ["--frames", marker.options["frame"]]
        key = hashlib.sha256(f"{words} {[file.stat().st_mtime_ns for file in (program, *loaded)]} {self.shaders}".encode()).hexdigest()[:24]
        file = self.cache / f"{marker.source}-{key}.capture"
        if not file.exists():
            part = file.with_suffix(f".{os.getpid()}-{threading.get_ident()}")
            environment = {**os.environ, "LP_NUM_THREADS": "0", "EGL_LOG_LEVEL": "fatal"}
            for name in ("DISPLAY", "WAYLAND_DISPLAY"):
                environment.pop(name, None)
            done = subprocess.run([program, *words, "--capture", part], env=environment, capture_output=True, text=True, check=False)
            if done.returncode != 0:
                raise text.Problem(f"live: {marker.source} {shlex.join(words)} --capture: {done.stderr.strip()}")
            part.rename(file)
        return self.keep(marker.source, file.read_bytes())

    def keep(self, name, whole):
        """A capture's file, which is named by what is in it: so a book has the same bytes wherever it is made."""
        file = self.cache / f"{name}-{hashlib.sha256(whole).hexdigest()[:24]}.capture"
        part = file.with_suffix(f".{os.getpid()}-{threading.get_ident()}")
        part.write_bytes(whole)
        part.rename(file)
        return file

    def edited(self, marker, file):
        """The capture with an edited kernel, which is compiled anew; lines stay where they are."""
        if not marker.edits:
            return file
        parts = parts_of(file.read_bytes())
        names = re.findall(rb"^array (.*)$", parts[0], re.M)
        at = 1 + names.index(b"text")
        source = body_of(parts[at]).decode()
        for old, new in marker.edits:
            if old not in source:
                raise text.Problem(f"live: {marker.source} {marker.variant}: there is no '{old}' to replace")
            source = source.replace(old, new)
        parts[at] = npy("|u1", source.encode())
        parts[1 + names.index(b"spirv")] = npy("<u4", compiled(marker.source, source))
        return self.keep(marker.source, b"".join(parts))

    def of_file(self, marker):
        name, _, region = marker.source.partition("#")
        source = glsl_of(name, region)
        head = [line for line in source.split("\n") if line.startswith("// ")] + marker.heads
        if marker.options.get("groups"):
            head.append(f"// groups: {marker.options['groups'].replace(',', ' ')}")
        source = without_bug(source, int(marker.options.get("bug", 1)))
        for old, new in marker.edits:
            if old not in source:
                raise text.Problem(f"live: {marker.source}: there is no '{old}' to replace")
            source = source.replace(old, new)
        whole = capture_of(os.path.basename(name), source, head)
        return self.keep("kernel", whole)

    def about(self, lesson, variant):
        """What --list says of a variant: (what it does, how it is broken or "")."""
        if lesson not in self.lists:
            done = subprocess.run([self.bins / lesson, "--list"], capture_output=True, text=True, check=False)
            self.lists[lesson] = dict(re.findall(r"^  (\w+) +(.*(?:\n {10,}(?:limit|BROKEN|task): .*)?)", done.stdout.partition("\nparameters:")[0], re.M))
        what, _, more = self.lists[lesson].get(variant, "").partition("\n")
        return what.strip().replace("`", ""), more.partition("BROKEN: ")[2].strip()


def glsl_of(path, region):
    lines = text.read_source(path)
    if not region:
        return "\n".join(lines) + "\n"
    place, _ = text.find_region(lines, region)
    place = place or text.find_definition(lines, region)
    if place is None:
        raise text.Problem(f"live: {path} has no region {region}")
    literals = re.findall(r'"((?:[^"\\]|\\.)*)"', "\n".join(lines[place[0]:place[1]]))
    return "".join(literals).replace("\\n", "\n").replace('\\"', '"')


def without_bug(source, bug):
    """As a person would write it: one side of `#if BUG`, and neither the head nor the marks of lines."""
    kept, state = [], None  # in #if BUG: True on the side that counts
    for line in source.split("\n"):
        if re.match(r"#if !?BUG\b", line):
            state = ("!" in line) != bool(bug)
        elif state is not None and line.startswith("#else"):
            state = not state
        elif state is not None and line.startswith("#endif"):
            state = None
        elif state is not False and not re.match(r"// (expect|also|buffer|block|uniform|image|groups|budget)\b", line):
            kept.append(re.sub(r" *// [A-Z]$", "", line))
    return "\n".join(kept)


def npy(kind, values, columns=1):
    rows = len(values) // int(kind[2]) // columns
    head = f"{{'descr': '{kind}', 'fortran_order': False, 'shape': ({rows}, {columns if columns > 1 else ''}), }}".replace(", )", ",)")
    return b"\x93NUMPY\x01\x00v\x00" + head.ljust(117).encode() + b"\n" + values


def words_of(count, how):
    state, words = 12345, []
    for i in range(count):
        state = (state * 1664525 + 1013904223) & 0xFFFFFFFF
        words.append({"one": 1, "iota": i, "random": state >> 8, "float": struct.unpack("<I", struct.pack("<f", i))[0]}.get(how, 0))
    return struct.pack(f"<{count}I", *words)


def compiled(name, source):
    """SPIR-V, as machine/front.c has it made."""
    with tempfile.TemporaryDirectory() as folder:
        to = os.path.join(folder, "spirv")
        subgroups = ["--target-env", "spirv1.3"] if "GL_KHR_shader_subgroup" in source else []
        done = subprocess.run(["glslangValidator", "--stdin", "-S", "comp", "-G", "-g", "--auto-map-locations", "--auto-map-bindings", "--target-env", "opengl",
                               "-o", to, *subgroups], input=source.encode(), capture_output=True, check=False)
        if done.returncode != 0:
            raise text.Problem(f"live: {name} does not compile: {done.stdout.decode(errors='replace')}")
        with open(to, "rb") as file:
            return file.read()


def body_of(array):
    return array[10 + struct.unpack("<H", array[8:10])[0]:]


def capture_of(name, source, head_lines):
    """A capture of a kernel and of what the lines of its head say: the format is in machine/README.md."""
    code = compiled(name, source)
    groups, memories, resources, arrays, uniforms = ["1", "1", "1"], [], [], [], []
    for line in head_lines:
        words = line.split()
        kind, number = words[1].rstrip(":"), words[2].rstrip(":") if len(words) > 2 else ""
        if kind == "groups":
            groups = (words[2:] + ["1", "1"])[:3]
        elif kind in ("buffer", "block"):
            data, space = words_of(int(words[3]), words[4]), "storage" if kind == "buffer" else "uniform-block"
            label = (re.search(rf"binding *= *{number}\).*?\{{\s*\w+ (\w+)", source, re.S) or [None, f"buffer {number}"])[1]
            if words[4] == "undefined":
                arrays.append((f"undefined {len(resources)}", npy("|u1", b"\1" * int(words[3]))))
            resources.append(f"{space} binding={number} memory={len(memories)} offset=0 bytes={len(data)} name={label}")
            memories.append((data, label, kind == "buffer"))
        elif kind == "image":
            width, height, rgba = int(words[3]), int(words[4]), words[5:] == ["rgba8"]
            resources.append(f"image binding={number} memory={len(memories)} offset=0 bytes={4 * width * height} texels={'unorm' if rgba else 'uint'} channels={4 if rgba else 1} "
                             f"bits={8 if rgba else 32} width={width} height={height} depth=1 levels=1 name=picture")
            memories.append((bytes(4 * width * height), "picture", True))
        elif kind == "uniform":
            value = struct.pack("<f", float(words[3])) if "." in words[3] else struct.pack("<i", int(words[3], 0))
            uniforms.append((number, npy("<u4", value)))
    count = source.count("\n")
    lines = npy("<i4", struct.pack(f"<{2 * count}i", *(part for k in range(count) for part in (0, k + 1))), 2)
    whole = ["workbench-capture version=1", f"kernel name={name}", f"lesson name={name}", "pass name=", "call name=glDispatchCompute",
             "dispatch x={} y={} z={}".format(*groups), "machine subgroup=0 fma=0", f"file from=-1 line=0 name={name}",
             *(f"memory bytes={len(data)} written={int(written)} name={label}" for data, label, written in memories), *resources,
             *(f"uniform location={location} elements=1" for location, _ in uniforms), "array text", "array spirv", "array lines"]
    body = [npy("|u1", source.encode()), npy("<u4", code), lines]
    for k, (data, _, _) in enumerate(memories):
        whole.append(f"array memory {k}")
        body.append(npy("|u1", data))
    for title, array in arrays:
        whole.append(f"array {title}")
        body.append(array)
    for k, (_, array) in enumerate(uniforms):
        whole.append(f"array uniform {k}")
        body.append(array)
    return ("\n".join(whole) + "\n\n").encode() + b"".join(body)


def parts_of(capture):
    """The head, and the arrays behind it."""
    end = capture.index(b"\n\n") + 2
    parts, at = [capture[:end]], end
    while at < len(capture):
        head = at + 10 + struct.unpack("<H", capture[at + 8:at + 10])[0]
        shape = re.search(rb"'descr': '..(\d)'.*'shape': \((\d*),?(?: (\d+))?", capture[at:head])
        size = int(shape[1]) * int(shape[2] or 1) * int(shape[3] or 1)
        parts.append(capture[at:head + size])
        at = head + size
    return parts


def value_in(capture, name):
    """Of a constant that was injected, or of a uniform with a location; None: there is none of that name."""
    parts = parts_of(capture)
    arrays = dict(zip(re.findall(r"^array (.*)$", parts[0].decode(), re.M), parts[1:]))
    source = body_of(arrays["text"]).decode()
    constant = re.search(rf"^#define {name} (-?[\d.]+)$", source, re.M)
    if constant:
        return float(constant[1])
    uniform = re.search(rf"layout\(location *= *(\d+)\) *uniform +(\w+) +{name}\b", source)
    locations = re.findall(r"^uniform location=(\d+)", parts[0].decode(), re.M)
    if uniform is None or uniform[1] not in locations:
        return None
    kind = "<i" if re.match("i", uniform[2]) else "<I" if re.match("u", uniform[2]) else "<f"
    return struct.unpack(kind, body_of(arrays[f"uniform {locations.index(uniform[1])}"])[:4])[0]


def pack(captures, before="KernelPanel.add(", behind=");\n"):
    """Captures, {name: their parts}, as a script, in which each array is once; and its size."""
    places, named, data = {}, {}, io.BytesIO()
    for name, parts in captures.items():
        for part in parts:
            key = hashlib.sha256(part).hexdigest()[:10]
            if key not in places:
                places[key] = [data.tell(), len(part)]
                data.write(part)
            named.setdefault(name, []).append(key)
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    packed = packer.compress(data.getvalue()) + packer.flush()
    numbers = {key: k for k, key in enumerate(places)}
    described = json.dumps({"parts": list(places.values()), "captures": {name: [numbers[key] for key in keys] for name, keys in named.items()}}, separators=(",", ":"))
    return f'{before}{{...{described},data:"{base64.b64encode(packed).decode()}"}}{behind}', len(packed)


def shelf():
    """What kernels may include, by the names that they give it."""
    shaders = ROOT / "shaders"
    return {str(path.relative_to(shaders)): path.read_text(encoding="utf-8") for path in sorted(shaders.rglob("*.*")) if path.suffix in (".glsl", ".h")}


# ---- Panels --------------------------------------------------------------------------------------


class Live:
    """All panels of the book: `folder` has what machine/web/build.sh has made. `edits`: and what compiler.sh has. `tasks`: and pages
    check tasks (exercises.py)."""

    def __init__(self, bins, folder, cache, edits, tasks):
        self.folder, self.edits, self.tasks, self.maker, self.jobs, self.pages, self.sizes = folder, edits, edits and tasks, Maker(bins, cache), [], {}, {}

    def add(self, page, marker):
        """The place of a marker's panel in a page's HTML; fill() puts it there."""
        self.jobs.append((page, marker))
        return f'<div data-live="{len(self.jobs) - 1}"></div>'

    def make(self):
        """Captures and stills of all."""
        with ThreadPoolExecutor(os.cpu_count()) as workers:
            files = list(workers.map(lambda job: self.maker.make(job[1]), self.jobs))
        wanted = [{"captures": [str(file) for file in those], "view": marker.view(), "frames": 0 if marker.feed() else len(those)}
                  for (_, marker), those in zip(self.jobs, files)]
        done = subprocess.run(["node", ROOT / "machine" / "web" / "stills.js", self.folder], input=json.dumps(wanted), capture_output=True, text=True, check=False,
                              env={**os.environ, "NODE_PATH": "/usr/share/nodejs"})
        if done.returncode != 0:
            raise text.Problem(f"live: the stills could not be drawn: {done.stderr.strip()[-2000:]}")
        self.panels = [self.panel(marker, those, still) for (_, marker), those, still in zip(self.jobs, files, json.loads(done.stdout))]
        for (page, _), those in zip(self.jobs, files):
            self.pages.setdefault(page, {}).update({file.stem: file.read_bytes() for file in those})

    def panel(self, marker, files, still):
        about = self.maker.about(marker.source, marker.variant) if not marker.is_file else ("", "")
        name = f"{marker.source}, {marker.variant}" if not marker.is_file else os.path.basename(marker.source.partition("#")[0])
        config = {"captures": [file.stem for file in files], "view": marker.view()}
        if "group" in marker.options:
            config["group"] = ([int(part) for part in marker.options["group"].split(",")] + [0, 0])[:3]
        if marker.feed():
            config.update(feed=marker.feed(), frames=int(marker.options.get("frames", 400)))
        if self.edits and "slide" in marker.options:
            config["slides"] = marker.slides(files[0].read_bytes())
        if "ms" in marker.options:
            config["ms"] = int(marker.options["ms"])
        title = marker.options.get("title", about[0])
        broken = '<span class="broken">broken</span> ' if about[1] or (marker.edits and marker.options.get("edited") != "no") or (marker.is_file and "/cases/" in marker.source and marker.options.get("bug") != "0") else ""
        caption = f"<span>{broken}<b>{html.escape(name)}</b>{': ' if title else ''}{html.escape(title)}</span>"
        return (f"<figure class=\"live\" data-live='{html.escape(json.dumps(config), quote=True)}'>"
                f'<figcaption>{caption}</figcaption><div class="still">{still["svg"]}</div></figure>')

    def fill(self, page, body):
        body = re.sub(r'<div data-live="(\d+)"></div>', lambda match: self.panels[int(match[1])], body)
        return body + ('\n<section class="playground"></section>\n' if self.edits and page == "playground" else "")

    def scripts(self, page):
        """What a page with panels loads."""
        if page not in self.pages and not self.edits:
            return ""
        names = ["live/machine.js", "live/pictures.js", "live/panel.js", *([f"live/{page}.js"] if page in self.pages else [])]
        if self.edits:
            names += ["live/capture.js", "live/editor.js", *(["live/judge.js", "live/course.js", "live/tasks.js"] if self.tasks else []),
                      *(["live/play.js"] if page == "playground" else [])]
        return '<link rel="stylesheet" href="live/panel.css">\n' + "\n".join(f'<script src="{name}" defer></script>' for name in names)

    def write(self, out):
        (out / "live").mkdir()
        for name in ("machine.js", "machine.d.ts", "machine-simd.js", "machine-plain.js", "pictures.js", "panel.js", "panel.css"):
            (out / "live" / name).write_bytes((self.folder / name).read_bytes())
        if self.edits:
            self.write_editor(out / "live")
        for page, captures in self.pages.items():
            script, self.sizes[page] = pack({name: parts_of(capture) for name, capture in captures.items()})
            (out / "live" / f"{page}.js").write_text(script, encoding="utf-8")

    def write_editor(self, out):
        for name in ("machine-glslang.js", "capture.js", "editor.js", "play.js", *(["judge.js", "tasks.js"] if self.tasks else [])):
            (out / name).write_bytes((self.folder / name).read_bytes())
        (out / "codemirror.js").write_text("\n".join((CODEMIRROR / name).read_text(encoding="utf-8") for name in EDITOR), encoding="utf-8")
        (out / "codemirror.css").write_bytes((CODEMIRROR / "lib/codemirror.css").read_bytes())
        (out / "shelf.js").write_text(f"KernelEditor.setShelf({json.dumps(shelf(), ensure_ascii=False)});\n", encoding="utf-8")
