"""A group of five, and a visitor who takes part in it."""

from collections.abc import Iterator

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.pages.group.forms import begin, keep
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
def group(client: FlaskClient) -> str:
    """The address of a group with the members 1–4, Aoi, Yui, Ken and Martin, and with 5, Rin, who was added."""
    address = keep(client, begin(client))
    client.post(f"{address}/members", data={"name": "Rin"})
    return address
