// The answers of machine/web in WebAssembly, as machine_web prints those of the native machine: node answers.js FOLDER BUILD CAPTURE...
// with the commands on stdin. Behind each run-result stands how long the run has taken.
"use strict";
const fs = require("fs"), path = require("path");
const [folder, build, ...captures] = process.argv.slice(2);
const machine = require(path.resolve(folder, "machine.js"));
require(path.resolve(folder, `machine-${build}.js`));
machine.build = build;
const commands = fs.readFileSync(0, "utf8").split("\n").filter(line => line !== "");

async function main() {
    for (const capture of captures) {
        let opened;
        const bytes = fs.readFileSync(capture);
        try {
            opened = await machine.open(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));
        } catch (error) {
            fs.writeSync(1, JSON.stringify({ error: error.message }) + "\n");
            continue;
        }
        fs.writeSync(1, JSON.stringify(opened.info) + "\n");
        for (const line of commands) {
            const start = performance.now();
            const answer = await opened.command(line).catch(error => ({ error: error.message }));
            if (line.startsWith("run-some")) answer.ms = performance.now() - start;
            fs.writeSync(1, JSON.stringify(answer) + "\n");
        }
        await opened.close();
    }
}
main().then(() => process.exit(0));
