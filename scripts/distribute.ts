// `npm run db:distribute` spreads the database over the machines of its Citus cluster, after showing what it would do.
//   npm run db:distribute -- --yes   skips the confirmation
import { createInterface } from "node:readline/promises";
import { parseArgs } from "node:util";
import { distributeDatabase } from "../apps/server/src/platform/scale-out/distribution.ts";
import { systemClock } from "../apps/server/src/platform/time/clock.ts";
import { runCommand } from "./database-command.ts";

const { values } = parseArgs({ options: { yes: { type: "boolean" } } });

await runCommand(async ({ ownerUrl }) => {
  const outcome = await distributeDatabase({
    connectionString: ownerUrl,
    clock: systemClock,
    say: (line) => console.log(line),
    confirm,
  });
  if (outcome === "declined") process.exitCode = 1;
});

async function confirm(): Promise<boolean> {
  if (values.yes) return true;
  if (!process.stdin.isTTY) {
    console.error("Nothing is changed. Run it with --yes to do this.");
    return false;
  }
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const answer = await terminal.question("Do this? (yes/no) ");
  terminal.close();
  return answer.trim() === "yes";
}
