// JPEG (ITU-T T.81, B.1): markers with segments, and scans, which end at the next marker.
import { readOrientation, writeOrientation } from "./orientation.ts";
import { MAX_PARTS, Pieces } from "./pieces.ts";

const [SOI, EOI, SOS, COMMENT] = [0xd8, 0xd9, 0xda, 0xfe];
const [APP0, APP1, APP2, APP14, APP15] = [0xe0, 0xe1, 0xe2, 0xee, 0xef];
const EXIF = "Exif\0";
const JFIF_BYTES = 18;

/** Keeps only segments that are needed to decode or colour the picture. Returns null for a file that no decoder reads. */
export function stripJpeg(data: Buffer): Buffer | null {
  const pieces = new Pieces(data);
  let orientation: number | null = null;
  let hasScan = false;
  // Decoders skip bytes between segments, and repeated 0xff.
  for (let at = data.indexOf(0xff, 2), parts = 0; at >= 0; at = data.indexOf(0xff, at), parts++) {
    if (parts > MAX_PARTS) return null;
    while (data[at + 1] === 0xff) at++;
    const marker = data[at + 1];
    if (marker === undefined) break;
    // Anything may follow the end, such as videos, or other pictures with Exif of their own.
    if (marker === EOI) {
      pieces.keep(at, at + 2);
      break;
    }
    if (marker === SOI) return null;
    if (isStandalone(marker)) {
      at += 2;
      continue;
    }
    const end = at + 4 > data.length ? Number.POSITIVE_INFINITY : at + 2 + data.readUInt16BE(at + 2);
    if (end < at + 4) return null;
    if (end > data.length) {
      if (hasScan) break;
      return null;
    }
    const begins = (text: string) => data.toString("latin1", at + 4, Math.min(end, at + 4 + text.length)) === text;
    if (marker === APP1 && begins(EXIF)) orientation ??= readOrientation(data.subarray(at + 10, end));
    if (marker === APP0 && begins("JFIF\0") && end - at > JFIF_BYTES) pieces.add(removeThumbnail(data, at));
    else if (isNeeded(marker, begins)) pieces.keep(at, end);
    at = end;
    if (marker === SOS) {
      hasScan = true;
      at = findScanEnd(data, end);
      pieces.keep(end, at);
    }
  }
  return Buffer.concat([data.subarray(0, 2), createExifSegment(orientation ?? 1), pieces.join()]);
}

/** Returns whether a marker has no segment. 0 is a byte of a scan; 1 and RST0 to RST7 mean nothing outside of one. */
function isStandalone(marker: number): boolean {
  return marker <= 1 || (marker >= 0xd0 && marker <= 0xd7);
}

function isNeeded(marker: number, begins: (text: string) => boolean): boolean {
  if (marker === COMMENT) return false;
  if (marker < APP0 || marker > APP15) return true;
  if (marker === APP0) return begins("JFIF\0");
  if (marker === APP2) return begins("ICC_PROFILE\0");
  // Adobe's segment holds the coding of the colours.
  return marker === APP14 && begins("Adobe");
}

function removeThumbnail(data: Buffer, at: number): Buffer {
  const segment = Buffer.concat([data.subarray(at, at + JFIF_BYTES - 2), Buffer.alloc(2)]);
  segment.writeUInt16BE(JFIF_BYTES - 2, 2);
  return segment;
}

function findScanEnd(data: Buffer, from: number): number {
  for (let at = data.indexOf(0xff, from); at >= 0; at = data.indexOf(0xff, at)) {
    const begin = at;
    while (data[at + 1] === 0xff) at++;
    const marker = data[at + 1];
    if (marker === undefined) break;
    if (!isStandalone(marker)) return begin;
    at += 2;
  }
  return data.length;
}

function createExifSegment(orientation: number): Buffer {
  if (orientation === 1) return Buffer.alloc(0);
  const payload = Buffer.concat([Buffer.from(`${EXIF}\0`, "latin1"), writeOrientation(orientation)]);
  return Buffer.concat([Buffer.from([0xff, APP1, 0, payload.length + 2]), payload]);
}
