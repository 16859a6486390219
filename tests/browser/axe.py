"""The accessibility check axe-core, run inside a page."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Page

SOURCE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"

_RUN = """async (rules) => (await axe.run(document, {
      resultTypes: ["violations"], ...(rules ? { runOnly: rules } : {}) })).violations
    .map(({ id, impact, help, nodes }) => ({
        id, impact, help, nodes: nodes.map(({ target, failureSummary }) =>
            `${target.join(" ")}: ${failureSummary}`),
    }))"""


@cache
def _source() -> str:
    if not SOURCE.is_file():
        pytest.fail(f"there is no {SOURCE}: 'npm ci' in web/ installs axe-core", False)
    return SOURCE.read_text()


def violations(page: Page, rules: list[str] | None = None) -> list[str]:
    """What is serious or critical on the page as it is now, each with where it is.

    Args:
        rules: to check, of axe; all unless given.
    """
    page.evaluate(_source())  # the page's policy would not let a script tag in
    return [
        f"{each['impact']} {each['id']}: {each['help']}; " + " | ".join(each["nodes"][:4])
        for each in page.evaluate(_RUN, rules)
        if each["impact"] in ("serious", "critical")
    ]
