// What a reader does with the book besides reading: answers tasks, keeps progress, plays: node course.js BOOK JOB.json
//
// JOB: {code: {page, id, right, wrong, says}, question: {page, id, right}, mutants: [GLSL], npy, csv, picture: FILE}. Prints what is wrong; exit status 0
// good, 1 not, 77 there is no browser.
"use strict";
const fs = require("fs"), os = require("os"), path = require("path");
const web = require("./browser.js"), { until, expect } = web;
const [book, jobFile] = process.argv.slice(2), job = JSON.parse(fs.readFileSync(jobFile, "utf8"));
const open = (browser, page, width = 1280, height = 900, prepare = null) => web.open(browser, path.join(book, page), width, height, prepare);
const noFaults = (tab, what) => expect(tab.faults.length === 0, `${what}: ${tab.faults.join("; ")}`);

// ---- Tasks ----

const idle = (tab, id, ms) => until(tab, one => { const task = KernelTasks.all.find(({ told }) => told.id === one); return task && !task.busy && !(task.panel && task.panel.busy); }, `${id} is done`, id, ms);
async function press(tab, id, label) {
    const there = await tab.evaluate(([one, text]) => {
        const button = [...KernelTasks.all.find(({ told }) => told.id === one).section.querySelectorAll("button")].find(each => each.offsetParent && each.textContent.startsWith(text));
        if (button) button.click();
        return Boolean(button);
    }, [id, label]);
    expect(there, `${id} has a button "${label}"`);
    await idle(tab, id, 60000);
}
const said = (tab, id) => tab.evaluate(one => { const task = KernelTasks.all.find(({ told }) => told.id === one); return `${task.output.className}: ${task.output.innerText}`; }, id);
const write = (tab, id, text) => tab.evaluate(([one, words]) => { const task = KernelTasks.all.find(({ told }) => told.id === one); if (task.editor) task.editor.set(words); else task.input.value = words; }, [id, text]);

async function question(browser, { page, id, right }) {
    const tab = await open(browser, page);
    expect(!(await tab.evaluate(() => document.documentElement.innerHTML)).includes(`"right"`), `${page} does not say what is right`);
    await write(tab, id, "nothing like it");
    await press(tab, id, "Answer");
    expect(/verdict bad/.test(await said(tab, id)), `${id} does not take just anything: ${await said(tab, id)}`);
    await write(tab, id, right);
    await press(tab, id, "Answer");
    expect(/verdict good: Right/.test(await said(tab, id)), `${id} takes what is right: ${await said(tab, id)}`);
    noFaults(tab, page);
    await tab.close();
}

async function demands(browser) {
    const tab = await open(browser, "16_fields.html");
    const said = await tab.evaluate(() => [...document.querySelectorAll(".task .demand")].map(one => one.innerHTML).join(" "));
    expect(said.includes("<code>courant</code>") && !said.includes("`"), `what a task has in backticks is code, not: ${said}`);
    noFaults(tab, "16_fields.html");
    await tab.close();
}

// The solution stays hidden until the task is solved, or given up.
async function code(browser, { page, id, right, wrong, says }) {
    const tab = await open(browser, page, 390, 844);
    await press(tab, id, "Solve it here");
    await write(tab, id, "void main() { x = 1; }");
    await press(tab, id, "Check");
    expect(/does not compile/.test(await said(tab, id)), `${id}: what does not compile is told: ${await said(tab, id)}`);
    await write(tab, id, wrong);
    await press(tab, id, "Check");
    const words = await said(tab, id);
    expect(/verdict bad/.test(words) && words.includes(says), `${id}: a wrong answer is told as natively, "${says}", not: ${words}`);
    expect(/written last by invocation|no invocation has written it/.test(words), `${id}: who wrote it: ${words}`);
    await press(tab, id, "St"); // Stop where it was written, or Step through
    const stopped = await tab.evaluate(one => { const { panel } = KernelTasks.all.find(({ told }) => told.id === one); return panel && panel.state ? panel.status.textContent : "no debugger"; }, id);
    expect(!/no debugger/.test(stopped), `${id}: the debugger stops: ${stopped}`);
    await write(tab, id, right);
    await press(tab, id, "Check");
    expect(/verdict good: solved/.test(await said(tab, id)), `${id}: our solution is right: ${await said(tab, id)}`);
    expect(await tab.evaluate(() => document.documentElement.scrollWidth) <= 390, `${page}: on a phone nothing is wider than the screen`);
    noFaults(tab, page);
    await tab.reload();
    await until(tab, one => globalThis.KernelTasks && KernelTasks.all.some(({ told, section }) => told.id === one && section.classList.contains("solved")), `${id} is solved after a reload`, id);
    await press(tab, id, "Solve it here");
    expect(await tab.evaluate(one => KernelTasks.all.find(({ told }) => told.id === one).editor.text(), id) === right, `${id}: what was written is there after a reload`);
    await tab.close();
}

