// npm run bench: runs each bench, or those that are named, and prints a table for each. The goals stand beside what is measured.
import { attacksRows } from "./attacks.ts";
import { bundlesRows } from "./bundles.ts";
import { dayRows } from "./day.ts";
import { homeRows } from "./home.ts";
import { importsRows } from "./imports.ts";
import { remindersRows } from "./reminders.ts";
import { reviewsRows } from "./reviews.ts";
import type { Row } from "./row.ts";
import { schedulingRows } from "./scheduling.ts";
import { sizesRows } from "./sizes.ts";
import { startRows } from "./start.ts";
import { studyRows } from "./study.ts";

const benches: Record<string, () => Promise<Row[]>> = {
  scheduling: schedulingRows,
  bundles: bundlesRows,
  home: homeRows,
  study: studyRows,
  reviews: reviewsRows,
  reminders: remindersRows,
  imports: importsRows,
  day: dayRows,
  attacks: attacksRows,
  sizes: sizesRows,
  start: startRows,
};

const chosen = process.argv.slice(2);
for (const [name, rows] of Object.entries(benches)) {
  if (chosen.length > 0 && !chosen.includes(name)) continue;
  console.log(`\n${name}`);
  console.table((await rows()).map(({ met, ...row }) => ({ ...row, met: met ? "yes" : "NO" })));
}
