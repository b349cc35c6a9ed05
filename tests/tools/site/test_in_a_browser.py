"""The site as a person uses it, in a headless Chromium: search, a counterexample step by step, the graph, and back."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner
from selenium.webdriver import Chrome, ChromeOptions
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.remote.webelement import WebElement
from selenium.webdriver.support.ui import WebDriverWait

from concomp.cli import main

CHROMIUM, DRIVER = shutil.which("chromium") or shutil.which("google-chrome"), shutil.which("chromedriver")
WIDTHS = (390, 1400)
SECONDS = 60

pytestmark = [
    pytest.mark.full,
    pytest.mark.skipif(not (CHROMIUM and DRIVER), reason="no Chromium with its driver: apt install chromium-driver"),
]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site of a theorem and of all that it rests on."""
    folder = tmp_path_factory.mktemp("browser") / "site"
    ran = CliRunner().invoke(main, ["site", str(folder), "HSV26 Theorem 5.4"])
    assert ran.exit_code == 0, ran.output
    return folder


@pytest.fixture(params=WIDTHS)
def browser(request: pytest.FixtureRequest) -> Iterator[Chrome]:
    """A browser of some width."""
    options = ChromeOptions()
    options.binary_location = str(CHROMIUM)
    for argument in ("--headless=new", "--no-sandbox", "--disable-gpu", f"--window-size={request.param},900"):
        options.add_argument(argument)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    driver = Chrome(options=options, service=Service(DRIVER))
    driver.set_window_rect(width=request.param, height=900)
    yield driver
    driver.quit()


def test_a_reader_finds_a_theorem_and_what_breaks_it(site: Path, browser: Chrome) -> None:
    browser.get((site / "index.html").as_uri())
    _search(browser, "5.4")
    _wait(browser, "ul.search a").click()
    assert "HSV26 Theorem 5.4" in _wait(browser, "h1").text
    assert "false as printed" in browser.find_element(By.CSS_SELECTOR, ".signs").text

    frame = browser.find_element(By.CSS_SELECTOR, ".stepped")
    start, _, then, _ = frame.find_elements(By.CSS_SELECTOR, ".stepper button")
    _click(browser, start)
    visible = [len(_visible_steps(frame))]
    for _ in range(3):
        _click(browser, then)
        visible.append(len(_visible_steps(frame)))
    assert visible == [1, 2, 3, 4]

    here = browser.current_url
    node = browser.find_element(By.CSS_SELECTOR, "svg.graph a.node:not(.marked)")
    label = node.find_element(By.TAG_NAME, "title").get_attribute("textContent")
    _click(browser, node)
    assert _wait(browser, "h1").text.partition(" — ")[0] == (label or "").partition(" — ")[0]
    browser.back()
    assert browser.current_url.partition("#")[0] == here.partition("#")[0]
    _demand_quiet(browser)


def test_the_graph_of_a_paper_is_searched_and_zoomed(site: Path, browser: Chrome) -> None:
    browser.get((site / "hsv26" / "graph" / "index.html").as_uri())
    picture = _wait(browser, "svg.graph")
    nodes = picture.find_elements(By.CSS_SELECTOR, "a.node")
    browser.find_element(By.CSS_SELECTOR, ".graph-tools input").send_keys("hsv26 theorem 5.4")
    assert len(nodes) - len(picture.find_elements(By.CSS_SELECTOR, "a.dimmed")) == 2
    before = float(picture.get_attribute("width") or 0)
    _click(browser, browser.find_element(By.CSS_SELECTOR, "[aria-label='Zoom in']"))
    assert float(picture.get_attribute("width") or 0) > before
    _demand_quiet(browser)


def test_no_page_is_wider_than_the_window(site: Path, browser: Chrome) -> None:
    for page in ("index", "hsv26/theorem-5-4/index", "hsv26/index", "errata/e1/index", "hsv26/graph/index"):
        browser.get((site / f"{page}.html").as_uri())
        widest, window = browser.execute_script(
            "return [document.documentElement.scrollWidth, document.documentElement.clientWidth]"
        )
        assert widest <= window, page
    _demand_quiet(browser)


def test_nothing_is_hidden_without_a_script(site: Path, browser: Chrome) -> None:
    browser.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": True})
    browser.get((site / "hsv26" / "theorem-5-4" / "index.html").as_uri())
    frame = _wait(browser, ".stepped")
    assert len(_visible_steps(frame)) == len(frame.find_elements(By.CSS_SELECTOR, ".step:not(:has(.step))"))
    assert browser.find_element(By.CSS_SELECTOR, "svg.graph a.node").is_displayed()


def _search(browser: Chrome, words: str) -> None:
    """Search by the field of the page, which a narrow window keeps behind a button."""
    field = browser.find_element(By.CSS_SELECTOR, "input.sidebar-search")
    if not field.is_displayed() or field.location["x"] < 0:
        browser.find_element(By.CSS_SELECTOR, "label.nav-overlay-icon").click()
        WebDriverWait(browser, SECONDS).until(lambda _: field.location["x"] >= 0)
    field.send_keys(words, Keys.ENTER)


def _wait(browser: Chrome, selector: str) -> WebElement:
    found: WebElement = WebDriverWait(browser, SECONDS).until(
        lambda _: next(iter(browser.find_elements(By.CSS_SELECTOR, selector)), None)
    )
    return found


def _click(browser: Chrome, element: WebElement) -> None:
    where = "{block: 'center', inline: 'center', behavior: 'instant'}"
    browser.execute_script(f"arguments[0].scrollIntoView({where})", element)
    element.click()


def _visible_steps(frame: WebElement) -> list[WebElement]:
    """The steps that are seen, without the rows that only hold others."""
    steps = frame.find_elements(By.CSS_SELECTOR, ".step:not(:has(.step))")
    return [step for step in steps if step.value_of_css_property("visibility") == "visible"]


def _demand_quiet(browser: Chrome) -> None:
    """No error was told, and nothing was asked of another machine."""
    assert browser.get_log("browser") == []
    messages = [json.loads(entry["message"])["message"] for entry in browser.get_log("performance")]
    asked = [each["params"]["request"]["url"] for each in messages if each["method"] == "Network.requestWillBeSent"]
    assert [url for url in asked if not url.startswith(("file:", "data:"))] == []
