// `npm run backup` writes all data of the database to one file, whether servers run or not.
//   npm run backup -- --to FILE   (default: DATA_DIR/backups/repasa-<time>.backup)
import { mkdir, readdir, stat } from "node:fs/promises";
import path from "node:path";
import { parseArgs } from "node:util";
import { writeBackup } from "../apps/server/src/platform/db/backup/write-backup.ts";
import { readConfig } from "../apps/server/src/platform/process/config.ts";
import { runCommand } from "./database-command.ts";

/** Files of the database itself, its log, and temporary files. */
const NOT_TO_KEEP = /^(postgres|postgres\.log.*|backups|tmp|imports|exports)$/;

await runCommand(async ({ ownerUrl }) => {
  const { values } = parseArgs({ options: { to: { type: "string" } } });
  const { dataDir } = readConfig(process.env);
  const now = new Date();
  const name = `repasa-${now.toISOString().slice(0, 19).replaceAll(":", "-")}.backup`;
  const file = path.resolve(values.to ?? path.join(dataDir, "backups", name));
  if (values.to === undefined) await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  const { tables } = await writeBackup(ownerUrl, file, now);
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  const megabytes = ((await stat(file)).size / 1e6).toFixed(1);
  console.log(`${file}: ${tables.length} tables, ${rows} rows, ${megabytes} MB, read again and found sound`);
  console.log("It holds people's data and hashes of their passwords: keep it elsewhere, and encrypted.");
  const others = (await readdir(dataDir).catch(() => [])).filter((entry) => !NOT_TO_KEEP.test(entry)).sort();
  const files = others.map((entry) => path.join(dataDir, entry));
  console.log(`Not in it: the environment of the servers (secrets)${files.map((entry) => `, ${entry}`).join("")}`);
});
