// The tasks of the course in its pages: each section.task becomes a place to answer, or to write and check a kernel. What is solved stays in
// the browser, in the form that `./wb progress` knows.
"use strict";
(function () {
    const { el, inflate, sentence } = KernelPanel, { shelf, makeEditor, faultsOf, loadShelf, linkWith, fromLink, files } = KernelEditor;
    const RECORD = "workbench progress";

    // ---- What is solved ----

    const progress = {
        read() {
            try {
                const record = JSON.parse(shelf.get(RECORD) || "{}");
                return record && typeof record === "object" && !Array.isArray(record) ? record : {};
            } catch (error) {
                return {};
            }
        },
        write(record) { const kept = shelf.set(RECORD, JSON.stringify(record)); document.dispatchEvent(new Event("progress")); return kept; },
        solve(id, answer) { return this.write({ ...this.read(), [id]: answer }); },
    };

    // ---- A task's data ----

    const sets = {};
    function load(id) {
        if (sets[id]) return Promise.resolve(sets[id]);
        return new Promise((resolve, reject) => {
            const made = el("script", { src: `${KernelMachine.base}task-${id}.js`, onload: () => resolve(sets[id]), onerror: () => reject(new Error(`the data of this task, live/task-${id}.js, are not there`)) });
            document.head.append(made);
        });
    }

    // A text with what it has in backticks as code.
    const withCode = text => text.split("`").map((part, k) => k % 2 ? el("code", {}, part) : part);

    // ---- A task ----

    class Task {
        constructor(section) {
            this.section = section;
            this.told = JSON.parse(section.dataset.task);
            this.key = `task:${this.told.id}`;
            this.hints = 0;
            this.build();
        }

        build() {
            const { label, kind, title, minutes, demand, code, whyNot, file } = this.told;
            this.state = el("span", { class: "state" });
            this.output = el("div", { class: "verdict", role: "status", "aria-live": "polite" });
            this.buttons = el("p", { class: "buttons" });
            this.section.append(el("h4", {}, el("span", { class: "which" }, `${label} ${kind}`), ` ${title} `, el("span", { class: "quiet" }, `${minutes} min `), this.state));
            this.section.append(el("p", { class: "demand" }, ...withCode(demand)));
            this.kernelKey = `right kernel:${this.told.id}`; // of a task whose C a page does not check
            if (whyNot) this.section.append(el("p", { class: "quiet" }, `${whyNot} A page cannot check that: ./wb check ${label}${file ? `, with ${file}` : ""}.`));
            else if (code) this.buildCode(); else this.buildQuestion();
            this.section.append(this.buttons, this.output);
            this.show();
        }

        button(name, does, kind = "") {
            const made = el("button", { type: "button", class: kind, onclick: () => this.act(does) }, name);
            this.buttons.append(made);
            return made;
        }

        // One thing at a time.
        async act(does) {
            if (this.busy) return;
            this.busy = true;
            this.section.setAttribute("aria-busy", "true");
            try {
                await does();
            } catch (error) {
                this.say("bad", sentence(error.message));
            }
            this.section.removeAttribute("aria-busy");
            this.busy = false;
        }

        async data() {
            if (!this.opened) this.opened = await KernelJudge.unpack(await load(this.told.id), inflate);
            return this.opened;
        }

        say(kind, ...lines) {
            this.output.className = `verdict ${kind}`;
            this.output.replaceChildren(...lines.map(line => typeof line === "string" ? el("p", {}, ...withCode(line)) : line));
        }

        show() {
            const answer = progress.read()[this.told.id];
            this.section.classList.toggle("solved", answer !== undefined);
            this.state.textContent = answer !== undefined ? "✓ solved" : this.told.host && shelf.get(this.kernelKey) ? "✓ its kernel" : "";
        }

        solve(answer) {
            const kept = progress.solve(this.told.id, answer);
            this.show();
            return kept ? [] : [el("p", { class: "quiet" }, "This browser does not keep it: Export on the first page while the page is open.")];
        }

        async hint() {
            const { hints } = (await this.data()).about;
            this.hints = Math.min(this.hints + 1, hints.length);
            this.say("", ...hints.slice(0, this.hints).map((hint, k) => `Hint ${k + 1}: ${hint}`), ...(this.hints === hints.length ? [el("p", { class: "quiet" }, "There are no more.")] : []));
        }

        // ---- Predict and look ----

        buildQuestion() {
            this.input = el("input", { type: "text", "aria-label": `Answer to ${this.told.label}`, spellcheck: "false", autocapitalize: "off", autocomplete: "off", onkeydown: event => { if (event.key === "Enter") this.act(() => this.answer()); } });
            this.buttons.append(this.input);
            this.button("Answer", () => this.answer(), "run");
            this.button("Hint", () => this.hint());
            this.giveUp = this.button("I give up", () => this.tell());
            this.giveUp.hidden = true; // first an answer
            if (this.told.looks) this.button("Look into it", () => this.look());
        }

        // The dispatch that the question is about, stopped in its work group.
        async look() {
            const { about, bytes } = await this.data();
            if (!about.panel) throw new Error(`it is too large for a page: ${about.shows}`);
            await this.openPanel(bytes("shown").buffer, about.panel.group, panel => panel.debug());
        }

        seen(about) {
            if (!about.shows) return [];
            const line = el("p", {}, "See it: ", el("code", {}, about.shows));
            if (about.panel && !this.panel) line.append(" ", el("button", { type: "button", onclick: () => this.act(() => this.look()) }, "Look into it here"));
            return [line];
        }

        async answer() {
            const given = this.input.value.trim(), { about } = await this.data();
            if (!given) return;
            const fits = async right => (await KernelMachine.judge("fits", { given, right, anyOrder: about.any_order ? 1 : 0 })).fits;
            if (await fits(about.right)) {
                this.say("good", `Right: ${given}.`, ...this.solve(given), sentence(about.why), ...this.seen(about));
                this.giveUp.hidden = true;
                return;
            }
            let but = "";
            for (const slip of about.slips) if (!but && await fits(slip.answer)) but = `: ${slip.but}`;
            this.giveUp.hidden = false;
            this.say("bad", sentence(`not yet: ${given} is not what comes of it${but}`));
        }

        async tell() {
            const { about } = await this.data();
            this.say("", `The answer: ${about.right}.`, sentence(about.why), ...this.seen(about));
        }

        // ---- Kernels ----

        buildCode() {
            const { host, label, file } = this.told;
            if (host) this.section.append(el("p", { class: "quiet" }, `It is a kernel and C. Here the C is ours, and the kernel yours; ./wb check ${label} checks both, ${file}.`));
            this.open = this.button("Solve it here", () => this.edit(), "run");
        }

        async edit(brought = null) {
            if (this.editor) return;
            const { about } = await this.data();
            this.text = brought !== null ? brought : shelf.get(this.key);
            this.note = el("span", { class: "quiet" }, brought !== null ? "from the link" : this.text !== null ? "as you left it" : "");
            const box = el("div", { class: "edit" }, el("p", { class: "bar" }, el("code", {}, about.file), this.note));
            if (about.host) box.append(el("details", {}, el("summary", {}, "Our C: what it binds, and which uniforms it sets"), el("pre", { class: "ours" }, about.host)));
            this.buttons.before(box);
            KernelMachine.prepareCompiler().catch(() => { }); // Check says what is wrong
            for (let k = 0; k < KernelMachine.engines; k++) KernelMachine.prepare(k).catch(() => { });
            loadShelf();
            this.editor = await makeEditor(box, { text: this.text === null ? about.shipped : this.text, label: `Kernel of ${this.told.label}`, onChange: text => this.changed(text), onRun: () => this.act(() => this.check()) });
            this.editor.reveal(this.editor.text().split("\n").findIndex(line => line.includes("your lines from here")) + 1 || 1);
            this.open.remove();
            this.button("Check", () => this.check(), "run");
            this.stopButton = this.button("Hint", () => this.hint());
            this.button("Reset", () => { this.editor.set(about.shipped); this.say(""); });
            this.button("Share", () => this.share());
            this.giveUp = this.button(progress.read()[this.told.id] !== undefined ? "Our solution" : "I give up", () => this.solution());
        }

        async changed(text) {
            const { about } = this.opened;
            const kept = shelf.set(this.key, text === about.shipped ? null : text);
            this.note.textContent = text === about.shipped ? "" : kept ? "kept in this browser" : "this browser keeps nothing: copy it before you leave";
        }

        async share() {
            const link = await linkWith({ [this.told.id]: this.editor.text() });
            history.replaceState(null, "", link);
            const copied = navigator.clipboard ? await navigator.clipboard.writeText(link).then(() => true, () => false) : false;
            this.note.textContent = copied ? "the link is copied, and in the address" : "the link is in the address";
        }

        async check() {
            const opened = await this.data(), { about } = opened;
            this.closePanel();
            await loadShelf();
            this.say("", "Compiling …");
            let answer;
            try {
                answer = await KernelJudge.check(opened, this.editor.text(), files(), (number, count) => this.say("", `Case ${number + 1} of ${count} …`));
            } catch (error) {
                const faults = faultsOf(error.message, about.kernel);
                this.editor.mark(faults);
                this.say("bad", faults.length ? `NOT YET: it does not compile: line ${faults[0].line}: ${faults[0].text}` : `NOT YET: ${error.message.trim()}`);
                return;
            }
            this.editor.mark([]);
            const [word, ...rest] = answer.lines, first = word.replace(/ {2,}/, ": ");
            if (answer.solved) {
                this.giveUp.textContent = "Our solution";
                if (about.host) shelf.set(this.kernelKey, "yes");
                this.show();
                this.say("good", ...(about.host ? [first.replace("solved", "right"), `The C is left: ./wb check ${about.label} takes yours.`] : [first, ...this.solve("solved")]));
                return;
            }
            const lines = [el("p", {}, el("b", {}, first.startsWith("NOT YET") ? first : `NOT YET: ${first}`)), ...rest.filter(line => line !== "NOT YET").map(line => el("pre", {}, line))];
            const stop = (label, does) => el("button", { type: "button", onclick: () => this.act(does) }, label), stops = [];
            if (answer.finding) stops.push(stop("Stop there in the debugger", () => this.debug(answer.bytes, answer.finding.at.group, panel => this.stopAt(panel, answer.finding))));
            if (answer.writer) stops.push(stop("Stop where it was written", () => this.debug(answer.writer.bytes, answer.writer.at.group, panel => panel.showLine(answer.writer))));
            if (!stops.length && answer.bytes) stops.push(stop("Step through this dispatch", () => this.debug(answer.bytes, [0, 0, 0], panel => panel.debug())));
            this.say("bad", ...lines, ...(stops.length ? [el("p", { class: "buttons" }, ...stops)] : []));
        }

        debug(bytes, group, does) { return this.openPanel(bytes.slice(0), group, does); }

        async stopAt(panel, finding) {
            await panel.run();
            const found = panel.result.findings.find(one => one.code === finding.code && one.line === finding.line);
            if (found) await panel.showMe(found); else await panel.debug();
        }

        // A panel below the task, with that dispatch.
        async openPanel(bytes, group, does) {
            this.closePanel();
            const figure = el("figure", { class: "live", "data-live": JSON.stringify({ captures: [""], group, view: { kind: "numbers", memory: "" } }) }, el("figcaption", {}, el("span", {}, el("b", {}, this.told.title))));
            this.output.after(figure);
            this.panel = new KernelPanel.Panel(figure);
            this.panel.captureBytes = async () => bytes.slice(0);
            await this.panel.act(() => does(this.panel));
            figure.scrollIntoView({ block: "nearest" });
        }

        closePanel() {
            if (!this.panel) return;
            this.panel.forget();
            this.panel.figure.remove();
            this.panel = null;
        }

        async solution() {
            const { about } = await this.data();
            this.say("", el("p", {}, "Our solution:"), el("pre", { class: "ours" }, about.solution));
        }
    }

    // ---- The course: on the start page and in the contents ----

    function countOf(lesson) {
        const names = window.courseTasks[lesson] || [], record = progress.read();
        return [names.filter(name => `${lesson}.${name}` in record).length, names.length];
    }

    function mark() {
        for (const link of document.querySelectorAll("#contents a")) {
            const lesson = (link.getAttribute("href") || "").replace(/^.*\//, "").replace(/\.html.*$/, ""), [solved, all] = countOf(lesson);
            let badge = link.querySelector(".done");
            if (all === 0) continue;
            if (!badge) link.append(badge = el("span", { class: "done" }));
            badge.textContent = solved === 0 ? "" : solved === all ? " ✓" : ` ${solved}/${all}`;
            badge.title = `${solved} of ${all} tasks solved`;
        }
    }

    function buildOverview(box) {
        const list = el("p", {}), note = el("p", { class: "quiet", role: "status" });
        const input = el("input", { type: "file", accept: ".json,application/json", hidden: true, onchange: async () => { if (input.files[0]) take(await input.files[0].text()); input.value = ""; } });
        const take = text => {
            try {
                const record = JSON.parse(text), known = Object.entries(record).filter(([id, answer]) => /^\d\d_\w+\.\w+$/.test(id) && typeof answer === "string");
                if (typeof record !== "object" || record === null || Array.isArray(record)) throw new Error();
                progress.write({ ...progress.read(), ...Object.fromEntries(known) });
                note.textContent = `${known.length} tasks are taken over.`;
            } catch (error) {
                note.textContent = "This is no file of progress: Export here, or ./wb progress --json FILE, writes one.";
            }
        };
        const save = () => {
            const url = URL.createObjectURL(new Blob([JSON.stringify(progress.read(), null, 2) + "\n"], { type: "application/json" }));
            el("a", { href: url, download: "progress.json" }).click();
            setTimeout(() => URL.revokeObjectURL(url), 10000);
        };
        box.append(el("h2", {}, "Your progress"), list, el("p", { class: "buttons" }, el("button", { type: "button", onclick: save }, "Export"),
            el("button", { type: "button", onclick: () => input.click() }, "Import"), input), note);
        return () => {
            const lessons = Object.keys(window.courseTasks), counts = lessons.map(countOf);
            const solved = counts.reduce((sum, [n]) => sum + n, 0), all = counts.reduce((sum, [, n]) => sum + n, 0);
            list.replaceChildren(`${solved} of ${all} tasks are solved. `, ...lessons.flatMap((lesson, k) => [
                el("a", { class: counts[k][0] === counts[k][1] ? "lesson all" : counts[k][0] ? "lesson some" : "lesson", href: `${lesson}.html` }, `${lesson.slice(0, 2)}: ${counts[k][0]}/${counts[k][1]}`), " "]));
        };
    }

    // ---- The page ----

    const tasks = [];
    async function start() {
        for (const section of document.querySelectorAll("section.task")) tasks.push(new Task(section));
        const overview = document.querySelector("section.progress"), showAll = overview ? buildOverview(overview) : () => { };
        const refresh = () => { mark(); showAll(); for (const task of tasks) task.show(); };
        document.addEventListener("progress", refresh);
        window.addEventListener("storage", event => { if (event.key === RECORD) refresh(); });
        refresh();
        only();
        const brought = await fromLink().catch(() => ({})); // the editor says that a link is damaged
        for (const task of tasks) if (typeof brought[task.told.id] === "string" && task.told.code && !task.told.whyNot) {
            await task.act(() => task.edit(brought[task.told.id]));
            task.section.scrollIntoView();
        }
    }

    // ?only=exercise for pages that embed it: the tasks alone; ?only=04_life.gas one of them.
    function only() {
        const wanted = new URLSearchParams(location.search).get("only");
        if (wanted === null) return;
        const shown = tasks.filter(task => wanted === "exercise" || wanted === task.told.id);
        if (shown.length === 0) return;
        document.documentElement.classList.add("only");
        document.querySelector("main").replaceChildren(...shown.map(task => task.section));
    }

    globalThis.KernelTasks = { add(id, set) { sets[id] = set; }, all: tasks, progress };
    KernelPanel.whenReady(start);
})();
