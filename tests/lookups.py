"""What the framework looks up in the modules of a game, found by following these modules through its sources."""

from __future__ import annotations

import ast
from collections import defaultdict
from pathlib import Path

ModulesByName = dict[str, set[str]]
"""The modules of a game that each name may stand for."""

AnyFunction = ast.FunctionDef | ast.AsyncFunctionDef
STEPS = (AnyFunction, ast.Assign, ast.AnnAssign, ast.Return, ast.Attribute, ast.Call)


class Lookups:
    """Follows `edition.module("x")` through names, attributes, arguments and returned values."""

    def __init__(self, sources: dict[str, str]) -> None:
        self.found: ModulesByName = defaultdict(set)  # the names that are looked up, by module
        self.held: ModulesByName = defaultdict(set)  # by attribute, or by function with "()"
        self.given: defaultdict[ast.arg, set[str]] = defaultdict(set)
        self.functions: defaultdict[str, list[AnyFunction]] = defaultdict(list)  # classes have their `__init__`
        trees = {path: ast.parse(source) for path, source in sources.items()}
        nodes = [(path, node) for path, tree in trees.items() for node in ast.walk(tree)]
        for path, node in nodes:
            if isinstance(node, AnyFunction):
                self.functions[node.name].append(node)
                if node.name == "hooks" and path.startswith("defaults/"):
                    self.given[node.args.args[1]].add(Path(path).stem)  # the game's own module
            elif isinstance(node, ast.ClassDef):
                made = [each for each in node.body if isinstance(each, AnyFunction) and each.name == "__init__"]
                self.functions[node.name] += made
        self.steps = {node: steps_of(node) for _, node in nodes if isinstance(node, AnyFunction | ast.Module)}
        size = -1
        while size != (size := self.size()):
            for tree in trees.values():
                self.follow(tree, {})

    def size(self) -> int:
        return sum(map(len, (*self.found.values(), *self.held.values(), *self.given.values())))

    def follow(self, scope: ast.Module | AnyFunction, outer: ModulesByName) -> None:
        """Reads one scope, then the functions in it, which see its names."""
        names = dict(outer)
        if isinstance(scope, AnyFunction):
            names |= {each.arg: self.given[each] for each in parameters(scope)}
        for node in self.steps[scope]:
            match node:
                case (
                    ast.Assign(targets=[target], value=value) | ast.AnnAssign(target=target, value=ast.expr() as value)
                ):
                    self.assign(target, value, names)
                case ast.Return(value=ast.expr() as value) if isinstance(scope, AnyFunction) and is_module(
                    scope.returns
                ):
                    name = scope.name if scope.decorator_list else f"{scope.name}()"  # a property is an attribute
                    self.held[name] |= self.modules(value, names)
                case (
                    ast.Attribute(value=value, attr=str(name))
                    | ast.Call(func=ast.Name(id="getattr" | "hasattr"), args=[value, ast.Constant(value=str(name)), *_])
                ):
                    for module in self.modules(value, names):
                        self.found[module].add(name)
                case ast.Call():
                    self.call(node, names)
        for node in self.steps[scope]:
            if isinstance(node, AnyFunction):
                self.follow(node, names)

    def assign(self, target: ast.expr, value: ast.expr, names: ModulesByName) -> None:
        if isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple):
            for each, part in zip(target.elts, value.elts, strict=True):
                self.assign(each, part, names)
        elif isinstance(target, ast.Name):
            names[target.id] = self.modules(value, names)
        elif isinstance(target, ast.Attribute):
            self.held[target.attr] |= self.modules(value, names)

    def call(self, node: ast.Call, names: ModulesByName) -> None:
        """Hands the modules among the arguments to all functions of that name."""
        for function in self.functions.get(name_of(node.func), ()):
            own = {each.arg: each for each in parameters(function) if each.arg not in ("self", "cls")}
            arguments = [*zip(own, node.args, strict=False), *((each.arg, each.value) for each in node.keywords)]
            for name, value in arguments:
                if name in own and is_module(own[name].annotation):
                    self.given[own[name]] |= self.modules(value, names)

    def modules(self, node: ast.expr, names: ModulesByName) -> set[str]:
        """The modules of a game that an expression may stand for."""
        match node:
            case ast.Call(func=func, args=[ast.Constant(value=str(module))]) if name_of(func) == "module":
                return {module}
            case ast.Name(id=name):
                return names.get(name, set())
            case ast.Attribute(attr=name):
                return self.held.get(name, set())
            case ast.Call(func=func):
                return self.held.get(f"{name_of(func)}()", set())
            case ast.IfExp(body=body, orelse=orelse):
                return self.modules(body, names) | self.modules(orelse, names)
        return set()


def steps_of(scope: ast.AST) -> list[ast.AST]:
    """What a scope does with modules, in its order, and the functions in it, but not what these do."""
    found: list[ast.AST] = []
    for node in ast.iter_child_nodes(scope):
        if isinstance(node, STEPS):
            found.append(node)
        if not isinstance(node, AnyFunction):
            found += steps_of(node)
    return found


def parameters(function: AnyFunction) -> list[ast.arg]:
    return [*function.args.posonlyargs, *function.args.args, *function.args.kwonlyargs]


def is_module(annotation: ast.expr | None) -> bool:
    return annotation is not None and ast.unparse(annotation).startswith("ModuleType")


def name_of(node: ast.expr) -> str:
    return getattr(node, "attr", getattr(node, "id", ""))
