import { randomUUID } from "node:crypto";
import type {
  Material,
  MaterialCard,
  MaterialMedia,
  MaterialReview,
  MaterialSchedule,
} from "@repasa/card-files/material.ts";
import type { ImportOptions } from "@repasa/contract/imports.forms.ts";
import type { ImportPreview, ImportResult } from "@repasa/contract/imports.ts";
import type { WriteTask } from "#features/imports/imports.task.ts";
import { wordPreview } from "#features/imports/imports.wording.ts";
import { createPreview } from "#features/imports/writing/writing.preview.ts";
import { writeImport } from "#features/imports/writing/writing.service.ts";
import { DEFAULT_SCHEDULE_SETTINGS } from "#features/schedule/schedule.defaults.ts";
import type { OwnerId } from "#platform/db/owner.ts";
import { openConnection } from "#platform/db/pool.ts";
import { momentAt } from "#platform/time/local-days.ts";
import type { TestApp, TestClient } from "#testing/test-app.ts";

/** Returns a new card without siblings, with the given changes. */
export function cardWith(change: Partial<MaterialCard>): MaterialCard {
  return {
    folder: "Anki",
    front: "frente",
    back: "dorso",
    format: "plain",
    tags: [],
    suspended: false,
    note: null,
    group: null,
    variant: null,
    createdAt: null,
    reviews: [],
    schedule: null,
    isNew: false,
    exact: null,
    ...change,
  };
}

/** Returns the Anki note of a card. */
export const noteWith = (guid: string, template = 0) => ({ guid, template });

/** Returns one review for each date, with the given grade, at an hour of UTC. */
export function reviewsOn(days: Record<string, MaterialReview["grade"]>, hour = "10:00"): MaterialReview[] {
  return Object.entries(days).map(([date, grade]) => {
    const at = new Date(`${date}T${hour}:00Z`).getTime();
    return { key: String(at), at, grade, practice: false, durationMs: 4000 };
  });
}

export const DUE_IN_TEN_DAYS: MaterialSchedule = {
  due: { inDays: 10 },
  interval: 20,
  stability: null,
  difficulty: null,
  ease: 2.5,
  reviewCount: 4,
};

export function materialOf(cards: readonly MaterialCard[], media: readonly MaterialMedia[] = []): Material {
  return {
    format: cards.some(({ exact }) => exact !== null) ? "repasa" : "apkg",
    table: null,
    cards: () => cards,
    losses: () => [],
    async *media() {
      yield* media;
    },
    close: async () => {},
  };
}

type ImportOutcome = { id: string; preview: ImportPreview; result: ImportResult | null };
type Settings = { options?: ImportOptions; timeZone?: string; dayStartHour?: number; limits?: WriteTask["limits"] };

/** Previews and imports a file in this process, as the separate processes of a server do. */
export async function importMaterial(
  app: TestApp,
  { userId }: TestClient,
  material: Material,
  { options = {}, timeZone = "UTC", dayStartHour = 4, limits = NO_LIMITS }: Settings = {},
): Promise<ImportOutcome> {
  const owner = userId as OwnerId;
  const id = randomUUID();
  const moment = momentAt(app.clock.now(), { timeZone, dayStartHour });
  await app.database.pool.query(
    `INSERT INTO imports (user_id, id, status, file_bytes, created_at, time_zone) VALUES ($1, $2, 'running', 1, $3, $4)`,
    [owner, id, moment.now, timeZone],
  );
  const task: WriteTask = {
    owner,
    importId: id,
    fileName: "Mazo.apkg",
    moment,
    settings: DEFAULT_SCHEDULE_SETTINGS,
    limits,
    options,
    mediaLimit: 1_000_000,
  };
  const connection = await openConnection(app.connectionString, "repasa-import");
  try {
    const preview = await createPreview(connection.orm, task, material, () => {});
    return { id, preview: wordPreview(preview), result: await writeImport(connection, task, material, () => {}) };
  } finally {
    await connection.close();
  }
}

const NO_LIMITS = { freeLimits: { folders: 0, cards: 0 }, stripe: null };
