"""Check the page of an audit in a real Chromium: python -m scripts.check_report [--pictures DIR]

Games are played for it, by the true algorithms over a group that hides nothing. The page is opened from its file, in
both themes and on a phone; keys, fingers and buttons are used as a person would. Exit status 0 where all holds, 1 where
something does not, 2 where there is no Chromium on this machine. `--pictures` saves what it looked like.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from dataclasses import replace
from pathlib import Path

from scatnet.audit import audit_log
from scatnet.audit.page import write_page
from scatnet.audit.replay import Replay
from scatnet.audit.report import report_of
from scatnet.rules.ruleset import PRESETS
from tests.audit.browser import Browser, Json, find_chromium, opened
from tests.audit.helpers import game, records_of, write_log
from tests.table.helpers import fast_params

NO_BROWSER = 2


class Checks:
    """What was looked at, and what of it did not hold."""

    def __init__(self) -> None:
        """Begin with nothing."""
        self.count = 0
        self.failed: list[str] = []

    def hold(self, what: str, held: bool) -> None:
        """Note one check."""
        self.count += 1
        if not held:
            self.failed.append(what)
            print(f"does not hold: {what}", file=sys.stderr)

    def same(self, what: str, seen: Json, wanted: Json) -> None:
        """Note one comparison."""
        self.hold(f"{what}: {seen!r} is not {wanted!r}", seen == wanted)


def make_page(folder: Path, seats: int, *, name: str, with_key: bool) -> Path:
    """Play a game, audit it and write its page."""
    table = game(seats=seats, rules=PRESETS["kitchen" if seats < 9 else "nordic"], seed=8)
    log = write_log(folder / f"{name}.scat", records_of(table))
    seeds = [table.seeds[table.identities[0].public]] if with_key else []
    replay = Replay(seeds=seeds)
    audit = audit_log(log, params=fast_params(), watchers=(replay,))
    page = folder / f"{name}.html"
    write_page(page, audit, report_of(audit), replay)
    return page


def make_hostile_page(folder: Path) -> Path:
    """A page whose every text from a log tries to be more than text."""
    table = game(seats=2, rounds=2)
    log = write_log(folder / "hostile.scat", records_of(table))
    replay = Replay()
    audit = audit_log(log, params=fast_params(), watchers=(replay,))
    report = report_of(audit)
    assert report is not None
    evil = "</script><script>document.title='owned'</script><img src=x onerror=alert(1)>"
    players = tuple(replace(player, name=evil) for player in report.players)
    for place, frame in enumerate(replay.frames):
        seats = tuple(replace(seat, name=evil) for seat in frame.view.seats)
        replay.frames[place] = replace(frame, view=replace(frame.view, seats=seats))
    page = folder / "hostile.html"
    write_page(page, audit, replace(report, name=evil, players=players), replay)
    return page


def stop(browser: Browser) -> Json:
    """The stop that the replay is at."""
    return browser.value("Number(document.getElementById('seek').value)")


def check_replay(browser: Browser, checks: Checks) -> None:
    """Keys, buttons, the slider's neighbours and the lists."""
    last = browser.value("Number(document.getElementById('seek').max)")
    start = stop(browser)
    assert isinstance(start, int)
    assert isinstance(last, int)
    browser.key("ArrowRight")
    checks.same("arrow right goes on", stop(browser), start + 1)
    browser.key("ArrowLeft")
    browser.key("ArrowLeft")
    checks.same("arrow left goes back", stop(browser), start - 1)
    browser.key("End")
    checks.same("End goes to the end", stop(browser), last)
    checks.hold("the end tells who won", "win" in str(browser.value("document.getElementById('told').textContent")))
    browser.key("ArrowRight")
    checks.same("there is nothing after the end", stop(browser), last)
    browser.key("Home")
    checks.same("Home goes to the beginning", stop(browser), 0)
    browser.value("document.getElementById('forward').click()")
    checks.same("the button goes on", stop(browser), 1)
    round_two = "(s => {s.value = '2'; s.dispatchEvent(new Event('change'))})(document.getElementById('round'))"
    browser.value(round_two)
    checks.hold(
        "the list goes to a round", "Round 2" in str(browser.value("document.getElementById('told').textContent"))
    )
    browser.value("document.querySelector('#round-1 .watch').click()")
    checks.hold(
        "a round can be watched from its line",
        "Round 1" in str(browser.value("document.getElementById('told').textContent")),
    )


