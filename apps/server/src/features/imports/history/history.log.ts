import { createHash } from "node:crypto";
import type { MaterialReview } from "@repasa/card-files/material.ts";
import type { Day } from "@repasa/scheduler/days.ts";

const ID_BYTES = 16;
const INITIAL_CAPACITY = 1024;
/** A value that no day has. */
const NO_DAY = -0x80000000;

export type CollectedReview = {
  /** The place of its card among the added cards. */
  readonly place: number;
  readonly at: number;
  readonly grade: MaterialReview["grade"];
  readonly practice: boolean;
  readonly durationMs: number | null;
  readonly reviewId: string;
  /** The day on which the file says that the card is due after this review; null if another review follows. */
  readonly dueDay: Day | null;
};

/** Collects the reviews of many cards. They are stored in columns, because some files hold a million of them. */
export function createReviewLog() {
  let capacity = INITIAL_CAPACITY;
  let length = 0;
  let times = new Float64Array(capacity);
  let places = new Uint32Array(capacity);
  let durations = new Int32Array(capacity);
  let dueDays = new Int32Array(capacity);
  let kinds = new Uint8Array(capacity);
  let ids = new Uint8Array(capacity * ID_BYTES);

  function grow(): void {
    capacity *= 2;
    times = copyInto(new Float64Array(capacity), times);
    places = copyInto(new Uint32Array(capacity), places);
    durations = copyInto(new Int32Array(capacity), durations);
    dueDays = copyInto(new Int32Array(capacity), dueDays);
    kinds = copyInto(new Uint8Array(capacity), kinds);
    ids = copyInto(new Uint8Array(capacity * ID_BYTES), ids);
  }

  function at(index: number): CollectedReview {
    const kind = kinds[index] as number;
    const duration = durations[index] as number;
    const dueDay = dueDays[index] as number;
    return {
      place: places[index] as number,
      at: times[index] as number,
      grade: (kind & 7) as MaterialReview["grade"],
      practice: (kind & 8) !== 0,
      durationMs: duration < 0 ? null : duration,
      reviewId: formatUuid(ids.subarray(index * ID_BYTES, (index + 1) * ID_BYTES)),
      dueDay: dueDay === NO_DAY ? null : dueDay,
    };
  }

  function* sorted(compare: (a: number, b: number) => number): Generator<CollectedReview> {
    const order = new Uint32Array(length).map((_, index) => index);
    order.sort((a, b) => compare(a, b) || a - b);
    for (const index of order) yield at(index);
  }

  return {
    size: () => length,

    /**
     * @param source Identifies the card in every export of the same collection.
     * @param dueDay As in `CollectedReview`.
     */
    add(place: number, source: string, review: MaterialReview, dueDay: Day | null): void {
      if (length === capacity) grow();
      times[length] = review.at;
      places[length] = place;
      durations[length] =
        review.durationMs === null ? -1 : Math.min(0x7fffffff, Math.max(0, Math.round(review.durationMs)));
      dueDays[length] = dueDay ?? NO_DAY;
      kinds[length] = review.grade | (review.practice ? 8 : 0);
      ids.set(computeUuid(`${source}\0${review.key}`), length * ID_BYTES);
      length++;
    },

    /** Yields the reviews, oldest first; those of the same instant in the order in which they were added. */
    inOrder: (): Generator<CollectedReview> => sorted((a, b) => (times[a] as number) - (times[b] as number)),

    /** Yields the reviews grouped by place, each group oldest first. */
    byPlace: (): Generator<CollectedReview> =>
      sorted((a, b) => (places[a] as number) - (places[b] as number) || (times[a] as number) - (times[b] as number)),
  };
}

function copyInto<A extends Float64Array | Uint32Array | Int32Array | Uint8Array>(to: A, from: A): A {
  to.set(from);
  return to;
}

/** Returns the bytes of a UUID computed from a name as in version 5 of RFC 9562: the same name always gets the same UUID. */
function computeUuid(name: string): Uint8Array {
  const bytes = createHash("sha1").update("repasa.review\0").update(name).digest().subarray(0, ID_BYTES);
  bytes[6] = ((bytes[6] as number) & 0x0f) | 0x50;
  bytes[8] = ((bytes[8] as number) & 0x3f) | 0x80;
  return bytes;
}

function formatUuid(bytes: Uint8Array): string {
  const hex = Buffer.from(bytes).toString("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
