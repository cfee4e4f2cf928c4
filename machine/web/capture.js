// Captures taken apart and put together in a page: the format is in machine/README.md. What it means is known to the machine alone; here
// a kernel is exchanged for another, or bytes of a memory.
"use strict";
(function () {
    const utf8 = { to: text => new TextEncoder().encode(text), from: bytes => new TextDecoder().decode(bytes) };

    function npy(type, bytes, columns = 1) {
        const rows = bytes.length / (+type[2] * columns);
        const head = `{'descr': '${type}', 'fortran_order': False, 'shape': (${rows},${columns > 1 ? ` ${columns}` : ""}), }`.padEnd(117) + "\n";
        const whole = new Uint8Array(10 + head.length + bytes.length);
        whole.set([0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59, 1, 0, head.length & 255, head.length >> 8]);
        whole.set(utf8.to(head), 10);
        whole.set(bytes, 10 + head.length);
        return whole;
    }

    // {head: lines, arrays: bytes of each .npy by name, in their order}
    function parse(buffer) {
        const all = new Uint8Array(buffer);
        let end = 0;
        while (all[end] !== 10 || all[end + 1] !== 10) end++;
        const head = utf8.from(all.subarray(0, end)).split("\n"), arrays = new Map();
        let at = end + 2;
        for (const line of head) {
            if (!line.startsWith("array ")) continue;
            const start = at + 10 + all[at + 8] + 256 * all[at + 9];
            const [, width, rows, columns] = utf8.from(all.subarray(at, start)).match(/'descr': '..(\d)'.*'shape': \((\d*),?(?: (\d+))?/);
            const size = width * (rows || 1) * (columns || 1);
            arrays.set(line.slice(6), all.subarray(at, start + size));
            at = start + size;
        }
        return { head, arrays };
    }

    const bodyOf = array => array.slice(10 + array[8] + 256 * array[9]);

    function join({ head, arrays }) {
        const parts = [utf8.to(head.join("\n") + "\n\n"), ...arrays.values()], whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
        let at = 0;
        for (const part of parts) {
            whole.set(part, at);
            at += part.length;
        }
        return whole.buffer;
    }

    const nameIn = line => line.slice(line.indexOf("name=") + 5);

    // What a person wrote: the kernel's own file, those that it includes, and the constants, as KernelMachine.compile() takes them.
    function sourceOf({ head, arrays }) {
        const texts = utf8.from(bodyOf(arrays.get("text"))).split("\n"), lines = new Int32Array(bodyOf(arrays.get("lines")).buffer);
        const files = head.filter(line => line.startsWith("file ")).map(line => ({ from: +line.match(/from=(-?\d+)/)[1], line: +line.match(/line=(\d+)/)[1], name: nameIn(line), rows: [] }));
        let defines = "";
        for (let k = 0; 2 * k < lines.length; k++) {
            if (lines[2 * k] < 0) defines += texts[k].replace(/^#define /, "") + "\n";
            else files[lines[2 * k]].rows[lines[2 * k + 1] - 1] = texts[k];
        }
        for (const file of files) if (file.from >= 0) files[file.from].rows[file.line - 1] = `#include "${file.name}"`;
        const content = file => Array.from(file.rows, row => row || "").join("\n") + "\n";
        return { path: files[0].name, files: Object.fromEntries(files.map(file => [file.name, content(file)])), defines };
    }

    // The same dispatch with another kernel.
    function withKernel({ head, arrays }, { spirv, text, files, lines }) {
        const others = head.filter(line => !line.startsWith("file ")), at = others.findIndex(line => line.startsWith("machine ")) + 1;
        others.splice(at, 0, ...files.map(file => `file from=${file.from} line=${file.line} name=${file.name}`));
        const changed = new Map(arrays);
        changed.set("text", npy("|u1", utf8.to(text)));
        changed.set("spirv", npy("<u4", spirv));
        changed.set("lines", npy("<i4", new Uint8Array(Int32Array.from(lines).buffer), 2));
        return { head: others, arrays: changed };
    }

    // The same dispatch with another value of a uniform, if the kernel has one of that name; of a vector, the first number.
    function withUniform(capture, { files }, name, value) {
        const [, location, type] = Object.values(files).join("\n").match(new RegExp(`layout\\(location *= *(\\d+)\\) *uniform +(\\w+) +${name}\\b`)) || [];
        const k = capture.head.filter(line => line.startsWith("uniform location=")).findIndex(line => +line.match(/=(\d+)/)[1] === +location);
        if (k < 0) return capture;
        const bytes = bodyOf(capture.arrays.get(`uniform ${k}`)), view = new DataView(bytes.buffer);
        if (/^u/.test(type)) view.setUint32(0, value, true); else if (/^i/.test(type)) view.setInt32(0, value, true); else view.setFloat32(0, value, true);
        return { head: capture.head, arrays: new Map(capture.arrays).set(`uniform ${k}`, npy("<u4", bytes)) };
    }

    globalThis.KernelCapture = { parse, join, npy, bodyOf, sourceOf, withKernel, withUniform, nameIn };
    if (typeof exports === "object") module.exports = globalThis.KernelCapture;
})();
