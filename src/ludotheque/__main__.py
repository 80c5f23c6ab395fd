"""`python -m ludotheque`, where the command `ludotheque` is not on the path."""

from ludotheque.cli import main

main()
