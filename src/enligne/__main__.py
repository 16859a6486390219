"""``python -m enligne`` is the command ``enligne``."""

import sys

from enligne.cli import main

sys.exit(main())
