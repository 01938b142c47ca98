// npm run bench: runs each bench, or those that are named, and prints a table for each. The goals stand beside what is measured.
import { attacksRows } from "./attacks.ts";
import { bundlesRows } from "./bundles.ts";
import { citusRows } from "./citus.ts";
import { dayRows } from "./day.ts";
import { exportsRows } from "./exports.ts";
import { historyRows } from "./history.ts";
import { homeRows } from "./home.ts";
import { importsRows } from "./imports.ts";
import { landingRows } from "./landing.ts";
import { learningRows } from "./learning.ts";
import { hugeListRows } from "./lists.ts";
import { metricsRows } from "./metrics.ts";
import { portionsRows } from "./portions.ts";
import { queriesRows } from "./queries.ts";
import { readsRows } from "./reads.ts";
import { remindersRows } from "./reminders.ts";
import { reviewsRows } from "./reviews.ts";
import type { Row } from "./row.ts";
import { schedulingRows } from "./scheduling.ts";
import { searchRows } from "./search.ts";
import { sizesRows } from "./sizes.ts";
import { cloneRows, startRows } from "./start.ts";
import { studyRows } from "./study.ts";

const benches: Record<string, () => Promise<Row[]>> = {
  scheduling: schedulingRows,
  learning: learningRows,
  bundles: bundlesRows,
  landing: landingRows,
  home: homeRows,
  queries: queriesRows,
  reads: readsRows,
  history: historyRows,
  search: searchRows,
  study: studyRows,
  reviews: reviewsRows,
  reminders: remindersRows,
  exports: exportsRows,
  imports: importsRows,
  lists: async () => [...(await portionsRows()), ...(await hugeListRows())],
  day: dayRows,
  attacks: attacksRows,
  metrics: metricsRows,
  sizes: sizesRows,
  start: startRows,
  clone: cloneRows,
  citus: citusRows,
};

const chosen = process.argv.slice(2);
for (const [name, rows] of Object.entries(benches)) {
  if (chosen.length > 0 && !chosen.includes(name)) continue;
  console.log(`\n${name}`);
  console.table((await rows()).map(({ met, ...row }) => ({ ...row, met: met ? "yes" : "NO" })));
}
