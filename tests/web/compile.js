// The pages' compiler: node compile.js FOLDER, with [GLSL] on stdin; [{sha256 of the module, or null, messages, ms}] on stdout.
"use strict";
const crypto = require("crypto"), fs = require("fs"), path = require("path");
const folder = path.resolve(process.argv[2]);
const machine = require(path.join(folder, "machine.js"));
require(path.join(folder, "machine-glslang.js"));

async function main() {
    const all = [];
    for (const text of JSON.parse(fs.readFileSync(0, "utf8"))) {
        const start = performance.now(), { spirv, messages, error } = await machine.compileText(text);
        if (error) throw new Error(error);
        all.push({ sha256: spirv && crypto.createHash("sha256").update(spirv).digest("hex"), messages, ms: performance.now() - start });
    }
    fs.writeSync(1, JSON.stringify(all));
}
main().then(() => process.exit(0), error => { console.error(error.message); process.exit(1); });
