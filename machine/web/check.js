// Answers to tasks, checked as a page checks them: node check.js FOLDER TASKS, with [{task, text, files}] on stdin and TASKS/task-NAME.js, of
// which `files` are what the text may include; for each {solved, stuck, at: the case, lines, ms, instructions} on stdout, a line each.
"use strict";
const fs = require("fs"), path = require("path"), zlib = require("zlib");
const [folder, tasks] = process.argv.slice(2).map(name => path.resolve(name));
globalThis.KernelMachine = require(path.join(folder, "machine.js"));
KernelMachine.build = "simd";
for (const name of ["machine-simd.js", "machine-glslang.js", "capture.js", "judge.js"]) require(path.join(folder, name));
const inflate = async text => zlib.inflateRawSync(Buffer.from(text, "base64"));

async function main() {
    const sets = {};
    globalThis.KernelTasks = { add(name, set) { sets[name] = set; } };
    for (const { task, text, files } of JSON.parse(fs.readFileSync(0, "utf8"))) {
        if (!sets[task]) require(path.join(tasks, `task-${task}.js`));
        const opened = await KernelJudge.unpack(sets[task], inflate), start = performance.now();
        const answer = await KernelJudge.check(opened, text, files).catch(error => ({ solved: false, lines: ["NOT YET  it does not compile", error.message] }));
        fs.writeSync(1, JSON.stringify({ solved: answer.solved, stuck: answer.stuck, at: answer.at, lines: answer.lines, ms: performance.now() - start, instructions: answer.instructions, cases: answer.cases }) + "\n");
    }
}
main().then(() => process.exit(0), error => { console.error(error.stack); process.exit(1); });
