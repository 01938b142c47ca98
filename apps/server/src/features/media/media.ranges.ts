import type { RequestedPart } from "#platform/http/call.ts";

/** A part of a file: `length` bytes that start at the offset `from`. */
type ByteRange = { readonly from: number; readonly length: number };

/** `all` without a range, `none` if the range lies outside of the file, `known` if the client has cached the file. */
export type Wanted = "all" | "none" | "known" | ByteRange;

/**
 * Returns the part of a file that a call requests (RFC 9110, sections 13 and 14). Several ranges, and values that are not a range of
 * bytes, are treated like no range.
 */
export function resolveRange({ range, ifRange, ifNoneMatch }: RequestedPart, etag: string, bytes: number): Wanted {
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
