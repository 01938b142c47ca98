import { addDays, localDateOf } from "#lib/local-date.ts";

export const today = localDateOf(new Date(), 4);

/** A period whose first and last day are counted from today. */
export const periodInDays = (from: number, to: number) => ({ from: addDays(today, from), to: addDays(today, to) });
