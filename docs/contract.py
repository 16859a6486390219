"""Writes what is made from the server's contract: the types of the page, and the tables of
``docs/server.md``. ``make contract`` runs it; a test says when it was forgotten."""

from __future__ import annotations

import inspect
import re
import types
from pathlib import Path
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

from msgspec import NODEFAULT, Struct, UnsetType

from enligne.server.contract import EVENTS, REQUESTS, games, lab, people, puzzles, refusals, words

_ROOT = Path(__file__).parents[1]
TYPES = _ROOT / "web" / "src" / "protocol" / "contract.ts"
PAGE = _ROOT / "docs" / "server.md"

_SIMPLE: dict[Any, str] = {
    str: "string",
    int: "number",
    float: "number",
    bool: "boolean",
    type(None): "null",
    object: "unknown",
    Any: "unknown",
}
_MODULES = (words, games, people, puzzles, lab, refusals)
#: Shapes that have a name of their own, in the modules above.
_NAMED = {
    repr(value): name
    for module in _MODULES
    for name, value in vars(module).items()
    if get_origin(value) in (Literal, Union, types.UnionType, tuple) and not name.startswith("_")
}


def typescript() -> str:
    """The contract as types of TypeScript."""
    parts = [
        "// Made from the server's contract by `make contract`: not to be edited.\n",
        *(_alias(name) for name in _NAMED.values()),
        *(_struct(kind) for kind in _structs()),
        "/** Each request: what it asks with, and what it is answered with. */\n"
        "export type Requests = {\n"
        + "".join(
            f"  {name}: [{each.asks.__name__}, {each.answers.__name__}];\n"
            for name, each in REQUESTS.items()
        )
        + "};\n",
        "/** What the server tells by itself. */\nexport type Events = {\n"
        + "".join(f"  {name}: {_type(kind)};\n" for name, kind in EVENTS.items())
        + "};\n",
    ]
    return "\n".join(parts)


def _structs() -> list[type[Struct]]:
    return [
        kind
        for module in _MODULES
        for kind in vars(module).values()
        if inspect.isclass(kind)
        and issubclass(kind, Struct)
        and kind.__module__ == module.__name__
        and kind not in (words.Request, words.Answer)
    ]


def _alias(name: str) -> str:
    module = next(each for each in _MODULES if name in vars(each))
    return f"export type {name} = {_type(vars(module)[name], named=False)};\n"


def _struct(kind: type[Struct]) -> str:
    hints = get_type_hints(kind, include_extras=True)
    comments = _comments(kind)
    fields = []
    tag = kind.__struct_config__
    if tag.tag_field:
        fields.append(f'  {tag.tag_field}: "{tag.tag}";\n')
    defaults = dict(zip(kind.__struct_fields__, _defaults(kind), strict=True))
    is_request = issubclass(kind, words.Request)
    for name in kind.__struct_fields__:
        hint = hints[name]
        parts = get_args(hint) if _is_union(hint) else ()
        is_optional = UnsetType in parts or (is_request and defaults[name])
        comment = f"  /** {comments[name]} */\n" if name in comments else ""
        fields.append(f"{comment}  {name}{'?' if is_optional else ''}: {_type(hint)};\n")
    about = inspect.getdoc(kind) if "__doc__" in vars(kind) and kind.__doc__ else None
    head = f"/** {_plain(about)} */\n" if about else ""
    body = "{\n" + "".join(fields) + "}" if fields else "Record<string, never>"
    return f"{head}export type {kind.__name__} = {body};\n"


def _defaults(kind: type[Struct]) -> list[bool]:
    """Whether each field may be left out."""
    import msgspec

    return [
        field.default is not NODEFAULT or field.default_factory is not NODEFAULT
        for field in msgspec.structs.fields(kind)
    ]


def _comments(kind: type[Struct]) -> dict[str, str]:
    """The ``#:`` comments before fields, those of the base classes included."""
    found: dict[str, str] = {}
    for base in reversed(kind.__mro__):
        if base.__module__ not in {module.__name__ for module in _MODULES}:
            continue
        pattern = r"((?:^    #: .*\n)+)    (\w+):"
        for comment, name in re.findall(pattern, inspect.getsource(base), re.MULTILINE):
            found[name] = _plain(" ".join(line.strip()[3:] for line in comment.splitlines()))
    return found


def _plain(text: str) -> str:
    return re.sub(r"\s+", " ", text.replace("``", "`"))


def _is_union(hint: Any) -> bool:
    return get_origin(hint) in (Union, types.UnionType)


def _type(hint: Any, *, named: bool = True) -> str:
    if named and (name := _NAMED.get(repr(hint))):
        return name
    origin, parts = get_origin(hint), get_args(hint)
    if origin is Annotated:
        return _type(parts[0])
    if origin is Literal:
        return " | ".join(
            str(part).lower() if isinstance(part, bool) else f'"{part}"' for part in parts
        )
    if _is_union(hint):
        members = [_type(part) for part in parts if part is not UnsetType]
        return " | ".join(dict.fromkeys(members))
    if origin is list:
        inner = _type(parts[0])
        return f"({inner})[]" if " " in inner and not inner.startswith("[") else f"{inner}[]"
    if origin is tuple:
        return f"[{', '.join(_type(part) for part in parts)}]"
    if origin is dict:
        return f"Record<{_type(parts[0])}, {_type(parts[1])}>"
    if inspect.isclass(hint) and issubclass(hint, Struct):
        return hint.__name__
    return _SIMPLE[hint]


def tables() -> dict[str, str]:
    """The parts of the page that are made here, by the name of their marks."""
    requests = ["| request | asks with | is answered with | |", "| --- | --- | --- | --- |"]
    for name, each in REQUESTS.items():
        asks, answers = _link(each.asks), _link(each.answers)
        requests.append(f"| `{name}` | {asks} | {answers} | {each.about} |")
    events = ["| event | |", "| --- | --- |"]
    events += [
        f"| `{name}` | {' or '.join(map(_link, get_args(kind) or [kind]))} |"
        for name, kind in EVENTS.items()
    ]
    codes = ", ".join(f"`{code}`" for code in get_args(refusals.Code))
    return {"requests": "\n".join(requests), "events": "\n".join(events), "codes": codes + "."}


def _link(kind: type[Struct]) -> str:
    return "" if not kind.__struct_fields__ else f"`{kind.__name__}`"


def page(text: str) -> str:
    """The page with its tables made anew."""
    for name, table in tables().items():
        start, end = f"<!-- {name} -->", f"<!-- end of {name} -->"
        before, rest = text.split(start)
        text = f"{before}{start}\n{table}\n{end}{rest.split(end)[1]}"
    return text


if __name__ == "__main__":
    TYPES.write_text(typescript())
    PAGE.write_text(page(PAGE.read_text()))
