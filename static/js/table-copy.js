// The copy of a game of the server, from which Python answers while the server is away. Loaded where a table is shown or
// asked for.

import { copied, keepCopy } from "./offline/copy.js";
import { tapsOf } from "./site/queue.js";

const tableOf = (url) => new URL(url).pathname.match(/^.*?\/game\/[\w-]{22}/)?.[0];
const table = tableOf(location.href);

/** The copy of the last game of the server into which this device entered something, and the taps that wait. Together
 * they are the game as it will be. Nothing for another address. */
export function copyOf(url) {
  const { table: of, seat, game, taken } = copied();
  if (!of || tableOf(url) !== of) return null;
  const waiting = tapsOf(of).map(({ fields }) => fields);
  return JSON.stringify({ secret: of.slice(-22), seat, game, taps: [...taken.map(([, tap]) => tap), ...waiting] });
}

/** Copies the game of this page now and whenever it changes, for players who keep Python. */
export function follow(isKept) {
  const copy = async () => {
    const isOurs =
      document.querySelector("[data-action=more]") && document.documentElement.dataset.answeredBy !== "device";
    if (!isOurs || !(await isKept())) return;
    const answer = await fetch(`${table}/game.json`).catch(() => null);
    if (!answer?.ok) return;
    const seat = document.querySelector(".board").dataset.own;
    keepCopy({ table, seat, game: await answer.json(), taken: copied().table === table ? copied().taken : [] });
  };
  copy();
  document.addEventListener("htmx:after:swap", copy, true); // captured: what follows a game stops its events
}
