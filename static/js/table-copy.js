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

/** Copies the game of a table's page, if a player opened it and the server made it. */
async function copy(at, page) {
  const { answeredBy } = page.documentElement.dataset;
  if (!page.querySelector("[data-action=more]") || answeredBy === "device") return;
  const answer = await fetch(`${at}/game.json`).catch(() => null);
  if (!answer?.ok) return;
  const seat = page.querySelector(".board").dataset.own;
  keepCopy({ table: at, seat, game: await answer.json(), taken: copied().table === at ? copied().taken : [] });
}

/** Copies the game of this page now and whenever it changes, for players who keep Python. */
export function follow(isKept) {
  const copyThis = async () => (await isKept()) && copy(table, document);
  copyThis();
  document.addEventListener("htmx:after:swap", copyThis, true); // captured: what follows a game stops its events
}

/** Copies the game of a table that is not shown. */
export async function copyOther(at) {
  const answer = await fetch(at);
  await copy(at, new DOMParser().parseFromString(await answer.text(), "text/html"));
}
