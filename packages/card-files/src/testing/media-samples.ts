// Creates small files of every accepted kind, and of some that are not accepted, byte by byte.
import { crc32, deflateSync } from "node:zlib";

export const text = (letters: string) => Buffer.from(letters, "latin1");

export function be32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

export function be16(value: number): Buffer {
  return be32(value).subarray(2);
}

function le16(value: number): Buffer {
  return Buffer.from([value & 255, value >> 8]);
}

export function le32(value: number): Buffer {
  return Buffer.concat([le16(value & 0xffff), le16(value >>> 16)]);
}

export function pngChunk(name: string, data: Buffer): Buffer {
  const named = Buffer.concat([text(name), data]);
  return Buffer.concat([be32(data.length), named, be32(crc32(named))]);
}

export type Size = { width: number; height: number };

/**
 * Creates a grey picture. It is complete up to 1,000 pixels a side; larger ones state their size but hold too little data.
 * `more` makes files differ: it follows the pixels, where decoders ignore it.
 */
export function pngSample({ width, height }: Size = { width: 3, height: 2 }, more = ""): Buffer {
  const rows = Buffer.alloc(Math.min(width, 1000) * Math.min(height, 1000) + Math.min(height, 1000));
  return Buffer.concat([
    text("\x89PNG\r\n\x1a\n"),
    pngChunk("IHDR", Buffer.concat([be32(width), be32(height), Buffer.from([8, 0, 0, 0, 0])])),
    pngChunk("IDAT", deflateSync(rows)),
    ...(more === "" ? [] : [pngChunk("IDAT", Buffer.from(more))]),
    pngChunk("IEND", Buffer.alloc(0)),
  ]);
}

export function animatedPngSample(): Buffer {
  const png = pngSample();
  return Buffer.concat([png.subarray(0, 33), pngChunk("acTL", Buffer.alloc(8)), png.subarray(33)]);
}

export function gifSample({ width, height }: Size = { width: 1, height: 1 }): Buffer {
  const image = Buffer.concat([Buffer.from([0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0]), Buffer.from([2, 2, 0x44, 1, 0])]);
  const colours = Buffer.from([0, 0, 0, 255, 255, 255]);
  return Buffer.concat([
    text("GIF89a"),
    le16(width),
    le16(height),
    Buffer.from([0x80, 0, 0]),
    colours,
    image,
    text(";"),
  ]);
}

export function jpegSegment(marker: number, data: Buffer): Buffer {
  return Buffer.concat([Buffer.from([0xff, marker]), be16(data.length + 2), data]);
}

/** Creates the headers of an image. `orientation` is that of Exif: from 5 on, the image is shown rotated by 90 degrees. */
export function jpegSample({ width, height }: Size = { width: 4, height: 3 }, orientation?: number): Buffer {
  const tag = (value: number) =>
    Buffer.concat([text("MM\0*"), be32(8), be16(1), be16(0x112), be16(3), be32(1), be16(value), be16(0), be32(0)]);
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    jpegSegment(0xe0, Buffer.concat([text("JFIF\0"), Buffer.from([1, 1, 0, 0, 1, 0, 1, 0, 0])])),
    ...(orientation === undefined ? [] : [jpegSegment(0xe1, Buffer.concat([text("Exif\0\0"), tag(orientation)]))]),
    jpegSegment(0xc0, Buffer.concat([Buffer.from([8]), be16(height), be16(width), Buffer.from([1, 1, 0x11, 0])])),
    Buffer.from([0xff, 0xd9]),
  ]);
}

export function webpSample({ width, height }: Size = { width: 5, height: 4 }): Buffer {
  const bits = (width - 1) | ((height - 1) << 14);
  const data = Buffer.concat([Buffer.from([0x2f]), le32(bits), Buffer.alloc(5)]);
  const body = Buffer.concat([text("WEBPVP8L"), le32(data.length), data]);
  return Buffer.concat([text("RIFF"), le32(body.length), body]);
}

export function box(name: string, ...contents: Buffer[]): Buffer {
  const data = Buffer.concat(contents);
  return Buffer.concat([be32(data.length + 8), text(name), data]);
}

export function avifSample({ width, height }: Size = { width: 6, height: 5 }): Buffer {
  const size = box("ispe", be32(0), be32(width), be32(height));
  return Buffer.concat([
    box("ftyp", text("avif"), be32(0), text("avifmif1")),
    box("meta", be32(0), box("hdlr", be32(0), be32(0), text("pict"), Buffer.alloc(13)), box("iprp", box("ipco", size))),
    box("mdat", Buffer.alloc(16)),
  ]);
}

/** Creates an MP4 file of a brand, with a track of each given kind (`soun`, `vide`). */
export function mp4Sample(brand: string, kinds: readonly string[]): Buffer {
  const track = (kind: string) => box("trak", box("mdia", box("hdlr", be32(0), be32(0), text(kind), Buffer.alloc(13))));
  return Buffer.concat([
    box("ftyp", text(brand), be32(0), text("isom")),
    box("mdat", Buffer.alloc(32)),
    box("moov", box("mvhd", Buffer.alloc(100)), ...kinds.map(track)),
  ]);
}

export function m4aSample(): Buffer {
  return mp4Sample("M4A ", ["soun"]);
}

/** Creates silence of `frames` frames of 417 bytes, 26 ms each. */
export function mp3Sample(frames = 4): Buffer {
  const frame = Buffer.concat([Buffer.from([0xff, 0xfb, 0x90, 0x64]), Buffer.alloc(413)]);
  return Buffer.concat(Array.from({ length: frames }, () => frame));
}

export function oggSample(): Buffer {
  const identification = Buffer.concat([text("\x01vorbis"), le32(0), Buffer.from([1]), le32(8000), Buffer.alloc(14)]);
  const header = Buffer.concat([text("OggS\0\x02"), Buffer.alloc(20), Buffer.from([1, identification.length])]);
  return Buffer.concat([header, identification]);
}

/** Creates silence at 8,000 samples of 8 bits per second. */
export function wavSample(samples = 80): Buffer {
  const format = Buffer.concat([le16(1), le16(1), le32(8000), le32(8000), le16(1), le16(8)]);
  const body = Buffer.concat([
    text("WAVEfmt "),
    le32(format.length),
    format,
    text("data"),
    le32(samples),
    Buffer.alloc(samples, 128),
  ]);
  return Buffer.concat([text("RIFF"), le32(body.length), body]);
}
