// `npm run bench` runs every benchmark, or those that are named, and prints each as a table against its goals.
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
  day: dayRows,
  reminders: remindersRows,
  imports: importsRows,
  attacks: attacksRows,
  sizes: sizesRows,
  start: startRows,
};

const names = process.argv.slice(2);
const unknown = names.find((name) => !(name in benches));
if (unknown !== undefined)
  throw new Error(`there is no benchmark "${unknown}", only ${Object.keys(benches).join(", ")}`);
for (const [name, rows] of Object.entries(benches)) {
  if (names.length > 0 && !names.includes(name)) continue;
  console.log(`\n${name}`);
  console.table((await rows()).map(({ met, ...row }) => ({ ...row, met: met ? "yes" : "NO" })));
}
