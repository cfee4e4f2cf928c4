// Editing a live kernel of the book: an editor in the panel, the compiler in a worker, and the capture with the reader's kernel in place
// of its own. What was written stays in the browser, and travels in a link; nothing is sent anywhere.
"use strict";
(function () {
    const { el, inflate } = KernelPanel, LONGEST = 32000; // letters of a link

    // ---- What the browser keeps ----

    // Without room, or where pages may keep nothing, what was written lasts as long as the page.
    const shelf = {
        get(key) { try { return localStorage.getItem(key); } catch (error) { return null; } },
        set(key, text) {
            try {
                if (text === null) localStorage.removeItem(key); else localStorage.setItem(key, text);
                return true;
            } catch (error) {
                return false;
            }
        },
    };

    // ---- Texts in links ----

    const toLink = bytes => btoa(Array.from(bytes, byte => String.fromCharCode(byte)).join("")).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
    async function pack(text) {
        const stream = new Blob([text]).stream().pipeThrough(new CompressionStream("deflate-raw"));
        return toLink(new Uint8Array(await new Response(stream).arrayBuffer()));
    }
    async function unpack(text) {
        const bytes = await inflate(text.replace(/-/g, "+").replace(/_/g, "/"));
        return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    }
    // A link to this page with something in it: {name: text}.
    async function linkWith(values) {
        const packed = await pack(JSON.stringify(values));
        const link = `${location.href.replace(/#.*/, "")}#with=${packed}`;
        if (link.length > LONGEST) throw new Error(`this is too long for a link: ${link.length} letters of ${LONGEST} at most`);
        return link;
    }
    // What the page's own link brings: {} if nothing.
    async function fromLink() {
        const found = location.hash.match(/^#with=(.*)$/);
        if (!found) return {};
        const values = JSON.parse(await unpack(found[1]));
        if (typeof values !== "object" || values === null) throw new Error("it holds nothing");
        return values;
    }

    // ---- CodeMirror ----

    let loading = null;
    function add(tag, attributes) {
        return new Promise((resolve, reject) => {
            const made = el(tag, { ...attributes, onload: resolve, onerror: () => reject(new Error(`${attributes.src || attributes.href} is not there`)) });
            document.head.append(made);
        });
    }
    function loadCodeMirror() {
        if (!loading) loading = Promise.all([add("link", { rel: "stylesheet", href: `${KernelMachine.base}codemirror.css` }), add("script", { src: `${KernelMachine.base}codemirror.js` })]).then(defineGlsl);
        return loading.catch(error => { loading = null; throw error; });
    }
    function defineGlsl() {
        const words = (text, value = true) => Object.fromEntries(text.split(" ").map(word => [word, value]));
        CodeMirror.defineMIME("x-shader/x-compute", {
            name: "clike",
            keywords: words("if else for while do return break continue switch case default layout in out inout uniform buffer shared const readonly writeonly restrict coherent volatile precise struct discard"),
            types: words("void bool int uint float double vec2 vec3 vec4 ivec2 ivec3 ivec4 uvec2 uvec3 uvec4 bvec2 bvec3 bvec4 dvec2 dvec3 dvec4 mat2 mat3 mat4 image2D uimage2D iimage2D image3D uimage3D sampler2D usampler2D isampler2D sampler3D"),
            blockKeywords: words("if else for while do switch struct"),
            builtin: words("barrier memoryBarrier memoryBarrierShared memoryBarrierBuffer groupMemoryBarrier atomicAdd atomicMin atomicMax atomicAnd atomicOr atomicXor atomicExchange atomicCompSwap min max clamp abs sign floor ceil fract mix step smoothstep sqrt inversesqrt pow exp log exp2 log2 sin cos tan dot cross length distance normalize any all not lessThan greaterThan equal bitCount findLSB findMSB floatBitsToUint uintBitsToFloat imageLoad imageStore texelFetch texture"),
            atoms: words("true false gl_GlobalInvocationID gl_LocalInvocationID gl_LocalInvocationIndex gl_WorkGroupID gl_WorkGroupSize gl_NumWorkGroups"),
            indentSwitch: false, hooks: { "#": (stream, state) => { if (!state.startOfLine) return false; stream.skipToEnd(); return "meta"; } },
        });
    }

    // An editor in `box`. {text(), set(text), reveal(line), mark(faults), refresh()}; faults are {line, text}, with lines from 1.
    async function makeEditor(box, { text, label, onChange, onRun }) {
        await loadCodeMirror();
        const editor = CodeMirror(box, { value: text, mode: "x-shader/x-compute", lineNumbers: true, indentUnit: 4, matchBrackets: true, autoCloseBrackets: true,
            lineWrapping: innerWidth < 640, viewportMargin: Infinity, extraKeys: { "Ctrl-Enter": onRun, "Cmd-Enter": onRun, Tab: false, "Shift-Tab": false, Esc: () => editor.getInputField().blur() } });
        editor.getInputField().setAttribute("aria-label", label);
        let marks = [];
        const mark = faults => {
            for (const { line, widget } of marks) { editor.removeLineClass(line, "background", "fault"); widget.clear(); }
            marks = faults.filter(fault => fault.line >= 1 && fault.line <= editor.lineCount()).map(fault => ({
                line: editor.addLineClass(fault.line - 1, "background", "fault"), widget: editor.addLineWidget(fault.line - 1, el("div", { class: "fault" }, fault.text)) }));
            if (marks.length) editor.scrollIntoView({ line: faults[0].line - 1, ch: 0 }, 60);
        };
        editor.on("change", () => { if (marks.length) mark([]); onChange(editor.getValue()); });
        return { text: () => editor.getValue(), set: value => editor.setValue(value), reveal: line => editor.scrollIntoView({ line: line - 1, ch: 0 }, 100), mark, refresh: () => editor.refresh() };
    }

    // "FILE:LINE: error ..." of the compiler's explained messages: those in `path`, and the whole.
    function faultsOf(message, path) {
        const lines = message.split("\n"), faults = [];
        for (const line of lines) {
            const found = line.startsWith(`${path}:`) && line.slice(path.length + 1).match(/^(\d+): (.*)/);
            if (found && !faults.some(fault => fault.line === +found[1])) faults.push({ line: +found[1], text: found[2].replace(/^'' : +/, "") });
        }
        return faults;
    }

    // ---- In a panel ----

    class Edit {
        constructor(panel, number) {
            this.panel = panel;
            this.number = number;
            this.key = `kernel:${location.pathname.split("/").pop()}:${number}`;
            this.text = shelf.get(this.key); // what the reader has; null: what was there
            this.compiled = new Map(); // by the constants of the capture: what became of the text
            this.button = el("button", { type: "button", onclick: () => this.toggle() }, "Edit");
            panel.stepButton.after(this.button);
            panel.rewrite = bytes => this.rewrite(bytes);
            this.slides = panel.config.slides || [];
            this.values = new Map(); // of those sliders that were moved
            if (this.slides.length) panel.label.after(el("p", { class: "slides" }, ...this.slides.map(slide => this.slider(slide))));
        }

        slider({ name, from, to, step, value }) {
            const shown = el("output", {}, String(value));
            const input = el("input", { type: "range", min: from, max: to, step, value, "aria-label": name, oninput: () => {
                shown.textContent = input.value;
                if (+input.value === value) this.values.delete(name); else this.values.set(name, +input.value);
                this.panel.playing = false;
                this.panel.stale = true;
                this.panel.then = () => this.panel.run(); // the last place counts, while one runs
                this.panel.act(() => { });
            } });
            return el("label", {}, el("code", {}, name), input, shown);
        }

        async toggle() {
            if (this.box) {
                this.box.hidden = !this.box.hidden;
                if (!this.box.hidden) this.editor.refresh();
                this.button.setAttribute("aria-expanded", !this.box.hidden);
                return;
            }
            await this.panel.act(() => this.build());
        }

        async open() {
            const bytes = await this.panel.captureBytes(0);
            this.source = KernelCapture.sourceOf(KernelCapture.parse(bytes));
            this.original = this.source.files[this.source.path];
        }

        async build() {
            await this.open();
            this.note = el("span", { class: "quiet", role: "status" });
            const button = (name, does, title) => el("button", { type: "button", title, onclick: does }, name);
            this.box = el("div", { class: "edit" }, el("p", { class: "bar" }, el("code", {}, this.source.path), this.note,
                el("span", { class: "buttons" }, button("Reset", () => this.reset(), "the kernel as the book has it"), button("Share", () => this.share(), "a link with this text in it"))));
            this.panel.label.after(this.box);
            KernelMachine.prepareCompiler().catch(() => { }); // Run says what is wrong
            this.editor = await makeEditor(this.box, { text: this.text === null ? this.original : this.text, label: `${this.source.path}, to be edited`,
                onChange: text => this.changed(text), onRun: () => this.panel.runButton.click() });
            this.button.setAttribute("aria-expanded", true);
        }

        changed(text) {
            this.text = text === this.original ? null : text;
            const kept = shelf.set(this.key, this.text);
            this.note.textContent = this.text === null ? "" : kept ? "changed; kept in this browser" : "changed; this browser keeps nothing: copy it before you leave";
            this.compiled.clear();
            this.panel.stale = true;
        }

        reset() {
            this.editor.set(this.original);
            this.panel.say("");
        }

        async share() {
            try {
                const link = await linkWith({ [this.number]: this.editor.text() });
                history.replaceState(null, "", link);
                const copied = navigator.clipboard ? await navigator.clipboard.writeText(link).then(() => true, () => false) : false;
                this.note.textContent = copied ? "the link is copied, and in the address" : "the link is in the address";
            } catch (error) {
                this.note.textContent = error.message;
            }
        }

        // A capture with the reader's kernel, if there is one, and with what the sliders say.
        async rewrite(bytes) {
            if (this.text === null && this.values.size === 0) return bytes;
            if (!this.source) await this.open();
            let capture = KernelCapture.parse(bytes);
            const source = KernelCapture.sourceOf(capture), before = source.defines;
            if (source.path !== this.source.path) return bytes; // another kernel of a row
            for (const [name, value] of this.values) {
                source.defines = source.defines.replace(new RegExp(`^${name} .*$`, "m"), `${name} ${value}`);
                capture = KernelCapture.withUniform(capture, source, name, value);
            }
            if (this.text !== null || source.defines !== before) {
                if (!this.compiled.has(source.defines)) this.compiled.set(source.defines, await this.compile(source));
                capture = KernelCapture.withKernel(capture, this.compiled.get(source.defines));
            }
            return KernelCapture.join(capture);
        }

        async compile(source) {
            await loadShelf();
            try {
                const made = await KernelMachine.compile({ path: source.path, files: { ...shelfFiles, ...source.files, [source.path]: this.text === null ? this.original : this.text }, defines: source.defines });
                if (this.editor) this.editor.mark([]);
                return made;
            } catch (error) {
                const faults = faultsOf(error.message, source.path);
                if (this.editor) this.editor.mark(faults);
                throw new Error(faults.length ? `it does not compile: line ${faults[0].line}: ${faults[0].text}` : `it does not compile: ${error.message.trim()}`);
            }
        }
    }

    // ---- The course's included files ----

    let shelfFiles = {}, shelfLoading = null;
    function loadShelf() {
        if (!shelfLoading) shelfLoading = add("script", { src: `${KernelMachine.base}shelf.js` });
        return shelfLoading.catch(() => { shelfLoading = null; });
    }

    // ---- The page ----

    const edits = [];
    async function start() {
        KernelPanel.panels.forEach((panel, k) => edits.push(new Edit(panel, k)));
        let brought = {};
        try {
            brought = await fromLink();
        } catch (error) {
            const where = document.querySelector("main h1");
            if (where) where.after(el("p", { class: "damaged", role: "alert" }, "The text in this link is damaged, so the page is as it was."));
        }
        for (const [k, edit] of edits.entries()) {
            if (typeof brought[k] === "string") {
                edit.text = brought[k];
                edit.panel.figure.scrollIntoView();
                await edit.toggle();
                edit.note.textContent = "from the link";
            } else if (edit.text !== null) {
                edit.button.textContent = "Edit (changed)";
            }
        }
    }
    globalThis.KernelEditor = { makeEditor, faultsOf, shelf, pack, unpack, linkWith, fromLink, loadShelf, edits, files: () => shelfFiles, setShelf(files) { shelfFiles = files; } };
    KernelPanel.whenReady(start);
})();
