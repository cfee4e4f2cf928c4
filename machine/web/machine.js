// The kernel machine in a page: loads the WebAssembly module into a worker, and gives what machine/web/web.h does as functions
// that return promises. What a debugger decides is decided there, in C; here is no rule of it. machine.d.ts has the types,
// README.md an example. Works from file:// as well: nothing is fetched.
"use strict";
(function () {

    // ---- In the worker: the text of this function is all that it has. Slices are of four million instructions of lanes, some
    // 20 ms, between two looks at what the page wants ----

    function engine(createModule, post) {
        let module = null;
        const queues = new Map(), stopped = new Set(); // of each handle
        const channel = new MessageChannel();
        let wake = null;
        channel.port1.onmessage = () => { const go = wake; wake = null; go(); };
        // Lets messages come in. Timers would wait for longer each time.
        const look = () => new Promise(resolve => {
            if (wake) { const before = wake; wake = () => { before(); resolve(); }; } else wake = resolve;
            channel.port2.postMessage(0);
        });

        const text = at => module.UTF8ToString(at);
        function withBytes(bytes, use) {
            const at = module._malloc(bytes.length + 8);
            module.HEAPU8.set(bytes, at);
            const result = use(at);
            module._free(at);
            return result;
        }
        function withText(string, use) {
            const size = module.lengthBytesUTF8(string) + 1, at = module._malloc(size);
            module.stringToUTF8(string, at, size);
            const result = use(at);
            module._free(at);
            return result;
        }
        const command = (handle, line) => withText(line, at => JSON.parse(text(module._machine_command(handle, at))));
        // The same command in slices, until `isDone`, or until it is stopped.
        async function repeat(handle, line, isDone, id) {
            let told = performance.now();
            for (;;) {
                const answer = command(handle, line);
                if (answer.error || isDone(answer)) return answer;
                await look();
                if (stopped.delete(handle)) return { ...answer, stopped: true };
                if (performance.now() - told < 250) continue;
                told = performance.now();
                post({ id, progress: answer });
            }
        }

        const does = {
            open({ bytes }) {
                const handle = withBytes(new Uint8Array(bytes), at => module._machine_open(at, bytes.byteLength));
                return { handle, info: JSON.parse(text(module._machine_answer())) };
            },
            close({ handle }) { module._machine_close(handle); return {}; },
            command: ({ handle, line }) => command(handle, line),
            async run({ handle, budget, order, writers, id }) {
                const begun = command(handle, `run ${budget} ${order} ${writers ? 1 : 0}`), start = performance.now();
                if (begun.error) return begun;
                const end = await repeat(handle, "run-some 4000000", answer => answer.stop !== "more", id);
                return { ...command(handle, "run-result"), stop: end.stopped ? "stopped" : end.stop, ms: performance.now() - start };
            },
            async group({ handle, group, id }) {
                const begun = command(handle, "debug " + group.join(" "));
                if (begun.error) return begun;
                const end = begun.there ? begun : await repeat(handle, "approach 4000000", answer => answer.there, id);
                if (!end.there) return { error: "stopped before the group was there", stopped: true };
                command(handle, "patience 4000000");
                return command(handle, "state");
            },
            move: ({ handle, line, id }) => repeat(handle, line, answer => answer.stop !== "long", id),
            memory({ handle, memory, when }) {
                const at = module._machine_memory(handle, memory, when);
                return at === 0 ? { error: "there is no such memory" } : { bytes: module.HEAPU8.slice(at, at + module._machine_memory_size()).buffer };
            },
            expand({ path, files, defines }) {
                for (const [name, content] of Object.entries(files)) withText(name, one => withText(content, other => module._machine_shelf_put(one, other)));
                const at = withText(path, one => withText(defines, other => module._machine_expand(one, other)));
                if (at === 0) return { error: text(module._machine_answer()) };
                return { text: text(at), ...JSON.parse(text(module._machine_expanded())) };
            },
            compare({ how, name, type, shape, fields, got, expected, absolute, relative }) {
                return withText(name, one => withText(fields, two => withBytes(new Uint8Array(Uint32Array.from(shape).buffer), three =>
                    withBytes(new Uint8Array(got), four => withBytes(new Uint8Array(expected), five =>
                        JSON.parse(text(module._machine_compare(how, one, type, shape.length, three, two, four, five, absolute, relative))))))));
            },
            limits({ limits, cost }) {
                const bytes = numbers => new Uint8Array(Float64Array.from(numbers).buffer);
                return withBytes(bytes(limits), one => withBytes(bytes(cost), other => ({ text: text(module._machine_limits(one, other)) })));
            },
            fits: ({ given, right, anyOrder }) => ({ fits: withText(given, one => withText(right, other => module._machine_fits(one, other, anyOrder))) === 1 }),
            explain: ({ log }) => ({ text: withText(log, at => text(module._machine_explain(at))) }),
            fill({ handle, memory, bytes }) {
                withBytes(new Uint8Array(bytes), at => module._machine_fill(handle, memory, at, bytes.byteLength));
                return {};
            },
        };
        const started = createModule().then(made => { module = made; });

        async function serve(message) {
            await started;
            stopped.delete(message.handle);
            try {
                const answer = await does[message.what](message);
                post({ id: message.id, answer }, answer.bytes ? [answer.bytes] : []);
            } catch (error) {
                post({ id: message.id, answer: { error: "the machine has ended: " + error.message, dead: true } });
            }
        }
        // One after the other for each capture; what belongs to another comes in between.
        return message => {
            if (message.what === "stop") {
                stopped.add(message.handle);
                return;
            }
            const before = queues.get(message.handle) || Promise.resolve();
            queues.set(message.handle, before.then(() => serve(message)));
        };
    }

    // The same for the compiler, in a worker of its own, which ends with a text that takes too long.
    function compilerEngine(createModule, post) {
        const created = createModule();
        return async ({ id, text }) => {
            let module = null;
            try {
                module = await created;
                const size = module.lengthBytesUTF8(text) + 1, at = module._malloc(size);
                module.stringToUTF8(text, at, size);
                const words = module._compiler_compile(at);
                module._free(at);
                const messages = module.UTF8ToString(module._compiler_messages());
                post({ id, answer: { spirv: words ? module.HEAPU8.slice(words, words + 4 * module._compiler_count()) : null, messages } });
            } catch (error) {
                post({ id, answer: { error: "the compiler has ended: " + error.message, dead: true } });
            }
        };
    }

    // ---- In the page ----

    const inPage = typeof document !== "undefined";
    const scripts = {}; // texts of the module's scripts, by name
    const base = inPage && document.currentScript ? document.currentScript.src.replace(/[^/]*$/, "") : "";
    const engines = []; // promises of what takes messages: workers, of which most pages need one
    let count = 0;
    const waiting = new Map(); // {resolve, progress} of the messages that are under way

    // A module of one function with i8x16.popcnt: browsers without SIMD refuse it.
    const hasSimd = () => WebAssembly.validate(new Uint8Array(
        [0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11]));

    function load(name) {
        if (scripts[name]) return Promise.resolve(scripts[name]);
        return new Promise((resolve, reject) => {
            const script = document.createElement("script");
            script.src = `${KernelMachine.base}machine-${name}.js`;
            script.onload = () => resolve(scripts[name]);
            script.onerror = () => reject(new Error(`${script.src} is not there`));
            document.head.append(script);
        });
    }

    function receive({ id, answer, progress }) {
        const one = waiting.get(id);
        if (!one) return;
        if (progress) {
            if (one.progress) one.progress(progress);
            return;
        }
        waiting.delete(id);
        if (answer.dead) end(answer.error, one.engine);
        one.resolve(answer);
    }

    // A worker that has ended takes all that it knew along; the next open() starts another.
    function end(reason, engine) {
        delete engines[engine];
        for (const [id, one] of [...waiting]) {
            if (one.engine !== engine) continue;
            waiting.delete(id);
            one.resolve({ error: reason, dead: true });
        }
    }

    async function launch(name, factory, body, take, fail) {
        const text = await load(name);
        if (!inPage) { // in node, for tests: without a worker
            const create = new Function("module", "exports", "require", "__filename", "__dirname", `${text}\nreturn ${factory};`);
            return { postMessage: body(create({}, {}, require, "machine.js", "."), take), terminate() { } };
        }
        const code = `${text}\nconst take = (${body})(${factory}, (message, moved) => postMessage(message, moved));\n` +
            "onmessage = event => take(event.data);\n";
        const url = URL.createObjectURL(new Blob([code], { type: "text/javascript" }));
        const worker = new Worker(url);
        URL.revokeObjectURL(url);
        worker.onmessage = event => take(event.data);
        worker.onerror = event => { worker.terminate(); fail(event.message); };
        return worker;
    }
    function start(number) {
        if (!engines[number])
            engines[number] = launch(KernelMachine.build || (hasSimd() ? "simd" : "plain"), "machineModule", engine, receive, reason => end("the machine could not start: " + reason, number));
        return engines[number];
    }

    // ---- The compiler ----

    const COMPILE_MS = 15000;
    let compiler = null; // promise of what takes texts
    const texts = new Map(); // functions that wait for their answer

    function endCompiler(reason) {
        const all = [...texts.values()];
        texts.clear();
        if (compiler) compiler.then(worker => worker.terminate(), () => { });
        compiler = null;
        for (const resolve of all) resolve({ error: reason });
    }
    function receiveCompiled({ id, answer }) {
        const resolve = texts.get(id);
        texts.delete(id);
        if (answer.dead) endCompiler(answer.error);
        if (resolve) resolve(answer);
    }
    async function startCompiler() {
        if (!compiler) compiler = launch("glslang", "compilerModule", compilerEngine, receiveCompiled, reason => endCompiler("the compiler could not start: " + reason));
        return compiler.catch(error => { compiler = null; throw error; });
    }
    // GLSL to SPIR-V: {spirv, messages}; spirv is null if it does not compile.
    async function compileText(text) {
        const worker = await startCompiler(), id = ++count;
        const late = setTimeout(() => endCompiler(`the compiler was stopped after ${COMPILE_MS / 1000} s`), COMPILE_MS);
        const answer = await new Promise(resolve => { texts.set(id, resolve); worker.postMessage({ id, text }); });
        clearTimeout(late);
        return answer.error ? answer : { ...answer, messages: told(answer.messages) };
    }
    // As machine/front.c has them: the text has no name, and what tells nothing is left out.
    function told(messages) {
        const lines = messages.split("\n").filter(line => line !== "" && !/No code generated|not generated/.test(line));
        return lines.map(line => line.replace(": stdin:", ": 0:") + "\n").join("");
    }

    async function send(message, { progress, moved, engine = 0 } = {}) {
        const id = ++count, to = await start(engine);
        return new Promise(resolve => {
            waiting.set(id, { resolve, progress, engine });
            to.postMessage({ ...message, id }, moved || []);
        });
    }

    class MachineError extends Error { }

    class Machine {
        constructor(handle, info, engine) { this.handle = handle; this.info = info; this.engine = engine; this.onprogress = null; }
        async send(what, more) {
            const answer = await send({ what, handle: this.handle, ...more }, { engine: this.engine, progress: progress => { if (this.onprogress) this.onprogress(progress); } });
            if (answer.error) throw Object.assign(new MachineError(answer.error), { stopped: answer.stopped === true, dead: answer.dead === true });
            return answer;
        }
        command(line) { return this.send("command", { line }); }
        run({ budget = 0, order = 0, writers = false } = {}) { return this.send("run", { budget: budget / 1e6, order, writers }); }
        wrote(memory, word) { return this.command(`wrote ${memory} ${word}`); }
        async memory(memory, when = "after") {
            return (await this.send("memory", { memory, when: ["before", "after", "here"].indexOf(when) })).bytes;
        }
        fill(memory, bytes) { return this.send("fill", { memory, bytes }); }
        keep(to, from) { return this.command(`keep ${to} ${from}`); }
        group(x = 0, y = 0, z = 0) { return this.send("group", { group: [x, y, z] }); }
        state() { return this.command("state"); }
        forward(until, line = 0) { return this.send("move", { line: `forward ${until} ${line}` }); }
        back(until, line = 0) { return this.send("move", { line: `back ${until} ${line}` }); }
        others() { return this.send("move", { line: "others" }); }
        goTo(position) { return this.command(`go ${position}`); }
        select(lane, width = 0) { return this.command(`select ${lane} ${width}`); }
        breakAt(line, condition = "") { return this.command(`break ${line} ${condition}`); }
        deleteBreakpoint(number) { return this.command(`delete ${number}`); }
        async variables(lane) { return (await this.command(`variables ${lane}`)).variables; }
        async calls(lane) { return (await this.command(`calls ${lane}`)).calls; }
        async values(expression, first = 0, count = this.info.local[0] * this.info.local[1] * this.info.local[2]) {
            return (await this.command(`values ${first} ${count} ${expression}`)).values;
        }
        async shared() { return (await this.command("shared")).variables; }
        async accesses() { return (await this.command("accesses")).accesses; }
        async nextAccesses() { return (await this.command("next-accesses")).accesses; }
        play(finding) { return this.command(`play ${finding}`); }
        async stop() { (await start(this.engine)).postMessage({ what: "stop", handle: this.handle }); }
        close() { return this.send("close"); }
    }

    const KernelMachine = {
        base,        // where the module's scripts are
        build: "",   // "simd" or "plain"; "": the one that this browser can run
        hasSimd,
        provide(name, text) { scripts[name] = text; },
        // Loads the module, so that open() is quick.
        async prepare(engine = 0) { await start(engine); },
        // `engine`: in which worker, from 0; for what runs beside something else.
        async open(bytes, engine = 0) {
            const { handle, info, error, dead } = await send({ what: "open", bytes, handle: 0 }, { engine });
            if (error || info.error) throw Object.assign(new MachineError(error || info.error), { dead: dead === true });
            return new Machine(handle, info, engine);
        },
        /* A kernel as the book's editor has it: `files` are texts by name, to which `path` and its #includes belong; `defines` has a line
         * "NAME VALUE" for each constant. {spirv, text, files, lines}; refused with the compiler's messages, at the lines of the files. */
        async compile({ path, files, defines = "" }) {
            const source = await send({ what: "expand", path, files, defines, handle: 0 });
            if (source.error) throw new MachineError(source.error);
            const { spirv, messages, error } = await compileText(source.text);
            if (error) throw new MachineError(error);
            if (!spirv) throw new MachineError((await send({ what: "explain", log: messages, handle: 0 })).text);
            return { ...source, spirv };
        },
        /* For tasks; machine/web/judge.h has what they decide. */
        judge: (what, values, engine = 0) => send({ what, handle: 0, ...values }, { engine }),
        // How many workers run at a time without hindering each other.
        engines: inPage ? Math.max(1, Math.min(4, navigator.hardwareConcurrency || 1)) : 1,
        compileText,
        prepareCompiler: startCompiler,
        MachineError,
    };
    globalThis.KernelMachine = KernelMachine;
    if (typeof exports === "object") module.exports = KernelMachine;
})();
