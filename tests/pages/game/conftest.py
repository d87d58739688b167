"""A game of four, and a visitor who plays it."""

from collections.abc import Iterator

import pytest
from flask import Flask
from flask.testing import FlaskClient

from webapp import create_app


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    app = create_app({"TESTING": True, "DATABASE": str(tmp_path_factory.mktemp("games") / "games.db")})
    yield app
    app.extensions["store"].close()


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    return app.test_client()


@pytest.fixture
def table(client: FlaskClient) -> str:
    """The address of a new game of four."""
    form = {"name0": "Aoi", "name1": "Yui", "name2": "", "name3": "Martin", "rules": "house", "rounds": "2"}
    return str(client.post("/game", data=form).location)
