"""What `mkdocs build` adds to the pages of this folder: the reference, the rule books, and files that pages link to."""

from __future__ import annotations

import re
from importlib import import_module
from pathlib import Path
from typing import Any

import ludotheque
from ludotheque.core.words import words

ROOT = Path(__file__).parent.parent
LINKED = ("CHANGELOG.md", "CONTRIBUTING.md", "LICENSE", "NOTICE", "examples/*.py", "examples/*.ipynb", "deploy/*")

PUBLIC = {
    "ludotheque": "games, positions, records and errors",
    "ludotheque.bots": "players, sights, advice and exact endings",
    "ludotheque.bots.network": "the network of a game",
    "ludotheque.analysis": "variations from any position, and evaluations that deepen",
    "ludotheque.review": "reviews of finished games",
    "ludotheque.arena": "contests and ratings",
    "ludotheque.study": "what decides a game",
    "ludotheque.puzzles": "positions with one best move",
    "ludotheque.kernel.batch": "many games at once, on the CPU and on a GPU",
    "ludotheque.kernel.data_table": "results as tables",
    "ludotheque.env.solo": "Gymnasium: one seat learns",
    "ludotheque.env.vector": "Gymnasium: many games at once",
    "ludotheque.env.sb3": "Stable-Baselines3",
    "ludotheque.env.table": "PettingZoo: every seat is an agent",
    "ludotheque.env.openspiel": "OpenSpiel",
    "ludotheque.env.dataset": "games as arrays",
    "ludotheque.env.observing": "observations of positions",
    "ludotheque.kernel.rule": "for games: rules",
    "ludotheque.kernel.state": "for games: the fields of a state",
    "ludotheque.kernel.chance": "for games: draws, as redealing makes them",
    "ludotheque.contract.phases": "for games: phases",
    "ludotheque.contract.options": "for games: what players agree on before the game",
    "ludotheque.core.checking": "for games: what is wrong with one",
    "ludotheque.web": "the server as an ASGI application",
}
"""The public modules. What their `__all__` lists is public; all else may change with every version."""

KERNEL = {
    "ludotheque.kernel.rule": ["rule", "called", "pasted", "table", "box_of"],
    "ludotheque.kernel.state": ["CHANCE", "OVER", "StateBase", "StateField", "field"],
    "ludotheque.kernel.chance": ["Random", "random_below", "random_word"],
}
"""What games may import of modules that have no `__all__`: all rules are compiled anew when those modules change."""


def generated() -> dict[str, str]:
    """The pages that no file holds, by their address."""
    return {
        "index.md": (ROOT / "README.md").read_text(encoding="utf-8"),
        "observations/index.md": listing("Observations and actions", {f"{name}.md": title(name) for name in games()}),
        "reference/index.md": listing(
            "Reference",
            {f"{module}.md": f"`{module}`: {what}" for module, what in PUBLIC.items()},
            "What these modules list in `__all__` is public. Everything else may change with every version.",
        ),
        **{f"reference/{module}.md": reference(module) for module in PUBLIC},
        **{f"rules/{name}.md": rule_book(name) for name in games()},
        **{f"rules/{name}.svg": picture(name) for name in games()},
    }


def games() -> tuple[str, ...]:
    """The games that the site has rule books of."""
    return ("sintra", "fourberies", "stanza")


def title(name: str) -> str:
    return ludotheque.load(name).title()


def listing(heading: str, pages: dict[str, str], text: str = "") -> str:
    """A page of links."""
    return "\n".join([f"# {heading}", "", text, "", *(f"- [{what}]({page})" for page, what in pages.items())])


def reference(module: str) -> str:
    """The page of a public module: every name that it lists."""
    names = names_of(module)
    parts = [f"# `{module}`", "", f"{PUBLIC[module][0].upper()}{PUBLIC[module][1:]}.", ""]
    return "\n".join([*parts, *(f"::: {definition(module, name)}\n" for name in names)])


def names_of(module: str) -> list[str]:
    """The names in a module's `__all__`, read from its source: some modules need packages that are not here."""
    if module in KERNEL:
        return KERNEL[module]
    found = re.search(r"^__all__ = \[(.*?)\]", source_of(module), re.MULTILINE | re.DOTALL)
    return re.findall(r'"(\w+)"', found[1]) if found else []


def definition(module: str, name: str) -> str:
    """Where a public name is defined: `ludotheque.bots.levels` is also a module, which is not public."""
    for origin, names in re.findall(
        r"^ *from (ludotheque[\w.]*) import (\([^)]*\)|.*)$", source_of(module), re.MULTILINE
    ):
        if origin != module and name in re.findall(r"\w+", names):
            return definition(origin, name)
    return f"{module}.{name}"


def source_of(module: str) -> str:
    path = ROOT / "src" / Path(*module.split("."))
    file = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
    return file.read_text(encoding="utf-8")


def rule_book(name: str) -> str:
    """All rules of a game under their headings, with a picture of a table."""
    game, found = ludotheque.load(name), words(name, "en")
    titles = {game.rules()[0]: found.find("booklet.rules"), **found.find("booklet.chapters")}
    lines = [f"# {game.title()}", "", str(found.find("objective")), "", f"![A table of {game.title()}]({name}.svg)"]
    for number in game.rules():
        lines += ["", f"## {titles[number]}", ""] if number in titles else []
        lines.append(f"- **{number}** {game.rule(number)}")
    return "\n".join(lines)


def picture(name: str) -> str:
    """A table in play, as seat 0 sees it."""
    game = ludotheque.load(name)
    position = game.start(game.seats[0], seed=1)
    for _ in range(12):
        position = position.play(position.legal()[0])
    return position.svg(0)


def on_files(files: Any, config: Any) -> Any:
    """Adds the generated pages, and the files outside this folder that pages link to."""
    file = import_module("mkdocs.structure.files").File
    for address, content in generated().items():
        files.append(file.generated(config, address, content=content))
    for pattern in LINKED:
        for path in sorted(ROOT.glob(pattern)):
            files.append(file.generated(config, path.relative_to(ROOT).as_posix(), abs_src_path=str(path)))
    return files


def on_page_markdown(markdown: str, page: Any, config: Any, files: Any) -> str:
    """Links lead from the site's root, where `docs/` and the folder above it are one."""
    if "/" in page.file.src_uri:
        return markdown
    linked = re.sub(r"\]\(src/ludotheque/games/(\w+)/RULES\.md", r"](rules/\1.md", markdown)
    return re.sub(r"\]\((?:docs|\.\.)/", "](", linked)


def on_post_page(output: str, page: Any, config: Any) -> str:
    """The search of pages that are opened as files uses our copy of a script, not one from the network."""
    return with_our_script(output, "../" * page.file.dest_uri.count("/"))


def on_post_template(output: str, template_name: str, config: Any) -> str:
    """The page 404.html, which a server shows at any address, loads nothing from the network either."""
    return with_our_script(output, "/")


def with_our_script(output: str, root: str) -> str:
    return re.sub(r'src="[^"]*/iframe-worker/shim"', f'src="{root}assets/iframe-worker.js"', output)
