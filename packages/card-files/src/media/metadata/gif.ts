// GIF (GIF89a, 12 to 26): blocks, most of them followed by sub-blocks of up to 255 bytes.
import { MAX_PARTS, Pieces } from "./pieces.ts";

const SCREEN_END = 13;
const [EXTENSION, IMAGE, TRAILER] = [0x21, 0x2c, 0x3b];
const [COMMENT, APPLICATION] = [0xfe, 0xff];
/** The application blocks for the number of repetitions and for the colour profile. */
const NEEDED = new Set(["NETSCAPE2.0", "ANIMEXTS1.0", "ICCRGBG1012"]);

/** Removes comments and data of applications, such as XMP. Returns null for a file that ends too early or has unknown blocks. */
export function stripGif(data: Buffer): Buffer | null {
  const pieces = new Pieces(data);
  let at = SCREEN_END + countColourBytes(data.readUInt8(10));
  pieces.keep(0, at);
  for (let parts = 0; parts <= MAX_PARTS; parts++) {
    // Some writers omit the trailer.
    if (at === data.length) return pieces.join();
    const begin = at;
    const kind = data.readUInt8(at);
    if (kind === TRAILER) {
      pieces.keep(at, at + 1);
      return pieces.join();
    }
    if (kind === IMAGE) at = skipSubBlocks(data, at + 11 + countColourBytes(data.readUInt8(at + 9)));
    else if (kind === EXTENSION) at = skipSubBlocks(data, at + 2);
    else return null;
    if (kind === IMAGE || isNeeded(data, begin)) pieces.keep(begin, at);
  }
  return null;
}

function isNeeded(data: Buffer, extension: number): boolean {
  const label = data.readUInt8(extension + 1);
  if (label === APPLICATION) return NEEDED.has(data.toString("latin1", extension + 3, extension + 14));
  return label !== COMMENT;
}

function countColourBytes(flags: number): number {
  return flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0;
}

function skipSubBlocks(data: Buffer, from: number): number {
  let at = from;
  for (let size = data.readUInt8(at); size > 0; size = data.readUInt8(at)) at += 1 + size;
  return at + 1;
}
