"""Removes comments and docstrings from Python modules. The build uses this too, and nothing else of this package."""

import ast


def strip_docstrings(source: bytes) -> bytes:
    """The source of a module without comments and docstrings, about half as long. A module that this Python cannot
    parse stays as it is."""
    try:
        tree = ast.parse(source)
    except (SyntaxError, ValueError):
        return source
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef) and ast.get_docstring(
            node, clean=False
        ):
            node.body[:1] = [] if len(node.body) > 1 else [ast.Pass()]
    return ast.unparse(tree).encode()
