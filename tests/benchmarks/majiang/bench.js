// Runs majiang-core on the hands of the first line of standard input; every further line names what to do with them
// ("hule", "tingpai", "xiangting", "dapai") and is answered with the nanoseconds that each hand took, or
// ("answers hule" …) with what is said of each hand.

import { createInterface } from "node:readline";
import Majiang from "@kobalab/majiang-core";

const { Shoupai, Util } = Majiang;
const RULE = Majiang.rule({ "ダブル役満あり": false });

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

const TASKS = { hule, tingpai, xiangting, dapai };
const ANSWERS = {
  "answers hule": (hand) => hule(hand)?.fenpei ?? null,
  "answers xiangting": xiangting,
  "answers dapai": dapai,
};

const timed = (task, hands) =>
  hands.map((hand) => {
    const start = process.hrtime.bigint();
    task(hand);
    return Number(process.hrtime.bigint() - start);
  });

let hands;
for await (const line of createInterface({ input: process.stdin })) {
  const said = JSON.parse(line);
  if (!hands) hands = said.map(ready);
  else if (said in ANSWERS) console.log(JSON.stringify(hands.map((hand) => ANSWERS[said](hand))));
  else console.log(JSON.stringify(timed(TASKS[said], hands)));
}
