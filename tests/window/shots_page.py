#!/usr/bin/env python3
"""The page that tools/shots.py writes, in a headless Chromium: mouse, keys, a phone's screen, and
nothing fetched from anywhere. Speaks WebDriver, which is JSON over HTTP, to chromedriver.

SHOTS_PAGE_PICTURES=DIR writes pictures of the page, to look at.
"""
import atexit
import base64
import json
import os
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request

sys.path.insert(0, os.path.join(os.path.dirname(os.path.realpath(__file__)), "..", "cli"))

from common import SOURCE, expect, finish, need_tools, path, run
from course import Course, plain, png

PATIENCE_S = 20.0
DESKTOP, PHONE = (1280, 800), (390, 844)


# ---- WebDriver ---------------------------------------------------------------------------------

class Browser:
    """One window of a headless Chromium."""

    def __init__(self):
        self.driver = subprocess.Popen(["chromedriver", "--port=0"], stdout=subprocess.PIPE,
                                       stderr=subprocess.DEVNULL, text=True)
        atexit.register(self.stop)
        self.address = None
        for line in self.driver.stdout:
            if "started successfully on port" in line:
                self.address = "http://127.0.0.1:" + line.split("port ")[1].strip(".\n")
                break
        options = {"args": ["--headless=new", "--no-sandbox", "--disable-dev-shm-usage",
                            "--hide-scrollbars", "--user-data-dir=" + path("profile")]}
        # Without this name, chromedriver cannot reach the browser that it has started.
        try:
            socket.getaddrinfo("localhost", None)
        except OSError:
            print("left out: this machine does not know localhost")
            sys.exit(77)
        answer = self.ask("POST", "/session", {"capabilities": {"alwaysMatch": {
            "goog:chromeOptions": options,
            "goog:loggingPrefs": {"performance": "ALL", "browser": "ALL"}}}})
        self.address += "/session/" + answer["sessionId"]

    def ask(self, method, where, content=None):
        data = json.dumps(content or {}).encode() if method == "POST" else None
        request = urllib.request.Request(self.address + where, data, method=method,
                                         headers={"Content-Type": "application/json"})
        try:
            with urllib.request.urlopen(request, timeout=60) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as error:
            sys.exit(f"chromedriver, {where}: {json.load(error)['value']['message']}")

    def stop(self):
        try:
            if "/session/" in (self.address or ""):
                self.ask("DELETE", "")
        finally:
            self.driver.terminate()
            self.driver.wait()

    def open(self, page):
        self.ask("POST", "/url", {"url": "file://" + page})
        self.wait("[...document.images].every(image => image.complete)", "all pictures loaded")

    def size(self, width, height):
        self.ask("POST", "/goog/cdp/execute", {
            "cmd": "Emulation.setDeviceMetricsOverride",
            "params": {"width": width, "height": height, "deviceScaleFactor": 1,
                       "mobile": width < 500}})

    def get(self, expression):
        return self.ask("POST", "/execute/sync", {"script": f"return {expression}", "args": []})

    def wait(self, expression, what):
        end = time.monotonic() + PATIENCE_S
        while not self.get(expression):
            if time.monotonic() > end:
                return expect(False, "the page", what)
            time.sleep(0.05)
        return True

    def key(self, name):
        self.actions("key", "keyboard", [{"type": "keyDown", "value": name},
                                         {"type": "keyUp", "value": name}])

    def drag(self, start, end):
        """Of (x, y) in CSS pixels of the window."""
        def move(x, y):
            return {"type": "pointerMove", "duration": 50, "x": round(x), "y": round(y)}
        self.actions("pointer", "mouse", [move(*start), {"type": "pointerDown", "button": 0},
                                          move(*end), {"type": "pointerUp", "button": 0}])

    def actions(self, kind, name, steps):
        self.ask("POST", "/actions", {"actions": [{"type": kind, "id": name, "actions": steps}]})

    def click(self, selector):
        x, y, width, height = self.box(selector)
        self.drag((x + width / 2, y + height / 2), (x + width / 2, y + height / 2))

    def box(self, selector):
        return self.get("(({x, y, width, height}) => [x, y, width, height])"
                        f"(document.querySelector({json.dumps(selector)}).getBoundingClientRect())")

    def screen(self):
        """The window as a PNG."""
        return base64.b64decode(self.ask("GET", "/screenshot"))

    def colour(self, x, y):
        """Red, green, blue of what the window shows there."""
        shown = subprocess.run(["convert", "png:-", "-crop", f"1x1+{round(x)}+{round(y)}", "-depth",
                                "8", "rgb:-"], input=self.screen(), stdout=subprocess.PIPE, timeout=20)
        return tuple(shown.stdout[:3])

    def log(self, kind):
        return self.ask("POST", "/se/log", {"type": kind})


# ---- The page ----------------------------------------------------------------------------------

