// `npm run check:data` recomputes all data that is derived from other rows. It lists differences, and then has the exit code 1.
//   npm run check:data -- --mend   also repairs them
import { parseArgs } from "node:util";
import { checkData } from "../apps/server/src/features/checks/checks.service.ts";
import { openDatabase } from "../apps/server/src/platform/db/pool.ts";
import { runCommand } from "./database-command.ts";

const OUTCOMES = { found: "", mended: " (mended)", beyond: "" };

await runCommand(async ({ appUrl }) => {
  const { values } = parseArgs({ options: { mend: { type: "boolean" } } });
  const database = openDatabase({
    connectionString: appUrl,
    maxConnections: 1,
    statementTimeoutMs: 600_000,
    idleInTransactionTimeoutMs: 600_000,
    applicationName: "repasa-check",
  });
  try {
    const { users, found, mended } = await checkData(database.orm, values.mend ?? false, ({ owner, what, outcome }) =>
      console.log(`user ${owner}: ${what}${OUTCOMES[outcome]}`),
    );
    console.log(`${users} users, ${found} differences${values.mend ? `, ${mended} of them mended` : ""}`);
    if (found > mended) process.exitCode = 1;
  } finally {
    await database.close();
  }
});