// ---- Progress ----

async function progress(browser) {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), "wb-progress-")), tab = await open(browser, "index.html");
    const overview = () => tab.evaluate(() => document.querySelector("section.progress").innerText);
    expect(/\b2 of \d+ tasks are solved/.test(await overview()), `two tasks are solved: ${await overview()}`);
    const record = await tab.evaluate(() => KernelTasks.progress.read());
    expect(record[job.code.id] === "solved" && record[job.question.id] === job.question.right, `the record is what ./wb progress has: ${JSON.stringify(record)}`);
    const client = await tab.createCDPSession();
    await client.send("Page.setDownloadBehavior", { behavior: "allow", downloadPath: folder });
    await tab.evaluate(() => [...document.querySelectorAll("section.progress button")].find(one => one.textContent === "Export").click());
    const file = path.join(folder, "progress.json");
    for (let k = 0; k < 200 && !fs.existsSync(file); k++) await web.rest(20);
    await web.rest(100);
    expect(fs.readFileSync(file, "utf8") === JSON.stringify(record, null, 2) + "\n", "Export writes the record");
    await tab.evaluate(() => KernelTasks.progress.write({}));
    expect(/\b0 of/.test(await overview()), "none is solved");
    const input = await tab.$("section.progress input");
    await input.uploadFile(jobFile);
    await until(tab, () => /no file of progress|0 tasks are taken/.test(document.querySelector("section.progress").innerText), "another file is refused");
    await input.uploadFile(file);
    await until(tab, () => /2 tasks are taken over/.test(document.querySelector("section.progress").innerText), "Import reads it");
    expect(await tab.evaluate(() => [...document.querySelectorAll("nav .done")].some(one => /\d/.test(one.textContent))), "the contents say so");
    noFaults(tab, "index.html");
    await tab.close();
    fs.rmSync(folder, { recursive: true });
}

// A slider sets a constant, which is compiled, or a uniform.
async function sliders(browser) {
    const move = async (page, name, value) => {
        const tab = await open(browser, page);
        const k = await tab.evaluate(([label, to]) => {
            const number = KernelPanel.panels.findIndex(panel => panel.figure.querySelector(`.slides input[aria-label=${label}]`)), input = KernelPanel.panels[number].figure.querySelector(`input[aria-label=${label}]`);
            input.value = to;
            input.dispatchEvent(new Event("input"));
            return number;
        }, [name, value]);
        await until(tab, number => { const panel = KernelPanel.panels[number]; return !panel.busy && panel.result; }, `${name} is moved`, k, 60000);
        const memories = await tab.evaluate(async number => {
            const { machine } = KernelPanel.panels[number], read = async when => Promise.all(machine.info.memories.map(async (_, m) => [...new Uint32Array(await machine.memory(m, when))]));
            return [machine.info.memories.map(one => one.name), await read("before"), await read("after")];
        }, k);
        noFaults(tab, page);
        await tab.close();
        return memories;
    };
    const [names, , blurred] = await move("02_shared.html", "RADIUS", 0);
    expect(blurred[names.indexOf("image")].join() === blurred[names.indexOf("blurred")].join(), `with RADIUS 0 nothing is blurred, of ${names}`);
    const [others, before, after] = await move("01_dispatch.html", "size", 100), ids = others.indexOf("ids");
    const changed = after[ids].findLastIndex((word, i) => word !== before[ids][i]);
    expect(changed >= 396 && changed < 400, `with size 100, 100 invocations write, not to word ${changed} of ${others}`);
}

async function embedded(browser) {
    const tab = await open(browser, `${job.code.page}?only=${job.code.id}`);
    const seen = await tab.evaluate(() => [...document.querySelectorAll("main > *")].map(one => one.id || one.tagName).join());
    expect(/^task-\d+$/.test(seen), `the task alone is shown, not ${seen}`);
    await tab.close();
}

// ---- The playground ----

const playIdle = tab => until(tab, () => globalThis.KernelPlay && KernelPlay.editor && !KernelPlay.panel.busy, "the playground is done", null, 60000);
async function playRun(tab, kernel) {
    await playIdle(tab);
    if (kernel !== undefined) await tab.evaluate(text => KernelPlay.editor.set(text), kernel);
    await tab.evaluate(() => KernelPlay.panel.runButton.click());
    await playIdle(tab);
    return tab.evaluate(() => KernelPlay.panel.status.textContent);
}

