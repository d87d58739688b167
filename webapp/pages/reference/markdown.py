"""A Markdown document as frozen values. The template writes the HTML and escapes every text."""

import re
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from markdown_it.tree import SyntaxTreeNode


class Node(NamedTuple):
    """A piece of text (no tag), or an HTML element with what is inside it."""

    tag: str
    text: str = ""
    inside: tuple["Node", ...] = ()
    #: The target of a link.
    address: str = ""

    @property
    def words(self) -> str:
        """All text in it."""
        return self.text + "".join(node.words for node in self.inside)

    @property
    def anchor(self) -> str:
        """The fragment that leads to a heading: ``fu``, ``rule-switches``."""
        return re.sub(r"\W+", "-", self.words.lower()).strip("-")


class Document(NamedTuple):
    """A title and the text below it."""

    title: str
    nodes: tuple[Node, ...]

    @property
    def chapters(self) -> tuple[Node, ...]:
        """The headings of the chapters."""
        return tuple(node for node in self.nodes if node.tag == "h2")


def document_of(markdown: str) -> Document:
    """The document of a text in Markdown, which begins with its title."""
    from markdown_it import MarkdownIt  # importing it takes a thirtieth of the time of a server's start
    from markdown_it.tree import SyntaxTreeNode

    parser = MarkdownIt("commonmark").enable("table")
    title, *nodes = _inside(SyntaxTreeNode(parser.parse(markdown)))
    return Document(title.words, tuple(nodes))


def _inside(tree: "SyntaxTreeNode") -> tuple[Node, ...]:
    return tuple(node for child in tree.children for node in _nodes(child))


def _nodes(tree: "SyntaxTreeNode") -> tuple[Node, ...]:
    """The nodes of a part of the tree. A paragraph in a tight list gets no element of its own."""
    if tree.type in ("text", "softbreak"):
        return (Node("", tree.content or " "),)
    if tree.type in ("fence", "code_block"):
        return (Node("pre", inside=(Node("code", tree.content),)),)
    if tree.type == "code_inline":
        return (Node("code", tree.content),)
    if tree.type == "inline" or tree.hidden:
        return _inside(tree)
    return (Node(tree.tag, inside=_inside(tree), address=str(tree.attrs.get("href", ""))),)
