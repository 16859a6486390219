"""What holds for every test."""

import signal

# A shell starts what runs in its background deaf to Ctrl-C, and programs inherit that: those that
# tests start must hear it.
signal.signal(signal.SIGINT, signal.default_int_handler)
