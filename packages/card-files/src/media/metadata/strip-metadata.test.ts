// @module-tag hostile
import fc from "fast-check";
import { imageSize } from "image-size";
import { describe, expect, it, test } from "vitest";
import { inspectMedia } from "#media/inspect-media.ts";
import {
  animatedPngSample,
  avifSample,
  gifSample,
  jpegSample,
  jpegSegment,
  m4aSample,
  mp3Sample,
  oggSample,
  pngSample,
  wavSample,
  webpSample,
} from "#testing/media-samples.ts";
import {
  avifPhoto,
  GIF_LEFT,
  gifPhoto,
  JPEG_PARTS,
  jpegPhoto,
  pngPhoto,
  SECRET,
  webpPhoto,
} from "#testing/metadata-samples.ts";
import { stripMetadata } from "./strip-metadata.ts";

const photos = { JPEG: jpegPhoto(), PNG: pngPhoto(), WebP: webpPhoto(), GIF: gifPhoto(), AVIF: avifPhoto() };
const described = {
  JPEG: { contentType: "image/jpeg", width: 8, height: 16 },
  PNG: { contentType: "image/png", width: 3, height: 2 },
  WebP: { contentType: "image/webp", width: 5, height: 4 },
  GIF: { contentType: "image/gif", width: 1, height: 1 },
  AVIF: { contentType: "image/avif", width: 6, height: 5 },
};
const orientations = [1, 2, 3, 4, 5, 6, 7, 8];

describe.each(Object.keys(photos) as (keyof typeof photos)[])("stripMetadata of a %s file", (name) => {
  const photo = photos[name];

  it("removes everything that does not belong to the picture", async () => {
    expect(photo.includes(SECRET.slice(0, 6))).toBe(true);
    const stripped = stripMetadata(photo);
    expect(stripped.toString("latin1")).not.toContain(SECRET.slice(0, 6));
    expect(stripped.includes("GPS")).toBe(false);
    expect(await inspectMedia(stripped)).toEqual(described[name]);
  });

  it("changes nothing the second time", () => {
    const stripped = stripMetadata(photo);
    expect(stripMetadata(stripped)).toEqual(stripped);
  });
});

test.each([
  ["PNG", pngSample()],
  ["animated PNG", animatedPngSample()],
  ["JPEG", jpegSample()],
  ["GIF", gifSample()],
  ["WebP", webpSample()],
  ["AVIF", avifSample()],
  ["MP3", mp3Sample()],
  ["OGG", oggSample()],
  ["WAV", wavSample()],
  ["M4A", m4aSample()],
  ["a text", Buffer.from("hola")],
  ["nothing", Buffer.alloc(0)],
])("stripMetadata returns %s without metadata unchanged", (_name, data) => {
  expect(stripMetadata(data)).toEqual(data);
});

describe("stripMetadata preserves the orientation", () => {
  test.each(orientations)("%i in JPEG", (orientation) => {
    const stripped = stripMetadata(jpegPhoto(orientation));
    expect(imageSize(stripped).orientation ?? 1).toBe(orientation);
  });

  // The value of the only remaining entry is compared directly, because only browsers read it.
  test.each(orientations.slice(1))("%i in PNG and WebP", (orientation) => {
    for (const photo of [pngPhoto(orientation), webpPhoto(orientation)]) {
      const stripped = stripMetadata(photo);
      const at = stripped.indexOf("MM\0*");
      expect(stripped.subarray(at, at + 18)).toEqual(Buffer.from("4d4d002a000000080001011200030000" + "0001", "hex"));
      expect(stripped.readUInt16BE(at + 18)).toBe(orientation);
    }
  });

  it("but leaves no Exif in an image that is not rotated", () => {
    expect(stripMetadata(jpegPhoto(1)).includes("Exif")).toBe(false);
    expect(stripMetadata(pngPhoto(1)).includes("eXIf")).toBe(false);
    expect(stripMetadata(webpPhoto(1)).includes("EXIF")).toBe(false);
    expect(stripMetadata(jpegPhoto(9)).includes("Exif")).toBe(false);
  });
});

describe("stripMetadata preserves", () => {
  it("profile, colours and every byte of the scan in JPEG", () => {
    const stripped = stripMetadata(photos.JPEG);
    for (const part of JPEG_PARTS) expect(stripped.includes(part)).toBe(true);
    const jfif = Buffer.from([0xff, 0xe0, 0, 16, ...Buffer.from("JFIF\0"), 1, 1, 0, 0, 1, 0, 1, 0, 0]);
    const end = Buffer.from([0xff, 0xd9]);
    expect(stripMetadata(jpegPhoto(1))).toEqual(Buffer.concat([stripped.subarray(0, 2), jfif, ...JPEG_PARTS, end]));
  });

  it("the profile and the pixels in PNG", () => {
    const types = (data: Buffer) => {
      const found: string[] = [];
      for (let at = 8; at < data.length; at += 12 + data.readUInt32BE(at))
        found.push(data.toString("latin1", at + 4, at + 8));
      return found;
    };
    expect(types(stripMetadata(photos.PNG))).toEqual(["IHDR", "eXIf", "iCCP", "IDAT", "IEND"]);
  });

  it("the profile and the pixels in WebP, with a header that lists the remaining chunks", () => {
    const stripped = stripMetadata(photos.WebP);
    expect(stripped.readUInt32LE(4)).toBe(stripped.length - 8);
    expect(stripped.readUInt8(20)).toBe(0x28);
    expect(stripMetadata(webpPhoto(1)).readUInt8(20)).toBe(0x20);
    for (const name of ["VP8X", "ICCP", "VP8L", "EXIF"]) expect(stripped.includes(name)).toBe(true);
  });

  it("the number of repetitions in GIF", () => {
    expect(stripMetadata(photos.GIF)).toEqual(GIF_LEFT);
    const withoutTrailer = photos.GIF.subarray(0, photos.GIF.indexOf(`;${SECRET}`));
    expect(stripMetadata(withoutTrailer)).toEqual(GIF_LEFT.subarray(0, -1));
  });

  it("every offset and the bytes of the picture in AVIF", () => {
    const stripped = stripMetadata(photos.AVIF);
    expect(stripped).toHaveLength(photos.AVIF.length);
    const picture = Buffer.from("mdat\x01\x02\x03\x04\x05\x06\x07\x08\0\0\0\0MM\0*", "latin1");
    expect(stripped.indexOf(picture)).toBe(photos.AVIF.indexOf(picture));
  });
});

