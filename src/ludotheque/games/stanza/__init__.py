"""La Stanza, by Nuno Bizarro Sentieiro and Paulo Soledade (2019), for 2 to 4 players."""
