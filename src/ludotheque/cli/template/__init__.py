"""What `ludotheque new` writes: the package `game` as it is, and the other files with the name filled in."""
