"""The page of what each player needs in this hand, as in the last one."""

from flask import redirect, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from webapp.game.ending import is_last_hand, who_needs_goal
from webapp.game.needs import needs
from webapp.game.result import ranks
from webapp.pages.game.kept_games import earlier_sums
from webapp.pages.game.needed_text import rank_text
from webapp.pages.game.needed_view import needed_view
from webapp.pages.game.opened_game import below, new_blueprint, opened, player_named, render_game_page
from webapp.pages.game.other_tables import season_sums

blueprint = new_blueprint("game_needed")


@blueprint.get("/<secret>/needed")
def needed(secret: str) -> str | BaseResponse:
    """What one player needs, ``player=2``; else this phone's player. A game that is over leads to its result."""
    game = opened(secret)
    if game.state.over:
        return redirect(url_for("game_result.result", secret=secret), 303)
    chosen = player_named(request.args.get("player"), game)
    player = below(game) if chosen is None else chosen
    players = sorted(range(len(game.names)), key=lambda other: (other - player) % len(game.names))
    now = ranks(game.state.points, game.state.rules)
    return render_game_page(
        "game/needed.html",
        game,
        needed=needed_view(game.state, needs(game.state)[player], earlier_sums(game.record), season_sums(game.access)),
        players=sorted(players, key=game.state.seat),
        ranks=[rank_text(rank) for rank in now],
        is_last=is_last_hand(game.state),
        who_needs_goal=who_needs_goal(game.state),
    )
