import { createHash } from "node:crypto";
import type { MaterialReview } from "@repasa/card-files/material.ts";

const ID_BYTES = 16;
const FIRST_ROOM = 1024;

export type CollectedReview = {
  /** The place of its card among those that are added. */
  readonly place: number;
  readonly at: number;
  readonly grade: MaterialReview["grade"];
  readonly practice: boolean;
  readonly durationMs: number | null;
  readonly reviewId: string;
};

/** The reviews of many cards, in columns: some files hold a million of them. */
export function createReviewLog() {
  let room = FIRST_ROOM;
  let length = 0;
  let times = new Float64Array(room);
  let places = new Uint32Array(room);
  let durations = new Int32Array(room);
  let kinds = new Uint8Array(room);
  let ids = new Uint8Array(room * ID_BYTES);

  function grow(): void {
    room *= 2;
    times = larger(new Float64Array(room), times);
    places = larger(new Uint32Array(room), places);
    durations = larger(new Int32Array(room), durations);
    kinds = larger(new Uint8Array(room), kinds);
    ids = larger(new Uint8Array(room * ID_BYTES), ids);
  }

  function at(index: number): CollectedReview {
    const kind = kinds[index] as number;
    const duration = durations[index] as number;
    return {
      place: places[index] as number,
      at: times[index] as number,
      grade: (kind & 7) as MaterialReview["grade"],
      practice: (kind & 8) !== 0,
      durationMs: duration < 0 ? null : duration,
      reviewId: uuidOf(ids.subarray(index * ID_BYTES, (index + 1) * ID_BYTES)),
    };
  }

  function* sorted(compare: (a: number, b: number) => number): Generator<CollectedReview> {
    const order = new Uint32Array(length).map((_, index) => index);
    order.sort((a, b) => compare(a, b) || a - b);
    for (const index of order) yield at(index);
  }

  return {
    size: () => length,

    /** @param source What tells the card from all others, in every export of the same collection. */
    add(place: number, source: string, review: MaterialReview): void {
      if (length === room) grow();
      times[length] = review.at;
      places[length] = place;
      durations[length] =
        review.durationMs === null ? -1 : Math.min(0x7fffffff, Math.max(0, Math.round(review.durationMs)));
      kinds[length] = review.grade | (review.practice ? 8 : 0);
      ids.set(namedId(`${source}\0${review.key}`), length * ID_BYTES);
      length++;
    },

    /** Oldest first; those of one instant as they came. */
    inOrder: (): Generator<CollectedReview> => sorted((a, b) => (times[a] as number) - (times[b] as number)),

    /** Yields the reviews grouped by place, each group oldest first. */
    byPlace: (): Generator<CollectedReview> =>
      sorted((a, b) => (places[a] as number) - (places[b] as number) || (times[a] as number) - (times[b] as number)),
  };
}

function larger<A extends Float64Array | Uint32Array | Int32Array | Uint8Array>(to: A, from: A): A {
  to.set(from);
  return to;
}

/** The bytes of a UUID made of a name, as RFC 9562 makes those of version 5: the same name has the same one. */
function namedId(name: string): Uint8Array {
  const bytes = createHash("sha1").update("repasa.review\0").update(name).digest().subarray(0, ID_BYTES);
  bytes[6] = ((bytes[6] as number) & 0x0f) | 0x50;
  bytes[8] = ((bytes[8] as number) & 0x3f) | 0x80;
  return bytes;
}

function uuidOf(bytes: Uint8Array): string {
  const hex = Buffer.from(bytes).toString("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
