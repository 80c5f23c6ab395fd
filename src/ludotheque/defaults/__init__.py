"""What a game need not say itself: this folder looks like a game's, and fills up what a game's folder lacks.

Each module has a function `hooks(edition, own)` that makes the hooks of the module of the same name. An edition adds
those that the game's own module does not define (`kernel/edition.py`), so each can be replaced alone. Words, levels
and the style sheet of the board are files as in a game.
"""
