import { MEDIA_TYPES, type Media } from "@repasa/contract/media.ts";
import { fileTypeFromBuffer } from "file-type";
import { imageSize } from "image-size";
import { readBoxes } from "./boxes.ts";

export type Inspected = Pick<Media, "contentType" | "width" | "height">;

/** In pixels. Images are not decoded here, but browsers need 4 bytes per pixel. */
const MAX_SIDE_PIXELS = 10_000;
const MAX_AREA_PIXELS = 40_000_000;

/** The number of bytes that are searched for a size. Searching a hostile file to its end would take too long. */
const HEADER_BYTES = 32 * 1024;
const MAX_JPEG_SEGMENTS = 1000;
const MIN_WEBP_BYTES = 25;

const SAME_TYPES: Record<string, Media["contentType"]> = {
  "image/apng": "image/png",
  "audio/ogg; codecs=opus": "audio/ogg",
};

/** The types of MP4 by its brands; only the tracks show whether it contains nothing but sound. */
const MP4_TYPES = new Set(["audio/x-m4a", "audio/mp4", "video/mp4", "video/x-m4v"]);

/**
 * Determines what a file is by its bytes alone.
 *
 * @returns null for a file that is not accepted: of another type, damaged, or too large to show.
 */
export async function inspectMedia(data: Uint8Array): Promise<Inspected | null> {
  const found = await fileTypeFromBuffer(data).catch(() => undefined);
  if (!found) return null;
  if (MP4_TYPES.has(found.mime)) return hasOnlySound(data) ? { contentType: "audio/mp4" } : null;
  const contentType = SAME_TYPES[found.mime] ?? MEDIA_TYPES.find((type) => type === found.mime);
  if (contentType === undefined || found.ext === "mp1" || found.ext === "mp2") return null;
  if (!contentType.startsWith("image/")) return { contentType };
  const size = readSize(data, contentType);
  return size && { contentType, ...size };
}

/** Returns at once whether data begins like an accepted image; `inspectMedia`, which is asynchronous, decides. */
export function hasImageHeader(data: Buffer): boolean {
  const contentType = detectImageType(data.toString("latin1", 0, 12));
  return contentType !== null && readSize(data, contentType) !== null;
}

function detectImageType(beginning: string): Media["contentType"] | null {
  if (beginning.startsWith("\x89PNG\r\n")) return "image/png";
  if (beginning.startsWith("\xff\xd8\xff")) return "image/jpeg";
  if (beginning.startsWith("GIF8")) return "image/gif";
  return beginning.startsWith("RIFF") && beginning.endsWith("WEBP") ? "image/webp" : null;
}

/** Returns the size as it is shown, turned by its orientation; null beyond the limits, or if the file states none. */
function readSize(data: Uint8Array, contentType: Media["contentType"]) {
  // A copy: the library looks past the end of a view into the memory behind it.
  const header = new Uint8Array(
    data.subarray(0, contentType === "image/jpeg" ? measureJpegHeader(data) : HEADER_BYTES),
  );
  if (contentType === "image/webp" && header.length < MIN_WEBP_BYTES) return null;
  try {
    const { width, height, orientation = 1 } = imageSize(header);
    if (Math.min(width, height) < 1 || Math.max(width, height) > MAX_SIDE_PIXELS) return null;
    if (width * height > MAX_AREA_PIXELS) return null;
    return orientation > 4 ? { width: height, height: width } : { width, height };
  } catch {
    return null;
  }
}

/** Returns the bytes up to the end of the frame header, which follows previews and colour profiles of any length; 0 if there is none. */
function measureJpegHeader(data: Uint8Array): number {
  let at = 2;
  for (let segments = 0; segments < MAX_JPEG_SEGMENTS && data[at] === 0xff; segments++) {
    const marker = data[at + 1] as number;
    const end = at + 2 + (((data[at + 2] as number) << 8) | (data[at + 3] as number));
    if (marker >= 0xc0 && marker <= 0xc2) return end;
    at = end;
  }
  return 0;
}

const MAX_TRACKS = 100;

/** Returns whether an MP4 file has tracks, all of them sounds (ISO/IEC 14496-12: `moov`, `trak`, `mdia`, `hdlr`). */
function hasOnlySound(data: Uint8Array): boolean {
  const bytes = Buffer.from(data.buffer, data.byteOffset, data.byteLength);
  const findBoxes = (name: string, from: number, to: number) =>
    readBoxes(bytes, from, to).filter((box) => box.name === name);
  const [moov] = findBoxes("moov", 0, bytes.length).take(1);
  const tracks = moov ? [...findBoxes("trak", moov.inside, moov.to).take(MAX_TRACKS + 1)] : [];
  if (tracks.length > MAX_TRACKS) return false;
  const kinds = tracks.map((track) => {
    const [media] = findBoxes("mdia", track.inside, track.to).take(1);
    const [handler] = media ? findBoxes("hdlr", media.inside, media.to).take(1) : [];
    if (!handler || handler.to - handler.inside < 12) return "";
    return bytes.toString("latin1", handler.inside + 8, handler.inside + 12);
  });
  // `text` and `sbtl` are chapters and lyrics.
  return kinds.includes("soun") && kinds.every((kind) => ["soun", "text", "sbtl"].includes(kind));
}
