// The book's live kernels in a real browser, opened from disk: node pages.js chromium|firefox BOOK JOB.json
//
// JOB.json, which tests/cli/web.py writes, has what the native machine answers: {captures: {NAME: {hashes, findings, counts}}, walks:
// [{capture, commands, answers}], damaged: [BASE64], speed: BASE64, pages: [FILE], race: FILE}. Prints what is wrong, and a table; exit status 0 good,
// 1 not, 77 there is no puppeteer-core, or no such browser.
"use strict";
const fs = require("fs"), path = require("path");
const web = require("./browser.js"), { until, expect, rest } = web;
const [which, book, jobFile] = process.argv.slice(2);
const job = JSON.parse(fs.readFileSync(jobFile, "utf8"));
const open = (browser, page, width, height) => web.open(browser, path.join(book, page), width, height);
const idle = (tab, what) => until(tab, () => KernelPanel.panels.every(panel => !panel.busy), `${what}, and the panels are done`);
const press = (tab, panel, label) => tab.evaluate(([n, text]) => {
    const button = [...document.querySelectorAll("figure.live")[n].querySelectorAll("button")].find(one => one.offsetParent && one.textContent.startsWith(text));
    if (button) button.click();
    return Boolean(button);
}, [panel, label]);

// ---- Each capture of a page comes to the same as natively ----

async function runAll(tab, page) {
    const results = await tab.evaluate(async () => {
        const all = [];
        for (const panel of KernelPanel.panels)
            for (const name of panel.config.captures) {
                const machine = await KernelMachine.open(await KernelPanel.captureBytes(name));
                const { hashes, findings, counts, laneInstructions, ms, stop } = await machine.run({ budget: 3e8 });
                all.push({ name, hashes, findings, counts, laneInstructions, ms, stop });
                await machine.close();
            }
        return all;
    });
    for (const { name, ...got } of results) {
        const wanted = job.captures[name];
        if (!expect(wanted, `${page}: ${name} is known natively`)) continue;
        for (const part of ["hashes", "findings", "counts", "laneInstructions"])
            expect(JSON.stringify(got[part]) === JSON.stringify(wanted[part]), `${page}, ${name}: ${part} as natively`);
    }
    return results;
}

// The time from the click on Step to the first line, of the page's first panel, once the page has been there for a moment.
async function firstStep(browser, page) {
    const tab = await open(browser, page);
    await tab.evaluate(() => document.querySelector("figure.live").scrollIntoView());
    await rest(700);
    const ms = await tab.evaluate(async () => {
        const panel = KernelPanel.panels[0], start = performance.now();
        panel.stepButton.click();
        while (!(panel.current || panel.waits) && performance.now() - start < 20000) await new Promise(resolve => setTimeout(resolve, 2));
        return performance.now() - start;
    });
    await tab.close();
    return ms;
}

// ---- What a person does ----

async function race(browser) {
    const tab = await open(browser, "04_life-tile.html");
    const n = await tab.evaluate(() => KernelPanel.panels.findIndex(panel => panel.figure.textContent.includes("without its barrier")));
    await press(tab, n, "Run");
    await idle(tab, "the broken tile runs");
    expect(await press(tab, n, "Show me"), "the race is named after Run");
    await idle(tab, "it is shown");
    const seen = await tab.evaluate(k => KernelPanel.panels[k].sections.findings.textContent, n);
    expect(/In one order/.test(seen) && /In the other/.test(seen) && /Nothing says which/.test(seen), `the race in both orders, not: ${seen}`);
    for (const label of ["◀ Start", "Barrier ▶", "◀ Line", "End ▶"]) { expect(await press(tab, n, label), `a button ${label}`); await idle(tab, label); }
    const end = await tab.evaluate(k => ({ ended: KernelPanel.panels[k].state.ended, text: KernelPanel.panels[k].status.textContent }), n);
    expect(end.ended === 256, `all lanes have ended, not ${end.text}`);
    expect(tab.faults.length === 0, tab.faults.join("; "));
    await tab.close();
}

