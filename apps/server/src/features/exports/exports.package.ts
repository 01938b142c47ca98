import { createReadStream } from "node:fs";
import { mkdir, mkdtemp, readdir, rm, stat } from "node:fs/promises";
import path from "node:path";
import { Readable } from "node:stream";
import type { AnkiTask } from "@repasa/card-files/anki-writing/anki-writer.ts";
import { COLLECTION, type CollectionTime, WHOLE_JSON } from "@repasa/card-files/anki-writing/schema.ts";
import { DEFAULT_DECAY } from "@repasa/scheduler/curve.ts";
import { type Context, perContext } from "#context.ts";
import { AccountTurns } from "#platform/concurrency/account-turns.ts";
import { type Moment, startOfDay } from "#platform/time/local-days.ts";

import { writeCollection } from "./anki/anki.threads.ts";
import { createZip } from "./exports.archive.ts";
import { generateJson } from "./exports.json.ts";
import { createMediaEntries, formatMediaFileName } from "./exports.media.ts";
import { type MediaEntry, type Scope, selectLearnerFacts } from "./exports.queries.ts";

/** Limits the collections that are written at the same time, because each occupies a processor. */
const turns = perContext((_ctx: Context) => new AccountTurns({ atOnce: 2 }));

/**
 * Creates a package for Anki (docs/export-format.md). Its temporary files are written when the first entry is read, and deleted
 * when the package is closed, even if it was not read completely.
 */
export function createAnkiPackage(ctx: Context, scope: Scope, moment: Moment, media: readonly MediaEntry[]): Readable {
  const closed = new AbortController();
  let folder: Promise<string> | undefined;
  const makeFolder = () => {
    folder ??= turns(ctx).run(scope.owner, () => writeFiles(ctx, scope, moment, media, closed.signal), closed.signal);
    return folder;
  };
  const openFile = (name: string) => async () => createReadStream(path.join(await makeFolder(), name));
  const fileNames = Object.fromEntries(media.map((entry, place) => [place, formatMediaFileName(entry)]));
  const output = createZip(
    [
      { name: COLLECTION, compress: true, open: openFile(COLLECTION) },
      { name: "collection.anki2", compress: true, open: openFile(COLLECTION) },
      { name: WHOLE_JSON, compress: true, open: openFile(WHOLE_JSON) },
      { name: "media", compress: true, open: async () => Readable.from([Buffer.from(JSON.stringify(fileNames))]) },
      ...createMediaEntries(ctx, scope.owner, media, (_, place) => String(place)),
    ],
    moment.now,
  );
  output.once("close", () => {
    closed.abort();
    folder?.then(removeFolder, () => {}).catch((error: unknown) => ctx.log.error({ err: error }, "an export was left"));
  });
  return output;
}

/** Writes the collection and the JSON to a folder and returns its path. Deletes the folder if this fails. */
async function writeFiles(
  ctx: Context,
  scope: Scope,
  moment: Moment,
  media: readonly MediaEntry[],
  signal: AbortSignal,
): Promise<string> {
  signal.throwIfAborted();
  const root = path.join(ctx.config.dataDir, "exports");
  await mkdir(root, { recursive: true });
  await removeLeftovers(root, moment.now);
  const folder = await mkdtemp(path.join(root, "export-"));
  try {
    const task = await createAnkiTask(ctx, scope, moment, media, folder);
    await writeCollection(task, generatePackageJson(ctx, scope, moment, media), signal);
    return folder;
  } catch (error) {
    await removeFolder(folder);
    throw error;
  }
}

/** Creates the input for writing a collection, besides the pieces of `generatePackageJson`. */
export async function createAnkiTask(
  ctx: Context,
  { owner }: Scope,
  moment: Moment,
  media: readonly MediaEntry[],
  folder: string,
): Promise<AnkiTask> {
  const { desiredRetention, decay, firstDate } = await selectLearnerFacts(ctx.db, owner);
  const named = media.map(
    (entry) =>
      [entry.id, { name: formatMediaFileName(entry), isSound: entry.contentType.startsWith("audio/") }] as const,
  );
  return {
    folder,
    time: toCollectionTime(moment, firstDate ?? moment.today),
    learner: {
      desiredRetention: desiredRetention ?? ctx.scheduleSettings.desiredRetention,
      decay: decay ?? DEFAULT_DECAY,
    },
    media: new Map(named),
  };
}

/** Yields the JSON of a package, where media files are named by numbers. */
export function generatePackageJson(ctx: Context, scope: Scope, moment: Moment, media: readonly MediaEntry[]) {
  return generateJson(ctx, { scope, moment, media, getFileName: (_, place) => String(place) });
}

function toCollectionTime({ now, timeZone, dayStartHour }: Moment, firstDate: string): CollectionTime {
  const began = startOfDay(firstDate, { timeZone, dayStartHour });
  const zoned = Temporal.Instant.fromEpochMilliseconds(began.getTime()).toZonedDateTimeISO(timeZone);
  const minutesWest = Math.round(-zoned.offsetNanoseconds / 60e9);
  return { now: now.getTime(), began: began.getTime(), firstDate, dayStartHour, minutesWest };
}

function removeFolder(folder: string): Promise<void> {
  return rm(folder, { recursive: true, force: true });
}

const LEFTOVER_AGE_MS = 86_400_000;

/** Removes the folders of exports whose server was killed. */
async function removeLeftovers(root: string, now: Date): Promise<void> {
  for (const name of await readdir(root)) {
    const folder = path.join(root, name);
    const age = await stat(folder).then(
      ({ mtimeMs }) => now.getTime() - mtimeMs,
      () => 0,
    );
    if (age > LEFTOVER_AGE_MS) await removeFolder(folder);
  }
}
