"""The command ``enligne``."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

from enligne.cli.parser import build_parser

if TYPE_CHECKING:
    from collections.abc import Sequence


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs a command and returns its exit code: 0, or 2 where the input was wrong."""
    parser = build_parser()
    options = parser.parse_args(arguments)
    try:
        code: int = options.run(options)
        sys.stdout.flush()
    except BrokenPipeError:
        # Whoever read the output has had enough; nothing more can be said to them.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except KeyboardInterrupt:
        return 130
    except OSError as error:
        place = f"{error.filename}: " if error.filename else ""
        return complain(f"{place}{error.strerror or error}")
    except ValueError as error:
        return complain(str(error))
    return code


def complain(reason: str) -> int:
    """Says in one line what was wrong, and returns the exit code for it."""
    print(f"enligne: error: {' '.join(reason.split())}", file=sys.stderr)
    return 2
