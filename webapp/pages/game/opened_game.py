"""What all pages of a game share: opening its link, the frame around a page, and keeping the link secret."""

from dataclasses import replace
from math import ceil
from secrets import token_urlsafe
from typing import NamedTuple, NoReturn
from urllib.parse import urlencode

from flask import (
    Blueprint,
    Response,
    abort,
    current_app,
    g,
    make_response,
    redirect,
    render_template,
    request,
    url_for,
)
from werkzeug.wrappers import Response as BaseResponse

from webapp.entry import EMPTY_TABLE, Entry
from webapp.formats.address import query
from webapp.formats.rules import game_rules_json, table_text
from webapp.game.events import Event, Player
from webapp.game.log import Game
from webapp.game.rules import GAME_PRESETS
from webapp.game.state import State
from webapp.game.worth import at_table
from webapp.language.i18n import in_chosen_language, page_address
from webapp.limits import DAY
from webapp.pages.game import long_polling
from webapp.pages.game.announcement import News, news_of
from webapp.pages.game.kept_games import named, replacement, replayed, store
from webapp.pages.game.other_tables import (
    is_of_another,
    known_player,
    led_to,
    member_seat,
    newer_in_group,
    own_group,
    way_on,
)
from webapp.pages.game.table_view import sides
from webapp.scoring.table import WIND_NAMES
from webapp.serving import phone
from webapp.serving.operator_log import log_unavailable
from webapp.serving.phone import KeptGame, OpenedTable
from webapp.serving.request_limits import TooManyGames
from webapp.store import (
    Access,
    Reason,
    Refusal,
    StoredGame,
    UnavailableError,
)
from webapp.store.device import is_of_device

#: The HTTP status for each refusal of the store.
STATUS = {
    Refusal.GONE: 404,
    Refusal.ONLOOKER: 403,
    Refusal.FULL: 409,
    Refusal.LARGE: 413,
    Refusal.GROUPED: 409,
}
#: Seconds after which it is worth asking again, if the database is busy or does not answer.
RETRY = 2


class Opened(NamedTuple):
    """A game as its link opens it. `may_sit`: the link is one for players, so this phone can take a seat. A phone that
    chose to look on has an `access` like an onlooker's until it takes one."""

    access: Access
    may_sit: bool
    log: Game
    names: tuple[str, ...]
    last: Event | None

    @property
    def record(self) -> StoredGame:
        """The game as the store has it."""
        return self.access.game

    @property
    def state(self) -> State:
        """The state now."""
        return self.log.state

    @property
    def secret(self) -> str:
        """The secret of the link."""
        return self.access.secret


def taken_away(game: Opened) -> dict[str, object]:
    """A game as JSON: its time, names, rules and events. `import` takes them, and `/api/game` the last two."""
    events = [kept.body for kept in store().games.since(game.record.id)]
    made, names = game.record.made.isoformat(), game.record.about["names"]
    return {"made": made, "names": names, "rules": game_rules_json(game.log.rules), "events": events}


def new_blueprint(name: str) -> Blueprint:
    """The blueprint of some pages of games."""
    blueprint = Blueprint(name, __name__, url_prefix="/game")
    init_errors(blueprint)
    blueprint.after_request(_keep_the_link_secret)
    long_polling.init_blueprint(blueprint, store)
    return blueprint


def opened(secret: str) -> Opened:
    """The game of a link; 404 if the text is not a link to a game. If it was deleted, ends the request with the page
    that brings it back. An old link leads a phone that was in the game on to the new link."""
    access = long_polling.remembered(secret) or store().games.find(secret)
    if access is None:
        deleted = deleted_game(secret)
        abort(make_response(_render_deleted(deleted), 410) if deleted else _led_on(secret))
    long_polling.note(access, store().present.players(access.game.id))
    may_sit = access.may_write
    g.opened = access = _as_chosen(access)
    game, last, _ = replayed(access.game)
    return Opened(access, may_sit, game, named(access.game), last)


def _led_on(secret: str) -> BaseResponse | int:
    kept = replacement(secret)
    return follow_link(long_polling.led_on(secret, kept.secret), secret, kept) if kept else long_polling.gone()


