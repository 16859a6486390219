"""The twenty findings about the server, each repeated as it was found, on any build of it.

    python -m benchmarks.server_findings [--only 1 9] [--server '/old/.venv/bin/enligne serve']

A row a finding: what was seen. Run once for an older build and once for this one, the rows are a
table of before and after. The machine must be quiet: some of them are times.
"""

from __future__ import annotations

import argparse
import asyncio
import inspect
import time
from typing import TYPE_CHECKING, Any

from benchmarks import server_findings_operators as operators
from benchmarks import server_findings_strangers as strangers
from benchmarks.server_processes import (
    Server,
    add_server_option,
    raise_file_limit,
    temporary_folder,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

MOST = 90.0  # seconds, for one that hangs

FINDINGS: dict[int, Callable[..., Any]] = {
    int(name.removeprefix("finding_")): work
    for module in (strangers, operators)
    for name, work in sorted(vars(module).items())
    if name.startswith("finding_")
}


def see(number: int, command: Sequence[str]) -> str:
    """Repeats a finding; what was seen."""
    work = FINDINGS[number]
    try:
        if not inspect.iscoroutinefunction(work):
            return str(work(command))
        files = strangers.USUAL_FILES if number == 4 else None
        with temporary_folder() as folder, Server(command, folder, files=files) as server:
            return str(asyncio.run(asyncio.wait_for(work(server), MOST)))
    except Exception as error:  # whatever an older or newer build does differently
        return f"could not be repeated: {type(error).__name__}: {' '.join(str(error).split())}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    add_server_option(parser)
    parser.add_argument("--only", nargs="+", type=int, choices=sorted(FINDINGS))
    options = parser.parse_args()
    raise_file_limit()
    print("| # | what | seen | s |\n| --- | --- | --- | --- |", flush=True)
    for number in options.only or sorted(FINDINGS):
        begin = time.monotonic()
        what = " ".join((FINDINGS[number].__doc__ or "").split())
        seen = see(number, options.server)
        print(f"| {number} | {what} | {seen} | {time.monotonic() - begin:.0f} |", flush=True)


if __name__ == "__main__":
    main()
