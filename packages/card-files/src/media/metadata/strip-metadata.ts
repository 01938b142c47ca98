import { stripAvif } from "./avif.ts";
import { stripGif } from "./gif.ts";
import { stripJpeg } from "./jpeg.ts";
import { stripPng } from "./png.ts";
import { stripWebp } from "./webp.ts";

const formats: [beginning: RegExp, strip: (data: Buffer) => Buffer | null][] = [
  [/^\xff\xd8\xff/, stripJpeg],
  [/^\x89PNG\r\n/, stripPng],
  [/^RIFF.{4}WEBP/s, stripWebp],
  [/^GIF8/, stripGif],
  [/^.{4}ftypavi[fs]/s, stripAvif],
];

/**
 * Removes Exif, XMP, IPTC, comments and everything else that is not part of the picture. The image looks the same, because
 * pixels, colour profile and orientation are preserved. Stripping the result again changes nothing. Sounds and damaged files are
 * returned unchanged.
 */
export function stripMetadata(data: Uint8Array): Buffer {
  const bytes = Buffer.from(data.buffer, data.byteOffset, data.byteLength);
  const beginning = bytes.toString("latin1", 0, 12);
  const strip = formats.find(([pattern]) => pattern.test(beginning))?.[1];
  try {
    const stripped = strip?.(bytes) ?? bytes;
    // The result is only longer if the original orientation took fewer bytes than the block that replaces it.
    return stripped.length > bytes.length ? bytes : stripped;
  } catch (error) {
    // The file claims to be longer than it is.
    if (error instanceof RangeError) return bytes;
    throw error;
  }
}
