"""How much of a request is taken in. What is larger is refused before a page reads it.

Sizes are bytes. They hold for every server that runs the application; the production server refuses longer headers
before the application sees them.
"""

from http import HTTPStatus

from flask import Flask, abort, request

KIB = 1024
#: The address, and all headers together; the longest link of ours has 2,900 bytes.
ADDRESS = HEADERS = 16 * KIB
#: What a browser says of languages, types and encodings; most say it in 100 bytes.
PREFERENCE = 1000
BODY = 64 * KIB
#: Fields of an address or a form; the largest form of ours has 100.
FIELDS = 200

FORM = "application/x-www-form-urlencoded"
PARTS = "multipart/form-data"


def init_app(app: Flask) -> None:
    """Refuse what is too large on every route of `app`, also on those that do not exist."""
    app.config.from_mapping(MAX_CONTENT_LENGTH=BODY, MAX_FORM_MEMORY_SIZE=BODY, MAX_FORM_PARTS=FIELDS)
    app.before_request(refuse_large_headers)
    app.before_request(refuse_large_forms)


def refuse_large_headers() -> None:
    """Answer 414 to a long address and 431 to long headers."""
    query = request.query_string
    if len(request.environ["PATH_INFO"]) + len(query) > ADDRESS or _fields(query) > FIELDS:
        abort(HTTPStatus.REQUEST_URI_TOO_LONG)
    sizes = {name: len(name) + len(value) for name, value in request.headers}
    if sum(sizes.values()) > HEADERS or any(
        size > PREFERENCE for name, size in sizes.items() if name.startswith("Accept")
    ):
        abort(HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE)


def refuse_large_forms() -> None:
    """Answer 413 to a form of too many fields, and 400 to one with a part that has no name.

    Werkzeug counts only the parts of a multipart form, and reads a part without a name as the field `None`.
    """
    if request.mimetype == FORM and _fields(request.get_data()) > FIELDS:
        abort(HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
    if request.mimetype == PARTS and None in request.form:
        abort(HTTPStatus.BAD_REQUEST)


def _fields(encoded: bytes) -> int:
    """An upper bound for the number of fields in a query or an urlencoded form."""
    return encoded.count(b"&") + 1