def make_page(course, code):
    result = run(course.command())
    expect(result.code == code, result, f"exit status {code}")
    return os.path.join(course.out, "index.html")


def mixed_course():
    """A lesson's real picture, one against a wrong reference, and every kind of failure."""
    with open(os.path.join(SOURCE, "screenshots", "04_life.png"), "rb") as file:
        life = file.read()
    disc = png(400, 300, lambda x, y: (250, 220, 140) if (x - 200) ** 2 + (y - 150) ** 2 < 9000
               else (14, 15, 19))
    course = Course("mixed")
    course.add("01_good", life, life)
    course.add("02_wrong", plain(300, 300, 0, 0, 200), plain(300, 300, 200, 0, 0))
    course.add("03_new", disc)
    course.add("04_size", disc, plain(300, 300, 90, 90, 90))
    course.add("05_fails", disc, disc, also="echo 'error: shaders/05_fails/step.comp:12: </script>"
               " undeclared identifier'\" $(seq -s- 300)\" >&2; exit 1")
    course.add("06_good", disc, disc)
    course.add("06_good.fast", disc, disc)
    return course


CURRENT = "document.querySelector('.card.current h2').textContent"
VISIBLE = "[...document.querySelectorAll('.card:not([hidden]) h2')].map(e => e.textContent)"
VIEW = "document.querySelector('.card.current .stage').dataset.view"
SIDEWAYS = "document.documentElement.scrollWidth - document.documentElement.clientWidth"


def picture(browser, name):
    """Of the page, to look at."""
    directory = os.environ.get("SHOTS_PAGE_PICTURES")
    if directory:
        with open(os.path.join(directory, name + ".png"), "wb") as file:
            file.write(browser.screen())


def is_red(colour):
    return colour[0] > 150 and colour[2] < 60


def is_blue(colour):
    return colour[2] > 150 and colour[0] < 60


def test_slider(browser):
    """The second card's reference is red, its result blue."""
    browser.key("j")
    x, y, width, height = browser.box(".card.current .stage")
    middle, quarter = (x + width / 2, y + height / 2), y + height / 4
    for share in (0.8, 0.2, 0.6):
        browser.drag(middle, (x + share * width, y + height / 2))
        left, right = (browser.colour(x + (share + by) * width, quarter) for by in (-0.1, 0.1))
        expect(is_red(left) and is_blue(right), f"slider at {share}",
               f"the red reference left of it and the blue result right of it, not {left}, {right}")
    browser.drag(middle, (max(0, x - 50), y + height / 2))  # out of the picture
    expect(is_blue(browser.colour(x + 0.02 * width, quarter)), "slider", "the result alone")
    browser.get("document.querySelector('.card.current input').focus()")
    browser.key("\ue014")  # the right arrow
    expect(browser.get(CURRENT) == "02_wrong", "slider", "arrows to be the slider's in the slider")
    expect(browser.get("document.querySelector('.card.current input').value") > "0", "slider",
           "the right arrow to move it")
    browser.get("document.activeElement.blur()")
    browser.drag(middle, middle)


def test_views(browser):
    x, y, width, height = browser.box(".card.current .stage")
    place = (x + width / 4, y + height / 4)
    for view, fits in (("result", is_blue), ("reference", is_red),
                       ("difference", lambda colour: colour == (255, 0, 255)), ("slide", is_red)):
        browser.click(f".card.current button[data-view={view}]")
        expect(fits(browser.colour(*place)), view, f"its colour, not {browser.colour(*place)}")
    browser.key("d")
    expect(browser.get(VIEW) == "difference", "d", "the difference")
    picture(browser, "difference")
    browser.key("d")
    expect(browser.get(VIEW) == "slide", "d again", "the slider")


def test_blink(browser):
    x, y, width, height = browser.box(".card.current .stage")
    browser.key("b")
    seen = set()
    end = time.monotonic() + PATIENCE_S
    while len(seen) < 2 and time.monotonic() < end:
        colour = browser.colour(x + width / 4, y + height / 4)
        seen.update(kind for kind in (is_red, is_blue) if kind(colour))
    expect(len(seen) == 2, "b", "reference and result in turn")
    browser.key("b")
    expect(browser.get(VIEW) == "slide", "b again", "the slider")


def test_keys(browser):
    names = browser.get(VISIBLE)
    expect(names == ["01_good", "02_wrong", "03_new", "04_size", "05_fails", "06_good",
                     "06_good.fast"], "cards", f"a card for each, not {names}")
    while browser.get(CURRENT) != names[0]:
        browser.key("k")
    right, left = "\ue014", "\ue012"
    for key, wanted in (("j", 1), (right, 2), ("k", 1), (left, 0), (left, 0), ("j", 1), ("j", 2),
                        ("j", 3), ("j", 4), ("j", 5), ("j", 6), ("j", 6)):
        browser.key(key)
        current = browser.get(CURRENT)
        expect(current == names[wanted], f"key {key!r}", f"{names[wanted]}, not {current}")
        top = browser.box(".card.current")[1]
        expect(0 <= top < browser.get("innerHeight / 2") or wanted >= 5, f"key {key!r}",
               f"the card on the screen, not at {top}")
    browser.get("scrollTo(0, 0)")
    browser.key("b")
    expect(browser.get(CURRENT) == names[0], "b after scrolling", "the keys to follow the eyes")
    browser.key("b")


