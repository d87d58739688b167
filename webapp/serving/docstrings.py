"""Python modules without what only people read. For the build too, which knows nothing else of this package."""

import ast


def strip_docstrings(source: bytes) -> bytes:
    """A module without comments and docstrings: half of what travels. As it is if its syntax is newer than ours."""
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
