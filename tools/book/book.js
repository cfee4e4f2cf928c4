// What a page of the book does beyond being read: search, contents on a narrow screen, dark and light, copy buttons. Works from
// file:// as well, so the index comes as a script and not by a request.
"use strict";
const root = document.documentElement, base = root.dataset.base;
const get = id => document.getElementById(id);

// ---- Dark and light: first as the system has it, then as the reader chose ----

get("theme").addEventListener("click", () => {
    const isDark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
    root.dataset.theme = isDark ? "light" : "dark";
    try { localStorage.setItem("theme", root.dataset.theme); } catch (error) { /* until the next page */ }
});

// ---- Contents ----

function openContents(open) {
    get("contents").classList.toggle("open", open);
    get("menu").setAttribute("aria-expanded", open);
}
get("menu").addEventListener("click", () => openContents(!get("contents").classList.contains("open")));
get("contents").addEventListener("click", event => { if (event.target.closest("a")) openContents(false); });

// ---- Copy buttons: of a session, the commands alone ----

// Where the page is neither a file nor from a server with https, browsers only have the old way.
async function copy(text) {
    try {
        await navigator.clipboard.writeText(text);
        return true;
    } catch (error) {
        const field = document.createElement("textarea");
        field.value = text;
        field.style.position = "fixed";
        document.body.append(field);
        field.select();
        const copied = document.execCommand("copy");
        field.remove();
        return copied;
    }
}

for (const block of document.querySelectorAll(".code")) {
    const button = document.createElement("button");
    button.textContent = "Copy";
    button.addEventListener("click", async () => {
        let text = block.querySelector("code").textContent.replace(/\n$/, "");
        if (block.classList.contains("console"))
            text = text.split("\n").filter(line => line.startsWith("$ ")).map(line => line.slice(2)).join("\n");
        button.textContent = await copy(text) ? "Copied" : "Not allowed";
        setTimeout(() => { button.textContent = "Copy"; }, 1500);
    });
    block.append(button);
}

// ---- Search ----

let sections = null; // [page's file, heading's id, page's title, heading, text], from index.js

function loadIndex() {
    if (sections !== null) return Promise.resolve();
    return new Promise((resolve, reject) => {
        const script = document.createElement("script");
        script.src = base + "index.js";
        script.onload = () => { sections = window.bookIndex; resolve(); };
        script.onerror = reject;
        document.head.append(script);
    });
}

// How well a text answers to a word: as a whole word better than as a part of one; 0 not at all.
function count(text, word) {
    const parts = text.split(word).length - 1;
    if (parts === 0) return 0;
    const whole = text.split(/[^\p{L}\p{N}_]+/u).filter(one => one === word).length;
    return Math.min(parts, 5) + Math.min(3 * whole, 15);
}

// How well a section answers: 0 not at all. All words have to be in it; in its heading they count for more.
function score(section, words) {
    const page = section[2].toLowerCase(), heading = section[3].toLowerCase(), text = section[4].toLowerCase();
    let sum = 0;
    for (const word of words) {
        const points = 5 * count(heading, word) + count(page, word) + count(text, word);
        if (points === 0) return 0;
        sum += points;
    }
    return sum;
}

// Text around the first of the words, with all of them marked, as nodes: what the index holds never becomes HTML.
function excerpt(text, words) {
    const lower = text.toLowerCase(), small = document.createElement("small");
    const first = Math.min(...words.map(word => lower.indexOf(word)).filter(at => at >= 0), text.length);
    const begin = Math.max(0, first - 60), shown = text.slice(begin, begin + 200);
    let at = 0;
    while (at < shown.length) {
        const hits = words.map(word => [shown.toLowerCase().indexOf(word, at), word]).filter(hit => hit[0] >= 0).sort((a, b) => a[0] - b[0]);
        if (hits.length === 0) break;
        const [place, word] = hits[0], mark = document.createElement("mark");
        mark.textContent = shown.slice(place, place + word.length);
        small.append(shown.slice(at, place), mark);
        at = place + word.length;
    }
    small.append(shown.slice(at));
    return small;
}

function show(results, words) {
    const box = get("found");
    box.replaceChildren();
    box.hidden = words.length === 0;
    if (results.length === 0) box.append("Nothing has all of these words.");
    for (const section of results) {
        const link = document.createElement("a"), heading = document.createElement("b");
        link.href = base + section[0] + (section[1] ? "#" + section[1] : "");
        heading.textContent = section[3] === section[2] ? section[2] : `${section[2]}: ${section[3]}`;
        link.append(heading, excerpt(section[4], words));
        link.addEventListener("click", () => { box.hidden = true; });
        box.append(link);
    }
}

async function search() {
    const words = get("search").value.toLowerCase().split(/\s+/).filter(word => word.length > 0);
    await loadIndex();
    const scored = sections.map(section => [score(section, words), section]).filter(pair => words.length > 0 && pair[0] > 0);
    scored.sort((a, b) => b[0] - a[0]);
    show(scored.slice(0, 30).map(pair => pair[1]), words);
}
get("search").addEventListener("input", search);
get("search").addEventListener("focus", loadIndex);
document.addEventListener("keydown", event => {
    if (event.key === "Escape") { get("found").hidden = true; openContents(false); }
    if (event.key === "/" && !/INPUT|TEXTAREA/.test(document.activeElement.tagName)) { event.preventDefault(); get("search").focus(); }
});
