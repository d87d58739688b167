"""What all pages of a game share: its link opened, the frame around a page, and what keeps the link secret."""

from collections.abc import Sequence
from dataclasses import replace
from secrets import token_urlsafe
from typing import NamedTuple, NoReturn

from flask import Blueprint, Response, abort, current_app, g, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from webapp.entry import EMPTY_TABLE, Entry
from webapp.game import Event, Game, Player, State, start
from webapp.language.i18n import in_chosen_language, page_address, translate
from webapp.language.words import N_
from webapp.outputs.game import game_rules_json
from webapp.outputs.links import query
from webapp.pages import following
from webapp.pages.replayed import Replayed, Replays
from webapp.serving.fairness import charge
from webapp.store import Access, Created, Refusal, Store, StoredGame, UnavailableError
from webapp.store.device import is_of_device
from webapp.views.game import sides
from webapp.views.news import News, news_of

#: What each refusal of the store is for HTTP.
STATUS = {Refusal.GONE: 404, Refusal.ONLOOKER: 403, Refusal.FULL: 409, Refusal.LARGE: 413}
#: Seconds that a link to no game costs its sender. Whoever tries many comes after everybody else.
WRONG_LINK = 0.05
#: How long a phone remembers its seat, in seconds: as long as a game is kept by itself.
KEPT = 90 * 24 * 60 * 60


class Opened(NamedTuple):
    """A game as its link opens it."""

    access: Access
    game: Game
    names: tuple[str, ...]
    last: Event | None

    @property
    def state(self) -> State:
        """The state now."""
        return self.game.state

    @property
    def secret(self) -> str:
        """The secret of the link."""
        return self.access.secret

    def before(self, seq: int | None) -> State:
        """The state before the event of this number; now if it is None or no event that counts."""
        states = [start(self.game.rules), *[moment.state for moment in self.game.line]]
        place = next((i for i, moment in enumerate(self.game.line) if moment.seq == seq), len(self.game.line))
        return states[place]


def taken_away(game: Opened) -> dict[str, object]:
    """A game as JSON: names, rules and events. `import` takes them, and `/api/game` the last two."""
    events = [kept.body for kept in store().games.since(game.access.game.id)]
    return {"names": game.access.game.about["names"], "rules": game_rules_json(game.game.rules), "events": events}


def new_blueprint(name: str) -> Blueprint:
    """The blueprint of some pages of games."""
    blueprint = Blueprint(name, __name__, url_prefix="/game")
    blueprint.register_error_handler(UnavailableError, _unavailable)
    blueprint.after_request(_keep_the_link_secret)
    following.init_blueprint(blueprint, store)
    return blueprint


def store() -> Store:
    """Where games are kept."""
    found: Store = current_app.extensions["store"]
    return found


def opened(secret: str) -> Opened:
    """The game of a link; 404 for whatever is no link to a game, which costs its sender some of their turns."""
    access = following.found(secret) or store().games.find(secret)
    if access is None:
        charge(WRONG_LINK)
        abort(404)
    following.note(access, store().present.players(access.game.id))
    game, last = replayed(access.game)
    return Opened(access, game, named(access.game), last)


def replayed(kept: StoredGame) -> Replayed:
    """A game that is kept, as its events tell it."""
    replays: Replays = current_app.extensions["replays"]
    return replays.now(kept, store().games.since)


def named(kept: StoredGame) -> tuple[str, ...]:
    """The names as they are shown: who gave none is known by their number."""
    names: Sequence[str] = kept.about["names"]
    return tuple(name or translate(N_("Player {n}")).format(n=n) for n, name in enumerate(names, 1))


def opened_to_write(secret: str) -> Opened:
    """The same for players; 403 for an onlooker's link."""
    found = opened(secret)
    return found if found.access.may_write else abort(403)


def remember_seat(response: BaseResponse, secret: str, player: Player) -> None:
    """Lets a phone remember whose it is in this game."""
    path = url_for("game.table", secret=secret)
    response.set_cookie(following.SEAT, str(player), max_age=KEPT, path=path, samesite="Lax", httponly=True)


def to_table(created: Created | Refusal) -> BaseResponse:
    """Leads to the table of a game that was just made."""
    return refused(created) if isinstance(created, Refusal) else _to(created.player)


def back_to_table(secret: str) -> BaseResponse:
    """Leads to the table."""
    return _to(secret)


def refused(refusal: Refusal) -> NoReturn:
    """Answers what the store refused."""
    abort(STATUS[refusal])


def _to(secret: str) -> BaseResponse:
    return redirect(url_for("game.table", secret=secret), 303)


def shown(template: str, game: Opened, **values: object) -> str:
    """A page of the game; each form on it has a key of its own, so that a tap counts once however often it is sent."""
    given = {"problems": (), "look": player_named(request.args.get("look"), game)} | values
    is_update = following.is_update()
    return render_template(
        template,
        secret=game.secret,
        may_write=game.access.may_write,
        is_local=is_of_device(game.secret),
        onlooker=game.access.onlooker,
        names=game.names,
        seen=game.access.game.head,
        tag=g.tag,
        is_update=is_update,
        present=g.present,
        sides=sides(below(game), len(game.names)),
        news=_news(game),
        hands_link="" if is_update else _hands_link(game),
        follow=page_address() if request.method == "GET" else url_for("game.table", secret=game.secret),
        new_key=lambda: token_urlsafe(9),
        **given,
    )


def below(game: Opened) -> Player:
    """Who sits below: the player of the address, else the one whose phone it is."""
    return player_named(request.args.get("below") or request.cookies.get(following.SEAT), game) or 0


def _hands_link(game: Opened) -> str:
    """The link by which the menu opens the calculator, its score table and its yaku by the rules of this game."""
    return in_chosen_language(query(Entry(table=replace(EMPTY_TABLE, rules=game.game.rules.scoring))))


def _news(game: Opened) -> News | None:
    """The last event, for a phone that has not seen it yet."""
    return news_of(game.game, game.last, game.names) if game.last and following.has_news(game.access) else None


def player_named(text: str | None, game: Opened) -> Player | None:
    """The player of a number in an address."""
    return int(text) if text is not None and text in map(str, range(len(game.names))) else None


def _unavailable(error: UnavailableError) -> tuple[str, int]:
    """Why no game can be kept; the calculator works without one."""
    return render_template("game/unavailable.html", reason=error.reason), 503


def _keep_the_link_secret(response: Response) -> Response:
    """Whoever knows the link may write: it goes into no referrer, no cache and no search engine."""
    response.headers["Referrer-Policy"] = "no-referrer"
    response.headers["X-Robots-Tag"] = "noindex"
    response.cache_control.no_store = True
    return response
