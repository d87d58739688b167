"""The settings of a server, from its environment."""

import gc
from inspect import iscoroutinefunction
from ipaddress import ip_network
from itertools import chain

import pytest

from webapp import DEFAULTS, create_app
from webapp.settings import SETTINGS, SettingsError, read_settings


@pytest.mark.parametrize(
    ("variable", "text", "value"),
    [
        ("OFFLINE", "no", False),
        ("OFFLINE", "0", False),
        ("OFFLINE", "Yes", True),
        ("PROXIES", "1", 1),
        ("NEW_GAMES", "0", 0),
        ("KEEP_DAYS", "0.5", 0.5),
        ("TRUSTED_HOSTS", "agari.example", ["agari.example"]),
        ("TRUSTED_HOSTS", "[agari.example]", ["agari.example"]),
        ("TRUSTED_HOSTS", '["agari.example", ".agari.example"]', ["agari.example", ".agari.example"]),
        ("TRUSTED_HOSTS", "agari.example, [::1]:5000", ["agari.example", "[::1]:5000"]),
        ("MONITORS", "127.0.0.1, 10.0.0.0/8", [ip_network("127.0.0.1"), ip_network("10.0.0.0/8")]),
        ("DATABASE", "/var/lib/agari/agari.db", "/var/lib/agari/agari.db"),
        ("DATABASE", "postgresql://agari@localhost/agari", "postgresql://agari@localhost/agari"),
        ("DATABASE", "", ""),
    ],
)
def test_a_setting_is_read_as_people_write_it(variable: str, text: str, value: object) -> None:
    assert read_settings({f"AGARI_{variable}": text, "PATH": "/bin"}) == {variable: value}


@pytest.mark.parametrize(
    ("variable", "text"),
    [
        *(("PROXIES", text) for text in ("abc", "-1", "1.5", "true", "[1]", "")),
        *(("NEW_GAMES", text) for text in ("-1", "1.5", "many")),
        *(("KEEP_DAYS", text) for text in ("-1", "99999", "nan", "ninety")),
        *(("OFFLINE", text) for text in ("2", "offline")),
        *(("TRUSTED_HOSTS", text) for text in ("", "[]", "https://agari.example", "agari/example")),
        *(("MONITORS", text) for text in ("", "everybody", "10.0.0.1/8", "127.0.0.1;::1")),
        *(("DATABASE", text) for text in ("mysql://localhost/agari", "postgresql://agari@localhost:port/agari")),
    ],
)
def test_a_setting_that_cannot_be_used_is_refused_with_what_it_is(variable: str, text: str) -> None:
    with pytest.raises(SettingsError) as refused:
        read_settings({f"AGARI_{variable}": text})
    assert str(refused.value) == f"AGARI_{variable} is {SETTINGS[variable].is_what}; {text!r} is not"


def test_an_unknown_setting_is_refused_with_the_nearest_name() -> None:
    with pytest.raises(SettingsError, match=r"there is no setting AGARI_KEEPDAYS; did you mean AGARI_KEEP_DAYS\?"):
        read_settings({"AGARI_KEEPDAYS": "30"})
    with pytest.raises(SettingsError, match="there is no setting AGARI_SITE; there are: AGARI_CONTACT, "):
        read_settings({"AGARI_SITE": "x"})


def test_all_wrong_settings_are_named_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AGARI_PROXIES", "one")
    monkeypatch.setenv("AGARI_OFLINE", "no")
    with pytest.raises(SettingsError) as refused:
        create_app()
    assert str(refused.value).count("\n") == 1


def test_a_wrong_address_does_not_show_its_password() -> None:
    with pytest.raises(SettingsError) as refused:
        read_settings({"AGARI_DATABASE": "mysql://agari:secret@localhost/agari"})
    assert "secret" not in str(refused.value)


def test_every_setting_has_a_default() -> None:
    assert {*SETTINGS} - {*DEFAULTS} == {"TRUSTED_HOSTS"}  # Flask has its own


def test_garbage_is_looked_for_after_the_start_also_if_a_setting_cannot_be_used(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("AGARI_PROXIES", "many")
    with pytest.raises(SettingsError):
        create_app()
    assert gc.isenabled()


def test_no_function_that_answers_a_request_is_a_coroutine() -> None:
    """The application does not look whether one is."""
    app = create_app()
    functions = [
        *app.view_functions.values(),
        *chain(*app.before_request_funcs.values(), *app.after_request_funcs.values()),
    ]
    assert len(functions) > 100
    assert not any(map(iscoroutinefunction, functions))
