import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { api } from "#api.ts";
import { user } from "#auth.ts";
import { plan } from "#billing.ts";
import type { Endpoint } from "#endpoint.ts";
import { folder } from "#folders.ts";
import { describeShape } from "#response-shape.ts";
import { hasShape } from "#shape.ts";

const ana = {
  id: 1,
  email: "ana@repasa.example",
  firstName: null,
  lastName: null,
  isEmailVerified: false,
  pendingEmail: null,
  subscription: "free",
  statusMobile: null,
  mobile: false,
  web: false,
  premium: false,
  createdAt: "2026-01-01T00:00:00.000Z",
};

it("is the schema in short", () => {
  expect(describeShape(z.array(folder))).toEqual([
    {
      id: "number",
      name: "string",
      "description?": "string",
      difficultyLevel: "string",
      "language?": "string",
      hasStudiedCards: "boolean",
      cardCount: "number",
      dueCount: "number",
      createdAt: "string",
      updatedAt: "string",
    },
  ]);
  expect(describeShape(plan)).toMatchObject({ folders: { used: "number", "limit?": "number" }, "subscription?": {} });
});

const endpoints = Object.values(api).flatMap((table): Endpoint[] => Object.values(table));

it("exists of every response", () => {
  for (const { method, path, response } of endpoints) {
    if (response) expect(() => describeShape(response), `${method} ${path}`).not.toThrow();
  }
});

describe("an answer", () => {
  const shape = describeShape(user);

  it("fits with all its fields, and with more", () => {
    expect(hasShape(ana, shape)).toBe(true);
    expect(hasShape({ ...ana, firstName: "Ana", nickname: 7 }, shape)).toBe(true);
  });

  it.each(Object.keys(ana))("does not fit with another type in %s", (name) => {
    expect(hasShape({ ...ana, [name]: { wrong: true } }, shape)).toBe(false);
  });

  it.each(["id", "email", "subscription"])("does not fit without %s", (name) => {
    expect(hasShape({ ...ana, [name]: undefined }, shape)).toBe(false);
    expect(hasShape({ ...ana, [name]: null }, shape)).toBe(false);
  });

  it.each([{}, [], null, "", 0, "<!doctype html>", { message: "Hola" }])("does not fit as %j", (value) => {
    expect(hasShape(value, shape)).toBe(false);
  });

  it("fits as a list when each item does", () => {
    expect(hasShape([], [shape])).toBe(true);
    expect(hasShape([ana, ana], [shape])).toBe(true);
    expect(hasShape([ana, {}], [shape])).toBe(false);
    expect(hasShape({ 0: ana, length: 1 }, [shape])).toBe(false);
  });

  it("fits as either of two", () => {
    const either = describeShape(z.union([z.array(z.string()), z.object({ total: z.number() })]));
    expect(either).toEqual([["string"], { total: "number" }]);
    expect([[], ["a"], { total: 1 }].every((value) => hasShape(value, either))).toBe(true);
    expect([[1], { total: "1" }, {}, null, "a"].some((value) => hasShape(value, either))).toBe(false);
  });

  it("may leave out what is optional inside it", () => {
    const nested = describeShape(z.object({ plan: z.optional(z.nullable(z.object({ status: z.string() }))) }));
    expect([{}, { plan: null }, { plan: { status: "active" } }].every((value) => hasShape(value, nested))).toBe(true);
    expect(hasShape({ plan: {} }, nested)).toBe(false);
  });
});

describe("fields that the web can do without", () => {
  it("may be missing, but not be something else", () => {
    const { mobile: _, ...withoutMobile } = ana;
    expect(hasShape(withoutMobile, describeShape(user))).toBe(true);
    expect(hasShape({ ...ana, mobile: "no" }, describeShape(user))).toBe(false);
  });

  it("leave the others required", () => {
    expect(hasShape({}, describeShape(user))).toBe(false);
  });
});
