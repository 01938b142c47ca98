// `npm run client-tables` writes what clients need of the contract into `packages/contract/src/client/` (decision 001).
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { writeClientTables } from "@repasa/contract/client-tables.ts";

const folder = resolve(import.meta.dirname, "../packages/contract/src/client");
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder);
const tables = writeClientTables();
for (const [name, text] of tables) writeFileSync(join(folder, name), text);
console.log(`wrote ${tables.size} tables to ${folder}`);
