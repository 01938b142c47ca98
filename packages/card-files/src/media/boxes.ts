// The boxes of MP4 and AVIF (ISO/IEC 14496-12).

/** Offsets into the file: of the box, of its contents, and of its end. */
export type Box = { readonly name: string; readonly from: number; readonly inside: number; readonly to: number };

const HEADER = 8;
/** No real file has as many boxes side by side. Files with more would block other requests. */
const MAX_BOXES = 10_000;

/** Yields the boxes between two offsets, up to the first with an impossible size, and at most `MAX_BOXES`. */
export function* readBoxes(data: Buffer, from: number, to: number): Generator<Box> {
  for (let at = from, boxes = 0; at + HEADER <= to && boxes < MAX_BOXES; boxes++) {
    const short = data.readUInt32BE(at);
    const isLong = short === 1 && at + 2 * HEADER <= to;
    const size = short === 0 ? to - at : isLong ? Number(data.readBigUInt64BE(at + HEADER)) : short;
    const inside = at + (isLong ? 2 * HEADER : HEADER);
    const end = at + size;
    if (end < inside || end > to) return;
    yield { name: data.toString("latin1", at + 4, at + 8), from: at, inside, to: end };
    at = end;
  }
}
