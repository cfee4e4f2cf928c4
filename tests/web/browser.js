// What the tests of pages in real browsers share: a browser, pages opened from disk, and what is wrong.
"use strict";
const fs = require("fs"), path = require("path");

// Ends the program with 77, and says what is missing, if there is no such browser or no puppeteer-core.
function launch(which) {
    let puppeteer;
    try {
        puppeteer = require("puppeteer-core");
    } catch (error) {
        console.log("there is no puppeteer-core: npm install --prefix build/node puppeteer-core@22 axe-core");
        process.exit(77);
    }
    const program = { chromium: "/usr/bin/chromium", firefox: "/usr/bin/firefox-esr" }[which];
    if (!fs.existsSync(program)) {
        console.log(`there is no ${program}`);
        process.exit(77);
    }
    return puppeteer.launch(which === "firefox"
        ? { browser: "firefox", product: "firefox", protocol: "webDriverBiDi", executablePath: program, headless: true }
        : { executablePath: program, args: ["--no-sandbox"], headless: true });
}

let faults = 0;
function expect(good, text) {
    if (good) return true;
    faults++;
    console.log(`FAILED: ${text}`);
    return false;
}
const rest = ms => new Promise(resolve => setTimeout(resolve, ms));

async function open(browser, file, width = 1280, height = 900, prepare = null) {
    const tab = await browser.newPage();
    tab.faults = [];
    tab.on("pageerror", error => tab.faults.push(error.message));
    tab.on("console", message => { if (message.type() === "error") tab.faults.push(message.text()); });
    await tab.setViewport({ width, height, isMobile: false });
    if (prepare) await tab.evaluateOnNewDocument(prepare);
    await tab.goto(`file://${path.resolve(file.split(/[?#]/)[0])}${(file.match(/[?#].*/) || [""])[0]}`);
    return tab;
}

// Until a condition in the page holds; `what` for the message.
async function until(tab, condition, what, argument, ms = 20000) {
    const end = Date.now() + ms;
    while (Date.now() < end) {
        if (await tab.evaluate(condition, argument)) return true;
        await rest(20);
    }
    return expect(false, `within ${ms / 1000} s: ${what}`);
}

module.exports = { launch, open, until, expect, rest, faultCount: () => faults };
if (require.main === module) launch(process.argv[2]).then(browser => browser.close()).then(() => process.exit(0)); // is there one?
