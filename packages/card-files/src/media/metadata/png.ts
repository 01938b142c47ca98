// PNG (W3C, third edition, 5): chunks of a length, a type, data and a checksum.
import { crc32 } from "node:zlib";
import { readOrientation, writeOrientation } from "./orientation.ts";
import { MAX_PARTS, Pieces } from "./pieces.ts";

const SIGNATURE = 8;
const CHUNK_OVERHEAD = 12;
const HEADER_END = SIGNATURE + CHUNK_OVERHEAD + 13;

/** Optional chunks that colour, size or animate the picture. All other optional chunks are removed. */
const NEEDED = new Set("tRNS cHRM gAMA iCCP sBIT sRGB cICP mDCV cLLI bKGD hIST pHYs sPLT acTL fcTL fdAT".split(" "));

/** Removes texts, times, Exif and unknown chunks. Returns null for a file without a header. */
export function stripPng(data: Buffer): Buffer | null {
  if (data.toString("latin1", SIGNATURE, SIGNATURE + 8) !== "\0\0\0\x0dIHDR" || data.length < HEADER_END) return null;
  const pieces = new Pieces(data);
  let orientation: number | null = null;
  for (let at = SIGNATURE, type = "", parts = 0; at + CHUNK_OVERHEAD <= data.length && type !== "IEND"; parts++) {
    if (parts > MAX_PARTS) return null;
    // Decoders show a file that ends too early as far as it goes.
    const end = Math.min(data.length, at + CHUNK_OVERHEAD + data.readUInt32BE(at));
    type = data.toString("latin1", at + 4, at + 8);
    if (type === "eXIf") orientation ??= readOrientation(data.subarray(at + 8, end - 4));
    if (isCritical(type) || NEEDED.has(type)) pieces.keep(at, end);
    at = end;
  }
  const needed = pieces.join();
  const headerEnd = HEADER_END - SIGNATURE;
  return Buffer.concat([
    data.subarray(0, SIGNATURE),
    needed.subarray(0, headerEnd),
    createExifChunk(orientation ?? 1),
    needed.subarray(headerEnd),
  ]);
}

/** Returns whether decoders must understand a chunk, which a capital first letter means. */
function isCritical(type: string): boolean {
  return type >= "A" && type < "[";
}

function createExifChunk(orientation: number): Buffer {
  if (orientation === 1) return Buffer.alloc(0);
  const tiff = writeOrientation(orientation);
  const chunk = Buffer.concat([Buffer.alloc(4), Buffer.from("eXIf"), tiff, Buffer.alloc(4)]);
  chunk.writeUInt32BE(tiff.length, 0);
  chunk.writeUInt32BE(crc32(chunk.subarray(4, -4)), chunk.length - 4);
  return chunk;
}
