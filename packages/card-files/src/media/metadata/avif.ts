// AVIF: metadata is stored as items of the `meta` box (ISO/IEC 23008-12). Parts of the file refer to each other by offset, so
// metadata is overwritten in place. The orientation is a property of the picture, which remains.
import { type Box, readBoxes } from "#media/boxes.ts";
import { findMetadataRanges, type Range } from "./avif-items.ts";
import { EMPTY_TIFF } from "./orientation.ts";

/** Boxes that hold texts, places and times at any level of the file. */
const REMARKS = new Set(["uuid", "udta", "xml ", "bxml"]);
const CONTAINERS = new Set(["moov", "trak", "mdia", "minf", "stbl"]);

/** Overwrites Exif, XMP and remarks; the file keeps its length. */
export function stripAvif(data: Buffer): Buffer {
  const stripped = Buffer.from(data);
  const metas = blankRemarks(stripped, 0, stripped.length);
  const described = metas.flatMap((meta) => findMetadataRanges(stripped, meta));
  for (const [from, to] of intersectRanges(mergeRanges(described), findContentRanges(stripped, metas))) {
    stripped.fill(0, from, to);
    // Some readers refuse Exif without a TIFF. Four zeros mean that it begins immediately.
    if (to - from >= 4 + EMPTY_TIFF.length) stripped.set(EMPTY_TIFF, from + 4);
  }
  return stripped;
}

/** Returns the ranges that may hold the data of items. Nothing outside of them is overwritten, whatever offsets the file states. */
function findContentRanges(data: Buffer, metas: readonly Box[]): Range[] {
  const own = metas.flatMap((meta) =>
    [...readBoxes(data, meta.inside + 4, meta.to)].filter(({ name }) => name === "idat"),
  );
  const shared = readBoxes(data, 0, data.length).filter(({ name }) => name === "mdat");
  return mergeRanges([...own, ...shared].map(({ inside, to }): Range => [inside, to]));
}

/** Turns boxes of remarks into free space, and returns the `meta` boxes of the file. */
function blankRemarks(data: Buffer, from: number, to: number): Box[] {
  const metas: Box[] = [];
  for (const box of readBoxes(data, from, to)) {
    if (REMARKS.has(box.name)) blank(data, box);
    else if (CONTAINERS.has(box.name)) for (const inner of blankRemarks(data, box.inside, box.to)) blank(data, inner);
    else if (box.name === "meta") {
      for (const inner of readBoxes(data, box.inside + 4, box.to)) if (REMARKS.has(inner.name)) blank(data, inner);
      metas.push(box);
    }
  }
  return metas;
}

function blank(data: Buffer, { from, inside, to }: Box): void {
  data.write("free", from + 4, "latin1");
  data.fill(0, inside, to);
}

/** Sorts and joins ranges, so that each byte is overwritten once even if a file names it more often. */
function mergeRanges(ranges: Range[]): Range[] {
  const result: [number, number][] = [];
  for (const [from, to] of ranges.sort((a, b) => a[0] - b[0])) {
    const last = result.at(-1);
    if (last && from < last[1]) last[1] = Math.max(last[1], to);
    else result.push([from, to]);
  }
  return result;
}

/** Returns the intersection of two lists of ranges, each sorted and without overlaps. */
function intersectRanges(ones: readonly Range[], others: readonly Range[]): Range[] {
  const result: Range[] = [];
  for (let i = 0, j = 0; i < ones.length && j < others.length; ) {
    const [one, other] = [ones[i] as Range, others[j] as Range];
    const [from, to] = [Math.max(one[0], other[0]), Math.min(one[1], other[1])];
    if (from < to) result.push([from, to]);
    if (one[1] < other[1]) i++;
    else j++;
  }
  return result;
}
