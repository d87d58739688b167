// Runs majiang-core on the hands of the first line of standard input; every further line names what to do with them
// ("hule", "tingpai", "xiangting") and is answered with the nanoseconds that each hand took, or ("answers") with what
// each hand is worth.

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

const xiangting = ({ held }) => Util.xiangting(held);

const TASKS = { hule, tingpai, xiangting };

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
  else if (said === "answers") console.log(JSON.stringify(hands.map((hand) => hule(hand)?.fenpei ?? null)));
  else console.log(JSON.stringify(timed(TASKS[said], hands)));
}