def check_cards(browser: Browser, checks: Checks, *, with_key: bool) -> None:
    """What is face up, and that every picture is one."""
    for _turn in range(6):
        browser.key("ArrowRight")
    up = "[...document.querySelectorAll('#seats use')].filter(u => u.getAttribute('href') !== '#card-back').length"
    if with_key:
        checks.hold("the owner of the key sees a hand", (browser.value(up) or 0) in (3, 4))
        browser.value("(v => {v.value = '-1'; v.dispatchEvent(new Event('change'))})(document.getElementById('view'))")
    checks.same("everybody sees backs only", browser.value(up), 0)
    missing = (
        "[...document.querySelectorAll('use')].filter(u => !document.querySelector(u.getAttribute('href'))).length"
    )
    checks.same("every card has its picture", browser.value(missing), 0)
    drawn = "(b => b.width > 20 && b.height > 20)(document.querySelector('#middle svg').getBoundingClientRect())"
    checks.same("cards take room", browser.value(drawn), True)


def check_looks(browser: Browser, checks: Checks, page: Path, pictures: Path | None) -> None:
    """Both themes, a phone, paper."""
    for dark in (False, True):
        theme = "dark" if dark else "light"
        browser.theme(dark)
        for phone in (False, True):
            browser.size(390 if phone else 1100, 844 if phone else 1000, phone=phone)
            browser.go(page.as_uri())
            width = "document.documentElement.scrollWidth <= document.documentElement.clientWidth"
            checks.same(f"{theme}, {'phone' if phone else 'desk'}: nothing sticks out", browser.value(width), True)
            small = (
                "[...document.querySelectorAll('.buttons button, select')]"
                ".filter(b => b.getBoundingClientRect().height < 44).length"
            )
            checks.same(f"{theme}: what a finger has to hit is large enough", browser.value(small), 0)
            if phone:
                before = stop(browser)
                browser.value("document.getElementById('felt').scrollIntoView()")
                browser.swipe("#seats", -150)
                checks.hold(f"{theme}: a swipe goes on", stop(browser) != before)
                browser.swipe("#seats", 150)
                checks.same(f"{theme}: a swipe goes back", stop(browser), before)
            if pictures is not None:
                for _turn in range(9):
                    browser.key("ArrowRight")
                kind = "phone" if phone else "desk"
                browser.picture(pictures / f"{page.stem}-{theme}-{kind}.png", whole=True)
        ground = browser.value("getComputedStyle(document.body).backgroundColor")
        checks.hold(
            f"{theme}: the ground goes with the theme", ground == ("rgb(20, 24, 27)", "rgb(246, 244, 238)")[not dark]
        )
    browser.theme(False)
    checks.hold("the page can be printed", browser.pdf().startswith(b"%PDF"))


def main() -> int:
    """Run all checks; the exit status."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0] if __doc__ else None)
    parser.add_argument("--pictures", type=Path, help="save pictures of the pages there")
    options = parser.parse_args()
    pictures: Path | None = options.pictures
    chromium = find_chromium()
    if chromium is None:
        print("There is no Chromium on this machine: nothing was checked.", file=sys.stderr)
        return NO_BROWSER
    if pictures is not None:
        pictures.mkdir(parents=True, exist_ok=True)
    checks = Checks()
    with tempfile.TemporaryDirectory() as folder, opened(chromium) as browser:
        for seats, with_key in ((4, True), (9, False)):
            page = make_page(Path(folder), seats, name=f"seats-{seats}", with_key=with_key)
            check_looks(browser, checks, page, pictures)
            browser.size(1100, 1000)
            browser.go(page.as_uri())
            check_replay(browser, checks)
            check_cards(browser, checks, with_key=with_key)
        hostile = make_hostile_page(Path(folder))
        browser.go(hostile.as_uri())
        browser.key("End")
        checks.hold("no name becomes more than text", browser.value("document.title") != "owned")
        checks.same("no name becomes an element", browser.value("document.querySelectorAll('img').length"), 0)
        checks.hold("no script complains", not browser.complaints)
        outside = [url for url in browser.requests if not url.startswith(("file:", "about:"))]
        checks.hold(f"nothing is fetched: {outside}", not outside)
    for complaint in browser.complaints:
        print(complaint, file=sys.stderr)
    print(f"{checks.count} checks in Chromium, {len(checks.failed)} failed")
    return int(bool(checks.failed))


if __name__ == "__main__":
    sys.exit(main())