def follow_link(response: BaseResponse, former: str, kept: KeptGame) -> BaseResponse:
    """Lets a phone remember the new link of a game in place of the `former` one, with its seat."""
    phone.remember_games(response, kept, former=former)
    if long_polling.SEAT in request.cookies:
        remember_seat(response, kept.secret, long_polling.own_seat())
    return response


def deleted_game(secret: str) -> Access | None:
    """The deleted game of a link, if it can be brought back."""
    access = store().games.find(secret, deleted=True)
    return _as_chosen(access) if access else None


def _as_chosen(access: Access) -> Access:
    """An access that writes nothing if this phone only looks on. `g.seats` is then the page with the seats."""
    is_watching = access.may_write and long_polling.is_watching(access)
    g.seats = url_for("joining.join", secret=access.secret) if is_watching else ""
    return replace(access, may_write=access.may_write and not is_watching)


def _render_deleted(access: Access) -> str:
    """The page of a deleted game; for a page on which a player is entering something, only the news of it."""
    long_polling.note(access, store().present.players(access.game.id))
    is_entering = request.endpoint == "game.news"
    return render_template(
        "game/_live.html" if is_entering else "game/deleted.html",
        secret=access.secret,
        may_write=access.may_write,
        names=[name for name in named(access.game) if name],
        is_of_device=is_of_device(access.secret),
        tag=g.tag,
        is_update=long_polling.is_update(),
        is_deleted=True,
        address=url_for("game.news" if is_entering else "game.table", secret=access.secret),
        whole=not is_entering,
    )


def opened_to_write(secret: str) -> Opened:
    """The game of a player's link; 403 for an onlooker's link and for a phone that chose to look on, 404 if the text is
    not a link to a game."""
    game = opened(secret)
    return game if game.access.may_write else abort(403)


def remember_seat(response: BaseResponse, secret: str, player: Player | None) -> None:
    """Lets a phone remember whose it is in this game (None: nobody's)."""
    remember(response, secret, long_polling.SEAT, "" if player is None else str(player))


def remember(response: BaseResponse, secret: str, name: str, value: str) -> None:
    """Gives a phone a cookie for the pages of one game, for the time that a game is kept after an event."""
    days = current_app.config["KEEP_DAYS"]
    kept = round(days * DAY) if days else phone.KEPT
    path = url_for("game.table", secret=secret)
    is_secure = request.is_secure
    response.set_cookie(name, value, max_age=kept, path=path, samesite="Lax", httponly=True, secure=is_secure)


def redirect_to_table(secret: str, ended: int | None = None) -> BaseResponse:
    """Leads to the table of a game; with `ended`, it says that the hand of this number is over."""
    return redirect(url_for("game.table", secret=secret, ended=ended), 303)


def refused(refusal: Refusal) -> NoReturn:
    """Ends the request with the HTTP status of a refusal."""
    abort(STATUS[refusal])


def render_game_page(template: str, game: Opened, **values: object) -> str:
    """A page of the game; each form on it has a key of its own, so that a tap counts once however often it is sent."""
    given = {"problems": (), "look": player_named(request.args.get("look"), game)} | values
    is_update, hands_query = long_polling.is_update(), _hands_query(game)
    return render_template(
        template,
        secret=game.secret,
        may_write=game.access.may_write,
        is_watching=bool(g.seats),
        is_of_device=is_of_device(game.secret),
        onlooker=game.access.onlooker_secret,
        names=game.names,
        state=game.state,
        seen=game.record.head,
        tag=g.tag,
        is_update=is_update,
        present=g.present,
        sides=sides(below(game), len(game.names)),
        news=_news(game),
        hands_query=hands_query,
        hands_link="" if is_update else in_chosen_language(hands_query),
        follow=page_address() if request.method == "GET" else url_for("game.table", secret=game.secret),
        next_game=_next_game(game),
        own_name=_own_name(game),
        own_seat=long_polling.own_seat(),
        is_followed=game.access.next is not None,
        in_group=game.access.group is not None,
        own_group=own_group(game.access),
        new_key=lambda: token_urlsafe(9),
        **given,
    )


def below(game: Opened) -> Player:
    """The player shown at the bottom: the one in the address, else this phone's player, else the first dealer."""
    chosen = player_named(request.args.get("below") or request.cookies.get(long_polling.SEAT), game)
    return chosen if chosen is not None else member_seat(game.access) or 0


