// Images whose metadata holds the place, time and author of the picture. Each remark holds `SECRET`, so that a test can look for
// it.
import { be16, be32, box, jpegSegment, le32, pngChunk, pngSample, text } from "./media-samples.ts";

export const SECRET = "SECRETO";
const XMP = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF>${SECRET}</rdf:RDF></x:xmpmeta>`;

/** Creates a TIFF like those of cameras: a maker, an orientation, a note of the maker, and a place (40° 25' N). */
function exifTiff(orientation: number): Buffer {
  const entry = (tag: number, type: number, count: number, value: Buffer) =>
    Buffer.concat([be16(tag), be16(type), be32(count), value]);
  const short = (value: number) => Buffer.concat([be16(value), be16(0)]);
  const [first, gps, data] = [8, 8 + 2 + 4 * 12 + 4, 8 + 2 + 4 * 12 + 4 + 2 + 2 * 12 + 4];
  const maker = text(`${SECRET}\0`);
  return Buffer.concat([
    text("MM\0*"),
    be32(first),
    be16(4),
    entry(0x010f, 2, maker.length, be32(data)),
    entry(0x0112, 3, 1, short(orientation)),
    entry(0x8825, 4, 1, be32(gps)),
    entry(0x927c, 7, maker.length, be32(data)),
    be32(0),
    be16(2),
    entry(0x0001, 2, 2, text("N\0\0\0")),
    entry(0x0002, 5, 3, be32(data + maker.length)),
    be32(0),
    maker,
    ...[40, 1, 25, 1, 0, 1].map(be32),
  ]);
}

/** The tables of a grey baseline JPEG of 16 by 8 pixels, which are two blocks. */
const TABLES = [
  jpegSegment(0xdb, Buffer.concat([Buffer.from([0]), Buffer.alloc(64, 1)])),
  jpegSegment(0xc0, Buffer.from([8, 0, 8, 0, 16, 1, 1, 0x11, 0])),
  jpegSegment(0xc4, Buffer.concat([Buffer.from([0, 0, 1]), Buffer.alloc(14), Buffer.from([7])])),
  jpegSegment(0xc4, Buffer.concat([Buffer.from([0x10, 1]), Buffer.alloc(15), Buffer.from([0])])),
];
const SCAN = Buffer.concat([
  jpegSegment(0xda, Buffer.from([1, 1, 0, 0, 63, 0])),
  // The data contains a stuffed 0xff, and a restart marker without effect.
  Buffer.from([0xaa, 0xff, 0x00, 0x5f, 0xff, 0xd0, 0x7f]),
]);
const PROFILE = jpegSegment(0xe2, Buffer.concat([text("ICC_PROFILE\0"), Buffer.from([1, 1]), Buffer.alloc(20, 7)]));
const ADOBE = jpegSegment(0xee, Buffer.concat([text("Adobe"), Buffer.from([0, 100, 0, 0, 0, 0, 0])]));

/** The parts of `jpegPhoto` that must be preserved, apart from its orientation. */
export const JPEG_PARTS = [PROFILE, ADOBE, ...TABLES, SCAN];

export function jpegPhoto(orientation = 6): Buffer {
  const exif = jpegSegment(0xe1, Buffer.concat([text("Exif\0\0"), exifTiff(orientation)]));
  const preview = Buffer.concat([Buffer.from([0xff, 0xd8]), exif, Buffer.from([0xff, 0xd9])]);
  const thumbnail = Buffer.concat([Buffer.from([1, 1, 0, 0, 1, 0, 1, 2, 1]), text(SECRET.slice(0, 6))]);
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    jpegSegment(0xe0, Buffer.concat([text("JFIF\0"), thumbnail])),
    jpegSegment(0xe0, text(`JFXX\0${SECRET}`)),
    Buffer.from([0xff, 0xff]),
    exif,
    jpegSegment(0xe1, text(`http://ns.adobe.com/xap/1.0/\0${XMP}`)),
    jpegSegment(0xed, text(`Photoshop 3.0\x008BIM\x04\x04${SECRET}`)),
    jpegSegment(0xe2, text(`MPF\0${SECRET}`)),
    PROFILE,
    jpegSegment(0xfe, text(SECRET)),
    ADOBE,
    ...TABLES,
    SCAN,
    jpegSegment(0xfe, text(SECRET)),
    Buffer.from([0xff, 0xd9]),
    preview,
  ]);
}

