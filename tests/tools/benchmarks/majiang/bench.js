// Runs majiang-core on the hands of the first line of standard input. Every further line names a task ("hule",
// "tingpai", "both", "xiangting", "dapai") and the hands from `first` to before `last`; the reply is the nanoseconds of
// the processor that they took, or with `answers` what the task says of each hand.

import { createInterface } from "node:readline";
import Majiang from "@kobalab/majiang-core";

const { Shoupai, Util } = Majiang;
const RULE = Majiang.rule({ ダブル役満あり: false });

// A hand made ready, so that only the work is timed: tiles, what completes them (null by tsumo), the situation.
const ready = ({ held, shoupai, rongpai, param }) => ({
  held: Shoupai.fromString(held),
  shoupai: Shoupai.fromString(shoupai),
  rongpai: rongpai || null,
  param: Util.hule_param({ rule: RULE, ...param }),
});

const hule = ({ shoupai, rongpai, param }) => Util.hule(shoupai, rongpai, param);

// All waits of 13 tiles, each scored by ron.
const tingpai = ({ held, param }) => Util.tingpai(held).map((p) => Util.hule(held, `${p}=`, param));

// The same by ron and by tsumo.
const both = ({ held, param }) =>
  Util.tingpai(held).map((p) => [Util.hule(held, `${p}=`, param), Util.hule(held.clone().zimo(p), null, param)]);

const xiangting = ({ shoupai }) => Util.xiangting(shoupai);

// For each kind that 14 tiles can give up without a step back the tiles that take them closer then.
const dapai = ({ shoupai }) => {
  const now = Util.xiangting(shoupai);
  const discards = new Map(shoupai.get_dapai(false).map((p) => [p.slice(0, 2).replace("0", "5"), p]));
  const found = {};
  for (const [kind, p] of discards) {
    const held = shoupai.clone().dapai(p);
    if (Util.xiangting(held) === now) found[kind] = Util.tingpai(held);
  }
  return found;
};

const TASKS = { hule, tingpai, both, xiangting, dapai };
const points = (won) => won?.defen ?? 0;
const ANSWERS = {
  hule: (hand) => hule(hand)?.fenpei ?? null,
  both: (hand) => {
    const brought = both(hand);
    return Object.fromEntries(Util.tingpai(hand.held).map((p, i) => [p, brought[i].map(points)]));
  },
  xiangting,
  dapai,
};

// The processor's time of this process, the helper threads of V8 included.
const timed = (task, hands) => {
  const start = process.cpuUsage();
  for (const hand of hands) task(hand);
  const { user, system } = process.cpuUsage(start);
  return 1000 * (user + system);
};

let hands;
for await (const line of createInterface({ input: process.stdin })) {
  const said = JSON.parse(line);
  if (!hands) hands = said.map(ready);
  else if (said.answers) console.log(JSON.stringify(hands.map(ANSWERS[said.task])));
  else console.log(timed(TASKS[said.task], hands.slice(said.first, said.last)));
}
