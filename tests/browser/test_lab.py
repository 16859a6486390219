"""The hall of the Lab and the ways between its exhibits."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.browser.axe import violations

if TYPE_CHECKING:
    from tests.browser.conftest import Visit

EXHIBITS = ("search", "bits", "evaluation", "matchboxes", "compare")


def test_a_card_leads_to_each_exhibit_and_tabs_from_exhibit_to_exhibit(visit: Visit) -> None:
    person = visit()
    person.open()
    person.link("header.lab").click()
    expect(person.heading("lab.title")).to_be_visible()
    cards = person.page.locator("main").get_by_role("listitem").get_by_role("link")
    expect(cards).to_have_count(len(EXHIBITS))
    assert violations(person.page) == []
    cards.filter(has_text=person.text("lab.card.search")).click()
    tabs = person.page.get_by_role("navigation", name=person.text("lab.exhibits"))
    for exhibit in EXHIBITS:
        tabs.get_by_role("link", name=person.text(f"lab.exhibit.{exhibit}"), exact=True).click()
        expect(person.heading(f"lab.{exhibit}.title")).to_be_visible()
        expect(person.page).to_have_url(re.compile(rf"/lab/{exhibit}(\?|$)"))
        current = tabs.locator('[aria-current="page"]')
        expect(current).to_have_text(person.text(f"lab.exhibit.{exhibit}"))
    person.page.go_back()
    expect(person.heading("lab.matchboxes.title")).to_be_visible()
    tabs.get_by_role("link", name=person.text("lab.name"), exact=True).click()
    expect(person.heading("lab.title")).to_be_visible()


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_hall_fits_a_small_screen(visit: Visit, language: str) -> None:
    person = visit(language, viewport={"width": 360, "height": 740})
    person.open("/lab")
    expect(person.heading("lab.title")).to_be_visible()
    width = person.page.evaluate("document.documentElement.scrollWidth")
    assert width <= 360


def test_there_is_no_such_exhibit(visit: Visit) -> None:
    person = visit()
    person.open("/lab/kitchen")
    expect(person.heading("notfound.title")).to_be_visible()
