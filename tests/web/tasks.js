// Answers to tasks, given in their pages as a reader gives them: node tasks.js BOOK, with [{page, task, answers: [text]}] on stdin. For each
// answer a line {task, good, text, ms} on stdout: what the page said, and how long after the click. Exit status 77: there is no browser.
"use strict";
const fs = require("fs"), path = require("path");
const web = require("./browser.js");
const book = process.argv[2];

// In the page: gives one answer, and waits for the verdict.
async function give([id, text]) {
    const task = KernelTasks.all.find(one => one.told.id === id), press = name => [...task.buttons.querySelectorAll("button")].find(button => button.textContent === name).click();
    const settled = async () => { do await new Promise(resolve => setTimeout(resolve, 2)); while (task.busy); };
    if (task.told.code && !task.editor) { press("Solve it here"); await settled(); }
    if (task.told.code) task.editor.set(text); else task.input.value = text;
    task.say("");
    const start = performance.now();
    press(task.told.code ? "Check" : "Answer");
    await settled();
    return { good: task.output.classList.contains("good"), text: task.output.innerText, ms: performance.now() - start };
}

async function main() {
    const browser = await web.launch("chromium");
    try {
        for (const { page, task, answers } of JSON.parse(fs.readFileSync(0, "utf8"))) {
            const tab = await web.open(browser, path.join(book, page));
            for (const text of answers) fs.writeSync(1, JSON.stringify({ task, ...await tab.evaluate(give, [task, text]) }) + "\n");
            for (const fault of tab.faults) console.error(`${page}, ${task}: ${fault}`);
            await tab.close();
        }
    } finally {
        await browser.close();
    }
}
main().then(() => process.exit(0), error => { console.error(error.stack); process.exit(1); });