export function pngPhoto(orientation = 6): Buffer {
  const png = pngSample({ width: 3, height: 2 });
  return Buffer.concat([
    png.subarray(0, 33),
    pngChunk("iCCP", text("perfil\0\0x")),
    pngChunk("tEXt", text(`Author\0${SECRET}`)),
    pngChunk("iTXt", text(`XML:com.adobe.xmp\0\0\0\0\0${XMP}`)),
    pngChunk("zTXt", text(`Raw profile type exif\0\0${SECRET}`)),
    pngChunk("tIME", Buffer.from([7, 234, 3, 10, 12, 0, 0])),
    pngChunk("eXIf", exifTiff(orientation)),
    pngChunk("prVt", text(SECRET)),
    png.subarray(33),
    text(SECRET),
  ]);
}

export function webpPhoto(orientation = 6): Buffer {
  const chunk = (name: string, data: Buffer) =>
    Buffer.concat([text(name), le32(data.length), data, Buffer.alloc(data.length % 2)]);
  const pixels = Buffer.concat([Buffer.from([0x2f]), le32(4 | (3 << 14)), Buffer.alloc(6)]);
  const flags = Buffer.concat([Buffer.from([0x2c, 0, 0, 0]), Buffer.from([4, 0, 0, 3, 0, 0])]);
  const body = Buffer.concat([
    text("WEBP"),
    chunk("VP8X", flags),
    chunk("ICCP", text("perfil!")),
    chunk("VP8L", pixels),
    chunk("EXIF", Buffer.concat([text("Exif\0\0"), exifTiff(orientation)])),
    chunk("XMP ", text(XMP)),
    chunk("OWN ", text(SECRET)),
  ]);
  return Buffer.concat([text("RIFF"), le32(body.length), body, text(SECRET)]);
}

const GIF_LOOP = Buffer.concat([Buffer.from([0x21, 0xff, 11]), text("NETSCAPE2.0"), Buffer.from([3, 1, 0, 0, 0])]);
const GIF_HEAD = Buffer.concat([text("GIF89a"), Buffer.from([1, 0, 1, 0, 0x80, 0, 0, 0, 0, 0, 255, 255, 255])]);
const GIF_IMAGE = Buffer.from([0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0]);

/** The parts of `gifPhoto` that must be preserved. */
export const GIF_LEFT = Buffer.concat([GIF_HEAD, GIF_LOOP, GIF_IMAGE, text(";")]);

export function gifPhoto(): Buffer {
  // The sub-blocks end here, however a reader splits the text before it into them (XMP, part 3).
  const magic = Buffer.from([1, ...Array.from({ length: 256 }, (_, index) => 255 - index), 0]);
  return Buffer.concat([
    GIF_HEAD,
    GIF_LOOP,
    Buffer.concat([Buffer.from([0x21, 0xfe, SECRET.length]), text(SECRET), Buffer.from([0])]),
    Buffer.concat([Buffer.from([0x21, 0xff, 11]), text("XMP DataXMP"), text(XMP), magic]),
    GIF_IMAGE,
    text(`;${SECRET}`),
  ]);
}

/** Creates a picture with Exif as an item in `mdat`, XMP as an item in `idat`, and remarks in boxes of their own. */
export function avifPhoto(): Buffer {
  const exif = Buffer.concat([be32(0), exifTiff(1)]);
  const picture = Buffer.from("0102030405060708", "hex");
  const entry = (id: number, type: string, more = "") =>
    box("infe", be32(2 << 24), be16(id), be16(0), text(`${type}\0${more}`));
  const located = (id: number, method: number, offset: number, length: number) =>
    Buffer.concat([be16(id), be16(method), be16(0), be16(1), be32(offset), be32(length)]);
  const meta = (pictureAt: number) =>
    box(
      "meta",
      be32(0),
      box("hdlr", be32(0), be32(0), text("pict"), Buffer.alloc(13)),
      box("pitm", be32(0), be16(1)),
      box("iinf", be32(0), be16(3), entry(1, "av01"), entry(2, "Exif"), entry(3, "mime", "application/rdf+xml\0")),
      box("iprp", box("ipco", box("ispe", be32(0), be32(6), be32(5)))),
      box("idat", text(XMP)),
      box(
        "iloc",
        be32(1 << 24),
        be16(0x4400),
        be16(3),
        located(1, 0, pictureAt, picture.length),
        located(2, 0, pictureAt + picture.length, exif.length),
        located(3, 1, 0, XMP.length),
      ),
    );
  const head = Buffer.concat([
    box("ftyp", text("avif"), be32(0), text("avifmif1")),
    box("uuid", Buffer.alloc(16, 9), text(XMP)),
  ]);
  const pictureAt = head.length + meta(0).length + 8;
  return Buffer.concat([head, meta(pictureAt), box("mdat", picture, exif)]);
}
