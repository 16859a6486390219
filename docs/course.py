"""Writes what is made from the course, ``course.toml``: its pages to read, and the lessons of the
page, in both languages. ``make course`` runs it; a test says when it was forgotten."""

from __future__ import annotations

import json
import re
import tomllib
from functools import cache
from pathlib import Path
from typing import Any

_ROOT = Path(__file__).parents[1]
SOURCE = _ROOT / "docs" / "course.toml"
LANGUAGES = ("en", "fr")
HOST = "http://localhost:8000"

_PAGES = {"en": "course.md", "fr": "course.fr.md"}
#: What only the pages to read say, and the page says elsewhere.
_WORDS = {
    "en": {
        "title": "A short course: how a machine chooses its move",
        "other": "Cette page est aussi [en français](course.fr.md).",
        "made": "Made from course.toml by `make course`: not to be edited.",
        "about": "{minutes} minutes, in the exhibit {exhibit}. {goal}",
        "open": "Open",
        "terminal": "From the terminal:",
        "answer": "Answer",
    },
    "fr": {
        "title": "Petit cours : comment une machine choisit son coup",
        "other": "This page is also [in English](course.md).",
        "made": "Fait de course.toml par `make course` : à ne pas modifier.",
        "about": "{minutes} minutes, dans l’atelier {exhibit}. {goal}",
        "open": "Ouvrez",
        "terminal": "Dans le terminal :",
        "answer": "Réponse",
    },
}

_QUOTE = re.compile(r"\{(=?)([^{}]+)\}")
_NARROW = "\u202f"


def course() -> dict[str, Any]:
    """What the source says."""
    return tomllib.loads(SOURCE.read_text())


@cache
def _labels(language: str) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for path in (_ROOT / "web" / "src" / "i18n").glob(f"*{language}.json"):
        found |= json.loads(path.read_text())
    return found


def _quoted(language: str, sign: str, text: str) -> str:
    if sign:
        return text
    if text.isdigit():
        return f"{int(text):,}".replace(",", "," if language == "en" else _NARROW)
    return str(_labels(language)[text])


def quotes(texts: dict[str, str], language: str) -> list[str]:
    """What a text says that is on the screen."""
    return [
        _typeset(_quoted(language, *each), language) for each in _QUOTE.findall(texts[language])
    ]


def said(texts: dict[str, str], language: str) -> str:
    """A text, with what it quotes from the screen."""
    plain = texts[language].strip()
    return _typeset(_QUOTE.sub(lambda found: _quoted(language, *found.groups()), plain), language)


def _typeset(text: str, language: str) -> str:
    """French has narrow spaces, at which no line breaks, before some signs and inside numbers;
    code has none."""
    if language != "fr":
        return text
    pieces = re.split(r"(```.*?```|`[^`]*`|<http[^>]*>)", text, flags=re.DOTALL)
    for index in range(0, len(pieces), 2):
        spaced = re.sub(r" (?=[:;?!»%])|(?<=«) |(?<=\d) (?=\d{3}\b)", _NARROW, pieces[index])
        pieces[index] = spaced
    return "".join(pieces)


def choices(question: dict[str, Any]) -> list[dict[str, Any]]:
    """What can be answered, in the order shown; the right one has no "because"."""
    found: list[dict[str, Any]] = list(question["wrong"])
    found.insert(question["place"], {"text": question["right"]})
    return found


def lessons(language: str) -> list[dict[str, Any]]:
    """The lessons as the page has them."""
    return [
        {
            "exhibit": lesson["exhibit"],
            "minutes": lesson["minutes"],
            "show": lesson["show"],
            "title": said(lesson["title"], language),
            "goal": said(lesson["goal"], language),
            "steps": [
                {
                    "text": said(step, language),
                    **({"show": step["show"]} if "show" in step else {}),
                    "done": step["done"],
                }
                for step in lesson["step"]
            ],
            "questions": [
                {
                    "ask": said(question["ask"], language),
                    "choices": [
                        {
                            "text": said(choice["text"], language),
                            **(
                                {"because": said(choice["because"], language)}
                                if "because" in choice
                                else {}
                            ),
                        }
                        for choice in choices(question)
                    ],
                    "answer": said(question["answer"], language),
                }
                for question in lesson["question"]
            ],
            "terminal": [
                block.strip("\n")
                for block in re.findall(r"```\w+\n(.*?)```", lesson["terminal"]["block"], re.DOTALL)
            ],
        }
        for lesson in course()["lesson"]
    ]


def page(language: str) -> str:
    """The course to read."""
    words, source = _WORDS[language], course()
    parts = [
        f"<!-- {words['made']} -->",
        f"# {words['title']}",
        said(source["introduction"], language),
        words["other"],
        said(source["start"], language),
    ]
    for number, lesson in enumerate(source["lesson"], 1):
        parts += _lesson(number, lesson, language)
    return _typeset("\n\n".join(parts), language) + "\n"


def _lesson(number: int, lesson: dict[str, Any], language: str) -> list[str]:
    words = _WORDS[language]

    def address(query: str) -> str:
        return f"<{HOST}/lab/{lesson['exhibit']}?{query}>"

    def text(name: str, of: dict[str, Any] = lesson) -> str:
        return said(of[name], language)

    def step(place: int, each: dict[str, Any]) -> str:
        opens = f"{words['open']} {address(each['show'])}. " if "show" in each else ""
        return f"{place}. {opens}{said(each, language)}"

    about = words["about"].format(
        minutes=lesson["minutes"],
        exhibit=_labels(language)[f"lab.exhibit.{lesson['exhibit']}"],
        goal=text("goal"),
    )
    terminal = lesson["terminal"]
    parts = [
        f"## {number}. {text('title')}",
        f"*{about}*",
        f"{words['open']} {address(lesson['show'])}",
        "\n".join(step(place, each) for place, each in enumerate(lesson["step"], 1)),
        " ".join(
            [words["terminal"], *([text("before", terminal)] if "before" in terminal else [])]
        ),
        terminal["block"].strip(),
    ]
    if "after" in terminal:
        parts.append(text("after", terminal))
    for question in lesson["question"]:
        listed = "\n".join(f"- {said(each['text'], language)}" for each in choices(question))
        answer = f"**{text('right', question)}.** {text('answer', question)}"
        if "more" in question:
            answer += f" {text('more', question)}"
        parts += [
            f"**{text('ask', question)}**",
            listed,
            f"<details>\n<summary>{words['answer']}</summary>\n\n{answer}\n</details>",
        ]
    return [*parts, text("code")]


def made() -> dict[Path, str]:
    """Every file that is made here, and what belongs into it."""
    files = {_ROOT / "docs" / _PAGES[each]: page(each) for each in LANGUAGES}
    for each in LANGUAGES:
        path = _ROOT / "web" / "src" / "pages" / "learn" / f"course.{each}.json"
        files[path] = json.dumps(lessons(each), ensure_ascii=False, indent=2) + "\n"
    return files


if __name__ == "__main__":
    for path, text in made().items():
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
