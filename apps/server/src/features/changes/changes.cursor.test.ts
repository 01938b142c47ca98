import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import { type Cursor, formatCursor, parseCursor } from "./changes.cursor.ts";

it.each<Partial<Cursor>>([
  {},
  { begunAt: null },
  // The first ids that the fourth group of a Citus cluster gives.
  { ratedThrough: 2 ** 50 + 1 },
])("reads a cursor as it was written: %j", (fields) => {
  const cursor = { feedId: randomUUID(), position: 7, ratedThrough: 12, begunAt: 9, ...fields };
  expect(parseCursor(formatCursor(cursor))).toEqual(cursor);
});

it("takes for no cursor what has numbers that JavaScript cannot count to", () => {
  const text = `${randomUUID()}.1.${"9".repeat(16)}.`;
  expect(parseCursor(Buffer.from(text).toString("base64url"))).toBeNull();
});
