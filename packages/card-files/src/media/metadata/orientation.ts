// The orientation of a picture in Exif, which is a TIFF whose first directory has the tag 0x0112 (Exif 3.0, 4.6).

const TAG = 0x0112;
const SHORT = 3;
const ENTRY_BYTES = 12;

/** Returns the orientation, 1 to 8. It is 1, which changes nothing, if the TIFF has none or is damaged. */
export function readOrientation(tiff: Buffer): number {
  try {
    const order = tiff.toString("latin1", 0, 2);
    if (order !== "II" && order !== "MM") return 1;
    const short = (at: number) => (order === "II" ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at));
    const directory = order === "II" ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4);
    const entries = short(directory);
    for (let index = 0; index < entries; index++) {
      const entry = directory + 2 + index * ENTRY_BYTES;
      if (short(entry) !== TAG) continue;
      const value = short(entry + 8);
      return short(entry + 2) === SHORT && value >= 1 && value <= 8 ? value : 1;
    }
    return 1;
  } catch (error) {
    if (error instanceof RangeError) return 1;
    throw error;
  }
}

/** Returns the smallest TIFF with an orientation. */
export function writeOrientation(orientation: number): Buffer {
  const tiff = Buffer.from("MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\0\0\0\0\0\0\0", "latin1");
  tiff.writeUInt16BE(orientation, 18);
  return tiff;
}

/** A TIFF without any entry. */
export const EMPTY_TIFF: Buffer = Buffer.from("MM\0*\0\0\0\x08\0\0\0\0\0\0", "latin1");
