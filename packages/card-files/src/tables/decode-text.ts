/** Decodes a text by its byte order mark, or else in the first encoding in which it is valid. */
export function decodeText(data: Uint8Array): string {
  return new TextDecoder(detectEncoding(data)).decode(data);
}

function detectEncoding(data: Uint8Array): string {
  const wide = detectWideEncoding(data);
  if (wide !== null) return wide;
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(data);
    return "utf-8";
  } catch {
    return looksLikeMacRoman(data) ? "macintosh" : "windows-1252";
  }
}

const HEAD_BYTES = 4096;

/** Recognises UTF-16 by its mark, or by the zero bytes at one half of the places, which most signs of our scripts have. */
function detectWideEncoding(data: Uint8Array): "utf-16le" | "utf-16be" | null {
  if (data[0] === 0xff && data[1] === 0xfe) return "utf-16le";
  if (data[0] === 0xfe && data[1] === 0xff) return "utf-16be";
  const head = data.subarray(0, Math.min(HEAD_BYTES, data.length - (data.length % 2)));
  const zeros = [0, 0];
  for (const [index, byte] of head.entries()) if (byte === 0) (zeros[index % 2] as number)++;
  const [even = 0, odd = 0] = zeros;
  if (Math.min(even, odd) > 0 || Math.max(even, odd) < head.length / 10) return null;
  const encoding = odd > 0 ? "utf-16le" : "utf-16be";
  return isReadable(head, encoding) ? encoding : null;
}

/** Returns whether bytes are text in an encoding, without signs that only control devices. */
function isReadable(head: Uint8Array, encoding: string): boolean {
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(head, { stream: true });
    return !/[^\P{C}\t\n\r\p{Cf}\p{Co}]/u.test(text);
  } catch {
    return false;
  }
}

/** Letters with accents after a small letter: in Mac OS Roman, where Windows has signs, and in Windows-1252. */
const MAC_LETTERS = new Set([0x87, 0x88, 0x8d, 0x8e, 0x8f, 0x9c, 0x9d, 0x9f]);
const isWindowsLetter = (byte: number) => byte >= 0xe0 && byte !== 0xf7;
const isSmallLetter = (byte: number) => byte >= 0x61 && byte <= 0x7a;

/** Programs on a Mac, such as Excel until 2011, saved texts in an encoding of their own. */
function looksLikeMacRoman(data: Uint8Array): boolean {
  let mac = 0;
  let windows = 0;
  for (let index = 1; index < data.length; index++) {
    const byte = data[index] as number;
    if (byte < 0x80 || !isSmallLetter(data[index - 1] as number)) continue;
    if (MAC_LETTERS.has(byte)) mac++;
    else if (isWindowsLetter(byte)) windows++;
  }
  return mac > windows;
}

/** Returns whether a file may be a text, by its first bytes: texts contain zero bytes only in UTF-16. */
export function isText(head: Uint8Array): boolean {
  return detectWideEncoding(head) !== null || !head.includes(0);
}
