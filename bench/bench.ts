// `npm run bench` runs every benchmark, or those that are named, and prints each as a table against its goals. `--list` prints their names.
import { measureAttacks } from "./attacks.ts";
import { measureBundles } from "./bundles.ts";
import { measureDay } from "./day.ts";
import { measureHome } from "./home.ts";
import { measureImports } from "./imports.ts";
import { measureLearners } from "./learners.ts";
import { measurePocket } from "./pocket.ts";
import { measurePractice } from "./practice.ts";
import { measureReminders } from "./reminders.ts";
import { measureReviews } from "./reviews.ts";
import type { Row } from "./row.ts";
import { measureScheduling } from "./scheduling.ts";
import { measureClasses } from "./sharing.classes.ts";
import { measureFollowing } from "./sharing.following.ts";
import { measureSharing } from "./sharing.ts";
import { measureSizes } from "./sizes.ts";
import { measureStart } from "./start.ts";
import { measureStudy } from "./study.ts";

const benches: Record<string, () => Promise<Row[]>> = {
  scheduling: measureScheduling,
  learners: measureLearners,
  bundles: measureBundles,
  home: measureHome,
  study: measureStudy,
  pocket: measurePocket,
  practice: measurePractice,
  reviews: measureReviews,
  day: measureDay,
  reminders: measureReminders,
  imports: measureImports,
  sharing: async () => [...(await measureSharing()), ...(await measureFollowing()), ...(await measureClasses())],
  attacks: measureAttacks,
  sizes: measureSizes,
  start: measureStart,
};

const names = process.argv.slice(2);
if (names[0] === "--list") {
  console.log(Object.keys(benches).join("\n"));
  process.exit();
}
const unknown = names.find((name) => !(name in benches));
if (unknown !== undefined)
  throw new Error(`there is no benchmark "${unknown}", only ${Object.keys(benches).join(", ")}`);
for (const [name, rows] of Object.entries(benches)) {
  if (names.length > 0 && !names.includes(name)) continue;
  console.log(`\n${name}`);
  console.table((await rows()).map(({ met, ...row }) => ({ ...row, met: met ? "yes" : "NO" })));
}