async function phone(browser) {
    const tab = await open(browser, "04_life-tile.html", 390, 844);
    const n = 0;
    await press(tab, n, "Step");
    await idle(tab, "stepping on a phone");
    await press(tab, n, "Barrier ▶");
    await idle(tab, "to the barrier");
    for (const name of ["source", "lanes", "picture", "variables", "memory", "findings"]) {
        await tab.evaluate(([k, tabName]) => KernelPanel.panels[k].tabs.querySelector(`[data-tab=${tabName}]`).click(), [n, name]);
        await idle(tab, name);
        const seen = await tab.evaluate(([k, section]) => {
            const panel = KernelPanel.panels[k], shown = Object.entries(panel.sections).filter(([, one]) => one.offsetParent).map(([key]) => key);
            return { shown, wide: document.documentElement.scrollWidth, small: [...panel.figure.querySelectorAll(".pairs button, .tabs button")].filter(one => one.offsetParent && one.getBoundingClientRect().height < 32).length, right: panel.figure.getBoundingClientRect().right };
        }, [n, name]);
        expect(seen.shown.join() === name, `on a phone ${name} alone is shown, not ${seen.shown}`);
        expect(seen.wide <= 390 && seen.right <= 390, `on a phone nothing is wider than the screen: ${seen.wide}, ${seen.right}`);
        expect(seen.small === 0, `${seen.small} buttons are too small for a thumb`);
    }
    await tab.close();
}

async function keyboard(browser) {
    const tab = await open(browser, "04_life-tile.html");
    const focus = () => tab.evaluate(() => { const e = document.activeElement; return `${e.tagName} ${e.getAttribute("aria-label") || e.textContent.slice(0, 30)}`; });
    await tab.evaluate(() => { const before = document.querySelectorAll("figure.live")[0].previousElementSibling; before.tabIndex = -1; before.focus(); });
    let tries = 0;
    while (!/Step through/.test(await focus()) && tries++ < 12) await tab.keyboard.press("Tab");
    await tab.keyboard.press("Enter");
    await idle(tab, "Enter on Step");
    const line = () => tab.evaluate(() => { const { state } = KernelPanel.panels[0]; return state ? `${state.line} ${state.position}` : "closed"; });
    const places = [await line()];
    for (const key of ["n", "s", "n", "N", "e", "E"]) {
        if (key < "a") await tab.keyboard.down("Shift");
        await tab.keyboard.press(key);
        await tab.keyboard.up("Shift");
        await idle(tab, key);
        places.push(await line());
    }
    expect(places[0] === places[6] && new Set(places).size >= 5, `keys step: ${places.join("; ")}`);
    const reached = new Set();
    for (let k = 0; k < 40; k++) {
        await tab.keyboard.press("Tab");
        reached.add(await tab.evaluate(() => { const e = document.activeElement; return e.closest("figure.live") ? e.getAttribute("aria-label") || e.textContent.trim().slice(0, 20) : ""; }));
    }
    for (const name of ["Time in the group", "Lane", "Work group, x", "Lanes that a step moves", "Barrier ▶", "Back: Line"]) expect(reached.has(name), `Tab reaches ${name}, among ${[...reached].join(", ")}`);
    await tab.close();
}

async function endless(browser) {
    const tab = await open(browser, "inside.html");
    const n = await tab.evaluate(() => KernelPanel.panels.findIndex(panel => panel.figure.textContent.includes("endless_loop")));
    await tab.evaluate(async ([k, text]) => { // one that counts: in the panel's own nothing changes, which is found at once
        const panel = KernelPanel.panels[k];
        await panel.load();
        panel.machines = [await KernelMachine.open(Uint8Array.from(atob(text), letter => letter.charCodeAt(0)).buffer)];
        panel.config.budget = 1e12; // minutes
    }, [n, job.endless]);
    await press(tab, n, "Run");
    await until(tab, k => !KernelPanel.panels[k].stopButton.hidden, "an endless kernel offers Stop", n);
    await press(tab, n, "Stop");
    await idle(tab, "Stop");
    const text = await tab.evaluate(k => KernelPanel.panels[k].status.textContent, n);
    expect(/Stopped/.test(text), `it is stopped, not: ${text}`);
    await tab.close();
}

