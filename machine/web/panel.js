// The book's live kernels: each figure.live of a page becomes a panel that runs a capture, and steps through it. Here it is only
// drawn: what a debugger decides is decided in machine/debug.c. The page's captures come as a script that calls KernelPanel.add().
"use strict";
(function () {
    const Pictures = globalThis.KernelPictures, FRAME_MS = 100, BUDGET = 1e9;

    // ---- Small things ----

    function el(tag, attributes = {}, ...children) {
        const made = document.createElement(tag);
        for (const [name, value] of Object.entries(attributes)) {
            if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
            else if (value === true) made.setAttribute(name, "");
            else if (value !== false && value != null) made.setAttribute(name, value);
        }
        made.append(...children.filter(child => child != null));
        return made;
    }
    const short = n => n < 10000 ? String(n) : n < 1e6 ? `${Math.round(n / 1000)}k` : `${(n / 1e6).toFixed(1)}M`;
    const plural = (n, one, many = one + "s") => `${n.toLocaleString("en")} ${n === 1 ? one : many}`;
    const ratio = (part, whole) => whole > 0 ? (part / whole).toFixed(1) : "";
    // "0-7, 12": lanes, in short.
    function ranges(lanes) {
        const parts = [];
        for (let i = 0; i < lanes.length; i++) {
            const first = lanes[i];
            while (i + 1 < lanes.length && lanes[i + 1] === lanes[i] + 1) i++;
            parts.push(first === lanes[i] ? first : `${first}–${lanes[i]}`);
        }
        return parts.length > 6 ? parts.slice(0, 6).join(", ") + ", …" : parts.join(", ");
    }

    // ---- The page's captures ----

    const sets = []; // {parts, captures, data, bytes}

    async function inflate(text) {
        const packed = Uint8Array.from(atob(text), letter => letter.charCodeAt(0));
        if (typeof DecompressionStream === "undefined") throw new Error("this browser is too old to unpack the kernels");
        return new Response(new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate-raw"))).arrayBuffer();
    }
    async function captureBytes(name) {
        const set = sets.find(one => name in one.captures);
        if (!set) throw new Error(`the capture ${name} is not in this page`);
        if (!set.bytes) set.bytes = inflate(set.data);
        const all = new Uint8Array(await set.bytes), parts = set.captures[name].map(part => set.parts[part]);
        const whole = new Uint8Array(parts.reduce((sum, [, size]) => sum + size, 0));
        let at = 0;
        for (const [from, size] of parts) {
            whole.set(all.subarray(from, from + size), at);
            at += size;
        }
        return whole.buffer;
    }

    // ---- Colours of a kernel's text ----

    const TOKENS = /(\/\/.*|\/\*.*?\*\/)|(^\s*#\s*\w+)|\b(\d+\.?\d*(?:[eE][-+]?\d+)?[uf]*|\.\d+)\b|\b(if|else|for|while|do|return|break|continue|switch|case|default|layout|in|out|inout|uniform|buffer|shared|const|readonly|writeonly|restrict|coherent|volatile|precise|struct)\b|\b(void|bool|int|uint|float|double|[iubd]?vec[234]|d?mat[234](?:x[234])?|[iu]?image\w+|[iu]?sampler\w+)\b/g;
    const CLASSES = [null, "co", "pp", "dv", "kw", "dt"];
    function coloured(text) {
        const pieces = [];
        let at = 0;
        for (const match of text.matchAll(TOKENS)) {
            const kind = CLASSES.findIndex((name, k) => k > 0 && match[k] !== undefined);
            pieces.push(text.slice(at, match.index), el("span", { class: CLASSES[kind] }, match[0]));
            at = match.index + match[0].length;
        }
        pieces.push(text.slice(at));
        return pieces;
    }

    // ---- A panel ----

    const STEPS = [ // goal, label, key, what it does
        ["over", "Line", "n", "one line"], ["into", "Into", "s", "one line, also into functions"],
        ["out", "Out", "o", "out of this function"], ["barrier", "Barrier", "b", "behind the next barrier()"],
        ["finding", "Finding", "f", "to the next finding"], ["end", "End", "e", "to the end of the group"],
    ];
    const BACK = { over: "one line back", into: "one line back, also into functions", out: "back to where this function was called",
        barrier: "in front of the last barrier()", finding: "back to the finding before", end: "to the group's start" };
    const TABS = [["source", "Source"], ["lanes", "Lanes"], ["picture", "Picture"], ["variables", "Variables"], ["memory", "Memory"], ["findings", "Findings"]];
    const STATES = { r: "runs next", e: "elsewhere", b: "waits at a barrier()", d: "has ended" };
    let panels = 0;

    class Panel {
        constructor(figure) {
            this.figure = figure;
            this.config = JSON.parse(figure.dataset.live);
            this.id = `live-${++panels}`;
            this.machines = [];      // of each frame's capture; [0] is the one that is stepped through
            this.state = null;       // of the debugger; null: it is not open
            this.result = null;      // of the last run
            this.frames = [];        // bytes of the picture's memory, after each dispatch
            this.frame = 0;
            this.end = 0;            // the group's last position
            this.group = this.config.group || [0, 0, 0];
            this.colourBy = "state";
            this.expression = "";
            this.values = null;
            this.tab = "picture";
            this.busy = null;
            this.finding = -1;
            this.before = new Map();
            this.build();
        }

        get machine() { return this.machines[0]; }

        // ---- What is there from the start ----

        build() {
            const { figure } = this, label = figure.querySelector("figcaption");
            this.runButton = el("button", { type: "button", class: "run", onclick: () => { if (this.playing) this.playing = false; else this.act(() => this.run()); } }, "Run");
            this.stepButton = el("button", { type: "button", onclick: () => { if (this.playing) { this.playing = false; this.then = () => this.debug(); } else this.act(() => this.debug()); } }, "Step through");
            this.stopButton = el("button", { type: "button", class: "stop", hidden: true, onclick: () => this.stop() }, "Stop");
            this.closeButton = el("button", { type: "button", hidden: true, onclick: () => this.act(() => this.closeDebugger()) }, "Close");
            this.label = label;
            label.append(el("span", { class: "buttons" }, this.runButton, this.stepButton, this.stopButton, this.closeButton));
            this.status = el("p", { class: "status", role: "status", "aria-live": "polite" });
            this.body = el("div", { class: "body", hidden: true });
            figure.append(this.status, this.body);
            figure.addEventListener("keydown", event => this.key(event));
        }

        buildBody() {
            if (this.body.childElementCount > 0) return;
            const { info } = this.machine;
            this.sections = {};
            for (const [name, title] of TABS)
                this.sections[name] = el("section", { class: name, role: "tabpanel", id: `${this.id}-${name}`, "aria-labelledby": `${this.id}-${name}-tab`, tabindex: name === "lanes" ? null : "0" });
            this.tabs = el("div", { class: "tabs", role: "tablist", "aria-label": "What to see" }, ...TABS.map(([name, title]) =>
                el("button", { type: "button", role: "tab", id: `${this.id}-${name}-tab`, "data-tab": name, "aria-controls": `${this.id}-${name}`, onclick: () => this.choose(name) }, title)));
            this.tabs.addEventListener("keydown", event => this.tabKey(event));
            this.body.append(this.buildTools(info), this.tabs, ...Object.values(this.sections));
            this.buildPicture();
            this.buildSource(info);
            this.buildLanes(info);
            this.body.hidden = false;
            if (!this.observer) (this.observer = new ResizeObserver(() => this.fit())).observe(this.figure);
            this.fit(true);
        }

        buildTools(info) {
            const pairs = STEPS.map(([goal, name, key, what]) => {
                const back = goal === "end" ? "Start" : name;
                return el("span", { class: "pair" },
                    el("button", { type: "button", title: `${BACK[goal]} (Shift+${key.toUpperCase()})`, "aria-label": goal === "end" ? "Start of the group" : `Back: ${name}`, "aria-keyshortcuts": `Shift+${key.toUpperCase()}`, onclick: () => this.act(() => this.move(goal, true)) }, `◀ ${back}`),
                    el("button", { type: "button", title: `${what} (${key.toUpperCase()})`, "aria-keyshortcuts": key, onclick: () => this.act(() => this.move(goal, false)) }, `${name} ▶`));
            });
            this.slider = el("input", { type: "range", min: 0, max: 1000, value: 0, "aria-label": "Time in the group", oninput: () => this.slide() });
            this.ticks = el("span", { class: "ticks" });
            const numbers = [0, 1, 2].filter(k => info.groups[k] > 1 || k === 0);
            this.groupInputs = numbers.map(k => el("input", { type: "number", min: 0, max: info.groups[k] - 1, value: this.group[k], "aria-label": `Work group, ${"xyz"[k]}`,
                onchange: event => { this.group[k] = Math.max(0, Math.min(info.groups[k] - 1, +event.target.value || 0)); this.act(() => this.debug()); } }));
            const count = info.local[0] * info.local[1] * info.local[2];
            this.widthSelect = el("select", { "aria-label": "Lanes that a step moves", onchange: () => this.act(() => this.selectLanes(this.state.lane)) },
                el("option", { value: 0 }, `all ${count} lanes`), ...[64, 32, 8, 1].filter(n => n < count).map(n => el("option", { value: n }, n === 1 ? "one lane" : `${n} lanes`)));
            this.othersButton = el("button", { type: "button", hidden: true, onclick: () => this.act(async () => this.show(await this.machine.others())) }, "Bring the others");
            this.tools = el("div", { class: "tools", role: "toolbar", "aria-label": "Steps" },
                el("div", { class: "pairs" }, ...pairs),
                el("div", { class: "time" }, el("span", { class: "track" }, this.ticks, this.slider)),
                el("div", { class: "which" },
                    el("label", {}, "group ", ...this.groupInputs), el("span", { class: "quiet" }, `of ${info.groups.slice(0, numbers.length).join(" × ")}`),
                    el("label", {}, "steps move ", this.widthSelect), this.othersButton));
            return this.tools;
        }

        // ---- Busy, stopped, failed ----

        // One thing at a time; a click in between is dropped, or done next. What takes longer shows Stop.
        async act(what) {
            if (this.busy) {
                if (this.waits) this.then = what;
                return;
            }
            this.busy = true;
            const late = setTimeout(() => { this.stopButton.hidden = Boolean(this.playing); this.figure.setAttribute("aria-busy", "true"); }, 150);
            try {
                if (this.stale) this.forget();
                await what();
            } catch (error) {
                this.say(error.stopped ? "Stopped." : sentence(error.message), error.stopped ? "" : "bad");
                if (error.dead) { this.machines = []; this.loaded = null; this.state = null; }
            }
            clearTimeout(late);
            this.waits = false;
            this.stopButton.hidden = true;
            this.figure.removeAttribute("aria-busy");
            this.busy = null;
            if (this.then) { const next = this.then; this.then = null; this.act(next); }
        }

        stop() {
            this.playing = false;
            for (const machine of this.machines) machine.stop();
        }

        say(text, kind = "") {
            this.status.textContent = text;
            this.status.className = `status ${kind}`;
        }

        // The first capture in the machine: also unasked, as soon as the panel is near, so that the first click is quick.
        load() {
            if (!this.loaded)
                this.loaded = (async () => {
                    const machine = await KernelMachine.open(await this.bytesOf(0));
                    machine.onprogress = answer => { if (answer.laneInstructions) this.say(`${short(answer.laneInstructions)} instructions of lanes so far`); };
                    this.machines = [machine];
                })();
            return this.loaded.catch(error => { this.loaded = null; throw error; });
        }

        captureBytes(k) { return captureBytes(this.config.captures[k]); }
        // With the reader's kernel, where the book can be edited.
        async bytesOf(k) { return this.rewrite ? this.rewrite(await this.captureBytes(k)) : this.captureBytes(k); }

        // What is open belongs to another kernel, or to other data (`stale`): the next click opens anew.
        forget() {
            this.playing = this.stale = false;
            for (const machine of this.machines) machine.close().catch(() => { });
            Object.assign(this, { machines: [], loaded: null, state: null, result: null, frames: [], kept: null, finding: -1, expressionInput: null, expression: "", values: null });
            this.figure.classList.remove("stepping");
            this.closeButton.hidden = true;
            this.body.replaceChildren();
            this.body.hidden = true;
            const still = this.figure.querySelector(".still");
            if (still) still.hidden = false;
        }

        async open() {
            await this.load();
            this.view = Pictures.complete(this.config.view, this.machine.info);
            this.buildBody();
        }

        // ---- Run ----

        async run() {
            await this.open();
            await this.closeDebugger();
            if (this.config.captures.length > 1 || this.config.feed) return this.play();
            const result = await this.machine.run({ budget: this.config.budget || BUDGET });
            await this.takeResult(result);
            this.frames = [await this.machine.memory(this.view.memory)];
            this.frame = 0;
            this.choose(result.findings.some(f => f.severity !== "note") ? "findings" : "picture");
            this.draw();
        }

        async takeResult(result) {
            this.result = result;
            const faults = result.findings.filter(f => f.severity !== "note"), n = result.laneInstructions;
            const end = result.stop === "end" ? "" : result.stop === "stopped" ? " Stopped before its end." : " It did not end: stopped.";
            this.say(`${plural(this.machine.info.groups.reduce((a, b) => a * b), "work group")}, ${short(n)} instructions of lanes in ${Math.max(1, Math.round(result.ms))} ms; ` +
                `${faults.length ? plural(faults.length, "finding") : "no findings"}.${end}`, faults.length ? "bad" : result.stop === "end" ? "good" : "");
            await this.showFindings();
            this.showCounts(result.counts);
            this.markFound(faults[0]);
        }

        // Without a debugger: the lines of a finding, or else main().
        markFound(finding) {
            const main = this.machine.info.lines.findIndex(line => /^void main\(/.test(line.text)) + 1;
            for (const [line, row] of this.rows) {
                row.classList.remove("next", "waits");
                row.classList.toggle("found", Boolean(finding) && (line === finding.line || line === finding.otherLine));
            }
            this.scrollTo(this.rows.get(finding ? finding.line : main));
        }

        // Dispatch after dispatch: each capture's memory is what the one before has left; with `feed`, one over and over.
        async play() {
            const { config } = this, loops = Boolean(config.feed), count = loops ? config.frames || 200 : config.captures.length;
            for (let k = this.machines.length; k < config.captures.length; k++) this.machines.push(await KernelMachine.open(await this.bytesOf(k)));
            const names = this.machine.info.memories.map(memory => memory.name);
            if (this.frames.length < 2 || this.frames.length >= count + 1) {
                this.frames = [await this.machine.memory(this.view.memory, "before")];
                if (loops && this.kept) for (const [name, bytes] of this.kept) await this.machine.fill(names.indexOf(name), bytes);
            }
            if (loops && !this.kept) {
                this.kept = new Map();
                for (const name of names) this.kept.set(name, await this.machine.memory(names.indexOf(name), "before"));
            }
            this.choose("picture");
            this.playing = true;
            this.stopButton.hidden = true;
            this.runButton.textContent = "Pause";
            this.setFrame(this.frames.length - 1);
            try {
                while (this.playing && this.frames.length <= count) {
                    const start = performance.now();
                    await this.nextFrame(loops, names);
                    if (this.result.stop !== "end") break;
                    await new Promise(resolve => setTimeout(resolve, Math.max(0, (config.ms || FRAME_MS) - (performance.now() - start))));
                }
            } finally {
                this.playing = false;
                this.runButton.textContent = "Run";
            }
        }

        async nextFrame(loops, names) {
            const index = loops ? 0 : this.frames.length - 1, machine = this.machines[index];
            if (!loops && index > 0) {
                const before = this.machines[index - 1];
                for (const [k, memory] of machine.info.memories.entries()) {
                    const from = before.info.memories.findIndex(one => one.name === memory.name && one.size === memory.size);
                    if (from >= 0) await machine.fill(k, await before.memory(from));
                }
            }
            this.result = await machine.run({ budget: this.config.budget || BUDGET });
            const faults = this.result.findings.filter(f => f.severity !== "note");
            const at = machine.info.memories.findIndex(memory => memory.name === names[this.view.memory]);
            if (at >= 0) this.frames.push(await machine.memory(at));
            else this.frames.push(this.frames[this.frames.length - 1]);
            if (loops) for (const pair of this.config.feed) await machine.keep(names.indexOf(pair[0]), names.indexOf(pair[1]));
            this.say(`Dispatch ${this.frames.length - 1}${loops ? "" : ` of ${this.machines.length}`}: ${machine.info.pass}, ${short(this.result.laneInstructions)} instructions of lanes in ` +
                `${Math.max(1, Math.round(this.result.ms))} ms; ${faults.length ? plural(faults.length, "finding") : "no findings"}.`, faults.length ? "bad" : "good");
            await this.showFindings();
            this.showCounts(this.result.counts);
            if (faults.length || this.frames.length === 2) this.markFound(faults[0]);
            this.setFrame(this.frames.length - 1);
        }

        setFrame(frame) {
            this.frame = frame;
            this.draw();
        }

        // ---- Step ----

        async debug() {
            this.playing = false;
            await this.open();
            let state = await this.machine.group(...this.group);
            this.figure.classList.add("stepping");
            this.closeButton.hidden = false;
            this.runButton.textContent = "Run";
            for (const [k, input] of this.groupInputs.entries()) input.value = this.group[k];
            this.widthSelect.value = 0;
            this.finding = -1;
            this.before.clear();
            this.found = [];
            this.end = 1;
            if (this.narrow) this.choose("source");
            else this.choose(this.tab === "findings" || this.tab === "source" ? "variables" : this.tab);
            await this.show(state);
            // To the end and back: so the slider knows its length, and where findings are. A step that is asked for meanwhile comes next.
            this.waits = true;
            const end = await this.machine.forward("end");
            this.end = Math.max(end.position, 1);
            this.found = end.findingPositions.filter((_, k) => end.findings[k].severity !== "note");
            state = await this.machine.goTo(0);
            this.waits = false;
            await this.show(state, end.stopped || end.stop === "long" ? "This group does not end. " : "");
        }

        async closeDebugger() {
            if (!this.figure.classList.contains("stepping")) return;
            this.figure.classList.remove("stepping");
            this.closeButton.hidden = true;
            this.state = null;
            this.choose("picture");
            this.say("");
            this.draw();
        }

        async move(goal, back) {
            if (!this.state) return;
            await this.remember();
            const line = typeof goal === "number", state = line ? await this.machine[back ? "back" : "forward"]("line", goal)
                : await this.machine[back ? "back" : "forward"](goal);
            await this.show(state);
        }

        slide() {
            if (!this.state) return;
            const position = Math.round(this.end * this.slider.value / 1000);
            const go = async () => {
                await this.remember();
                let state = await this.machine.goTo(position);
                if (state.position < position) { // that future was left
                    await this.machine.forward("end");
                    state = await this.machine.goTo(position);
                }
                await this.show(state);
            };
            if (this.busy) this.then = go; else this.act(go);
        }

        async selectLanes(lane) {
            if (this.state) await this.show(await this.machine.select(lane, +this.widthSelect.value));
        }

        key(event) {
            if (!this.state || event.ctrlKey || event.altKey || event.metaKey || /INPUT|SELECT|TEXTAREA/.test(event.target.tagName)) return;
            const step = STEPS.find(([, , key]) => key === event.key.toLowerCase());
            if (!step) return;
            event.preventDefault();
            this.act(() => this.move(step[0], event.shiftKey));
        }

        async remember() {
            this.before = new Map((this.variables || []).map(v => [v.name, v.value]));
        }

        // ---- What is shown of a state ----

        async show(state, prefix = "") {
            const found = state.findings.length > (this.state ? this.state.findings.length : 0) && state.stop === "found";
            this.state = state;
            this.end = Math.max(this.end, state.position);
            if (document.activeElement !== this.slider) this.slider.value = Math.round(1000 * state.position / this.end);
            this.slider.setAttribute("aria-valuetext", `${state.position} of ${this.end} instructions of lanes`);
            this.ticks.replaceChildren(...this.found.map(at => el("i", { style: `left:${100 * at / this.end}%` })));
            if (found) this.finding = state.findings.length - 1;
            if (this.finding >= state.findings.length) this.finding = -1;
            this.othersButton.hidden = state.stop !== "waits";
            this.say(prefix + this.where(state), found ? "bad" : "");
            this.showCounts(state.counts);
            this.markSource();
            if (found) this.choose("findings");
            await this.showFindings();
            await this.showLanes();
            await this.showVariables();
            if (this.tab === "memory") await this.showMemory();
            this.here = await this.machine.memory(this.view.memory, "here");
            this.draw();
        }

        place(line) {
            const one = this.machine.info.lines[line - 1];
            return one ? `${one.file.split("/").pop()}:${one.number}` : "";
        }

        where(state) {
            const count = state.states.length, of = state.width < count ? state.width : count;
            const nan = state.nan ? `NaN in ${state.nan.operation}, lane ${state.nan.lane}. ` : "";
            if (state.line === 0) {
                if (state.ended === count) return `All ${count} lanes have ended; going back still works.`;
                if (state.stop === "waits" || state.waiting > 0)
                    return `${plural(state.waiting, "lane")} wait${state.waiting === 1 ? "s" : ""} at a barrier() for ${count - state.ended - state.waiting} others.`;
                return "The chosen lanes have ended.";
            }
            const start = state.stop === "start" || state.position === 0 ? "Start of the group. " : state.stop === "found" ? "Found. " : state.stop === "long" ? "Not there yet, after a long time: again goes on. " : "";
            const who = state.lanes === of ? of === count ? `All ${count} lanes` : plural(state.lanes, "lane") : `${state.lanes} of ${of} lanes`;
            return `${nan}${start}${who} ${state.inside ? "are in the middle of" : state.lanes === 1 ? "runs" : "run"} ${this.place(state.line)}${state.inside ? "" : " next"}${state.function === "main" ? "" : `, in ${state.function}()`}.`;
        }

        // ---- Source ----

        buildSource(info) {
            const rows = [], files = new Set(info.lines.filter(line => line.code).map(line => line.file));
            let file = "";
            this.rows = new Map();
            info.lines.forEach((line, k) => {
                if (!files.has(line.file) || line.number === 0) return;
                if (line.file !== file) rows.push(el("div", { class: "file" }, file = line.file));
                const number = line.code
                    ? el("button", { type: "button", class: "number", tabindex: -1, title: "run to this line; with Shift, back to it", "aria-label": `Run to line ${line.number}`, onclick: event => this.act(() => this.runTo(k + 1, event.shiftKey)) }, String(line.number))
                    : el("span", { class: "number" }, String(line.number));
                const row = el("div", { class: line.code ? "row does" : "row" }, number, el("span", { class: "here" }), el("span", { class: "hits" }), el("span", { class: "share" }),
                    el("span", { class: "sectors" }), el("span", { class: "ways" }), el("code", {}, ...coloured(line.text)));
                this.rows.set(k + 1, row);
                rows.push(row);
            });
            this.listing = el("div", { class: "listing" }, el("div", { class: "row head" }, el("span", { class: "number" }, "line"),
                el("span", { class: "here", title: "lanes that run the line next" }, "here"), el("span", { class: "hits", title: "instructions of lanes that ran" }, "runs"),
                el("span", { class: "share", title: "lanes that took part" }, "active"), el("span", { class: "sectors", title: "32-byte sectors a request of 32 lanes; 4 is the least for one word each" }, "sectors"),
                el("span", { class: "ways", title: "words that the most loaded bank delivers one after the other; 1 is best" }, "ways"), el("code", {})), ...rows);
            this.sections.source.append(this.listing);
            this.listing.addEventListener("keydown", event => this.lineKey(event));
            const first = this.listing.querySelector("button.number");
            if (first) first.tabIndex = 0;
        }

        async runTo(line, back) {
            if (!this.state) await this.debug();
            await this.move(line, back);
        }

        lineKey(event) {
            const all = [...this.listing.querySelectorAll("button.number")], at = all.indexOf(document.activeElement);
            const to = event.key === "ArrowDown" ? at + 1 : event.key === "ArrowUp" ? at - 1 : -1;
            if (at < 0 || !all[to]) return;
            event.preventDefault();
            all[at].tabIndex = -1;
            all[to].tabIndex = 0;
            all[to].focus();
        }

        showCounts(counts) {
            const by = new Map(counts.map(one => [one[0], one]));
            for (const [line, row] of this.rows) {
                const one = by.get(line), cell = name => row.querySelector(`.${name}`);
                cell("hits").textContent = one ? short(one[2]) : "";
                cell("share").textContent = one ? `${Math.round(100 * one[2] / one[3])} %` : "";
                cell("sectors").textContent = one ? ratio(one[5], one[4]) : "";
                cell("ways").textContent = one ? ratio(one[7], one[6]) : "";
                row.classList.toggle("ran", Boolean(one));
            }
        }

        markSource() {
            const { state } = this, here = new Map();
            let lane = 0;
            for (const [line, count] of state.laneLines) {
                for (let k = 0; k < count; k++, lane++) if (state.states[lane] !== "d") here.set(line, (here.get(line) || 0) + 1);
            }
            const finding = state.findings[this.finding];
            for (const [line, row] of this.rows) {
                row.querySelector(".here").textContent = here.get(line) || "";
                row.classList.toggle("next", line === state.line);
                row.classList.toggle("waits", here.has(line) && line !== state.line);
                row.classList.toggle("found", Boolean(finding) && (line === finding.line || line === finding.otherLine));
            }
            const row = this.rows.get(state.line);
            if (row) row.setAttribute("aria-current", "step");
            if (this.current && this.current !== row) this.current.removeAttribute("aria-current");
            this.current = row;
            this.scrollTo(row);
        }

        scrollTo(row) {
            if (!row) return;
            const box = this.listing, top = row.offsetTop; // never the page's own scrolling
            if (top < box.scrollTop + 40 || top > box.scrollTop + box.clientHeight - 60) box.scrollTop = Math.max(0, top - box.clientHeight * .4);
        }

        // ---- Lanes ----

        buildLanes(info) {
            this.lanes = el("canvas", { role: "img" });
            this.laneInput = el("input", { type: "number", min: 0, max: info.local[0] * info.local[1] * info.local[2] - 1, value: 0, "aria-label": "Lane",
                onchange: () => this.act(() => this.selectLanes(Math.max(0, Math.min(+this.laneInput.max, +this.laneInput.value || 0)))) });
            this.laneName = el("span", { class: "quiet" });
            const choice = el("select", { "aria-label": "What the colours of lanes tell", onchange: event => { this.colourBy = event.target.value; this.act(() => this.showLanes()); } },
                ...["state", "line", "value"].map(name => el("option", {}, name)));
            this.legend = el("p", { class: "legend" });
            this.lanes.addEventListener("click", event => {
                const lane = this.laneAt(event);
                if (lane >= 0) this.act(() => this.selectLanes(lane));
            });
            this.lanes.addEventListener("mousemove", event => {
                const lane = this.laneAt(event);
                this.lanes.title = lane >= 0 && this.state ? `lane ${lane}: ${STATES[this.state.states[lane]]}${this.values && this.values[lane] != null ? `, ${this.expression} = ${this.values[lane]}` : ""}` : "";
            });
            this.sections.lanes.append(el("div", { class: "bar" }, el("label", {}, "lane ", this.laneInput), this.laneName, el("label", { class: "by" }, "colour by ", choice)), this.lanes, this.legend);
            this.choice = choice;
        }

        // Columns, rows (slices one below the other), and the size of a cell.
        shape() {
            const [x, y, z] = this.machine.info.local, long = y * z === 1 && x > 32, columns = long ? Math.min(32, x) : x, rows = long ? Math.ceil(x / 32) : y * z;
            const wide = this.sections.lanes.clientWidth || 280;
            return { columns, rows, size: Math.max(3, Math.min(22, Math.floor(Math.min(wide / columns, (this.narrow ? 260 : 190) / rows)))) };
        }

        laneAt(event) {
            const { columns, rows, size } = this.shape(), box = this.lanes.getBoundingClientRect();
            const x = Math.floor((event.clientX - box.left) / size), y = Math.floor((event.clientY - box.top) / size);
            const lane = y * columns + x, count = this.state ? this.state.states.length : 0;
            return x >= 0 && x < columns && y >= 0 && y < rows && lane < count ? lane : -1;
        }

        async showLanes() {
            const { state } = this;
            if (!state) return;
            this.values = this.expression ? await this.machine.values(this.expression).catch(() => null) : null;
            const { columns, rows, size } = this.shape(), p = palette(this.figure), lines = [];
            const surface = Pictures.canvasSurface(this.lanes, columns * size, rows * size);
            this.lanes.style.width = `${columns * size}px`;
            for (const [line, count] of state.laneLines) for (let k = 0; k < count; k++) lines.push(line);
            const different = [...new Set(lines)], numbers = this.values ? this.values.map(value => value === "true" ? 1 : value === "false" ? 0 : parseFloat(value)) : [];
            const finite = numbers.filter(Number.isFinite), low = Math.min(...finite), high = Math.max(...finite), finding = state.findings[this.finding];
            for (let lane = 0; lane < state.states.length; lane++) {
                const x = lane % columns * size, y = Math.floor(lane / columns) * size, gap = size > 5 ? 1 : 0;
                let colour = { r: p.next, e: p.one, b: p.wait, d: p.line }[state.states[lane]];
                if (this.colourBy === "line") colour = lines[lane] === 0 ? p.line : p.hues[different.indexOf(lines[lane]) % p.hues.length];
                if (this.colourBy === "value") colour = Number.isFinite(numbers[lane]) ? ramp(high > low ? (numbers[lane] - low) / (high - low) : .5) : p.line;
                surface.rect(x, y, size - gap, size - gap, colour);
                const outline = finding && this.sameGroup(finding.at) && finding.at.lane === lane || finding && finding.other && this.sameGroup(finding.other) && finding.other.lane === lane;
                if (outline) frame(surface, x, y, size - gap, p.bad);
                if (lane === state.lane) frame(surface, x, y, size - gap, p.ink);
                if (state.width < state.states.length && lane >= state.first && lane < state.first + state.width) surface.rect(x, y + size - gap - 2, size - gap, 2, p.ink);
            }
            this.laneInput.value = state.lane;
            const [w, h] = this.machine.info.local, l = state.lane;
            this.laneName.textContent = `(${l % w}, ${Math.floor(l / w) % h}, ${Math.floor(l / w / h)})`;
            this.legend.replaceChildren(...this.legendFor(state, lines, different, low, high, p));
            this.lanes.setAttribute("aria-label", `${state.states.length} lanes: ${this.legend.textContent}`);
        }

        sameGroup(who) { return who.group.every((n, k) => n === this.group[k]); }

        legendFor(state, lines, different, low, high, p) {
            const dot = (colour, text) => el("span", {}, el("i", { style: `background:${colour}` }), text);
            if (this.colourBy === "line") return different.slice(0, 6).map((line, k) => dot(line === 0 ? p.line : p.hues[k % p.hues.length], `${lines.filter(one => one === line).length} ${line === 0 ? "have ended" : `at ${this.place(line)}`}`));
            if (this.colourBy === "value") return this.values && high >= low ? [dot(ramp(0), `${this.expression} = ${Pictures.shortNumber(low)}`), dot(ramp(1), Pictures.shortNumber(high))] : [el("span", {}, "Choose a variable, or type an expression under Variables.")];
            const count = letter => [...state.states].filter(one => one === letter).length;
            return [["r", p.next, "next"], ["e", p.one, "elsewhere"], ["b", p.wait, "at a barrier()"], ["d", p.line, "ended"]].filter(([letter]) => count(letter) > 0).map(([letter, colour, name]) => dot(colour, `${count(letter)} ${name}`));
        }

        // ---- Variables ----

        async showVariables() {
            const { state } = this, box = this.sections.variables;
            if (!state) return;
            this.variables = await this.machine.variables(state.lane);
            const calls = (await this.machine.calls(state.lane)).map(call => `${call.function}(), ${this.place(call.line)}`);
            const rows = this.variables.map(v => {
                const old = this.before.get(v.name), changed = old !== undefined && old !== v.value;
                return el("tr", { class: changed ? "changed" : "" }, el("th", { scope: "row" }, el("button", { type: "button", class: "name", title: `${v.type}: see it in all lanes`, onclick: () => this.act(() => this.watch(v.name)) }, v.name)),
                    el("td", {}, v.value, changed ? el("small", {}, ` was ${old}`) : null), el("td", { class: "quiet" }, v.type));
            });
            if (!this.expressionInput) {
                this.expressionInput = el("input", { type: "text", placeholder: "an expression, in all lanes", "aria-label": "Expression to see in all lanes", spellcheck: "false", autocapitalize: "off",
                    onchange: () => this.act(() => this.watch(this.expressionInput.value.trim())) });
                this.across = el("div", { class: "across" });
                this.table = el("table", {}, el("caption", {}), el("tbody"));
                box.append(this.table, this.expressionInput, this.across);
            }
            this.table.caption.textContent = `Lane ${state.lane}${state.states[state.lane] === "d" ? " has ended" : `, in ${calls.join(" ← ")}`}`;
            this.table.tBodies[0].replaceChildren(...rows);
            this.showAcross();
        }

        showAcross() {
            if (!this.expression) { this.across.replaceChildren(); return; }
            if (!this.values) { this.across.replaceChildren(el("p", { class: "quiet" }, `${this.expression} means nothing where the lanes are.`)); return; }
            const groups = new Map();
            this.values.forEach((value, lane) => { const key = value === null ? "–" : value; (groups.get(key) || groups.set(key, []).get(key)).push(lane); });
            const shown = [...groups].slice(0, 40);
            this.across.replaceChildren(el("table", {}, el("caption", {}, `${this.expression} in all lanes`), el("tbody", {}, ...shown.map(([value, lanes]) =>
                el("tr", {}, el("th", { scope: "row" }, value), el("td", {}, plural(lanes.length, "lane")), el("td", { class: "quiet" }, ranges(lanes)))))),
                groups.size > shown.length ? el("p", { class: "quiet" }, `and ${groups.size - shown.length} other values`) : "");
        }

        async watch(expression) {
            this.expression = expression;
            this.expressionInput.value = expression;
            if (expression) await this.machine.values(expression, this.state.lane, 1).catch(error => this.say(sentence(error.message), "bad"));
            this.colourBy = expression ? "value" : "state";
            this.choice.value = this.colourBy;
            await this.showLanes();
            this.showAcross();
        }

        // ---- Memory ----

        async showMemory() {
            const box = this.sections.memory;
            if (!this.state) { box.replaceChildren(el("p", { class: "quiet" }, "Step through a work group to see its memory.")); return; }
            const [shared, did, next] = [await this.machine.shared(), await this.machine.accesses(), await this.machine.nextAccesses()], parts = [];
            for (const variable of shared) parts.push(this.wordGrid(variable, did, next));
            parts.push(this.accessTable("The line that ran", did), this.accessTable("The next line", next));
            if (shared.length === 0) parts.unshift(el("p", { class: "quiet" }, "This kernel has no shared memory."));
            box.replaceChildren(...parts);
        }

        wordGrid(variable, did, next) {
            const { first, count, words } = variable, marks = new Map();
            const note = (accesses, prefix) => accesses.forEach(a => {
                if (a.space === "shared") for (let k = 0; k < a.words; k++) marks.set(a.word + k - first, prefix + (a.kind === "read" ? "read" : "write"));
            });
            note(next, "next-");
            note(did, "did-");
            const written = words.filter(Boolean).length, longest = Math.max(1, ...words.map(word => word ? word[0].length : 1));
            const cells = words.slice(0, 1056).map((word, k) => {
                const name = `${variable.name}[${k}]`, bank = (first + k) % 32;
                return el("span", { class: `${word ? "" : "empty"} ${marks.get(k) || ""}`, title: word ? `word ${k}: ${word[0]}, by lane ${word[1]} in ${this.place(word[2])}; bank ${bank}` : `${name}: never written; bank ${bank}` }, word ? word[0] : "·");
            });
            return el("div", { class: "shared" }, el("h4", {}, `shared ${variable.type} ${variable.name}`, el("span", { class: "quiet" }, ` ${written} of ${count} words written`)),
                el("div", { class: "words", tabindex: 0, role: "group", "aria-label": `Words of ${variable.name}`, style: `--letters:${Math.min(longest, 10)}` }, ...cells));
        }

        accessTable(title, accesses) {
            const rows = new Map();
            for (const a of accesses) {
                const key = `${a.kind}s ${a.space === "shared" ? "shared" : a.space} ${a.name.replace(/[[.].*/, "")}`, row = rows.get(key) || rows.set(key, []).get(key);
                row.push(a);
            }
            if (rows.size === 0) return "";
            const lines = [...rows].map(([key, all]) => {
                const sample = all.slice(0, 3).map(a => `lane ${a.lane}: ${a.name}`).join("; ");
                const banks = all[0].space === "shared" ? this.bankWays(all) : "";
                return el("li", {}, el("b", {}, key), ` ${plural(all.length, "access", "accesses")}${banks}`, el("br"), el("span", { class: "quiet" }, sample + (all.length > 3 ? "; …" : "")));
            });
            return el("div", { class: "accesses" }, el("h4", {}, title), el("ul", {}, ...lines));
        }

        // Of the first request of 32 lanes; only to be drawn: the counts in the gutter are the machine's.
        bankWays(accesses) {
            const banks = new Map();
            for (const a of accesses.slice(0, 32)) (banks.get(a.word % 32) || banks.set(a.word % 32, new Set()).get(a.word % 32)).add(a.word);
            const most = Math.max(...[...banks.values()].map(words => words.size));
            return `, ${plural(most, "bank way")}`;
        }

        // ---- Findings ----

        async showFindings() {
            const box = this.sections.findings, list = this.state ? this.state.findings : this.result ? this.result.findings : [];
            const shown = list.map((finding, k) => [finding, k]).filter(([finding]) => finding.severity !== "note");
            const tab = this.tabs.querySelector("[data-tab=findings]");
            tab.textContent = shown.length ? `Findings ${shown.length}` : "Findings";
            tab.classList.toggle("bad", shown.length > 0);
            if (shown.length === 0) {
                box.replaceChildren(el("p", { class: "quiet" }, this.state ? "Nothing so far in this group." : this.result ? "The machine has found nothing wrong." : "Run, or step to a finding."));
                return;
            }
            const parts = [];
            for (const [finding, k] of shown.slice(0, 12)) parts.push(await this.findingBox(finding, k));
            box.replaceChildren(...parts);
        }

        async findingBox(finding, k) {
            const who = w => `lane ${w.lane}${this.state && this.sameGroup(w) ? "" : ` of group (${w.group.join(", ")})`}`;
            const chosen = this.state && k === this.finding, box = el("article", { class: chosen ? "finding chosen" : "finding" },
                el("h4", {}, el("span", { class: "kind" }, finding.code), ` ${finding.text}`),
                el("p", {}, `now ${who(finding.at)}, ${this.place(finding.line)}`, finding.other ? el("br") : "", finding.other ? `before that ${who(finding.other)}, ${this.place(finding.otherLine)}` : ""));
            if (this.state && !chosen) box.append(el("button", { type: "button", onclick: () => this.act(async () => { this.finding = k; await this.show(await this.machine.goTo(this.state.position)); }) }, finding.conflict ? "Play both orders" : "Show"));
            if (!this.state) box.append(el("button", { type: "button", onclick: () => this.act(() => this.showMe(finding)) }, "Show me in the kernel"));
            if (chosen && finding.code.startsWith("race")) await this.playOrders(box, k);
            if (finding.mend) box.append(el("p", { class: "mend" }, `What to do: ${finding.mend.replace(/\.?$/, ".")}`));
            return box;
        }

        async playOrders(box, k) {
            let played;
            try {
                played = await this.machine.play(k);
            } catch (error) {
                box.append(el("p", { class: "quiet" }, sentence(error.message)));
                return;
            }
            const turn = t => `lane ${t.lane} ${t.does} ${t.value}`;
            box.append(el("div", { class: "orders" }, ...played.orders.map((order, n) => el("div", {}, el("b", {}, n === 0 ? "In one order" : "In the other"),
                el("ol", {}, el("li", { value: 0, class: "quiet" }, `${played.object} before: ${order.before}`), el("li", {}, `first ${turn(order.first)}`, el("br"), el("small", {}, this.place(order.first.line))),
                    el("li", {}, `then ${turn(order.second)}`, el("br"), el("small", {}, this.place(order.second.line))), el("li", { class: "quiet" }, `after both: ${order.after}`))))),
                el("p", { class: played.same ? "quiet" : "warning" }, (played.same ? "For these values it made no difference." : "Nothing says which of the two a GPU does.") + (JSON.stringify(played.orders).includes('"?"') ? " (? was never written.)" : "")));
        }

        // From the run's list of findings into the group where it was, right to its line.
        async showMe(finding) {
            this.group = [...finding.at.group];
            await this.debug();
            for (let tries = 0; tries < 50; tries++) {
                const state = await this.machine.forward("finding"), at = state.findings.findIndex(one => one.code === finding.code && one.line === finding.line);
                if (state.stop !== "found" && state.stop !== "long" && at < 0) break;
                if (at < 0) continue;
                this.finding = at;
                this.choose("findings");
                await this.show(state);
                return;
            }
            await this.show(await this.machine.state(), "It is not in this group alone. ");
        }

        // Where an invocation reaches a line first.
        async showLine({ at, line }) {
            this.group = [...at.group];
            await this.debug();
            await this.move(line, false);
            await this.selectLanes(at.lane);
        }

        // ---- Picture ----

        buildPicture() {
            this.canvas = el("canvas", { role: "img" });
            this.pictureName = el("p", { class: "quiet caption" });
            this.frameSlider = el("input", { type: "range", min: 0, max: 0, value: 0, "aria-label": "Dispatch", oninput: () => { this.playing = false; this.setFrame(+this.frameSlider.value); } });
            this.sections.picture.append(this.canvas, this.frameSlider, this.pictureName);
        }

        draw() {
            if (!this.machine) return;
            const still = this.figure.querySelector(".still"), width = Math.min(this.sections.picture.clientWidth, 640);
            const bytes = this.state ? this.here : this.frames[this.frame];
            if (!bytes) return;
            if (still) still.hidden = true;
            if (width <= 0) return;
            const numbers = Pictures.numbersOf(this.view, bytes), surface = Pictures.canvasSurface(this.canvas, width, Pictures.heightFor(this.view, width, numbers));
            this.canvas.style.width = `${width}px`;
            Pictures.draw(surface, this.view, bytes, palette(this.figure));
            const text = Pictures.describe(this.view, this.machine.info, bytes);
            this.canvas.setAttribute("aria-label", text);
            const many = this.frames.length > 1 && !this.state;
            this.frameSlider.hidden = !many;
            this.frameSlider.max = this.frames.length - 1;
            this.frameSlider.value = this.frame;
            this.frameSlider.setAttribute("aria-valuetext", `dispatch ${this.frame}`);
            const name = this.machine.info.memories[this.view.memory].name;
            this.pictureName.textContent = this.state ? `${name}, as this group has left it so far` : many ? `${name} after dispatch ${this.frame}` : `${name} after the dispatch`;
        }

        // ---- Tabs, sizes ----

        choose(name) {
            if (!this.sections || !this.machine) return;
            this.tab = name;
            this.fit(true);
            if (name === "memory") this.act(() => this.showMemory());
            if (name === "picture") this.draw();
        }

        tabKey(event) {
            const shown = [...this.tabs.children].filter(tab => !tab.hidden), at = shown.indexOf(document.activeElement);
            const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: shown.length - 1 }[event.key];
            if (at < 0 || to === undefined) return;
            event.preventDefault();
            const next = shown[(to + shown.length) % shown.length];
            next.focus();
            this.choose(next.dataset.tab);
        }

        // Wide: the source and the lanes stand beside the tabs. Narrow: all of it is tabs.
        fit(again = false) {
            const narrow = this.figure.clientWidth < 640, stepping = this.figure.classList.contains("stepping");
            const changed = narrow !== this.narrow || this.figure.clientWidth !== this.width;
            if (!changed && !again) return;
            this.narrow = narrow;
            this.width = this.figure.clientWidth;
            this.figure.classList.toggle("narrow", narrow);
            const tabs = narrow ? stepping ? TABS.map(([name]) => name) : ["picture", "source", "findings"] : stepping ? ["variables", "picture", "memory", "findings"] : ["picture", "findings"];
            if (!tabs.includes(this.tab)) this.tab = stepping && !narrow ? "variables" : tabs[0];
            for (const tab of this.tabs.children) {
                const name = tab.dataset.tab, chosen = name === this.tab;
                tab.hidden = !tabs.includes(name);
                tab.setAttribute("aria-selected", chosen);
                tab.tabIndex = chosen ? 0 : -1;
            }
            for (const [name, section] of Object.entries(this.sections)) {
                const beside = !narrow && (name === "source" || name === "lanes" && stepping);
                section.hidden = !(beside || name === this.tab);
                section.setAttribute("role", beside ? "region" : "tabpanel");
                if (beside) { section.removeAttribute("aria-labelledby"); section.setAttribute("aria-label", name === "source" ? "Source" : "Lanes"); } else { section.removeAttribute("aria-label"); section.setAttribute("aria-labelledby", `${this.id}-${name}-tab`); }
            }
            this.tools.hidden = !stepping;
            if (changed || again) { this.draw(); if (this.state && !this.sections.lanes.hidden) this.showLanes(); if (this.state) this.markSource(); }
        }
    }

    // ---- Colours ----

    function sentence(text) { return text.charAt(0).toUpperCase() + text.slice(1).replace(/\.?$/, "."); }
    function ramp(x) { return `hsl(${Math.round(260 - 215 * x)} 60% ${Math.round(38 + 26 * x)}%)`; }
    function frame(surface, x, y, size, colour) {
        surface.rect(x, y, size, 2, colour); surface.rect(x, y + size - 2, size, 2, colour);
        surface.rect(x, y, 2, size, colour); surface.rect(x + size - 2, y, 2, size, colour);
    }
    function palette(element) {
        const style = getComputedStyle(element), get = name => style.getPropertyValue(`--live-${name}`).trim() || style.getPropertyValue(`--${name}`).trim();
        const names = ["ink", "quiet", "line", "faint", "one", "next", "wait", "bad", "night", "glow"];
        return { ...Object.fromEntries(names.map(name => [name, get(name)])), hues: [1, 2, 3, 4, 5, 6].map(k => get(`hue${k}`)) };
    }

    // ---- The page ----

    const all = [];
    function start() {
        const near = new IntersectionObserver(entries => {
            for (const { isIntersecting, target } of entries) {
                if (!isIntersecting) continue;
                near.unobserve(target);
                all.find(panel => panel.figure === target).load().catch(() => { }); // a click says what is wrong
            }
        }, { rootMargin: "400px" });
        for (const figure of document.querySelectorAll("figure.live")) {
            all.push(new Panel(figure));
            near.observe(figure);
        }
        const redraw = () => { for (const panel of all) if (panel.machine) { panel.draw(); panel.showLanes(); } };
        matchMedia("(prefers-color-scheme: dark)").addEventListener("change", redraw);
        new MutationObserver(redraw).observe(document.documentElement, { attributes: true, attributeFilter: ["data-theme"] });
    }
    const whenReady = does => { if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", does); else does(); };
    globalThis.KernelPanel = { add(set) { sets.push(set); }, panels: all, captureBytes, Panel, el, sentence, inflate, whenReady };
    whenReady(start);
})();
