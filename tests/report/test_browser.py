"""The report page in a real browser: on a phone and a wide screen, in light and dark, in both languages."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from safedigest.config import Lang
from safedigest.report.html import render
from tests.report import browser
from tests.report.browser import Page
from tests.report.invented import overview

pytestmark = pytest.mark.skipif(
    browser.find() is None, reason="no Chromium is installed: apt-get install chromium"
)

# The least contrast of any text that is shown with what lies behind it (WCAG 2: 4.5 is enough for every size).
_CONTRAST = """(() => {
  const rgb = text => text.match(/[0-9.]+/g).map(Number);
  const linear = v => v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4;
  const light = c => {
    const [r, g, b] = c.slice(0, 3).map(v => linear(v / 255));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const behind = node => {
    for (; node; node = node.parentElement) {
      const c = rgb(getComputedStyle(node).backgroundColor);
      if (c.length < 4 || c[3] === 1) return c;
    }
    return [255, 255, 255];
  };
  let worst = [21, ""];
  for (const node of document.querySelectorAll("body *")) {
    const own = [...node.childNodes].some(n => n.nodeType === 3 && n.textContent.trim());
    if (!own || !node.getClientRects().length) continue;
    const [a, b] = [light(rgb(getComputedStyle(node).color)), light(behind(node))].sort((x, y) => y - x);
    const ratio = (a + 0.05) / (b + 0.05);
    if (ratio < worst[0]) worst = [ratio, node.className + " " + node.textContent.slice(0, 40)];
  }
  return worst;
})()"""
_LEAST_SIZE = """Math.min(...[...document.querySelectorAll("body *")]
  .filter(node => node.getClientRects().length && node.innerText)
  .map(node => parseFloat(getComputedStyle(node).fontSize)))"""
_BACK = "getComputedStyle(document.body).backgroundColor"
_SHOWN = "document.querySelector('h1').innerText"
TITLES = {Lang.EN: "What was exposed, and what to rotate", Lang.ZH: "泄露过什么，该换什么"}


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> dict[Lang, Path]:
    folder = tmp_path_factory.mktemp("pages")
    made = {lang: folder / f"{lang.value}.html" for lang in Lang}
    for lang, file in made.items():
        file.write_text("".join(render(overview(lang))), encoding="utf-8")
    return made


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Page]:
    with browser.page(tmp_path_factory.mktemp("profile")) as made:
        yield made


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("width", [390, 1280])
@pytest.mark.parametrize("lang", Lang)
def test_it_can_be_read(page: Page, files: dict[Lang, Path], lang: Lang, width: int, dark: bool) -> None:
    page.events.clear()
    page.show(files[lang], width, dark=dark)
    assert page.value("[innerWidth, document.documentElement.scrollWidth]") == [width, width]
    assert page.value(_SHOWN) == TITLES[lang]
    ratio, where = page.value(_CONTRAST)
    assert ratio >= 4.5, where
    assert page.value(_LEAST_SIZE) >= 12
    red, green, blue = page.value(f"{_BACK}.match(/[0-9]+/g).map(Number)")
    assert (max(red, green, blue) < 60) if dark else (min(red, green, blue) > 200)


def test_it_fetches_nothing_and_no_rule_of_its_own_is_broken(page: Page, files: dict[Lang, Path]) -> None:
    page.events.clear()
    page.show(files[Lang.EN], 1280)
    page.value("document.querySelectorAll('details').forEach(d => d.open = true)")
    asked = [event["request"]["url"] for event in page.told("Network.requestWillBeSent")]
    assert asked == [files[Lang.EN].as_uri()]
    assert page.told("Log.entryAdded") == []
    assert page.told("Runtime.consoleAPICalled") == []


@pytest.mark.parametrize("width", [390, 1280])
def test_the_other_language_is_one_click_away(page: Page, files: dict[Lang, Path], width: int) -> None:
    page.events.clear()
    page.show(files[Lang.EN], width)
    page.value("document.querySelector('label[for=zh]').click()")
    assert page.value(_SHOWN) == TITLES[Lang.ZH]
    latin = page.value("document.querySelector('#rotate h2').innerText")
    assert latin == "还要更换的"
    page.value("document.querySelector('label[for=en]').click()")
    assert page.value(_SHOWN) == TITLES[Lang.EN]


def test_a_bar_is_as_high_as_its_day_and_no_bar_reaches_over_the_chart(
    page: Page, files: dict[Lang, Path]
) -> None:
    page.events.clear()
    page.show(files[Lang.EN], 1280)
    heights = page.value(
        "[...document.querySelectorAll('.col')].map(c => [...c.children].reduce((sum, i) => sum + i.offsetHeight, 0))"
    )
    view = overview()
    days = view.tally.last(30, "2026-12-01")
    counts = [view.tally.count(day) for day in days]
    top = page.value("document.querySelector('.chart').clientHeight")
    assert len(heights) == 30
    for height, count in zip(heights, counts, strict=True):
        assert abs(height - top * count / max(counts)) <= 4


def test_the_button_to_revoke_is_wide_enough_for_a_finger(page: Page, files: dict[Lang, Path]) -> None:
    page.events.clear()
    page.show(files[Lang.ZH], 390)
    sizes = page.value(
        "[...document.querySelectorAll('.button, .langs label')].map(b => b.getBoundingClientRect().height)"
    )
    assert len(sizes) > 3
    assert min(sizes) >= 36
