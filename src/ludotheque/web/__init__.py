"""The games in the browser, with friends and bots."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ludotheque.web.app import create_app
    from ludotheque.web.settings import Settings

__all__ = ["Settings", "create_app"]


def __getattr__(name: str) -> Any:
    """Imports a public name when it is first used: a thinking process needs no pages."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from ludotheque.web import app, settings

    return app.create_app if name == "create_app" else settings.Settings
