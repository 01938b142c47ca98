/** Decodes a text by its byte order mark, or else in the first encoding in which it is valid. */
export function decodeText(data: Uint8Array): string {
  const encoding = detectEncoding(data);
  return new TextDecoder(encoding).decode(data);
}

function detectEncoding(data: Uint8Array): string {
  if (data[0] === 0xff && data[1] === 0xfe) return "utf-16le";
  if (data[0] === 0xfe && data[1] === 0xff) return "utf-16be";
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(data);
    return "utf-8";
  } catch {
    return "windows-1252";
  }
}

/** Texts contain zero bytes only if they are UTF-16. */
export function isText(head: Uint8Array): boolean {
  return detectEncoding(head.subarray(0, 2)).startsWith("utf-16") || !head.includes(0);
}
