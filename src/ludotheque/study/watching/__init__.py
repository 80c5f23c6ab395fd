"""Games that are watched while they are played: the compiled part of a study, in a folder that names its cache."""
