// WebP (RFC 9649): a RIFF file of chunks, each padded to an even length.
import { readOrientation, writeOrientation } from "./orientation.ts";
import { MAX_PARTS, Pieces } from "./pieces.ts";

const CHUNKS = 12;
const HEADER = 8;
const NEEDED = new Set(["VP8 ", "VP8L", "VP8X", "ALPH", "ANIM", "ANMF", "ICCP"]);
const FLAGS = CHUNKS + HEADER;
const [EXIF_FLAG, XMP_FLAG] = [0x08, 0x04];

/** Removes Exif, XMP and unknown chunks. Returns null for a file without a picture. */
export function stripWebp(data: Buffer): Buffer | null {
  const fileEnd = Math.min(data.length, HEADER + data.readUInt32LE(4));
  const pieces = new Pieces(data);
  let orientation: number | null = null;
  let isCut = false;
  for (let at = CHUNKS, parts = 0; at + HEADER <= fileEnd; parts++) {
    if (parts > MAX_PARTS) return null;
    const type = data.toString("latin1", at, at + 4);
    const size = data.readUInt32LE(at + 4);
    isCut = at + HEADER + size > fileEnd;
    const end = Math.min(fileEnd, at + HEADER + size + (size % 2));
    if (type === "EXIF") orientation ??= readOrientation(findTiff(data.subarray(at + HEADER, end)));
    if (NEEDED.has(type)) pieces.keep(at, end);
    at = end;
  }
  const needed = pieces.join();
  if (needed.length === 0) return null;
  const stripped = Buffer.concat([data.subarray(0, CHUNKS), needed, Buffer.alloc(isCut ? 0 : needed.length % 2)]);
  // Only a file with the `VP8X` chunk may have Exif.
  const isExtended = stripped.length > FLAGS && stripped.toString("latin1", CHUNKS, CHUNKS + 4) === "VP8X";
  const exif = isExtended && !isCut ? createExifChunk(orientation ?? 1) : Buffer.alloc(0);
  if (isExtended) {
    const others = stripped.readUInt8(FLAGS) & ~(EXIF_FLAG | XMP_FLAG);
    stripped.writeUInt8(exif.length > 0 ? others | EXIF_FLAG : others, FLAGS);
  }
  const whole = Buffer.concat([stripped, exif]);
  whole.writeUInt32LE(whole.length - HEADER, 4);
  return whole;
}

/** Some writers put the header of the JPEG segment in front of the TIFF. */
function findTiff(exif: Buffer): Buffer {
  return exif.toString("latin1", 0, 4) === "Exif" ? exif.subarray(6) : exif;
}

function createExifChunk(orientation: number): Buffer {
  if (orientation === 1) return Buffer.alloc(0);
  const tiff = writeOrientation(orientation);
  const head = Buffer.from("EXIF\0\0\0\0");
  head.writeUInt32LE(tiff.length, 4);
  return Buffer.concat([head, tiff]);
}
