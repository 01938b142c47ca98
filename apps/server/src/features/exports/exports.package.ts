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
import { zipped } from "./exports.archive.ts";
import { jsonPieces } from "./exports.json.ts";
import { mediaEntries, mediaFileName } from "./exports.media.ts";
import { type MediaEntry, type Scope, selectLearnerFacts } from "./exports.queries.ts";

/** Collections that are written at once: each takes a processor. Who may ask for one is decided before. */
const turns = perContext((_ctx: Context) => new AccountTurns({ atOnce: 2 }));

/**
 * A package for Anki (docs/export-format.md). What it holds is made on disk meanwhile, and gone when it is closed, read or
 * not.
 */
export function ankiPackage(ctx: Context, scope: Scope, moment: Moment, media: readonly MediaEntry[]): Readable {
  const closed = new AbortController();
  let made: Promise<string> | undefined;
  const make = () => {
    made ??= turns(ctx).run(scope.owner, () => makeFiles(ctx, scope, moment, media, closed.signal), closed.signal);
    return made;
  };
  const file = (name: string) => async () => createReadStream(path.join(await make(), name));
  const map = Object.fromEntries(media.map((entry, place) => [place, mediaFileName(entry)]));
  const output = zipped(
    [
      { name: COLLECTION, compress: true, open: file(COLLECTION) },
      { name: "collection.anki2", compress: true, open: file(COLLECTION) },
      { name: WHOLE_JSON, compress: true, open: file(WHOLE_JSON) },
      { name: "media", compress: true, open: async () => Readable.from([Buffer.from(JSON.stringify(map))]) },
      ...mediaEntries(ctx, scope.owner, media, (_, place) => String(place)),
    ],
    moment.now,
  );
  output.once("close", () => {
    closed.abort();
    made?.then(removeFolder, () => {}).catch((error: unknown) => ctx.log.error({ err: error }, "an export was left"));
  });
  return output;
}

/** The folder that holds the collection and the JSON. It is gone again when this fails. */
async function makeFiles(
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
    const task = await taskOf(ctx, scope, moment, media, folder);
    await writeCollection(task, packagedJson(ctx, scope, moment, media), signal);
    return folder;
  } catch (error) {
    await removeFolder(folder);
    throw error;
  }
}

/** What a collection is made from, beside the pieces of `packagedJson`. */
export async function taskOf(
  ctx: Context,
  { owner }: Scope,
  moment: Moment,
  media: readonly MediaEntry[],
  folder: string,
): Promise<AnkiTask> {
  const { desiredRetention, decay, firstDate } = await selectLearnerFacts(ctx.db, owner);
  const named = media.map(
    (entry) => [entry.id, { name: mediaFileName(entry), isSound: entry.contentType.startsWith("audio/") }] as const,
  );
  return {
    folder,
    time: timeOf(moment, firstDate ?? moment.today),
    learner: {
      desiredRetention: desiredRetention ?? ctx.scheduleSettings.desiredRetention,
      decay: decay ?? DEFAULT_DECAY,
    },
    media: new Map(named),
  };
}

/** The JSON of a package, whose media files have numbers for names. */
export function packagedJson(ctx: Context, scope: Scope, moment: Moment, media: readonly MediaEntry[]) {
  return jsonPieces(ctx, { scope, moment, media, fileOf: (_, place) => String(place) });
}

function timeOf({ now, timeZone, dayStartHour }: Moment, firstDate: string): CollectionTime {
  const began = startOfDay(firstDate, { timeZone, dayStartHour });
  const zoned = Temporal.Instant.fromEpochMilliseconds(began.getTime()).toZonedDateTimeISO(timeZone);
  const minutesWest = Math.round(-zoned.offsetNanoseconds / 60e9);
  return { now: now.getTime(), began: began.getTime(), firstDate, dayStartHour, minutesWest };
}

function removeFolder(folder: string): Promise<void> {
  return rm(folder, { recursive: true, force: true });
}

const A_DAY_MS = 86_400_000;

/** Of servers that were killed while they exported. */
async function removeLeftovers(root: string, now: Date): Promise<void> {
  for (const name of await readdir(root)) {
    const folder = path.join(root, name);
    const age = await stat(folder).then(
      ({ mtimeMs }) => now.getTime() - mtimeMs,
      () => 0,
    );
    if (age > A_DAY_MS) await removeFolder(folder);
  }
}
