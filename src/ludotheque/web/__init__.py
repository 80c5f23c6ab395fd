"""The games in the browser, with friends and bots."""

from ludotheque.web.app import create_app
from ludotheque.web.settings import Settings

__all__ = ["Settings", "create_app"]