def asks_whose(game: Opened) -> bool:
    """Whether the phone has to say whose it is: it may enter hands, others have said so, and nobody knows it yet, nor
    that its player sits out."""
    is_known = bool(g.seats) or known_player(game.access)[1] is not None or member_seat(game.access) is not None
    is_asked = bool(g.present) and game.access.may_write and not is_known and not game.state.over
    return is_asked and not sits_out(game)


def sits_out(game: Opened) -> bool:
    """Whether it is known whose phone this is, and that they do not play in this game."""
    known, own = known_player(game.access)
    if own is not None:
        return known.game.id != game.record.id
    return game.access.may_write and not g.seats and is_of_another(game.access)


def _next_game(game: Opened) -> str:
    """The address that leads to a newer running game, of the evening or, if this phone is inside, of the group; empty
    if there is none."""
    newest, _ = led_to(game.access)
    is_running = newest.game.id != game.record.id and not replayed(newest.game).game.state.over
    return url_for("next_game.along", secret=game.secret) if is_running or newer_in_group(game.access) else ""


def _own_name(game: Opened) -> str | None:
    """The name of this phone's player; None if it is not known, or if they do not play at the table to which the page
    leads."""
    known, own = known_player(game.access)
    names = named(known.game)
    if own is None or own >= len(names) or (game.access.next and way_on(game.access)[1] is None):
        return None
    return names[own]


def _hands_query(game: Opened) -> str:
    """The query with which the menu opens the calculator, its score table and its yaku at this table: the rules, round,
    honba and sticks. Its field `game` has the game's own rules, by which the players call them, and the seats in
    riichi."""
    table = at_table(EMPTY_TABLE, game.state, game.state.player(1), None)
    hand = query(Entry(table=replace(table, discarder=EMPTY_TABLE.discarder)))
    rules = game.log.rules
    of_game = replace(rules, scoring=GAME_PRESETS[rules.preset].scoring)
    in_riichi = "".join(WIND_NAMES[game.state.seat(player)] for player in sorted(game.state.riichi))
    return "&".join(filter(None, [hand, urlencode({"game": table_text(of_game, in_riichi)})]))


def _news(game: Opened) -> News | None:
    """The last event, for a phone that has not seen it yet."""
    return news_of(game.log, game.last, game.names) if game.last and long_polling.has_news(game.access) else None


def player_named(text: str | None, game: Opened) -> Player | None:
    """The player whose number is in an address; None if this game has no such player."""
    return int(text) if text is not None and text in map(str, range(len(game.names))) else None


def init_errors(blueprint: Blueprint) -> None:
    """Adds the pages that say why nothing can be kept now to a blueprint."""
    blueprint.register_error_handler(UnavailableError, _unavailable)
    blueprint.register_error_handler(TooManyGames, _too_many)


def _unavailable(error: UnavailableError) -> tuple[str, int, dict[str, str]]:
    """The page that says why no game can be kept. The calculator works all the same."""
    log_unavailable(error)
    is_worth_trying = error.reason in (Reason.BUSY, Reason.UNREACHABLE, Reason.NEWER_RULES)
    headers = {"Retry-After": str(RETRY)} if is_worth_trying else {}
    return render_template("game/unavailable.html", reason=error.reason), 503, headers


def _too_many(error: TooManyGames) -> tuple[str, int, dict[str, str]]:
    """The page that says when another game can be begun."""
    page = render_template("game/too_many.html", minutes=ceil(error.seconds / 60))
    return page, 429, {"Retry-After": str(error.seconds)}


def _keep_the_link_secret(response: Response) -> Response:
    """Keeps the link out of referrers, caches and search engines, since anybody who knows it may write. Lets the phone
    remember the game."""
    response.headers["Referrer-Policy"] = "no-referrer"
    response.headers["X-Robots-Tag"] = "noindex"
    response.cache_control.no_store = True
    access: Access | None = g.get("opened")
    if access and response.status_code == 200 and response.mimetype == "text/html" and not long_polling.is_update():
        phone.remember_games(response, KeptGame(access.secret, access.game.id))
        if (seat := g.get("member_seat")) is not None:
            remember_seat(response, access.secret, seat)
        own = long_polling.own_seat() if access.may_write else None
        phone.remember_table(response, OpenedTable(access.game.id, own, long_polling.is_watching(access)))
    return response
