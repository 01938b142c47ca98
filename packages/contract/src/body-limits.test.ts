import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { api } from "#api.ts";
import { BODY_LIMIT, type Endpoint, LARGE_BODY_LIMIT, type Schema } from "#endpoint.ts";

type Described = {
  type?: string;
  maximum?: number;
  maxLength?: number;
  pattern?: string;
  enum?: unknown[];
  const?: unknown;
  anyOf?: Described[];
  allOf?: Described[];
  items?: Described;
  maxItems?: number;
  properties?: Record<string, Described>;
  additionalProperties?: object | boolean;
};

/** Bytes of JSON for each UTF-16 unit of a text: at most 3 in UTF-8, and 6 from clients that escape everything beyond ASCII. */
const [PLAIN_UNIT, ESCAPED_UNIT] = [3, 6];
/** Identifiers, dates and tokens have no limit of their own, because the server compares them with what it knows. */
const UNLIMITED_TEXT = 500;
/** What a loose object has beside its own fields, such as a rating in a list. */
const LOOSE_FIELDS = 400;
/** Choices among a few words. */
const UNLIMITED_ITEMS = 10;
/** The longest text with a pattern and no limit: a UUID. */
const PATTERNED_TEXT = 36;
/** Browsers send these in ASCII. */
const ASCII_FIELDS = new Set(["userAgent", "email"]);

/** Returns the bytes of the longest JSON that a schema accepts, with a margin for short fields. */
function measureLongest(schema: Schema, unitBytes: number): number {
  const measureText = (text: Described, field: string) => {
    const isAscii = text.pattern !== undefined || text.maxLength === undefined || ASCII_FIELDS.has(field);
    return (
      2 + (isAscii ? 1 : unitBytes) * (text.maxLength ?? (text.pattern === undefined ? UNLIMITED_TEXT : PATTERNED_TEXT))
    );
  };
  const measureFields = (fields: Record<string, Described>) =>
    Object.entries(fields).reduce((sum, [name, field]) => sum + name.length + 4 + measure(field, name), 1);
  const measure = (described: Described, field: string): number => {
    const choices = described.anyOf ?? described.allOf;
    if (choices) return Math.max(...choices.map((choice) => measure(choice, field)));
    if (described.enum) return Math.max(...described.enum.map((word) => JSON.stringify(word).length));
    if (described.const !== undefined) return JSON.stringify(described.const).length;
    const more = typeof described.additionalProperties === "object" ? LOOSE_FIELDS : 0;
    if (described.properties) return more + measureFields(described.properties);
    if (described.items) return 2 + (described.maxItems ?? UNLIMITED_ITEMS) * (1 + measure(described.items, field));
    if (described.type === "string") return measureText(described, field);
    return String(described.maximum ?? Number.MIN_SAFE_INTEGER).length;
  };
  return measure(z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }) as Described, "");
}

const calls = Object.values(api)
  .flatMap((table): Endpoint[] => Object.values(table))
  .flatMap((endpoint) => (endpoint.body ? [{ ...endpoint, body: endpoint.body }] : []));

describe.each(calls)("$method $path", ({ body, session, largeBody = false }) => {
  const escaped = measureLongest(body, ESCAPED_UNIT);

  it("accepts no body that its limit refuses", () => {
    if (session) expect(escaped).toBeLessThanOrEqual(largeBody ? LARGE_BODY_LIMIT : BODY_LIMIT);
    else expect(measureLongest(body, PLAIN_UNIT)).toBeLessThanOrEqual(BODY_LIMIT);
  });

  it("has the larger limit only if it needs it, and a session", () => {
    if (largeBody) expect(session).toBe(true);
    if (largeBody) expect(escaped).toBeGreaterThan(BODY_LIMIT);
  });
});

it("measures what a schema accepts", () => {
  const schema = z.object({ a: z.string().check(z.maxLength(10)), b: z.array(z.literal("x")).check(z.maxLength(2)) });
  expect(measureLongest(schema, PLAIN_UNIT)).toBeGreaterThanOrEqual(
    new TextEncoder().encode(JSON.stringify({ a: "€".repeat(10), b: ["x", "x"] })).length,
  );
  expect(measureLongest(schema, PLAIN_UNIT)).toBeLessThan(60);
  expect(measureLongest(z.looseObject({}), PLAIN_UNIT)).toBeGreaterThan(LOOSE_FIELDS);
});
