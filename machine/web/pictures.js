// Pictures of buffers: cells, image, bars, points, tree of sums, numbers. Drawn on a surface with rect(), line(), text(), dot() and
// pixels(); there is one for a canvas, and stills.js has one that makes SVG.
"use strict";
(function () {
    const NIGHT = [9, 10, 15], WHITE = [255, 250, 230], UNWRITTEN = [58, 62, 70]; // what was never written holds anything
    const GLOW = [68, 31, 102], TRAIL = 96;                                       // of cells that have died: lesson 04's
    const AGES = [[255, 250, 230], [255, 199, 77], [237, 92, 84], [140, 69, 158], [51, 115, 191]]; // of 1, 4, 16, 64, 256 generations

    // ---- Numbers out of bytes ----

    // What the view leaves open: which memory, and what its words are.
    function complete(view, info) {
        const named = info.memories.findIndex(memory => memory.name === view.memory);
        let largest = -1;
        info.memories.forEach((memory, k) => {
            if (memory.written && (largest < 0 || memory.size > info.memories[largest].size)) largest = k;
        });
        const memory = named >= 0 ? named : Math.max(largest, 0);
        const resource = info.resources.find(one => one.memory === memory) || {};
        const type = view.type || resource.type || "uint";
        const size = /^[iud]?vec([234])$/.exec(type);
        return { kind: "numbers", lanes: size ? (size[1] === "3" ? 4 : +size[1]) : 1, shown: size ? +size[1] : 1, ...view, memory, type, resource };
    }

    function numbersOf(view, bytes) {
        const words = bytes.byteLength >> 2, from = Math.min((view.from || 0) * view.lanes, words);
        const scalar = /^u/.test(view.type) ? Uint32Array : /^(i|bool)/.test(view.type) ? Int32Array : Float32Array;
        const all = new scalar(bytes, 0, words).subarray(from);
        return view.count ? all.subarray(0, view.count * view.lanes) : all;
    }

    // ---- One function for each kind; `p` are the surface's colours by name ----

    function ageColour(age) {
        const x = Math.min(Math.max(Math.log2(age) / 2, 0), 3.999), i = Math.floor(x), t = x - i;
        return AGES[i].map((low, k) => low + t * (AGES[i + 1][k] - low));
    }

    function grid(view, count) {
        const width = view.width || view.resource.width || Math.ceil(Math.sqrt(count));
        return [width, view.height || Math.max(1, Math.ceil(count / width))];
    }

    function cells(surface, view, numbers) {
        const [width, height] = grid(view, numbers.length), rgba = new Uint8ClampedArray(width * height * 4);
        for (let i = 0; i < width * height; i++) {
            const cell = numbers[i] | 0;
            const colour = cell > 0 ? (view.plain ? WHITE : ageColour(cell)) : cell < -TRAIL ? UNWRITTEN
                : NIGHT.map((low, k) => low + GLOW[k] * (cell / TRAIL) ** 2);
            rgba.set([...colour, 255], 4 * i);
        }
        surface.pixels(rgba, width, height);
    }

    function image(surface, view, numbers, p, bytes) {
        const [width, height] = grid(view, numbers.length), rgba = new Uint8ClampedArray(width * height * 4), r = view.resource;
        const raw = new Uint8Array(bytes), packed = r.bits === 8 && r.channels === 4 || !r.bits && view.type === "uint" && !view.gray;
        const channels = r.channels || view.lanes;
        let high = view.high || 0;
        if (!packed && !high) for (const one of numbers) if (Number.isFinite(one)) high = Math.max(high, one);
        for (let i = 0; i < width * height; i++) {
            if (packed) rgba.set(raw.subarray(4 * i, 4 * i + 4), 4 * i);
            else for (let k = 0; k < 3; k++) rgba[4 * i + k] = 255 * (numbers[i * channels + (channels > 2 ? k : 0)] || 0) / (high || 1);
            rgba[4 * i + 3] = 255;
        }
        surface.pixels(rgba, width, height);
    }

    function bars(surface, view, numbers, p) {
        const count = Math.min(numbers.length, 2048), { width, height } = surface, foot = 16, tall = height - foot - 8;
        let low = 0, high = 0;
        for (let i = 0; i < count; i++) if (Number.isFinite(numbers[i])) { low = Math.min(low, numbers[i]); high = Math.max(high, numbers[i]); }
        const scale = tall / (high - low || 1), zero = 8 + high * scale, each = width / Math.max(count, 1), gap = each > 4 ? 1 : 0;
        for (let i = 0; i < count; i++) {
            const tops = numbers[i] * scale, wrong = view.kind === "sorted" && i > 0 && numbers[i] < numbers[i - 1];
            surface.rect(i * each, tops > 0 ? zero - tops : zero, Math.max(each - gap, .5), Math.max(Math.abs(tops), 1), wrong ? p.bad : p.one);
        }
        surface.line(0, zero + .5, width, zero + .5, p.line);
        surface.text(0, height - 3, "0", p.quiet, "left");
        surface.text(width, height - 3, String(count - 1), p.quiet, "right");
        surface.text(width, 10, shortNumber(high), p.quiet, "right");
    }

    function points(surface, view, numbers, p) {
        const count = Math.floor(numbers.length / view.lanes), across = view.across || 0, up = view.up || 1;
        const { width, height } = surface, box = view.box || bounds(numbers, view.lanes, across, up, count);
        const scale = Math.min((width - 12) / (box[2] - box[0] || 1), (height - 12) / (box[3] - box[1] || 1));
        const left = (width - scale * (box[2] - box[0])) / 2, bottom = (height + scale * (box[3] - box[1])) / 2;
        surface.rect(left - 3, bottom - scale * (box[3] - box[1]) - 3, scale * (box[2] - box[0]) + 6, scale * (box[3] - box[1]) + 6, p.night);
        const size = count > 2000 ? 1 : count > 300 ? 1.6 : 2.5;
        for (let i = 0; i < Math.min(count, 20000); i++) {
            const x = numbers[i * view.lanes + across], y = numbers[i * view.lanes + up];
            if (!Number.isFinite(x) || !Number.isFinite(y) || x < box[0] - 1e-6 || x > box[2] + 1e-6 || y < box[1] - 1e-6 || y > box[3] + 1e-6) continue;
            surface.dot(left + (x - box[0]) * scale, bottom - (y - box[1]) * scale, size, p.glow);
        }
    }

    function bounds(numbers, lanes, across, up, count) {
        const box = [Infinity, Infinity, -Infinity, -Infinity];
        for (let i = 0; i < count; i++) {
            const x = numbers[i * lanes + across], y = numbers[i * lanes + up];
            if (!Number.isFinite(x) || !Number.isFinite(y)) continue;
            box[0] = Math.min(box[0], x); box[2] = Math.max(box[2], x);
            box[1] = Math.min(box[1], y); box[3] = Math.max(box[3], y);
        }
        return box[0] < Infinity ? box : [0, 0, 1, 1];
    }

    // Rows of `width` words, one for each round; a word that is the sum of two above it is joined with them.
    function tree(surface, view, numbers, p) {
        const wide = view.width || 16, rows = Math.min(Math.floor(numbers.length / wide), Math.log2(wide) + 1), { width, height } = surface;
        const each = width / wide, tall = height / rows;
        for (let r = 0; r < rows; r++) {
            const y = r * tall + tall / 2, mates = Array.from({ length: wide }, (_, i) => r > 0 ? partner(numbers, wide, r, i) : 1);
            const living = mates.map((mate, i) => mate ? i : -1).filter(i => i >= 0);
            const apart = Math.min(...living.map((i, k) => (living[k + 1] ?? wide) - i)) * each; // room for a number
            for (let i = 0; i < wide; i++) {
                const x = (i + .5) * each, value = numbers[r * wide + i];
                if (!mates[i]) { surface.rect(x - 1, y - 1, 2, 2, p.faint); continue; }
                if (r > 0) {
                    surface.line((mates[i] + .5) * each, y - tall + 9, x, y - 9, p.one);
                    surface.line(x, y - tall + 9, x, y - 9, p.one);
                }
                if (apart > 7 * shortNumber(value).length + 6) surface.text(x, y + 4, shortNumber(value), p.ink, "center", 12);
                else surface.rect(x - Math.min(each / 3, 5), y - 4, Math.min(each / 1.5, 10), 8, p.one);
            }
        }
    }

    function partner(numbers, wide, round, i) {
        for (let d = wide / 2; d >= 1; d /= 2)
            if (i + d < wide && numbers[(round - 1) * wide + i + d] !== 0 &&
                numbers[round * wide + i] === numbers[(round - 1) * wide + i] + numbers[(round - 1) * wide + i + d] >>> 0) return i + d;
        return 0;
    }

    function shortNumber(x) {
        if (!Number.isFinite(x)) return String(x);
        if (Number.isInteger(x) && Math.abs(x) < 1e6) return String(x);
        return Math.abs(x) >= 1e5 || Math.abs(x) < 1e-3 && x !== 0 ? x.toExponential(1) : String(+x.toPrecision(4));
    }

    // The texts of elements, as many as are ever shown, and how many stand side by side.
    function textsOf(view, numbers, width) {
        const count = Math.floor(numbers.length / view.lanes), texts = [];
        for (let i = 0; i < Math.min(count, 512); i++)
            texts.push(Array.from({ length: view.shown }, (_, k) => shortNumber(numbers[i * view.lanes + k])).join(", "));
        const longest = Math.max(3, ...texts.slice(0, 200).map(text => text.length));
        return { count, texts, columns: view.width || Math.max(1, 2 ** Math.floor(Math.log2(width / (6.5 * longest + 10)))) };
    }

    function table(surface, view, numbers, p) {
        const { width, height } = surface, { count, texts, columns } = textsOf(view, numbers, width);
        const rows = Math.floor((height - 14) / 18), wide = width / columns;
        texts.slice(0, rows * columns).forEach((text, i) =>
            surface.text((i % columns + 1) * wide - 4, 13 + 18 * Math.floor(i / columns), text, text === "0" ? p.faint : p.ink, "right", 12));
        if (count > rows * columns) surface.text(width - 4, height - 2, `… ${count} in all`, p.quiet, "right", 11);
    }

    const kinds = { cells, image, bars, sorted: bars, points, tree, numbers: table };

    // Height of a picture for a width, so that cells are square.
    function heightFor(view, width, numbers) {
        const count = numbers.length;
        if (view.kind === "cells" || view.kind === "image") {
            const [w, h] = grid(view, count);
            return Math.min(Math.max(Math.round(width * h / w), 24), 640);
        }
        if (view.kind === "numbers") {
            const shown = textsOf(view, numbers, width);
            return Math.min(18 * Math.ceil(shown.count / shown.columns) + 16, 330);
        }
        if (view.kind === "tree") return 36 * Math.min(Math.log2(view.width || 16) + 1, 10);
        if (view.kind === "points") {
            const box = view.box || [0, 0, 1, 1];
            return Math.round(Math.min(width * (box[3] - box[1]) / (box[2] - box[0]), width));
        }
        return Math.round(Math.min(width * .45, 260));
    }

    function draw(surface, view, bytes, palette) {
        const numbers = numbersOf(view, bytes);
        (kinds[view.kind] || table)(surface, view, numbers, palette, bytes);
    }

    // What the picture says to people who do not see it.
    function describe(view, info, bytes) {
        const numbers = numbersOf(view, bytes), name = info.memories[view.memory] ? info.memories[view.memory].name : "";
        const count = Math.floor(numbers.length / view.lanes);
        if (view.kind === "cells") return `${name}: ${numbers.reduce((sum, x) => sum + (x > 0 ? 1 : 0), 0)} of ${count} cells alive`;
        if (view.kind === "sorted") {
            let wrong = 0;
            for (let i = 1; i < numbers.length; i++) wrong += numbers[i] < numbers[i - 1];
            return wrong ? `${name}: ${count} numbers, ${wrong} smaller than the one before` : `${name}: ${count} numbers, in order`;
        }
        const first = Array.from(numbers.subarray(0, 8), shortNumber).join(", ");
        return `${name}: ${count} ${view.shown > 1 ? view.type : "numbers"}${view.kind === "image" || view.kind === "points" ? "" : `, beginning with ${first}`}`;
    }

    // ---- A canvas ----

    function canvasSurface(canvas, width, height) {
        const ratio = Math.min(globalThis.devicePixelRatio || 1, 2), context = canvas.getContext("2d");
        canvas.width = Math.round(width * ratio);
        canvas.height = Math.round(height * ratio);
        canvas.style.height = `${height}px`;
        context.setTransform(ratio, 0, 0, ratio, 0, 0);
        context.clearRect(0, 0, width, height);
        return {
            width, height,
            rect(x, y, w, h, colour) { context.fillStyle = colour; context.fillRect(x, y, w, h); },
            line(x, y, x2, y2, colour) {
                context.strokeStyle = colour; context.beginPath(); context.moveTo(x, y); context.lineTo(x2, y2); context.stroke();
            },
            dot(x, y, r, colour) { context.fillStyle = colour; context.beginPath(); context.arc(x, y, r, 0, 7); context.fill(); },
            text(x, y, text, colour, align, size = 11) {
                context.fillStyle = colour; context.textAlign = align; context.font = `${size}px system-ui, sans-serif`; context.fillText(text, x, y);
            },
            pixels(rgba, w, h) {
                const small = document.createElement("canvas");
                small.width = w;
                small.height = h;
                small.getContext("2d").putImageData(new ImageData(rgba, w, h), 0, 0);
                const scale = Math.min(width / w, height / h);
                context.imageSmoothingEnabled = false;
                context.drawImage(small, (width - w * scale) / 2, 0, w * scale, h * scale);
            },
        };
    }

    globalThis.KernelPictures = { complete, draw, describe, heightFor, canvasSurface, numbersOf, shortNumber };
    if (typeof exports === "object") module.exports = globalThis.KernelPictures;
})();
