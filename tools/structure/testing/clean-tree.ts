import { findViolations } from "../check-structure.ts";
import type { Settings } from "../settings.ts";
import { parseFile, type Violation } from "../source-file.ts";

/** A small project without violations, in which every rule has something to check. */
export const CLEAN: Record<string, string> = {
  "apps/server/src/main.ts": 'import { app } from "#app.ts";\napp(new Date(), Date.now());\n',
  "apps/server/src/app.ts":
    'import { cardsRoutes } from "#features/cards/cards.routes.ts";\nexport const app = (..._: unknown[]) => cardsRoutes;\n',
  "apps/server/src/platform/db/pool.ts":
    'import { sql } from "#platform/db/drizzle.cjs";\nexport const ping = sql`select 1`;\n',
  "apps/server/src/schema/folders.ts":
    'import { pgTable } from "#platform/db/drizzle.cjs";\nexport const folders = pgTable("folders", {});\n',
  "apps/server/src/features/folders/folders.queries.ts":
    'import { folders } from "#schema/folders.ts";\nexport const list = (db: Db, owner: OwnerId) => db.select().from(folders).where(owner);\n',
  "apps/server/src/features/folders/folders.service.ts":
    'import { list } from "./folders.queries.ts";\nexport const folders = (db: Db) => db.transaction(list);\n',
  "apps/server/src/schema/cards.ts": 'import { folders } from "#schema/folders.ts";\nexport const cards = [folders];\n',
  "apps/server/src/features/cards/cards.queries.ts":
    'import { folders } from "#schema/folders.ts";\nexport const all = (db: Db, owner: OwnerId) => db.select().from(folders).where(owner);\n',
  "apps/server/src/features/cards/cards.service.ts":
    'import type { Contract } from "@repasa/contract/cards.ts";\nimport { folders } from ' +
    '"#features/folders/folders.service.ts";\nimport { all } from "./cards.queries.ts";\n// Not Date.now(): ' +
    "the clock says `new Date()`.\nexport const cards = (clock: Clock, at: string) => [folders, all, " +
    "clock.now(), new Date(at)] as Contract;\n",
  "apps/server/src/features/cards/cards.routes.ts":
    'import { cards } from "./cards.service.ts";\nexport const cardsRoutes = cards;\n',
  "apps/server/src/features/cards/cards.service.test.ts":
    'import { list } from "#features/folders/folders.queries.ts";\nimport { sql } from "#platform/db/drizzle.cjs";\nlist(sql`select now()`, new Date());\n',
  "apps/web/src/main.tsx":
    'import { Cards } from "#features/cards/card-list-page.tsx";\nexport const page = <Cards at={new Date()}>Don\'t</Cards>;\n',
  "apps/web/src/ui/button.tsx": "export const Button = () => <button />;\n",
  "apps/web/src/features/cards/cards.api.ts": 'import * as z from "zod/mini";\nexport const schema = z.string();\n',
  "apps/web/src/features/cards/cards.order.ts": "export const order = 1;\n",
  "apps/web/src/features/cards/use-cards.ts": 'export { schema } from "./cards.api.ts";\nexport const useCards = 1;\n',
  "apps/web/src/features/cards/card-list-page.tsx":
    'import { CardTile } from "#features/cards/components/card-tile.tsx";\nimport { offer } from ' +
    '"#features/store/store.api.ts";\nimport { Button } from "#ui/button.tsx";\nexport const Cards = () => ' +
    "<Button>{[CardTile, offer]}</Button>;\n",
  "apps/web/src/features/cards/components/card-tile.tsx": "export const CardTile = () => null;\n",
  "apps/web/src/features/cards/components/card-tile.test.tsx":
    'import { CardTile } from "./card-tile.tsx";\nCardTile();\n',
  "apps/web/src/features/store/store.api.ts": "export const offer = 1;\n",
  "packages/contract/src/cards.ts": 'import * as z from "zod/mini";\nexport type Contract = z.infer<z.ZodMiniAny>;\n',
  "packages/scheduler/src/memory.ts":
    'import { fsrs } from "ts-fsrs";\nexport const next = (now: Date) => fsrs(new Date(now.getTime()));\n',
  "packages/scheduler/src/testing/arbitraries.ts": 'import fc from "fast-check";\nexport const any = fc;\n',
};

const CLEAN_SETTINGS: Settings = {
  ownerlessQueries: {},
  personalTables: new Set(["folders"]),
};

/** Finds the violations of the clean project after `planted` files were added to it or have replaced some of its files. */
export function findViolationsWith(
  planted: Record<string, string> = {},
  settings: Partial<Settings> = {},
): Violation[] {
  const files = Object.entries({ ...CLEAN, ...planted }).map(([path, text]) => parseFile(path, text));
  return findViolations(files, { ...CLEAN_SETTINGS, ...settings });
}
