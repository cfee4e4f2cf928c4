// Checks a reader's kernel as `./wb check` does: the cases of the lesson, dispatch after dispatch in the kernel machine, and what the
// lesson compares with its oracle. What decides, and its words, are C (judge.h, machine/limits.h, base/check.h); here is the order.
"use strict";
(function () {
    const BUDGET = 3e8, MOST_FAULTS = 2, MOST_LOOKED = 3; // instructions of lanes, for a dispatch; of the dispatches, for who wrote

    // ---- What the dispatches leave: of each buffer or texture the bytes that are known ----

    class Store {
        constructor() { this.objects = new Map(); }
        bytes(id, size) {
            const old = this.objects.get(id);
            if (old && old.length >= size) return old;
            const more = new Uint8Array(size);
            if (old) more.set(old);
            this.objects.set(id, more);
            return more;
        }
        read(id, offset, size) { return this.bytes(id, offset + size).slice(offset, offset + size); }
        write(id, offset, bytes) { this.bytes(id, offset + bytes.length).set(bytes, offset); }
    }

    // ---- A dispatch ----

    const sizeOf = array => array.length - KernelCapture.npy("|u1", new Uint8Array(0)).length;

    // The capture with what the dispatches before it have left in its memories.
    function withMemories(capture, step, task, store) {
        const arrays = new Map(capture.arrays);
        step.memories.forEach((memory, k) => {
            const array = arrays.get(`memory ${k}`), size = sizeOf(array);
            if (!memory.known) {
                store.write(memory.id, memory.offset, KernelCapture.bodyOf(array));
                return;
            }
            const bytes = store.read(memory.id, memory.offset, size);
            if (memory.changes) { // the host has written these words since
                const pairs = new Uint32Array(task.bytes(memory.changes).buffer), words = new Uint32Array(bytes.buffer);
                for (let i = 0; i < pairs.length; i += 2) words[pairs[i]] = pairs[i + 1];
                store.write(memory.id, memory.offset, bytes);
            }
            arrays.set(`memory ${k}`, KernelCapture.npy("|u1", bytes));
        });
        return { head: capture.head, arrays };
    }

    // From the buffer that the GPU would have read them from; null if there are none, or too many.
    function groupsFrom(step, store) {
        const groups = [...new Uint32Array(store.read(step.groups.id, step.groups.offset, 12).buffer)];
        return groups.every(n => n > 0 && n <= 65535) ? groups : null;
    }

    // {findings, cost, dependsOnOrder, stop, laneInstructions}; null if no group was to run. `keep`: the bytes that went in.
    async function dispatch(step, kernel, task, store, engine) {
        let capture = KernelCapture.parse(task.bytes(step.capture).buffer);
        if (kernel) capture = KernelCapture.withKernel(capture, await kernel(KernelCapture.sourceOf(capture).defines));
        capture = withMemories(capture, step, task, store);
        if (step.groups) {
            const groups = groupsFrom(step, store);
            if (groups === null) return null;
            capture.head = capture.head.map(line => line.startsWith("dispatch ") ? `dispatch x=${groups[0]} y=${groups[1]} z=${groups[2]}` : line);
        }
        const bytes = KernelCapture.join(capture), machine = await KernelMachine.open(bytes.slice(0), engine);
        try {
            const result = await machine.run({ budget: BUDGET });
            for (const [k, memory] of step.memories.entries()) store.write(memory.id, memory.offset, new Uint8Array(await machine.memory(k)));
            if (!kernel) return { ...result, findings: [], size: bytes.byteLength };
            const faults = [];
            for (const [k, finding] of result.findings.entries())
                faults.push({ ...finding, words: (await machine.command(`words ${k}`)).words, file: finding.line ? machine.info.lines[finding.line - 1].file : "" });
            const varies = task.about.repeatable && result.dependsOnOrder ? await inOtherOrders(machine, step, store) : "";
            return { ...result, findings: faults, varies, bytes, size: bytes.byteLength };
        } finally {
            machine.close().catch(() => { });
        }
    }

    // Whether another order of the invocations leaves something else.
    async function inOtherOrders(machine, step, store) {
        for (const order of [1, 2]) {
            await machine.run({ budget: BUDGET, order });
            for (const [k, memory] of step.memories.entries()) {
                const other = new Uint8Array(await machine.memory(k)), first = store.read(memory.id, memory.offset, other.length);
                const at = other.findIndex((byte, i) => byte !== first[i]);
                if (at < 0) continue;
                const word = at >> 2, value = bytes => new Uint32Array(bytes.slice(4 * word, 4 * word + 4).buffer)[0];
                return `${machine.info.memories[k].name}, word ${word}, becomes ${value(first)} or ${value(other)}`;
            }
        }
        return "";
    }

    // ---- A comparison ----

    // null, or {text, at: the byte of its object at which the first wrong number is}.
    async function compare(step, task, store, engine) {
        const count = step.shape.reduce((a, b) => a * b, 1), fields = step.fields.map(field => field.join(" ")).join("\n");
        const places = step.places ? new Uint32Array(task.bytes(step.places).buffer) : null, width = step.width || 1;
        let got = store.read(step.id, step.offset, 4 * count);
        if (places) {
            const from = store.objects.get(step.id), picked = new Uint8Array(4 * count);
            places.forEach((place, i) => picked.set(from.subarray(step.offset + 4 * place, step.offset + 4 * (place + width)), 4 * width * i));
            got = picked;
        }
        const { text, first } = await KernelMachine.judge("compare", { ...step, fields, got: got.buffer, expected: task.bytes(step.expected).buffer }, engine);
        if (!text) return null;
        const inputs = step.inputs ? new TextDecoder().decode(task.bytes(step.inputs)).split("\n")[first] : "";
        return { text: `error: ${text.trim()}${inputs ? "\n" + inputs : ""}`, id: step.id, at: step.offset + 4 * (places ? places[Math.floor(first / width)] + first % width : first) };
    }

    // Who wrote that byte last, of the reader's dispatches of this case: {words, line, at, bytes: the dispatch}; null: none of the last ones.
    async function writerOf({ id, at }, dispatches) {
        for (const { step, bytes } of dispatches.reverse()) {
            const machine = await KernelMachine.open(bytes.slice(0));
            try {
                for (const [k, memory] of step.memories.entries()) {
                    if (memory.id !== id || at < memory.offset || at >= memory.offset + machine.info.memories[k].size) continue;
                    await machine.run({ budget: BUDGET, writers: true });
                    const wrote = await machine.wrote(k, (at - memory.offset) >> 2);
                    if (!wrote.written) continue;
                    const { file, number, text } = machine.info.lines[wrote.line - 1], triple = v => `(${v.join(", ")})`;
                    return { ...wrote, bytes, words: `written last by invocation ${triple(wrote.at.local)} of work group ${triple(wrote.at.group)}\n    ${file}:${number}: ${text.trim()}` };
                }
            } finally {
                machine.close().catch(() => { });
            }
        }
        return null;
    }

    // ---- The check ----

    // A uniform that the C sets as another type than the kernel has: the driver would refuse that call. "" if there is none.
    function foreignUniform(text, uniforms) {
        for (const [, location, type] of text.replace(/\/\*[^]*?\*\/|\/\/.*/g, "").matchAll(/layout\(location *= *(\d+)\) *uniform +(\w+)/g))
            if (uniforms[location] && uniforms[location] !== type) return `GL_INVALID_OPERATION: the C sets the uniform at location ${location} as ${uniforms[location]}, and here it is ${type}`;
        return "";
    }

    const isSame = (one, other) => one.code === other.code && one.line === other.line && one.otherLine === other.otherLine;

    // What becomes of a case: {name, findings, wrong: comparisons, own: the last dispatches of the reader's kernel, costs, varies,
    // instructions, size: bytes that went in, stuck: that it was stopped}.
    async function runCase({ case: name, steps }, task, kernel, engine) {
        const store = new Store(), result = { name, findings: [], wrong: [], own: [], costs: [], varies: "", instructions: 0, size: 0, stuck: false };
        for (const step of steps) {
            if (step.step === "compare") {
                const wrong = await compare(step, task, store, engine);
                if (wrong) result.wrong.push(wrong);
                continue;
            }
            if (result.wrong.length) break; // what it leaves after a frame
            const isOwn = step.kernel === task.about.kernel, ran = await dispatch(step, isOwn ? kernel : null, task, store, engine);
            if (ran === null) continue;
            result.instructions += ran.laneInstructions;
            result.size += ran.size;
            if (isOwn) {
                result.own.push({ step, bytes: ran.bytes });
                if (result.own.length > MOST_LOOKED) result.own.shift();
                result.costs.push(ran.cost);
                result.varies = result.varies || ran.varies;
                for (const finding of ran.findings) if (!result.findings.some(one => isSame(one, finding))) result.findings.push({ ...finding, bytes: ran.bytes });
            }
            if (ran.stop !== "end") {
                result.stuck = true;
                break;
            }
        }
        return result;
    }

    // The cases up to the first that is wrong, in their order; several at a time, as many as there are workers.
    async function runCases(task, kernel, onprogress) {
        const { cases } = task.about, results = [];
        let next = 0, end = cases.length, done = 0;
        const work = async engine => {
            while (next < end) {
                const number = next++;
                onprogress(done, cases.length);
                results[number] = await runCase(cases[number], task, kernel, engine);
                done++;
                if (results[number].stuck || results[number].wrong.length) end = Math.min(end, number + 1);
            }
        };
        await Promise.all(Array.from({ length: Math.min(KernelMachine.engines, cases.length) }, (_, engine) => work(engine)));
        return results.slice(0, end);
    }

    // What GLSL leaves undefined, the machine computes in some way, and a driver in another: natively, it is the driver's result that is wrong.
    const isFault = finding => finding.severity === "error" || finding.code.startsWith("undefined");
    const firstLine = text => text.split("\n")[0];
    const add = (sum, cost) => cost.map((n, k) => n + (sum ? sum[k] : 0));

    /* Checks `text` as the kernel of the task. {solved, lines: what to say, finding, bytes: of the dispatch where the finding is, as
     * a capture with the reader's kernel, writer: of the first wrong number, instructions, at: the case that is wrong, stuck: it did
     * not end, cases: [{name, instructions, size: bytes that went in}] of a right one}. Throws where the text does not compile. `files` are those that it may include. */
    async function check(task, text, files, onprogress = () => { }) {
        const compiled = new Map(), faults = [], all = [], cases = [];
        let cost = null, varying = "", instructions = 0;
        const kernel = defines => {
            if (!compiled.has(defines)) compiled.set(defines, KernelMachine.compile({ path: task.about.kernel, files: { ...files, [task.about.kernel]: text }, defines }));
            return compiled.get(defines);
        };
        const foreign = foreignUniform(text, task.about.uniforms || {});
        if (foreign) return { solved: false, finding: null, instructions, lines: [foreign, "NOT YET"] };
        for (const { name, findings, wrong, own, costs, varies, instructions: more, size, stuck } of await runCases(task, kernel, onprogress)) {
            const here = findings.filter(finding => !all.some(one => isSame(one, finding))), last = own.length ? own[own.length - 1].bytes : null;
            all.push(...here);
            for (const one of costs) cost = add(cost, one);
            varying = varying || varies;
            instructions += more;
            cases.push({ name, instructions: more, size });
            faults.push(...here.filter(isFault));
            const found = here.find(finding => finding.severity !== "note") || null;
            if (stuck)
                return { solved: false, stuck: true, at: name, finding: found, bytes: last, instructions, lines: [`NOT YET  it does not end: after ${BUDGET / 1e6} million instructions of invocations it was stopped, with ${name}`, ...(found ? [found.words] : [])] };
            if (wrong.length > 0) {
                const writer = await writerOf(wrong[0], own);
                return { solved: false, at: name, finding: found, bytes: found ? found.bytes : last, writer, instructions,
                    lines: [...wrong.map(one => one.text), writer ? writer.words : "no invocation has written it", `this was with ${name}`, ...(found ? [`what the kernel machine found on this case: ${found.words}`] : []), "NOT YET"] };
            }
        }
        faults.sort((a, b) => (b.file === task.about.kernel) - (a.file === task.about.kernel));
        if (faults.length > 0)
            return { solved: false, finding: faults[0], bytes: faults[0].bytes, instructions,
                lines: ["NOT YET  right here, but there is a fault in the kernel that a driver, or another run, will not forgive", ...faults.slice(0, MOST_FAULTS).map(finding => finding.words)] };
        if (varying)
            return { solved: false, finding: null, instructions, lines: ["NOT YET  right here, but the kernel leaves something else where other invocations come first", varying] };
        const same = task.about.once ? all.find(finding => finding.code === "race-same-value") : null;
        const missed = same ? firstLine(same.words).split(";")[0] : cost ? (await KernelMachine.judge("limits", { limits: task.about.limits, cost })).text : "";
        if (missed) return { solved: false, finding: same || null, bytes: same ? same.bytes : null, instructions, lines: [`NOT YET  the result is right, but ${task.about.but}`, missed] };
        const count = task.about.cases.filter(one => !one.early).length;
        const left = task.about.left ? `; ${task.about.left} more, too much for a page: ./wb check ${task.about.label}` : "";
        const short = task.about.shortened ? ", in some after a frame or two" : "";
        return { solved: true, finding: null, instructions, cases, lines: [`solved   equals the CPU's result in ${count} case${count === 1 ? "" : "s"}${short}${left}`] };
    }

    // A task's script, unpacked: {about, bytes(name): an array, or a capture}.
    async function unpack({ parts, captures, data }, inflate) {
        const all = new Uint8Array(await inflate(data));
        const bytes = name => {
            const pieces = captures[name].map(part => parts[part]), whole = new Uint8Array(pieces.reduce((sum, [, size]) => sum + size, 0));
            let at = 0;
            for (const [from, size] of pieces) {
                whole.set(all.subarray(from, from + size), at);
                at += size;
            }
            return whole;
        };
        return { about: JSON.parse(new TextDecoder().decode(bytes("about"))), bytes };
    }

    globalThis.KernelJudge = { check, unpack };
    if (typeof exports === "object") module.exports = globalThis.KernelJudge;
})();
