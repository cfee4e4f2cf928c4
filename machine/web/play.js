// The playground: a kernel, buffers that a formula, a file or a picture fills, and work groups. What is run is a capture as any other, put
// together here. The link carries all of it but files.
"use strict";
(function () {
    const { el } = KernelPanel, { makeEditor, faultsOf, shelf, linkWith, fromLink, loadShelf, files } = KernelEditor;
    const KEY = "playground", MOST = 1 << 22; // elements of a buffer
    const START = { kernel: `#version 430 core
layout(local_size_x = 64) in;

layout(std430, binding = 0) readonly buffer In { float values[]; };
layout(std430, binding = 1) buffer Out { float sums[]; };
shared float tile[64];

void main()
{
    uint lane = gl_LocalInvocationIndex;
    tile[lane] = values[gl_GlobalInvocationID.x];
    // without this barrier it is a race: take it away, and run
    barrier();
    float sum = 0.0;
    for (uint i = 0u; i < 64u; i++) sum += tile[i];
    sums[gl_GlobalInvocationID.x] = sum;
}
`, groups: [4, 1, 1], buffers: [{ type: "float", count: 256, fill: "sin(i / 10)" }, { type: "float", count: 256, fill: "0" }] };

    // ---- Formulas of i, the element's number, and n, how many there are ----

    const FUNCTIONS = { sin: Math.sin, cos: Math.cos, sqrt: Math.sqrt, abs: Math.abs, floor: Math.floor, min: Math.min, max: Math.max, pow: Math.pow, exp: Math.exp, log: Math.log };

    // A function of (i, n); `random` gives the same numbers each time.
    function formula(text) {
        const tokens = text.match(/\d+\.?\d*(?:[eE][-+]?\d+)?|\.\d+|[a-z]+|[-+*/%(),]|\S/g) || [];
        let at = 0;
        const fail = () => { throw new Error(`the formula "${text}" is not understood${at < tokens.length ? ` at "${tokens[at]}"` : ""}: numbers, i, n, random, + - * / % ( ) and ${Object.keys(FUNCTIONS).join(", ")}`); };
        const take = token => tokens[at] === token && ++at > 0;
        function atom() {
            const token = tokens[at++];
            if (token === undefined) { at--; fail(); }
            if (/^[\d.]/.test(token)) { const value = Number(token); return () => value; }
            if (token === "i") return i => i;
            if (token === "n") return (i, n) => n;
            if (token === "random") return i => { let x = Math.imul(i + 1, 0x9E3779B1); x = Math.imul(x ^ x >>> 15, 0x85EBCA6B); return ((x ^ x >>> 13) >>> 0) / 4294967296; };
            if (token === "(") { const inner = sum(); if (!take(")")) fail(); return inner; }
            if (token === "-") { const inner = atom(); return (i, n) => -inner(i, n); }
            if (token in FUNCTIONS && take("(")) {
                const all = [sum()];
                while (take(",")) all.push(sum());
                if (!take(")")) fail();
                return (i, n) => FUNCTIONS[token](...all.map(one => one(i, n)));
            }
            at--;
            return fail();
        }
        function product() {
            let left = atom();
            for (;;) {
                const first = left, does = ["*", "/", "%"].find(take);
                if (!does) return left;
                const right = atom();
                left = does === "*" ? (i, n) => first(i, n) * right(i, n) : does === "/" ? (i, n) => first(i, n) / right(i, n) : (i, n) => first(i, n) % right(i, n);
            }
        }
        function sum() {
            let left = product();
            for (;;) {
                const first = left, does = ["+", "-"].find(take);
                if (!does) return left;
                const right = product();
                left = does === "+" ? (i, n) => first(i, n) + right(i, n) : (i, n) => first(i, n) - right(i, n);
            }
        }
        const whole = sum();
        if (at < tokens.length) fail();
        return whole;
    }

    // ---- Data ----

    const ARRAYS = { float: Float32Array, int: Int32Array, uint: Uint32Array };
    function converted(type, numbers) {
        const array = new ARRAYS[type](numbers.length);
        for (let i = 0; i < numbers.length; i++) array[i] = numbers[i];
        return array;
    }

    function readNpy(bytes) {
        const head = new TextDecoder().decode(bytes.subarray(0, 2000)), found = head.match(/'descr': '<([fiu])4'/);
        if (bytes[0] !== 0x93 || !found || /'fortran_order': True/.test(head)) throw new Error("of .npy files, arrays of 32-bit numbers are read: float32, int32 or uint32, in C order");
        const body = KernelCapture.bodyOf(bytes);
        return [...new ({ f: Float32Array, i: Int32Array, u: Uint32Array })[found[1]](body.buffer, 0, body.length >> 2)];
    }
    function readCsv(text) {
        const words = text.replace(/^#.*$/gm, "").split(/[\s,;]+/).filter(word => word !== ""), numbers = words.map(Number), wrong = numbers.findIndex((n, k) => Number.isNaN(n) && !/^nan$/i.test(words[k]));
        if (wrong >= 0) throw new Error(`"${words[wrong]}" is no number`);
        return numbers;
    }
    async function readPicture(file) {
        const image = await createImageBitmap(file).catch(() => { throw new Error("it is no picture, and neither .csv nor .npy"); }), canvas = document.createElement("canvas");
        Object.assign(canvas, { width: image.width, height: image.height });
        const context = canvas.getContext("2d");
        context.drawImage(image, 0, 0);
        return [...new Uint32Array(context.getImageData(0, 0, image.width, image.height).data.buffer)];
    }
    async function readFile(file) {
        if (/\.npy$/i.test(file.name)) return readNpy(new Uint8Array(await file.arrayBuffer()));
        if (/\.(csv|txt)$/i.test(file.name)) return readCsv(await file.text());
        return readPicture(file);
    }

    function dataOf(buffer) {
        const count = buffer.file ? buffer.file.length : Math.floor(+buffer.count);
        if (!(count >= 1 && count <= MOST)) throw new Error(`a buffer has from 1 to ${MOST.toLocaleString("en")} elements, not ${buffer.count}`);
        if (buffer.file) return converted(buffer.type, buffer.file);
        const value = formula(buffer.fill), array = new ARRAYS[buffer.type](count);
        for (let i = 0; i < count; i++) array[i] = value(i, count);
        return array;
    }

    function captureOf(state, kernel) {
        const npy = KernelCapture.npy, data = state.buffers.map(dataOf), groups = state.groups.map(n => Math.max(1, Math.min(0xffffffff, Math.floor(+n) || 1)));
        const blocks = state.buffers.map((_, k) => state.kernel.match(new RegExp(`binding\\s*=\\s*${k}\\s*\\)([^{;]*)\\{\\s*\\w+\\s+(\\w+)`)) || [null, "", `buffer ${k}`]);
        const nameOf = k => blocks[k][2], isWritten = k => /\breadonly\b/.test(blocks[k][1]) ? 0 : 1; // pictures show what is written
        const head = ["workbench-capture version=1", "kernel name=playground.comp", "lesson name=", "pass name=", "call name=glDispatchCompute", `dispatch x=${groups[0]} y=${groups[1]} z=${groups[2]}`, "machine subgroup=0 fma=0",
            "file from=-1 line=0 name=playground.comp", ...data.map((array, k) => `memory bytes=${array.byteLength} written=${isWritten(k)} name=${nameOf(k)}`),
            ...data.map((array, k) => `storage binding=${k} memory=${k} offset=0 bytes=${array.byteLength} name=${nameOf(k)}`), "array text", "array spirv", "array lines", ...data.map((_, k) => `array memory ${k}`)];
        const arrays = new Map([["text", new Uint8Array()], ["spirv", new Uint8Array()], ["lines", new Uint8Array()], ...data.map((array, k) => [`memory ${k}`, npy("|u1", new Uint8Array(array.buffer))])]);
        return KernelCapture.join(KernelCapture.withKernel({ head, arrays }, kernel));
    }

    // ---- The page ----

    class Play {
        constructor(box, state) {
            this.box = box;
            this.state = state;
            this.figure = el("figure", { class: "live", "data-live": JSON.stringify({ captures: [""], view: { kind: "bars", memory: "" } }) }, el("figcaption", {}, el("span", {}, el("b", {}, "Playground"))));
            this.controls = el("div", { class: "play" });
            box.append(this.figure);
            this.panel = new KernelPanel.Panel(this.figure);
            this.panel.captureBytes = () => this.bytes();
            this.note = el("span", { class: "quiet", role: "status" });
            const edit = el("div", { class: "edit" }, el("p", { class: "bar" }, el("code", {}, "playground.comp"), this.note, el("span", { class: "buttons" },
                el("button", { type: "button", onclick: () => this.reset() }, "Reset"), el("button", { type: "button", onclick: () => this.share() }, "Share"))));
            this.panel.label.after(edit, this.controls);
            this.ready = makeEditor(edit, { text: state.kernel, label: "The kernel", onChange: text => { this.state.kernel = text; this.changed(); }, onRun: () => this.panel.runButton.click() }).then(editor => { this.editor = editor; });
            KernelMachine.prepareCompiler().catch(() => { });
            this.build();
        }

        build() {
            const number = (value, label, does, most) => el("input", { type: "number", min: 1, max: most, value, "aria-label": label, onchange: event => { does(+event.target.value); this.changed(); } });
            const rows = this.state.buffers.map((buffer, k) => el("div", { class: "row" }, el("b", {}, `binding ${k}`),
                el("select", { "aria-label": `Type of buffer ${k}`, onchange: event => { buffer.type = event.target.value; this.changed(); } }, ...Object.keys(ARRAYS).map(type => el("option", { selected: type === buffer.type }, type))),
                buffer.file ? el("span", { class: "quiet" }, `${buffer.file.length} numbers of ${buffer.fileName}`) : el("label", {}, number(buffer.count, `Elements of buffer ${k}`, n => { buffer.count = n; }, MOST), " of "),
                buffer.file ? "" : el("input", { type: "text", class: "fill", value: buffer.fill, "aria-label": `Formula of buffer ${k}`, spellcheck: "false", onchange: event => { buffer.fill = event.target.value; this.changed(); } }),
                el("label", { class: "file" }, "File …", el("input", { type: "file", accept: ".csv,.txt,.npy,image/*", "aria-label": `File for buffer ${k}`, onchange: event => this.load(buffer, event.target.files[0]) })),
                el("button", { type: "button", "aria-label": `Take buffer ${k} away`, onclick: () => { this.state.buffers.splice(k, 1); this.changed(); this.build(); } }, "×")));
            this.controls.replaceChildren(el("div", { class: "row" }, el("b", {}, "work groups"), ...[0, 1, 2].map(k => number(this.state.groups[k], `Work groups, ${"xyz"[k]}`, n => { this.state.groups[k] = n; }, 65535))), ...rows,
                el("button", { type: "button", onclick: () => { this.state.buffers.push({ type: "float", count: 64, fill: "0" }); this.changed(); this.build(); } }, "One more buffer"));
        }

        async load(buffer, file) {
            if (!file) return;
            try {
                const numbers = await readFile(file);
                if (numbers.length === 0 || numbers.length > MOST) throw new Error(`it has ${numbers.length.toLocaleString("en")} numbers; from 1 to ${MOST.toLocaleString("en")} can be taken`);
                Object.assign(buffer, { file: numbers, fileName: file.name, type: /\.(csv|txt|npy)$/i.test(file.name) ? buffer.type : "uint" });
                this.changed();
                this.build();
            } catch (error) {
                this.panel.say(`${file.name}: ${error.message}`, "bad");
            }
        }

        get plain() { return { ...this.state, buffers: this.state.buffers.map(({ type, count, fill }) => ({ type, count, fill })) }; }

        changed() {
            const kept = shelf.set(KEY, JSON.stringify(this.plain));
            this.note.textContent = kept ? "kept in this browser" : "this browser keeps nothing: Share makes a link";
            this.panel.stale = true;
        }

        async bytes() {
            await this.ready;
            await loadShelf();
            try {
                const kernel = await KernelMachine.compile({ path: "playground.comp", files: { ...files(), "playground.comp": this.state.kernel } });
                this.editor.mark([]);
                return captureOf(this.state, kernel);
            } catch (error) {
                const faults = faultsOf(error.message, "playground.comp");
                this.editor.mark(faults);
                throw faults.length ? new Error(`it does not compile: line ${faults[0].line}: ${faults[0].text}`) : error;
            }
        }

        reset() {
            this.state = structuredClone(START);
            this.editor.set(this.state.kernel);
            this.build();
        }

        async share() {
            try {
                history.replaceState(null, "", await linkWith({ play: this.plain }));
                const copied = navigator.clipboard ? await navigator.clipboard.writeText(location.href).then(() => true, () => false) : false;
                this.note.textContent = `${copied ? "the link is copied, and in the address" : "the link is in the address"}${this.state.buffers.some(buffer => buffer.file) ? "; files stay here" : ""}`;
            } catch (error) {
                this.note.textContent = error.message;
            }
        }
    }

    // What comes from a link or from the browser may be anything.
    function sensible(state) {
        const good = state && typeof state.kernel === "string" && Array.isArray(state.groups) && state.groups.length === 3 && Array.isArray(state.buffers) && state.buffers.length <= 16 &&
            state.buffers.every(buffer => buffer && buffer.type in ARRAYS && typeof buffer.fill === "string");
        return good ? { kernel: state.kernel, groups: state.groups.map(Number), buffers: state.buffers.map(({ type, count, fill }) => ({ type, count: +count, fill })) } : null;
    }

    async function start() {
        const box = document.querySelector("section.playground");
        if (!box) return;
        const brought = await fromLink().catch(() => ({})); // the editor says that a link is damaged
        let kept = null;
        try { kept = JSON.parse(shelf.get(KEY)); } catch (error) { /* something else */ }
        globalThis.KernelPlay = new Play(box, sensible(brought.play) || sensible(kept) || structuredClone(START));
        KernelPlay.formula = formula;
    }
    KernelPanel.whenReady(start);
})();
