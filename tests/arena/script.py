"""A script instead of a module with a bot: it ends the program that loads it."""

from __future__ import annotations

import sys

print("I am a script.")
sys.exit(7)
