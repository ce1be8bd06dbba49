"""Constant folding: what is the same on every page of a language is written out at compile time.

Most of what templates call are words (`_("Deal")`), addresses of static files and icons, with
arguments that stand in the template. An environment has one language, so each has one result.
"""

from typing import Any, Final

from jinja2 import nodes
from jinja2.compiler import CodeGenerator, Frame

_FUNCTIONS: Final = ("_", "asset")
_PARTS: Final = "m"
"""The drawn parts of templates/_macros.html, which know the language and their arguments."""


class Folding(CodeGenerator):
    """Compiles templates as Jinja does, but for calls whose result is known already."""

    def _output_child_to_const(
        self, node: nodes.Expr, frame: Frame, finalize: CodeGenerator._FinalizeInfo
    ) -> str:
        """Give the text of a part of the output; raises, as Jinja expects, if it isn't known."""
        if isinstance(node, nodes.Call) and not (node.kwargs or node.dyn_args or node.dyn_kwargs):
            arguments = [each.as_const(frame.eval_ctx) for each in node.args]
            node = nodes.Const(self._function(node.node)(*arguments))
        return super()._output_child_to_const(node, frame, finalize)

    def _function(self, node: nodes.Expr) -> Any:
        """Return the function that is called, if its result depends on its arguments alone."""
        match node:
            case nodes.Name(name=name) if name in _FUNCTIONS:
                return self.environment.globals[name]
            case nodes.Getattr(node=nodes.Name(name=name), attr=part) if name == _PARTS:
                return getattr(self.environment.globals[name], part)
        raise nodes.Impossible
