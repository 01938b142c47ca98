import fc from "fast-check";
import { expect, test } from "vitest";
import { resolveRange } from "./media.ranges.ts";

const ETAG = '"abc"';
const NO_HEADERS = { range: null, ifRange: null, ifNoneMatch: null };

test.each([
  [null, "all"],
  ["bytes=0-0", { from: 0, length: 1 }],
  ["bytes=2-5", { from: 2, length: 4 }],
  ["bytes=2-", { from: 2, length: 8 }],
  ["bytes=-3", { from: 7, length: 3 }],
  ["bytes=-100", { from: 0, length: 10 }],
  ["Bytes=9-99999999999999999999", { from: 9, length: 1 }],
  ["bytes=10-", "none"],
  ["bytes=99999999999999999999-", "none"],
  ["bytes=-0", "none"],
  ["bytes=5-2", "all"],
  ["bytes=-", "all"],
  ["bytes=0-1,4-5", "all"],
  ["lines=0-1", "all"],
  ["bytes=a-b", "all"],
])("resolves the range %s of 10 bytes", (range, expected) => {
  expect(resolveRange({ ...NO_HEADERS, range }, ETAG, 10)).toEqual(expected);
});

test("a range is ignored if the file is not the one that the client has", () => {
  const range = "bytes=0-1";
  expect(resolveRange({ ...NO_HEADERS, range, ifRange: ETAG }, ETAG, 10)).toEqual({ from: 0, length: 2 });
  for (const ifRange of ['"other"', `W/${ETAG}`, "Tue, 10 Mar 2026 12:00:00 GMT"]) {
    expect(resolveRange({ ...NO_HEADERS, range, ifRange }, ETAG, 10)).toBe("all");
  }
});

test("a file that the client has cached is not sent again", () => {
  for (const ifNoneMatch of [ETAG, `W/${ETAG}`, `"x", ${ETAG}`, "*"]) {
    expect(resolveRange({ ...NO_HEADERS, ifNoneMatch, range: "bytes=0-1" }, ETAG, 10)).toBe("known");
  }
  expect(resolveRange({ ...NO_HEADERS, ifNoneMatch: '"x"' }, ETAG, 10)).toBe("all");
});

test("any range results in bytes within the file", () => {
  fc.assert(
    fc.property(fc.option(fc.nat(20)), fc.option(fc.nat(20)), fc.integer({ min: 1, max: 12 }), (first, last, bytes) => {
      const wanted = resolveRange({ ...NO_HEADERS, range: `bytes=${first ?? ""}-${last ?? ""}` }, ETAG, bytes);
      if (typeof wanted === "string") return;
      expect(wanted.length).toBeGreaterThan(0);
      expect(wanted.from).toBeGreaterThanOrEqual(0);
      expect(wanted.from + wanted.length).toBeLessThanOrEqual(bytes);
    }),
  );
});
