"""The games in the browser, with friends and bots."""
