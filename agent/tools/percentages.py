"""Percentages in arithmetic: added to or taken off a number, they are a share of that number.

As on a desk calculator, that number is all that stands before the sign.
"""

from __future__ import annotations

import ast


def without_percentages(text: str) -> str:
    """Return Python arithmetic in which no ``percent(n)`` stands."""
    if "percent(" not in text:
        return text
    return ast.unparse(_Percentages().visit(ast.parse(text, mode="eval")))


class _Percentages(ast.NodeTransformer):
    """Puts arithmetic for ``percent(n)``."""

    def visit_BinOp(self, node: ast.BinOp) -> ast.expr:
        share = _percentage(node.right)
        left = self.visit(node.left)
        if share is None or not isinstance(node.op, ast.Add | ast.Sub) or _only_percent(node.left):
            return ast.BinOp(left, node.op, self.visit(node.right))
        factor = ast.BinOp(ast.Constant(1), node.op, _hundredth(share))
        return ast.BinOp(left, ast.Mult(), factor)

    def visit_Call(self, node: ast.Call) -> ast.expr:
        share = _percentage(node)
        return node if share is None else _hundredth(share)


def _percentage(node: ast.expr) -> ast.expr | None:
    """Return the number of a percentage, None where the node is none."""
    if isinstance(node, ast.UnaryOp):
        number = _percentage(node.operand)
        return None if number is None else ast.UnaryOp(node.op, number)
    if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
        return None
    return node.args[0] if node.func.id == "percent" and len(node.args) == 1 else None


def _only_percent(node: ast.expr) -> bool:
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add | ast.Sub):
        return _only_percent(node.left) and _only_percent(node.right)
    return _percentage(node) is not None


def _hundredth(number: ast.expr) -> ast.expr:
    return ast.BinOp(number, ast.Div(), ast.Constant(100))
