"""Finds everything of the package that a source uses: imported, imported by name, or read by path."""

from __future__ import annotations

import ast
import functools
import re
from pathlib import Path

import ludotheque

PACKAGE = Path(ludotheque.__file__).parent
ROOMS = {path.stem for path in PACKAGE.glob("[!_]*")}

Module = tuple[str, ...]
"""A module or file as its path below the package; the name "?" stands for what cannot be read."""

IMPORTERS = ("import_module", "__import__")
FINDERS = ("__path__", "__spec__", "__loader__", "getfile", "getsourcefile", "resolve_name", "entry_points", "pardir")
"""Names by which a program finds a module or a file without saying which."""


class Uses(ast.NodeVisitor):
    """Everything of the package that a source uses: imported, imported by name, or read by path."""

    def __init__(self, source: str, inside: Module) -> None:
        self.inside = inside
        self.found: list[tuple[Module, str]] = []  # with the text that names it
        self.paths: dict[str, Module] = {"PACKAGE_FOLDER": ()}  # names of paths
        self.modules: dict[str, Module] = {}  # names of modules of the package
        self.roots = {"ludotheque"}  # names of the package
        tree = ast.parse(source)
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom):
                self.name_paths(node)
        for node in ast.walk(tree):
            if isinstance(node, ast.Assign | ast.AnnAssign) and node.value:
                path = self.path(node.value)
                name = name_of(node.targets[0] if isinstance(node, ast.Assign) else node.target)
                if path is not None and name:
                    self.paths[name] = path
                    node.value = ast.Constant(None)  # what the name is used for counts
        self.visit(tree)

    def name_paths(self, node: ast.ImportFrom) -> None:
        """Notes the modules and the paths of other modules that a line imports."""
        module = self.meant_by(node)
        for name in node.names if module is not None else ():
            own = name.asname or name.name
            self.modules[own] = (*(module or ()), name.name)
            if name.name in (paths := paths_of(module or ())):
                self.paths[own] = paths[name.name]

    def meant_by(self, node: ast.ImportFrom) -> Module | None:
        """The module that a line imports from; None if it is of another package."""
        path = self.inside[: len(self.inside) - node.level] if node.level else ()
        path += tuple(node.module.split(".")) if node.module else ()
        return path if node.level else path[1:] if path[0] == "ludotheque" else None

    def visit_Import(self, node: ast.Import) -> None:
        for name in node.names:
            if name.name == "ludotheque":
                self.roots.add(name.asname or name.name)
            elif name.name.startswith("ludotheque."):
                self.found.append((below(name.name), name.name))

    def visit_ImportFrom(self, node: ast.ImportFrom) -> None:
        module = self.meant_by(node)
        for name in node.names:
            if module is not None:
                self.found.append((meant((*module, name.name)), name.name))
            if (name.asname and name.name in (*IMPORTERS, *FINDERS, "files")) or (node.module, name.name) == (
                "sys",
                "modules",
            ):
                self.found.append((("?",), name.asname or name.name))

    def visit(self, node: ast.AST) -> None:
        if isinstance(node, ast.expr):
            path = self.path(node)
            if path is None and isinstance(node, ast.Call):
                path = self.imported(node)
                if path is None and name_of(node.func) in IMPORTERS:
                    node.func = ast.Constant(None)  # another package is imported
            if path is None and isinstance(node, ast.Attribute) and self.is_root(node.value):
                path = meant((node.attr,))
            if path is None and (self.is_root(node) or name_of(node) in (*IMPORTERS, *FINDERS) or is_modules(node)):
                path = ("?",)  # under another name, it could import anything
            if path is not None:
                self.found.append((path, ast.unparse(node)))
                return
        super().visit(node)

    def visit_Expr(self, node: ast.Expr) -> None:
        if not isinstance(node.value, ast.Constant):  # a docstring imports nothing
            super().generic_visit(node)

    def visit_Constant(self, node: ast.Constant) -> None:
        """Whatever the text is given to, a loader or a process, it may import the module that it names."""
        for name in re.findall(r"\bludotheque\.[\w.]+", str(node.value)):
            if below(name)[0] in ROOMS:
                self.found.append((below(name), name))
        if node.value in IMPORTERS or re.search(r"(^|/)\.\.(/|$)", str(node.value)):  # or it leads out of a folder
            self.found.append((("?",), str(node.value)))

    def is_root(self, node: ast.expr) -> bool:
        return isinstance(node, ast.Name) and node.id in self.roots

    def imported(self, node: ast.Call) -> Module | None:
        """The module that a call imports; None if the call imports nothing of the package."""
        if name_of(node.func) not in IMPORTERS:
            return None
        given = dict(zip(("name", "package"), node.args, strict=False))
        given |= {each.arg: each.value for each in node.keywords if each.arg}
        text = text_of(given["name"]) if "name" in given else "?"
        if text.startswith("."):
            package = given.get("package")
            own = name_of(package) == "__package__"
            inside = (
                self.inside if own else (*below(text_of(package)), "") if isinstance(package, ast.Constant) else ("?",)
            )
            name = text.lstrip(".")
            return (*inside[: len(inside) - (len(text) - len(name))], *name.split("."))
        root = text.partition(".")[0]
        return None if "?" not in root and root != "ludotheque" else below(text) or ("?",)

    def path(self, node: ast.expr) -> Module | None:
        """The path below the package that an expression stands for; None if it stands for none."""
        match node:
            case ast.Call(func=ast.Name(id="Path"), args=[ast.Name(id="__file__")]):
                return self.inside
            case ast.Name(id="__file__"):
                return ("?",)
            case ast.Attribute(value=value, attr="__file__"):
                return ("__init__",) if self.is_root(value) else ("?",)
            case ast.Name(id=name) if isinstance(node.ctx, ast.Load):
                return self.paths.get(name)
            case ast.Attribute(value=ast.Name(id=name), attr=attr) if name in self.modules:
                return paths_of(self.modules[name]).get(attr)
            case (
                ast.Call(func=func, args=[name], keywords=[])
                | ast.Call(func=func, args=[], keywords=[ast.keyword(value=name)])
            ) if name_of(func) == "files":
                return below(text_of(name))
            case (
                ast.Call(func=ast.Name(id="Path" | "str"), args=[value])
                | ast.Call(func=ast.Attribute(value=value, attr="resolve" | "absolute"))
            ):
                return self.path(value)
            case ast.Attribute(value=ast.Name(id="self" | "cls"), attr=name) if isinstance(node.ctx, ast.Load):
                return self.paths.get(name)
            case ast.Attribute(value=value, attr="parent"):
                return self.joined(value, "..")
            case ast.BinOp(op=ast.Div(), left=left, right=right):
                return self.joined(left, text_of(right))
            case ast.Call(func=ast.Attribute(value=value, attr="joinpath" | "glob" | "rglob"), args=args):
                return self.joined(value, *map(text_of, args))
            case ast.Call(func=ast.Attribute(value=value, attr="with_name"), args=[name]):
                return self.joined(value, "..", text_of(name))
            case ast.Attribute(value=value, attr="parents") if self.path(value) is not None:
                return ("?",)
        return None

    def joined(self, start: ast.expr, *texts: str) -> Module | None:
        path = self.path(start)
        if path is None or path == ("?",):
            return path
        for part in "/".join(texts).split("/"):
            path = path[:-1] if part == ".." else (*path, part)
        return path