async function playground(browser) {
    const tab = await open(browser, "playground.html");
    expect(/no findings/.test(await playRun(tab)), "the kernel of the start is right");
    const kernel = await tab.evaluate(() => KernelPlay.editor.text());
    expect(/1 finding|\d findings/.test(await playRun(tab, kernel.replace("    barrier();\n", ""))), "without its barrier it has a race");
    expect(/first write|race/.test(await tab.evaluate(() => KernelPlay.panel.sections.findings.textContent)), "which is named");
    await tab.evaluate(() => [...document.querySelectorAll(".playground .bar button")].find(one => one.textContent === "Share").click());
    await until(tab, () => location.hash.startsWith("#with="), "Share makes a link");
    const hash = await tab.evaluate(() => location.hash), other = await open(browser, "playground.html" + hash, 1280, 900, () => localStorage.clear());
    await playIdle(other);
    expect(!(await other.evaluate(() => KernelPlay.editor.text())).includes("    barrier();"), "the link brings the kernel");
    await other.close();
    await tab.evaluate(() => localStorage.clear());
    const damaged = await open(browser, `playground.html${hash.slice(0, 60)}%%${hash.slice(70)}`);
    await playIdle(damaged);
    expect(await damaged.evaluate(() => document.body.innerText.includes("is damaged")) && /no findings/.test(await playRun(damaged)), "a damaged link is told, and the page works");
    await damaged.close();
    const fill = (value, k = 0) => tab.evaluate(([text, number]) => { const input = document.querySelectorAll(".play input.fill")[number]; input.value = text; input.dispatchEvent(new Event("change")); }, [value, k]);
    await fill("sin(i");
    expect(/is not understood/.test(await playRun(tab, kernel)), "a formula that is none is told");
    await fill("i * 2");
    await playRun(tab, kernel);
    expect(await tab.evaluate(async () => new Float32Array(await KernelPlay.panel.machine.memory(1))[0]) === 63 * 64, "a formula fills a buffer");
    await (await tab.$(".play input[type=file]")).uploadFile(job.npy);
    await until(tab, () => /256 numbers of/.test(document.querySelector(".play").innerText), "an .npy file is read");
    await playRun(tab);
    expect(await tab.evaluate(async () => new Float32Array(await KernelPlay.panel.machine.memory(1))[0]) === 96, "and fills a buffer");
    for (const [file, words] of [[job.csv, "3 numbers of"], [job.picture, "numbers of"], [jobFile, "course.json"]]) {
        await (await tab.$(".play input[type=file]")).uploadFile(file);
        await until(tab, text => document.querySelector(".playground").innerText.includes(text), `${file}: ${words}`, words);
    }
    noFaults(tab, "playground.html");
    await tab.evaluate(() => KernelPlay.reset());
    await tab.evaluate(() => { KernelPlay.panel.config.budget = 2e7; });
    let longest = 0;
    for (const mutant of job.mutants) {
        const start = Date.now(), text = await playRun(tab, mutant);
        longest = Math.max(longest, Date.now() - start);
        if (!expect(text.length > 5, `a damaged kernel ends in a message: ${mutant}`)) break;
    }
    await tab.evaluate(() => { KernelPlay.state.groups = [1e9, 1, 1]; KernelPlay.changed(); });
    expect(/did not end|memory|too/.test(await playRun(tab, kernel)), "a billion work groups end in a message");
    await tab.evaluate(() => KernelPlay.reset());
    expect(/no findings/.test(await playRun(tab, kernel)), "after all of them the page works");
    console.log(`${job.mutants.length} damaged kernels end in a message, after ${longest} ms at most`);
    await tab.close();
}

// ---- Browsers that keep nothing ----

async function keepsNothing(browser) {
    const full = () => { Storage.prototype.setItem = () => { throw new DOMException("full", "QuotaExceededError"); }; };
    const closed = () => Object.defineProperty(window, "localStorage", { get() { throw new DOMException("denied", "SecurityError"); } });
    for (const [what, prepare] of [["a full store", full], ["no store", closed]]) {
        const tab = await open(browser, job.code.page, 1280, 900, prepare), { id } = job.code;
        await until(tab, () => globalThis.KernelTasks && KernelTasks.all.length > 0, `${what}: the tasks are there`);
        await press(tab, id, "Solve it here");
        await write(tab, id, job.code.right);
        expect(/keeps nothing/.test(await tab.evaluate(one => KernelTasks.all.find(({ told }) => told.id === one).note.textContent, id)), `${what} is told`);
        await press(tab, id, "Check");
        expect(/verdict good: solved[^]*does not keep/.test(await said(tab, id)), `${what}: the check works: ${await said(tab, id)}`);
        noFaults(tab, what);
        await tab.close();
    }
}

async function main() {
    const browser = await web.launch("chromium");
    try {
        const first = await open(browser, "index.html");
        await first.evaluate(() => localStorage.clear());
        await first.close();
        await question(browser, job.question);
        await demands(browser);
        await code(browser, job.code);
        for (const test of [progress, sliders, embedded, playground, keepsNothing]) await test(browser);
    } finally {
        await browser.close();
    }
    return web.faultCount() === 0 ? 0 : 1;
}
main().then(code => process.exit(code), error => { console.log(`FAILED: ${error.stack}`); process.exit(1); });
