// @module-tag hostile
import { expect, test } from "vitest";
import {
  animatedPngSample,
  avifSample,
  gifSample,
  jpegSample,
  m4aSample,
  mp3Sample,
  mp4Sample,
  oggSample,
  pngSample,
  wavSample,
  webpSample,
} from "#testing/media-samples.ts";
import { inspectMedia } from "./inspect-media.ts";

test.each([
  ["PNG", pngSample(), { contentType: "image/png", width: 3, height: 2 }],
  ["animated PNG", animatedPngSample(), { contentType: "image/png", width: 3, height: 2 }],
  ["JPEG", jpegSample(), { contentType: "image/jpeg", width: 4, height: 3 }],
  [
    "JPEG that is shown rotated",
    jpegSample({ width: 4, height: 3 }, 6),
    { contentType: "image/jpeg", width: 3, height: 4 },
  ],
  ["GIF", gifSample(), { contentType: "image/gif", width: 1, height: 1 }],
  ["WebP", webpSample(), { contentType: "image/webp", width: 5, height: 4 }],
  ["AVIF", avifSample(), { contentType: "image/avif", width: 6, height: 5 }],
  ["MP3", mp3Sample(), { contentType: "audio/mpeg" }],
  ["MP3 with tags", Buffer.concat([tags(100), mp3Sample()]), { contentType: "audio/mpeg" }],
  ["OGG", oggSample(), { contentType: "audio/ogg" }],
  ["WAV", wavSample(), { contentType: "audio/wav" }],
  ["M4A", m4aSample(), { contentType: "audio/mp4" }],
  ["M4A with a brand of videos", mp4Sample("mp42", ["soun"]), { contentType: "audio/mp4" }],
])("inspectMedia accepts %s", async (_name, data, expected) => {
  expect(await inspectMedia(data)).toEqual(expected);
});

const SVG = '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';

test.each([
  ["nothing", Buffer.alloc(0)],
  ["one byte", Buffer.from([0xff])],
  ["a text", Buffer.from("hola")],
  ["a page", Buffer.from("<!doctype html><script>alert(1)</script>")],
  ["an SVG", Buffer.from(SVG)],
  ["a zip", Buffer.from("PK\x03\x04".padEnd(100, "\0"))],
  ["a PDF", Buffer.from("%PDF-1.7\n")],
  ["a video with the brand of a sound", mp4Sample("M4A ", ["soun", "vide"])],
  ["a video", mp4Sample("isom", ["vide", "soun"])],
  ["a sound with too many tracks", mp4Sample("M4A ", Array(101).fill("soun"))],
  ["an MP4 without tracks", mp4Sample("M4A ", [])],
  ["an MP4 that ends in its first box", m4aSample().subarray(0, 20)],
  ["a PNG without a header", Buffer.from("\x89PNG\r\n\x1a\n", "latin1")],
  ["a PNG that ends in its header", pngSample().subarray(0, 20)],
  ["a JPEG that ends in its header", jpegSample().subarray(0, 12)],
  ["a JPEG without a size", Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 4, 0, 0, 0xff, 0xd9])],
  ["a WebP that ends in its header", webpSample().subarray(0, 18)],
  ["an AVIF without a size", avifSample().subarray(0, 40)],
  ["an image without pixels", gifSample({ width: 0, height: 10 })],
  ["an image with a side that is too long", pngSample({ width: 10_001, height: 1 })],
  ["an image with too many pixels", jpegSample({ width: 9000, height: 9000 })],
  ["an image with the most pixels that PNG allows", pngSample({ width: 0x7fffffff, height: 0x7fffffff })],
])("inspectMedia rejects %s", async (_name, data) => {
  expect(await inspectMedia(data)).toBeNull();
});

test("inspectMedia determines the type of a file by its first bytes", async () => {
  const alsoScript = Buffer.concat([gifSample(), Buffer.from("=1;alert(1)//<script>alert(1)</script>")]);
  expect(await inspectMedia(alsoScript)).toMatchObject({ contentType: "image/gif" });
});

test("inspectMedia does not read beyond the end of a view", async () => {
  const around = Buffer.concat([pngSample().subarray(0, 20), Buffer.alloc(100, 1)]);
  expect(await inspectMedia(around.subarray(0, 20))).toBeNull();
});

test("inspectMedia accepts a photograph with a long colour profile before its size", async () => {
  const photo = jpegSample();
  const profile = Buffer.concat([Buffer.from([0xff, 0xe2, 0xff, 0xff]), Buffer.alloc(0xfffd)]);
  const long = Buffer.concat([photo.subarray(0, 20), ...Array.from({ length: 12 }, () => profile), photo.subarray(20)]);
  expect(await inspectMedia(long)).toEqual({ contentType: "image/jpeg", width: 4, height: 3 });
});

const MB = 1024 * 1024;

test.each([
  ["a JPEG without a marker", Buffer.concat([jpegSample().subarray(0, 20), Buffer.alloc(5 * MB, 1)])],
  ["a JPEG of markers alone", Buffer.concat([jpegSample().subarray(0, 20), Buffer.alloc(5 * MB, 255)])],
  ["a JPEG of empty segments", Buffer.concat([jpegSample().subarray(0, 20), Buffer.alloc(5 * MB, emptySegment())])],
  ["an AVIF of sizes alone", manySizes()],
  ["an MP4 of empty boxes", Buffer.concat([mp4Sample("M4A ", []), Buffer.alloc(5 * MB, box8())])],
])("inspectMedia takes linear time for %s", async (_name, data) => {
  const started = performance.now();
  await inspectMedia(data);
  // The goal is 50 ms, but the machine may be busy. Quadratic time would take hours.
  expect(performance.now() - started).toBeLessThan(10_000);
});

function tags(bytes: number): Buffer {
  return Buffer.concat([Buffer.from("ID3\x04\0\0\0\0\0", "latin1"), Buffer.from([bytes]), Buffer.alloc(bytes)]);
}

function emptySegment(): Buffer {
  return Buffer.from([0xff, 0xe1, 0, 2]);
}

function box8(): Buffer {
  return Buffer.from("\0\0\0\x08free", "latin1");
}

function manySizes(): Buffer {
  const one = avifSample();
  const at = one.indexOf("ispe") - 4;
  const size = one.subarray(at, at + 20);
  const many = Buffer.concat(Array.from({ length: 100_000 }, () => size));
  const whole = Buffer.concat([one.subarray(0, at), many]);
  for (const name of ["meta", "iprp", "ipco"])
    whole.writeUInt32BE(whole.length - whole.indexOf(name) + 4, whole.indexOf(name) - 4);
  return whole;
}