describe("stripMetadata with hostile and damaged files", () => {
  const seeds = [...Object.values(photos), jpegSample(), webpSample(), avifSample(), gifSample()];
  const changed = fc
    .tuple(
      fc.constantFrom(...seeds),
      fc.array(fc.tuple(fc.nat(700), fc.oneof(fc.constantFrom(0, 1, 2, 8, 127, 128, 254, 255), fc.nat(255))), {
        maxLength: 6,
      }),
      fc.nat(800),
    )
    .map(([seed, changes, length]) => {
      const data = Buffer.from(seed);
      for (const [at, value] of changes) if (at < data.length) data[at] = value;
      return data.subarray(0, length);
    });

  it("neither throws nor adds bytes, and changes nothing the second time", () => {
    fc.assert(
      fc.property(fc.oneof(changed, fc.uint8Array({ maxLength: 300 })), (data) => {
        const stripped = stripMetadata(data);
        expect(stripped.length).toBeLessThanOrEqual(data.length);
        expect(stripMetadata(stripped).equals(stripped)).toBe(true);
      }),
      { numRuns: 5000 },
    );
  });

  it("preserves the beginning of a scan that is cut short, without the location", () => {
    const scan = photos.JPEG.indexOf(JPEG_PARTS.at(-1) as Buffer);
    const half = stripMetadata(photos.JPEG.subarray(0, scan + 12));
    expect(half.includes(SECRET)).toBe(false);
    expect(half.includes((JPEG_PARTS.at(-1) as Buffer).subarray(0, 12))).toBe(true);
  });

  const many = (piece: Buffer) => Buffer.alloc(5 * 1024 * 1024, piece);
  const items = (count: number) => {
    const photo = avifPhoto();
    const at = photo.indexOf("iloc");
    const iloc = Buffer.concat([
      Buffer.from("\x01\0\0\0\0\0\xff\xff", "latin1"),
      Buffer.alloc(count * 10, "\0\x02\0\0\0\0\xff\xff\xff\xff"),
    ]);
    const size = Buffer.alloc(4);
    size.writeUInt32BE(iloc.length + 8);
    const whole = Buffer.concat([photo.subarray(0, at - 4), size, Buffer.from("iloc"), iloc]);
    whole.writeUInt32BE(whole.length - whole.indexOf("meta") + 4, whole.indexOf("meta") - 4);
    return whole;
  };

  // Quadratic time would exceed the time limit of a test.
  test.each([
    [
      "JPEG with many comments",
      Buffer.concat([jpegSample().subarray(0, 20), many(jpegSegment(0xfe, Buffer.from("a")))]),
    ],
    ["JPEG with many tables", Buffer.concat([jpegSample().subarray(0, 20), many(jpegSegment(0xdb, Buffer.from("a")))])],
    ["JPEG with many markers", Buffer.concat([jpegSample().subarray(0, 20), many(Buffer.from([0xff]))])],
    [
      "JPEG with many scans",
      Buffer.concat([jpegSample().subarray(0, 20), many(jpegSegment(0xda, Buffer.from([0xff])))]),
    ],
    [
      "PNG with many empty chunks",
      Buffer.concat([pngSample().subarray(0, 33), many(Buffer.from("\0\0\0\0tEXt\0\0\0\0"))]),
    ],
    ["WebP with many empty chunks", Buffer.concat([webpSample(), many(Buffer.from("EXIF\0\0\0\0"))])],
    [
      "GIF with many comments",
      Buffer.concat([gifSample().subarray(0, 19), many(Buffer.from("\x21\xfe\x01a\0", "latin1"))]),
    ],
    ["AVIF with nested boxes", Buffer.concat([avifSample().subarray(0, 24), nested()])],
    ["AVIF with many remarks", Buffer.concat([avifSample(), many(Buffer.from("\0\0\0\x08uuid", "latin1"))])],
    ["AVIF with items without numbers", items(1000)],
  ])("takes linear time for a %s", (_name, data) => {
    expect(stripMetadata(data).length).toBeLessThanOrEqual(data.length);
  });

  function nested(): Buffer {
    const depth = 100_000;
    const boxes = Buffer.alloc(depth * 8, "\0\0\0\0moov");
    for (let level = 0; level < depth; level++) boxes.writeUInt32BE((depth - level) * 8, level * 8);
    return boxes;
  }
});