async function damaged(tab) {
    const answers = await tab.evaluate(async all => {
        const texts = [];
        for (const text of all) {
            try {
                const machine = await KernelMachine.open(Uint8Array.from(atob(text), letter => letter.charCodeAt(0)).buffer);
                const result = await machine.run({ budget: 1e7 });
                texts.push(`ran: ${result.stop}`);
                await machine.close();
            } catch (error) {
                texts.push(error.message);
            }
        }
        return texts;
    }, job.damaged);
    for (const text of answers) expect(text.length > 5 && !/has ended/.test(text), `a damaged capture ends in a message, not in: ${text}`);
    return answers.filter(text => !text.startsWith("ran")).length;
}

// Random commands, answer by answer.
async function walk(tab, { capture, commands, answers }) {
    const got = await tab.evaluate(async ([bytes, lines]) => {
        const machine = await KernelMachine.open(Uint8Array.from(atob(bytes), letter => letter.charCodeAt(0)).buffer), all = [];
        for (const line of lines) all.push(await machine.command(line).catch(error => ({ error: error.message })));
        await machine.close();
        return all;
    }, [capture, commands]);
    got.forEach((answer, k) => expect(JSON.stringify(answer) === JSON.stringify(answers[k]), `"${commands[k]}" (number ${k}) answers as natively`));
}

// The page that machine/web/README.md shows.
async function example(browser) {
    const tab = await open(browser, "live/example.html");
    await (await tab.$("#file")).uploadFile(job.race);
    await until(tab, () => /first|writes|reads/.test(document.querySelector("#out").textContent), "the README's page plays a race");
    const text = await tab.evaluate(() => document.querySelector("#out").textContent);
    expect(text.trim().split("\n").length === 4, `four lines of the README's page, not: ${text}`);
    await tab.close();
}

async function speed(tab) {
    return tab.evaluate(async text => {
        const machine = await KernelMachine.open(Uint8Array.from(atob(text), letter => letter.charCodeAt(0)).buffer), rates = [];
        for (let k = 0; k < 5; k++) { const result = await machine.run(); rates.push(result.laneInstructions / result.ms / 1000); }
        await machine.close();
        return rates.sort((a, b) => a - b)[2];
    }, job.speed);
}

async function accessible(browser) {
    let axe;
    try { axe = fs.readFileSync(require.resolve("axe-core/axe.min.js"), "utf8"); } catch (error) { return "not there"; }
    let count = 0;
    for (const page of ["04_life.html", "inside.html"]) {
        const tab = await open(browser, page);
        await press(tab, 1, "Step");
        await idle(tab, "stepping");
        await tab.evaluate(axe);
        const found = await tab.evaluate(async () => (await axe.run("figure.live")).violations.filter(one => ["serious", "critical"].includes(one.impact))
            .map(one => `${one.id}: ${one.help}: ${one.nodes.slice(0, 2).map(node => node.html.slice(0, 120)).join(" | ")}`));
        for (const text of found) expect(false, `axe-core, ${page}: ${text}`);
        count += found.length;
        await tab.close();
    }
    return `${count} serious`;
}

async function main() {
    const browser = await web.launch(which);
    let count = 0;
    try {
        for (const page of job.pages) {
            const tab = await open(browser, page), results = await runAll(tab, page);
            count += results.length;
            expect(tab.faults.length === 0, `${page}: ${tab.faults.join("; ")}`);
            if (page === job.pages[0]) {
                console.log(`${await damaged(tab)} of ${job.damaged.length} damaged captures are refused`);
                for (const one of job.walks) await walk(tab, one);
                console.log(`${Math.round(await speed(tab))} million instructions of lanes a second, with all checks`);
            }
            await tab.close();
            console.log(`${page}: ${results.length} captures; first step after ${Math.round(await firstStep(browser, page))} ms`);
        }
        for (const test of [race, phone, keyboard, endless]) await test(browser);
        if (which === "chromium") await example(browser); // Firefox's protocol hands no files over
        if (which === "chromium") console.log(`axe-core: ${await accessible(browser)}`);
    } finally {
        await browser.close();
    }
    console.log(`${which}: ${count} captures on ${job.pages.length} pages, ${web.faultCount()} faults`);
    return web.faultCount() === 0 ? 0 : 1;
}
main().then(code => process.exit(code), error => { console.log(`FAILED: ${which}: ${error.stack}`); process.exit(1); });