@functools.cache
def read(module: Module) -> str:
    """The source of a module; nothing if there is none."""
    for file in (PACKAGE.joinpath(*module).with_suffix(".py"), PACKAGE.joinpath(*module, "__init__.py")):
        if module and file.exists():
            return file.read_text(encoding="utf-8")
    return ""


KNOWN_PATHS: dict[Module, dict[str, Module]] = {}


def paths_of(module: Module) -> dict[str, Module]:
    """The names of a module that stand for paths; modules that import each other are read once."""
    if module not in KNOWN_PATHS:
        KNOWN_PATHS[module] = {}
        is_package = PACKAGE.joinpath(*module).is_dir()
        KNOWN_PATHS[module] = Uses(read(module), (*module, "__init__") if is_package else module).paths
    return KNOWN_PATHS[module]


def is_modules(node: ast.expr) -> bool:
    """Whether it is the table of all loaded modules."""
    return isinstance(node, ast.Attribute) and (name_of(node.value), node.attr) == ("sys", "modules")


def name_of(node: ast.expr | None) -> str:
    return getattr(node, "attr", getattr(node, "id", ""))


def below(dotted: str) -> Module:
    """A dotted name without the package; an edition's root stands for the package too."""
    return tuple(dotted.split(".")[1:])


def text_of(node: ast.expr) -> str:
    """A string as far as it is written down; a gap of an f-string, or another expression, is "?"."""
    if isinstance(node, ast.JoinedStr):
        return "".join(str(part.value) if isinstance(part, ast.Constant) else "?" for part in node.values)
    return str(node.value) if isinstance(node, ast.Constant) else "?"


def meant(module: Module) -> Module:
    """Where a name of the package is defined: `ludotheque.load` is a function of `core/game.py`."""
    return EXPORTED.get(module[0], module) if len(module) == 1 else module


def exported() -> dict[str, Module]:
    """The modules that define the names of the package itself."""
    init = ast.parse((PACKAGE / "__init__.py").read_text(encoding="utf-8"))
    nodes = [node for node in init.body if isinstance(node, ast.ImportFrom)]
    return {name.name: below(str(node.module)) for node in nodes for name in node.names} | {"__version__": ("errors",)}


EXPORTED = exported()
