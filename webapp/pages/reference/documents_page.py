"""The project's documents as pages: the rules, waits and discards, the JSON API; the help, and what is new."""

from functools import cache, partial
from pathlib import Path

from flask import Blueprint, render_template, request

from webapp.formats.address import query, read_entry
from webapp.language.i18n import in_chosen_language
from webapp.language.news import versions
from webapp.pages.reference.markdown import Document, document_of

blueprint = Blueprint("documents", __name__)

_PACKAGE = Path(__file__).parents[2]
DOCUMENTS = {
    "rules": "scoring/RULES.md",
    "game": "game/RULES.md",
    "discards": "efficiency/DISCARDS.md",
    "api": "pages/api/API.md",
}


def document(name: str) -> str:
    """A document, in English."""
    return render_template("reference/document.html", document=_document(name), problems=(), link=_link())


for _name in DOCUMENTS:
    blueprint.add_url_rule(f"/documents/{_name}", _name, partial(document, _name))


@blueprint.get("/help")
def help_() -> str:
    """The help: how the calculator is used."""
    return render_template("reference/help.html", problems=(), link=_link())


@blueprint.get("/changes")
def changes() -> str:
    """The page of the changes in each version."""
    return render_template("reference/changes.html", versions=versions(), problems=(), link=_link())


@cache
def _document(name: str) -> Document:
    return document_of((_PACKAGE / DOCUMENTS[name]).read_text(encoding="utf-8"))


def _link() -> str:
    """The query of the hand in the address, which is part of every link."""
    return in_chosen_language(query(read_entry(request.args).entry))


@blueprint.get("/api")
def api_description() -> str:
    """The description of the JSON API."""
    return render_template("reference/api.html", link=in_chosen_language(""), problems=())
