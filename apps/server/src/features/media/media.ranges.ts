import type { AskedPart } from "#platform/http/call.ts";

/** Bytes from an offset on. */
export type ByteRange = { readonly from: number; readonly length: number };

/** `all` where there is no range, `none` where it lies outside of the file, `known` where the client has the file. */
export type Wanted = "all" | "none" | "known" | ByteRange;

/**
 * What a call asks for of a file (RFC 9110, 13 and 14). Several ranges at once, and what is no range of bytes, count as none
 * given.
 */
export function wantedOf({ range, ifRange, ifNoneMatch }: AskedPart, etag: string, bytes: number): Wanted {
  if (ifNoneMatch !== null && isAmong(etag, ifNoneMatch)) return "known";
  const [, first = "", last = ""] = /^bytes=(\d*)-(\d*)$/i.exec(range?.trim() ?? "") ?? [];
  if ((first === "" && last === "") || (ifRange !== null && ifRange !== etag)) return "all";
  if (first === "") {
    const length = Math.min(bytes, Number(last));
    return length === 0 ? "none" : { from: bytes - length, length };
  }
  const from = Number(first);
  if (last !== "" && Number(last) < from) return "all";
  if (from >= bytes) return "none";
  const to = last === "" ? bytes - 1 : Math.min(bytes - 1, Number(last));
  return { from, length: to - from + 1 };
}

function isAmong(etag: string, list: string): boolean {
  return list.split(",").some((one) => ["*", etag].includes(one.trim().replace(/^W\//, "")));
}
