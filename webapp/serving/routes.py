"""The addresses of the application, read from its routes."""

from flask import Flask


def fixed_addresses(app: Flask) -> list[str]:
    """The addresses without a variable part that answer GET: ``/rules``, not ``/game/<secret>``, sorted.

    Files are left out: their names have a dot.
    """
    return sorted(
        rule.rule
        for rule in app.url_map.iter_rules()
        if "GET" in (rule.methods or ()) and not rule.arguments and "." not in rule.rule
    )
