// A newcomer's way through the book, as pictures: node newcomer.js BOOK OUT. The first hour with nothing but a browser, and lesson 03's
// task on a phone: a wrong answer, its race, mended, solved. Writes OUT/NN-NAME.png, to be looked at; exit status 1 if a step goes
// otherwise, 77 without a browser.
"use strict";
const fs = require("fs"), path = require("path");
const web = require("./browser.js"), { until, expect } = web;
const [book, out] = process.argv.slice(2);
const solutionOf = name => fs.readFileSync(path.join(__dirname, "../../shaders", name), "utf8").split("// --- as shipped ---")[0];
const DESK = { width: 1280, height: 800 }, PHONE = { width: 390, height: 844, isMobile: true, hasTouch: true, deviceScaleFactor: 2 };

let count = 0;
async function picture(tab, name) {
    await web.rest(250); // fonts, and what moves
    expect(await tab.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${name}: nothing is wider than the screen`);
    await tab.screenshot({ path: path.join(out, `${String(++count).padStart(2, "0")}-${name}.png`) });
}

async function page(tab, file) {
    await tab.goto(`file://${path.resolve(book, file)}`);
    await until(tab, () => globalThis.KernelTasks, `${file} is there`);
}

// Scrolls so that what is found stands near the top.
const show = (tab, selector, number = 0) => tab.evaluate(([what, k]) => { document.querySelectorAll(what)[k].scrollIntoView({ block: "start" }); scrollBy(0, -70); }, [selector, number]);

// ---- Tasks ----

const idle = (tab, id) => until(tab, one => { const task = KernelTasks.all.find(({ told }) => told.id === one); return !task.busy && !(task.panel && task.panel.busy); }, `${id} is done`, id, 60000);
async function press(tab, id, label) {
    expect(await tab.evaluate(([one, text]) => {
        const button = [...KernelTasks.all.find(({ told }) => told.id === one).section.querySelectorAll("button")].find(each => each.offsetParent && each.textContent.startsWith(text));
        if (button) button.click();
        return Boolean(button);
    }, [id, label]), `${id} has a button "${label}"`);
    await idle(tab, id);
}
const write = (tab, id, text) => tab.evaluate(([one, words]) => { const task = KernelTasks.all.find(({ told }) => told.id === one); if (task.editor) task.editor.set(words); else task.input.value = words; }, [id, text]);
const said = (tab, id) => tab.evaluate(one => KernelTasks.all.find(({ told }) => told.id === one).output.innerText, id);
// The verdict, with the lines around it.
const toVerdict = (tab, id) => tab.evaluate(one => KernelTasks.all.find(({ told }) => told.id === one).output.scrollIntoView({ block: "center" }), id);
const sectionOf = id => `section.task[data-task*='"${id}"']`;
// The kernel as shipped, with other lines in its gap.
const withGap = (text, lines) => text.replace(/(--- your lines from here ---\n)[^]*?(\n[^\n]*--- to here ---)/, `$1${lines}$2`);

async function solve(tab, id, name) {
    await press(tab, id, "Check");
    expect(/^NOT YET/.test(await said(tab, id)), `${id}: as shipped it is not solved`);
    await toVerdict(tab, id);
    await picture(tab, `${name}-as-shipped`);
    await write(tab, id, solutionOf(id.replace(".", "/solutions/") + ".comp"));
    await press(tab, id, "Check");
    expect(/^solved/.test(await said(tab, id)), `${id} is solved: ${await said(tab, id)}`);
    await toVerdict(tab, id);
    await picture(tab, `${name}-solved`);
}

async function open(tab, id) {
    await press(tab, id, "Solve it here");
    await show(tab, sectionOf(id));
}

// ---- Live kernels ----

const panelIdle = (tab, k) => until(tab, number => !KernelPanel.panels[number].busy, "the panel is done", k, 60000);
async function pressPanel(tab, k, label) {
    expect(await tab.evaluate(([number, text]) => {
        const button = [...KernelPanel.panels[number].figure.querySelectorAll("button")].find(each => each.offsetParent && each.textContent.startsWith(text));
        if (button) button.click();
        return Boolean(button);
    }, [k, label]), `panel ${k} has a button "${label}"`);
    await web.rest(50);
    await panelIdle(tab, k);
}

// ---- The first hour ----

async function firstHour(browser) {
    const tab = await browser.newPage();
    await tab.setViewport(DESK);
    await page(tab, "index.html");
    await picture(tab, "start");
    await show(tab, "section.progress");
    await picture(tab, "no-progress-yet");
    await page(tab, "first_hour.html");
    await picture(tab, "first-hour");

    await page(tab, "00_hello.html");
    const first = await tab.evaluate(() => KernelTasks.all.find(({ told }) => told.kind === "predict").told.id);
    await show(tab, sectionOf(first));
    await write(tab, first, "49 64");
    await press(tab, first, "Answer");
    await picture(tab, "first-answer-wrong");
    await write(tab, first, "49 8");
    await press(tab, first, "Answer");
    expect(/^Right/.test(await said(tab, first)), `${first}: ${await said(tab, first)}`);
    await picture(tab, "first-answer-right");
    await open(tab, "00_hello.cube");
    await picture(tab, "first-line");
    await press(tab, "00_hello.cube", "Check");
    expect(/NOT YET/.test(await said(tab, "00_hello.cube")), "squares are no cubes");
    await toVerdict(tab, "00_hello.cube");
    await picture(tab, "first-line-as-shipped");
    await write(tab, "00_hello.cube", (await tab.evaluate(() => KernelTasks.all.find(({ told }) => told.id === "00_hello.cube").editor.text())).replace("numbers[i] * numbers[i]", "numbers[i] * numbers[i] * numbers[i]"));
    await press(tab, "00_hello.cube", "Check");
    expect(/^solved/.test(await said(tab, "00_hello.cube")), `cubes are: ${await said(tab, "00_hello.cube")}`);
    await picture(tab, "first-line-solved");

    await page(tab, "04_life-tile.html");
    await show(tab, "figure.live");
    await pressPanel(tab, 0, "Run");
    await picture(tab, "a-kernel-runs");
    await pressPanel(tab, 0, "Edit");
    await tab.evaluate(() => {
        const { editor } = KernelEditor.edits[0], text = editor.text();
        editor.set(text.replace(/next\[p\.y \* size\.x \+ p\.x\] = [^;]*;/, "next[p.y * size.x + p.x] = 1 + 4 * int(max(gl_LocalInvocationID.x, gl_LocalInvocationID.y));"));
    });
    await pressPanel(tab, 0, "Run");
    await show(tab, "figure.live .body");
    await picture(tab, "another-last-line");
    await pressPanel(tab, 0, "Step");
    await pressPanel(tab, 0, "Barrier");
    await show(tab, "figure.live .body");
    await picture(tab, "stopped-at-the-barrier");

    await page(tab, "04_life.html");
    await open(tab, "04_life.highlife");
    await picture(tab, "another-rule");
    await solve(tab, "04_life.highlife", "another-rule");
    await open(tab, "04_life.mend");
    await press(tab, "04_life.mend", "Check");
    await press(tab, "04_life.mend", "Stop there");
    await show(tab, `${sectionOf("04_life.mend")} figure.live`);
    await picture(tab, "where-two-meet");
    await solve(tab, "04_life.mend", "mend");

    await page(tab, "01_dispatch.html");
    await open(tab, "01_dispatch.mine");
    await solve(tab, "01_dispatch.mine", "a-kernel-of-my-own");
    await page(tab, "index.html");
    await show(tab, "section.progress");
    await picture(tab, "five-solved");
    expect(/\b5 of \d+ tasks are solved/.test(await tab.evaluate(() => document.querySelector("section.progress").innerText)), "five tasks are solved");
    await tab.evaluate(() => localStorage.clear());
    await tab.close();
}

// ---- Lesson 03 on a phone ----

async function onPhone(browser) {
    const tab = await browser.newPage(), id = "03_atomics.add_one";
    await tab.setViewport(PHONE);
    await page(tab, "index.html");
    await picture(tab, "phone-start");
    await tab.evaluate(() => document.querySelector("#menu").click());
    await picture(tab, "phone-contents");
    await page(tab, "03_atomics.html");
    await picture(tab, "phone-lesson");
    await show(tab, sectionOf(id));
    await picture(tab, "phone-task");
    await open(tab, id);
    await picture(tab, "phone-editor");
    await write(tab, id, withGap(await tab.evaluate(one => KernelTasks.all.find(({ told }) => told.id === one).editor.text(), id), "    total += 1u;"));
    await press(tab, id, "Check");
    expect(/NOT YET/.test(await said(tab, id)), `${id}: += is wrong`);
    await toVerdict(tab, id);
    await picture(tab, "phone-wrong");
    await press(tab, id, "Stop there");
    await show(tab, `${sectionOf(id)} figure.live`);
    await picture(tab, "phone-race");
    for (const name of ["source", "lanes", "variables", "memory"]) {
        await tab.evaluate(([one, what]) => KernelTasks.all.find(({ told }) => told.id === one).panel.tabs.querySelector(`[data-tab=${what}]`).click(), [id, name]);
        await idle(tab, id);
        await show(tab, `${sectionOf(id)} figure.live`);
        await picture(tab, `phone-race-${name}`);
    }
    await write(tab, id, solutionOf("03_atomics/solutions/add_one.comp"));
    await press(tab, id, "Check");
    expect(/^solved/.test(await said(tab, id)), `${id} is solved: ${await said(tab, id)}`);
    await show(tab, sectionOf(id));
    await picture(tab, "phone-mended");
    await toVerdict(tab, id);
    await picture(tab, "phone-solved");
    await page(tab, "index.html");
    await show(tab, "section.progress");
    await picture(tab, "phone-progress");
    await tab.close();
}

async function main() {
    fs.mkdirSync(out, { recursive: true });
    const browser = await web.launch("chromium");
    try {
        await firstHour(browser);
        await onPhone(browser);
    } finally {
        await browser.close();
    }
    console.log(`${count} pictures in ${out}, ${web.faultCount()} steps go otherwise`);
    return web.faultCount() === 0 ? 0 : 1;
}
main().then(code => process.exit(code), error => { console.log(`FAILED: ${error.stack}`); process.exit(1); });
