// Locates the items of a `meta` box that describe the picture: `iinf` holds their types, `iloc` the offsets of their data.
import { type Box, readBoxes } from "#media/boxes.ts";
import { MAX_PARTS } from "./pieces.ts";

export type Range = readonly [from: number, to: number];

const DESCRIPTIONS = new Set(["Exif", "mime", "uri "]);
const IN_FILE = 0;
const IN_META = 1;

/** Returns the ranges of the file that hold Exif, XMP and other descriptions. @throws RangeError where a box ends too early. */
export function findMetadataRanges(data: Buffer, meta: Box): Range[] {
  const inside = new Map([...readBoxes(data, meta.inside + 4, meta.to)].map((box) => [box.name, box]));
  const [names, places, own] = [inside.get("iinf"), inside.get("iloc"), inside.get("idat")];
  if (!names || !places) return [];
  const ids = findDescriptionIds(data, names);
  return ids.size === 0 ? [] : locateItems(data, places, ids, own);
}

/** Returns the ids of items that describe the picture. Types exist since version 2 of `infe`, which AVIF requires. */
function findDescriptionIds(data: Buffer, { inside, to }: Box): Set<number> {
  const ids = new Set<number>();
  const first = inside + (data.readUInt8(inside) === 0 ? 6 : 8);
  for (const entry of readBoxes(data, first, to)) {
    const version = data.readUInt8(entry.inside);
    if (entry.name !== "infe" || version < 2) continue;
    const idBytes = version === 2 ? 2 : 4;
    const type = entry.inside + 4 + idBytes + 2;
    if (DESCRIPTIONS.has(data.toString("latin1", type, type + 4))) ids.add(data.readUIntBE(entry.inside + 4, idBytes));
  }
  return ids;
}

function locateItems(data: Buffer, { inside, to }: Box, ids: ReadonlySet<number>, own: Box | undefined): Range[] {
  const box = data.subarray(0, to);
  const version = box.readUInt8(inside);
  const sizes = box.readUInt16BE(inside + 4);
  const [offsetBytes, lengthBytes, baseBytes] = [sizes >> 12, (sizes >> 8) & 15, (sizes >> 4) & 15];
  const indexBytes = version === 0 ? 0 : sizes & 15;
  const extentBytes = indexBytes + offsetBytes + lengthBytes;
  const idBytes = version < 2 ? 2 : 4;
  const items = Math.min(box.readUIntBE(inside + 6, idBytes), MAX_PARTS);
  const ranges: Range[] = [];
  let at = inside + 6 + idBytes;
  for (let item = 0; item < items; item++) {
    const id = box.readUIntBE(at, idBytes);
    at += idBytes;
    const method = version === 0 ? IN_FILE : box.readUInt16BE(at) & 15;
    at += version === 0 ? 2 : 4;
    const base = readNumber(box, at, baseBytes);
    const extents = box.readUInt16BE(at + baseBytes);
    at += baseBytes + 2;
    const source: Range | null =
      method === IN_FILE ? [0, data.length] : method === IN_META && own ? [own.inside, own.to] : null;
    if (source && ids.has(id)) {
      // Extents without an offset and a length are all equal.
      const distinct = Math.min(extents, extentBytes === 0 ? 1 : MAX_PARTS - ranges.length);
      for (let extent = 0; extent < distinct; extent++) {
        const offset = at + extent * extentBytes + indexBytes;
        const from = source[0] + base + readNumber(box, offset, offsetBytes);
        const length = readNumber(box, offset + offsetBytes, lengthBytes);
        // A length of 0 means that the extent reaches to the end.
        const end = Math.min(source[1], length === 0 ? source[1] : from + length);
        if (from < end) ranges.push([from, end]);
      }
    }
    at += extents * extentBytes;
  }
  return ranges;
}

/** Reads a number of 0, 4 or 8 bytes. @throws RangeError */
function readNumber(data: Buffer, at: number, bytes: number): number {
  if (bytes === 8) return Number(data.readBigUInt64BE(at));
  return bytes === 0 ? 0 : data.readUIntBE(at, bytes);
}
