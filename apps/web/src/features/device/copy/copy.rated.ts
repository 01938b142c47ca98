// What ratings on this device have done to its rows, which the server sends anew only once it has received them.
import type { Card } from "@repasa/contract/cards.ts";
import type { CardHistory } from "@repasa/contract/study.ts";
import { createShowRatings, type ShowRatings, updateHistory } from "#features/device/ahead/ahead.rows.ts";
import type { WeekOnDevice } from "#features/device/ahead/ahead.week.ts";
import type { Copy } from "#features/device/copy/copy.opened.ts";
import { readWeek } from "#features/device/copy/copy.week.ts";

/** A study day may begin with any hour of a local clock, and zones differ by quarters of an hour. */
const QUARTER_HOUR_MS = 900_000;

/** Returns a function that shows in a row what ratings on this device have done to its card. */
export async function readShowRatings(copy: Copy): Promise<ShowRatings> {
  const rated = await readRated(copy);
  return rated ? createShowRatings(rated, rated.state) : (row) => row;
}

/** Returns what is known of a card: the server's last response about it, if there is one, and the ratings on this device. */
export async function describeCard(copy: Copy, row: Card, response: CardHistory | undefined): Promise<CardHistory> {
  const unknown = { reviews: [], recall: null, stability: null };
  const history = { ...unknown, ...response, card: row, nextReviewAt: row.nextReviewAt };
  const rated = await readRated(copy);
  return rated ? updateHistory(history, rated, rated.state) : history;
}

/** Returns the week with its ratings; undefined if none has changed what the server described. */
async function readRated(copy: Copy): Promise<WeekOnDevice | undefined> {
  if ((await copy.use((database) => database.count("ratings"))) === 0) return undefined;
  // A search needs it for each letter.
  return copy.compute(readRatedWeek, { at: Math.floor(Date.now() / QUARTER_HOUR_MS) });
}

async function readRatedWeek(copy: Copy): Promise<WeekOnDevice | undefined> {
  const device = await readWeek(copy);
  return device && device.ratings.length + device.undone.length > 0 ? device : undefined;
}
