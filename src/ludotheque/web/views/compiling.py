"""Compiles templates for one language, to code that calls little.

Jinja reads, calls and writes everything in ways that suit any value. Tables are rendered many times a second, so here
an attribute is an attribute, a call is a call, and a sentence without gaps is a constant of the template.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from jinja2 import Environment, nodes
from jinja2.compiler import CodeGenerator, Frame, MacroRef
from jinja2.utils import missing
from jinja2.visitor import NodeTransformer
from markupsafe import Markup, escape

from ludotheque.core.words import Speech

SPECIAL = re.compile("[&<>\"']").search  # what HTML escapes


def escaped(value: object) -> str:
    """A value as `escape` writes it, without an object of its own where nothing is special."""
    if type(value) is str:
        return escape(value) if SPECIAL(value) else value
    if type(value) is int:
        return str(value)
    return value if type(value) is Markup else escape(value)


class PlainMacro:
    """A macro: a function that gets its arguments by their places or names, and returns HTML."""

    def __init__(self, render: Callable[..., str], names: tuple[str, ...]) -> None:
        self._render, self._names = render, names

    def __call__(self, *given: object, **named: object) -> Markup:
        """Renders the macro."""
        if len(given) < len(self._names):
            given += tuple([named.pop(name, missing) for name in self._names[len(given) :]])
        if named:
            raise TypeError(f"The macro has no arguments {', '.join(named)}.")
        return str.__new__(Markup, self._render(*given))


class Simplified(NodeTransformer):
    """Replaces `t("key")` by the sentence, and what is left out of a condition by an empty text."""

    def __init__(self, speech: Speech) -> None:
        self._speech = speech

    def visit_Call(self, node: nodes.Call) -> nodes.Node:  # noqa: N802 (Jinja names it)
        self.generic_visit(node)
        gaps = {gap.key: gap.value for gap in node.kwargs}
        known = [value.value for value in (*node.args, *gaps.values()) if isinstance(value, nodes.Const)]
        if not (isinstance(node.node, nodes.Name) and node.node.name == "t" and len(known) == 1 + len(gaps)):
            return node
        return nodes.Const(self._speech.say(known[0], **dict(zip(gaps, known[1:], strict=True))), lineno=node.lineno)

    def visit_CondExpr(self, node: nodes.CondExpr) -> nodes.Node:  # noqa: N802
        self.generic_visit(node)
        node.expr2 = node.expr2 or nodes.Const("")
        return node


class PlainCode(CodeGenerator):
    """Writes attributes, calls, macros and escapes as they are."""

    environment: SpokenEnvironment

    def visit_Template(self, node: nodes.Template, frame: Frame | None = None) -> None:  # noqa: N802
        Simplified(self.environment.speech).visit(node)
        super().visit_Template(node, frame)

    def visit_Call(self, node: nodes.Call, frame: Frame, forward_caller: bool = False) -> None:  # noqa: N802
        if forward_caller or node.dyn_args or node.dyn_kwargs:
            self.fail("Our templates do without call blocks and stars.", node.lineno)
        self.visit(node.node, frame)
        self.write("(")
        for given in (*node.args, *node.kwargs):
            self.visit(given, frame)
            self.write(", ")
        self.write(")")

    def visit_Getattr(self, node: nodes.Getattr, frame: Frame) -> None:  # noqa: N802
        self.visit(node.node, frame)
        self.write(f".{node.attr}")

    def macro_def(self, macro_ref: MacroRef, frame: Frame) -> None:
        if macro_ref.accesses_caller or macro_ref.accesses_kwargs or macro_ref.accesses_varargs:
            self.fail("Our templates do without call blocks and stars.", macro_ref.node.lineno)
        names = tuple([argument.name for argument in macro_ref.node.args])
        self.write(f"environment.macro(macro, {names!r})")

    def _output_child_pre(self, node: nodes.Expr, frame: Frame, finalize: CodeGenerator._FinalizeInfo) -> None:
        self.write("environment.escaped(")


class SpokenEnvironment(Environment):
    """The templates in one language."""

    code_generator_class = PlainCode
    escaped, macro = staticmethod(escaped), PlainMacro
    speech: Speech
