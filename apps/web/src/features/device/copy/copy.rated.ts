// What ratings on this device have done to its rows, which the server sends anew only once it has received them.
import type { Card } from "@repasa/contract/cards.ts";
import type { CardHistory } from "@repasa/contract/study.ts";
import type { StudyDay } from "@repasa/study-queue/study-day.ts";
import { replay, type WeekOnDevice } from "#features/device/ahead/ahead.queue.ts";
import { createShowRatings, type ShowRatings, updateHistory } from "#features/device/ahead/ahead.rows.ts";
import type { CopyDatabase } from "#features/device/copy/copy.database.ts";
import { projection } from "#features/device/copy/copy.projection.ts";
import { readWeek } from "#features/device/copy/copy.week.ts";

/** A study day may begin with any hour of a local clock, and zones differ by quarters of an hour. */
const QUARTER_HOUR_MS = 900_000;

type Rated = { readonly device: WeekOnDevice; readonly state: StudyDay };

/** Returns a function that shows in a row what ratings on this device have done to its card. */
export async function readShowRatings(database: CopyDatabase): Promise<ShowRatings> {
  const rated = await readRated(database);
  return rated ? createShowRatings(rated.device, rated.state) : (row) => row;
}

/** Returns what is known of a card: the server's last response about it, if there is one, and the ratings on this device. */
export async function describeCard(
  database: CopyDatabase,
  row: Card,
  response: CardHistory | undefined,
): Promise<CardHistory> {
  const unknown = { reviews: [], recall: null, stability: null };
  const history = { ...unknown, ...response, card: row, nextReviewAt: row.nextReviewAt };
  const rated = await readRated(database);
  return rated ? updateHistory(history, rated.device, rated.state) : history;
}

/** Returns undefined if no rating has changed what the server described. */
async function readRated(database: CopyDatabase): Promise<Rated | undefined> {
  if ((await database.count("ratings")) === 0) return undefined;
  // A search needs it for each letter.
  return projection.read(replayRatings, database, { at: Math.floor(Date.now() / QUARTER_HOUR_MS) });
}

async function replayRatings(database: CopyDatabase): Promise<Rated | undefined> {
  const device = await readWeek(database);
  if (!device || device.ratings.length + device.undone.length === 0) return undefined;
  return { device, state: replay(device) };
}