def test_help(browser):
    is_open = "document.querySelector('dialog').open"
    browser.key("?")
    expect(browser.get(is_open), "?", "the help")
    picture(browser, "help")
    browser.key("j")
    expect(browser.get(CURRENT) == "01_good", "j in the help", "nothing to move behind it")
    browser.key("?")
    expect(not browser.get(is_open), "? again", "no help")
    browser.key("?")
    browser.key("\ue00c")  # Escape
    expect(not browser.get(is_open), "Escape", "no help")


def test_filter(browser):
    failures = ["02_wrong", "03_new", "04_size", "05_fails"]
    browser.key("f")
    expect(browser.get(VISIBLE) == failures, "f", f"{failures}, not {browser.get(VISIBLE)}")
    expect(browser.get(CURRENT) == failures[0], "f", "a failure to be the current card")
    picture(browser, "failures")
    for name in failures[1:] + failures[-1:]:
        browser.key("j")
        expect(browser.get(CURRENT) == name, "j with the filter", name)
        picture(browser, name)
    browser.click("#filter")
    expect(len(browser.get(VISIBLE)) == 7, "the filter's button", "all cards again")


def test_failures_are_told(browser):
    for name, *parts in (("02_wrong", "different", "200 of 255", "100.0000 %", "300 × 300",
                          "./wb shots --accept 02_wrong", "Pretended GPU", "Pretended driver 1.0"),
                         ("03_new", "no reference", "./wb shots --accept 03_new"),
                         ("04_size", "different", "expected 300 x 300 pixels, got 400 x 300"),
                         ("05_fails", "not rendered", "exit status 1", "step.comp:12: </script>")):
        text = browser.get("[...document.querySelectorAll('.card')].find(card => "
                           f"card.querySelector('h2').textContent === '{name}').innerText")
        for part in parts:
            expect(part in text, f"{name}: {text}", part)
    expect("4 of 7 pictures failed" in browser.get("document.body.innerText"), "the page", "the sum")


def test_sizes(browser):
    for width, height in (PHONE, (320, 568), (844, 390), DESKTOP):
        browser.size(width, height)
        browser.get("scrollTo(0, 0)")
        expect(browser.get(SIDEWAYS) == 0, f"{width} x {height}",
               f"no scrolling sideways, not {browser.get(SIDEWAYS)} pixels")
        picture(browser, f"top-{width}x{height}")
        if width == PHONE[0]:
            test_slider(browser)
            for _ in range(4):
                picture(browser, f"phone-{browser.get(CURRENT)}")
                browser.key("j")
            expect(browser.get("document.querySelector('.viewer').offsetWidth") > 340, "phone",
                   "pictures as wide as the screen")


def test_nothing_from_elsewhere(browser):
    addresses = []
    for entry in browser.log("performance"):
        message = json.loads(entry["message"])["message"]
        if message["method"] == "Network.requestWillBeSent":
            addresses.append(message["params"]["request"]["url"])
    expect(any(address.endswith("/index.html") for address in addresses), "requests", "the page's")
    # The last two are the window's own, before the page.
    allowed = ("data:", "file://" + path(), "chrome:", "chrome-untrusted:")
    others = [address[:80] for address in addresses if not address.startswith(allowed)]
    expect(others == [], others, "no requests but for the page")
    messages = [entry["message"][:200] for entry in browser.log("browser")]
    expect(messages == [], messages, "nothing on the console")


def test_all_same(browser):
    course = Course("same")
    course.add("01_good", plain(64, 64, 20, 40, 60), plain(64, 64, 20, 40, 60))
    browser.open(make_page(course, 0))
    text = browser.get("document.body.innerText")
    expect("1 picture, all the same" in text, text, "the sum")
    browser.key("f")
    expect(browser.get(VISIBLE) == [], "f", "no cards")
    expect("No picture failed" in browser.get("document.body.innerText"), "f", "a word about it")
    browser.key("j")
    browser.key("f")
    expect(browser.get(VISIBLE) == ["01_good"], "f again", "the card")


need_tools("chromium", "chromedriver", "convert")
page = make_page(mixed_course(), 1)
window = Browser()
window.size(*DESKTOP)
window.open(page)
picture(window, "desktop")
for test in (test_slider, test_views, test_blink, test_keys, test_help, test_filter,
             test_failures_are_told, test_sizes, test_nothing_from_elsewhere, test_all_same,
             test_nothing_from_elsewhere):
    test(window)
finish()
