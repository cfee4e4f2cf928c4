// What panels show before they run, and on paper: node stills.js FOLDER, with [{captures: [FILE], view, frames}] on stdin; [{svg, hashes}]
// on stdout. Runs the captures as the page does, and draws by the page's pictures.
"use strict";
const fs = require("fs"), path = require("path"), zlib = require("zlib");
const folder = path.resolve(process.argv[2]);
const machine = require(path.join(folder, "machine.js")), pictures = require(path.join(folder, "pictures.js"));
machine.build = machine.hasSimd() ? "simd" : "plain";
require(path.join(folder, `machine-${machine.build}.js`));
const WIDTH = 480, PALETTE = Object.fromEntries(["ink", "quiet", "line", "faint", "one", "bad", "night", "glow"].map(name =>
    [name, ["ink", "quiet", "line"].includes(name) ? `var(--${name})` : `var(--live-${name})`]));

function png(rgba, width, height) {
    const rows = Buffer.alloc(height * (4 * width + 1));
    for (let y = 0; y < height; y++) Buffer.from(rgba.buffer, rgba.byteOffset + 4 * width * y, 4 * width).copy(rows, y * (4 * width + 1) + 1);
    const table = Array.from({ length: 256 }, (_, n) => { for (let k = 0; k < 8; k++) n = n & 1 ? 0xEDB88320 ^ n >>> 1 : n >>> 1; return n; });
    const piece = (name, data) => {
        const body = Buffer.concat([Buffer.from(name), data]), head = Buffer.alloc(4), foot = Buffer.alloc(4);
        head.writeUInt32BE(data.length);
        foot.writeUInt32BE((body.reduce((sum, byte) => table[(sum ^ byte) & 255] ^ sum >>> 8, -1) ^ -1) >>> 0);
        return Buffer.concat([head, body, foot]);
    };
    const head = Buffer.alloc(13);
    head.writeUInt32BE(width);
    head.writeUInt32BE(height, 4);
    head.set([8, 6], 8);
    return Buffer.concat([Buffer.from("89504e470d0a1a0a", "hex"), piece("IHDR", head), piece("IDAT", zlib.deflateSync(rows)), piece("IEND", Buffer.alloc(0))]);
}

function svgSurface(width, height) {
    const parts = [], n = x => +x.toFixed(1), escape = text => text.replace(/[&<>]/g, letter => `&#${letter.charCodeAt(0)};`);
    return {
        width, height,
        rect(x, y, w, h, colour) { parts.push(`<rect x="${n(x)}" y="${n(y)}" width="${n(w)}" height="${n(h)}" fill="${colour}"/>`); },
        line(x, y, x2, y2, colour) { parts.push(`<path d="M${n(x)} ${n(y)}L${n(x2)} ${n(y2)}" stroke="${colour}"/>`); },
        dot(x, y, r, colour) { parts.push(`<circle cx="${n(x)}" cy="${n(y)}" r="${n(r)}" fill="${colour}"/>`); },
        text(x, y, text, colour, align, size = 11) {
            const anchor = { left: "start", right: "end", center: "middle" }[align];
            parts.push(`<text x="${n(x)}" y="${n(y)}" fill="${colour}" font-size="${n(size)}" text-anchor="${anchor}">${escape(text)}</text>`);
        },
        pixels(rgba, w, h) {
            const scale = Math.min(width / w, height / h);
            parts.push(`<image x="${n((width - w * scale) / 2)}" width="${n(w * scale)}" height="${n(h * scale)}" style="image-rendering:pixelated" ` +
                `href="data:image/png;base64,${png(rgba, w, h).toString("base64")}"/>`);
        },
        svg: name => `<svg viewBox="0 0 ${width} ${height}" width="${width}" role="img" aria-label="${escape(name)}">${parts.join("")}</svg>`,
    };
}

async function still({ captures, view, frames }) {
    let last = null, name = null, complete = null, bytes = null, hashes = [];
    for (const file of captures) {
        const data = fs.readFileSync(file), opened = await machine.open(data.buffer.slice(data.byteOffset, data.byteOffset + data.length));
        if (!complete) { complete = pictures.complete(view, opened.info); name = opened.info.memories[complete.memory].name; }
        for (const [k, memory] of opened.info.memories.entries()) {
            const from = last && frames > 1 ? last.info.memories.findIndex(one => one.name === memory.name && one.size === memory.size) : -1;
            if (from >= 0) await opened.fill(k, await last.memory(from));
        }
        const result = await opened.run({ budget: 1e8 });
        hashes = result.hashes;
        const at = opened.info.memories.findIndex(memory => memory.name === name);
        if (at >= 0) bytes = await opened.memory(at);
        if (last) await last.close();
        last = opened;
    }
    const numbers = pictures.numbersOf(complete, bytes), surface = svgSurface(WIDTH, pictures.heightFor(complete, WIDTH, numbers));
    pictures.draw(surface, complete, bytes, PALETTE);
    const svg = surface.svg(pictures.describe(complete, last.info, bytes));
    await last.close();
    return { svg, hashes };
}

(async () => {
    const answers = [];
    for (const one of JSON.parse(fs.readFileSync(0, "utf8"))) {
        try {
            answers.push(await still(one));
        } catch (error) {
            console.error(`${one.captures[0]}: ${error.message}`);
            process.exit(1);
        }
    }
    fs.writeFileSync(1, JSON.stringify(answers));
    process.exit(0);
})();
