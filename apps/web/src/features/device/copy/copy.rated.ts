// What ratings on this device have done to its rows, which the server sends anew only once it has received them.
import { replay } from "#features/device/ahead/ahead.queue.ts";
import { createShowRatings, type ShowRatings } from "#features/device/ahead/ahead.rows.ts";
import type { CopyDatabase } from "#features/device/copy/copy.database.ts";
import { countWrites, readWeek } from "#features/device/copy/copy.week.ts";

const showNothing: ShowRatings = (row) => row;

/** What was read last: a search reads it for each letter. `key` changes with the ratings. */
let last: { database: CopyDatabase; key: string; show: Promise<ShowRatings> } | undefined;

/** Returns a function that shows in a row what ratings on this device have done to its card. */
export async function readShowRatings(database: CopyDatabase): Promise<ShowRatings> {
  const count = await database.count("ratings");
  if (count === 0) return showNothing;
  const key = `${count} ${countWrites()}`;
  if (last?.database !== database || last.key !== key) {
    last = { database, key, show: createFromWeek(database) };
    last.show.catch(() => {
      last = undefined;
    });
  }
  return last.show;
}

async function createFromWeek(database: CopyDatabase): Promise<ShowRatings> {
  const device = await readWeek(database);
  if (!device || device.ratings.length + device.undone.length === 0) return showNothing;
  return createShowRatings(device, replay(device));
}
