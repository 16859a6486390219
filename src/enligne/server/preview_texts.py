"""What previews of links say, in the languages of the page: the one that a reader accepts."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, Literal, get_args

from enligne.svg import rules_name

if TYPE_CHECKING:
    from enligne.rules import Rules

Language = Literal["en", "fr"]
USUAL: Final[Language] = "en"

_TEXTS: dict[Language, dict[str, str]] = {
    "en": {
        "about": "Tic-tac-toe, Connect 4, Gomoku and every game like them: "
        "play, solve, see how they think.",
        "board": "The board",
        "analysis": "{name}: a game, analysed",
        "analysis.text": "What is every move worth?",
        "puzzle": "{name}: the puzzle of the day",
        "puzzle.text": "One move is right. Which one?",
        "room": "A game of {name}",
        "drawn": "A draw after {moves}.",
        "first": "The first side won in {moves}.",
        "second": "The second side won in {moves}.",
        "free": "Play {name} with me",
        "free.text": "Open this link to take the free seat.",
        "running": "{moves} so far. Open this link to see it.",
        "begins": "It begins.",
        "move": "1 move",
        "moves": "{count} moves",
    },
    "fr": {
        "about": "Morpion, Puissance 4, Gomoku et tous les jeux d’alignement\u202f: "
        "jouez, résolvez, voyez comment ils pensent.",
        "board": "Le plateau",
        "analysis": "{name}\u202f: une partie, analysée",
        "analysis.text": "Que vaut chaque coup\u202f?",
        "puzzle": "{name}\u202f: le problème du jour",
        "puzzle.text": "Un seul coup est juste. Lequel\u202f?",
        "room": "Une partie de {name}",
        "drawn": "Nulle après {moves}.",
        "first": "Le premier camp a gagné en {moves}.",
        "second": "Le second camp a gagné en {moves}.",
        "free": "Jouez à {name} avec moi",
        "free.text": "Ouvrez ce lien pour prendre la place libre.",
        "running": "{moves} pour l’instant. Ouvrez ce lien pour voir la suite.",
        "begins": "Elle commence.",
        "move": "1 coup",
        "moves": "{count} coups",
    },
}

_FRENCH_NAMES = {
    "tictactoe": "Morpion",
    "connect4": "Puissance 4",
    "connect5": "Puissance 5",
    "gomoku-exact": "Gomoku, exactement cinq",
}

#: A language, perhaps with a country, and how much it is wanted.
_WISH = re.compile(r"\s*([A-Za-z]{1,8})(?:-[\w-]*)?\s*(?:;\s*q\s*=\s*([\d.]{1,6})\s*)?")


def language_of(accepted: str) -> Language:
    """The one of the page's languages that an Accept-Language header wants most."""
    best, most = USUAL, 0.0
    for part in accepted[:1000].split(","):
        wish = _WISH.fullmatch(part)
        if wish is None:
            continue
        try:
            weight = 1.0 if wish[2] is None else float(wish[2])
        except ValueError:
            continue
        for known in get_args(Language):
            if wish[1].lower() == known and weight > most:
                best, most = known, weight
    return best


def say(language: Language, key: str, **values: object) -> str:
    """A text of a preview."""
    return _TEXTS[language][key].format(**values)


def moves_text(language: Language, count: int) -> str:
    """How many moves were played."""
    return say(language, "move" if count == 1 else "moves", count=count)


def name_of(rules: Rules, language: Language) -> str:
    """Rules as people call them."""
    name = str(rules)
    is_same = name.startswith("gomoku") and name not in _FRENCH_NAMES
    if language == "en" or is_same:
        return rules_name(rules)
    exactly, gravity = "exactement " * rules.exact, " avec gravité" * rules.gravity
    plain = f"{exactly}{rules.run} alignés sur {rules.width}x{rules.height}{gravity}"
    return _FRENCH_NAMES.get(name, plain)
