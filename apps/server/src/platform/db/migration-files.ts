import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { StartupError } from "#platform/process/startup-error.ts";

export interface Migration {
  readonly name: string;
  readonly sql: string;
  readonly checksum: string;
}

export const MIGRATIONS_DIRECTORY = join(import.meta.dirname, "migrations");

export async function readMigrations(directory: string): Promise<Migration[]> {
  const names = (await readdir(directory)).filter((name) => name.endsWith(".sql")).sort();
  const numbers = new Set<string>();
  const migrations: Migration[] = [];
  for (const name of names) {
    const number = /^(\d{4})_[a-z0-9_]+\.sql$/.exec(name)?.[1];
    if (number === undefined) throw new StartupError(`Migration ${name} is not named like 0001_what_it_does.sql.`);
    if (numbers.has(number)) throw new StartupError(`Two migrations bear the number ${number}: rename the newer one.`);
    numbers.add(number);
    // A checkout on Windows changes the line endings, but not the meaning of the file.
    const sql = (await readFile(join(directory, name), "utf8")).replaceAll("\r\n", "\n");
    migrations.push({
      name: name.slice(0, -".sql".length),
      sql,
      checksum: createHash("sha256").update(sql).digest("hex"),
    });
  }
  return migrations;
}
