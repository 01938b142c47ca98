import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { api } from "#api.ts";
import { user } from "#auth.ts";
import { plan } from "#billing.ts";
import type { Endpoint } from "#endpoint.ts";
import { folder } from "#folders.ts";
import { describeShape } from "#response-shape.ts";
import { NEW_USER } from "#samples.ts";
import { hasShape } from "#shape.ts";

const ana = { ...NEW_USER, id: 1, email: "ana@repasa.example", createdAt: "2026-01-01T00:00:00.000Z" };

it("describeShape returns a short form of a schema", () => {
  expect(describeShape(z.array(folder))).toEqual([
    {
      id: "number",
      answerMode: "string",
      answerModeChosen: "boolean",
      strictAccents: "boolean",
      name: "string",
      "description?": "string",
      difficultyLevel: "string",
      "language?": "string",
      color: "string",
      icon: "string",
      colorChosen: "boolean",
      iconChosen: "boolean",
      hasStudiedCards: "boolean",
      cardCount: "number",
      dueCount: "number",
      dueWaiting: "number",
      "follows?": {
        "from?": "string",
        ended: "boolean",
        paused: "boolean",
        "lastPull?": {
          "batchId?": "string",
          added: "number",
          changed: "number",
          kept: "number",
          suspended: "number",
          at: "string",
        },
      },
      createdAt: "string",
      updatedAt: "string",
    },
  ]);
  expect(describeShape(plan)).toMatchObject({ folders: { used: "number", "limit?": "number" }, "subscription?": {} });
});

const endpoints = Object.values(api).flatMap((table): Endpoint[] => Object.values(table));

it("describeShape accepts the schema of every response", () => {
  for (const { method, path, response } of endpoints) {
    if (response) expect(() => describeShape(response), `${method} ${path}`).not.toThrow();
  }
});

describe("hasShape", () => {
  const shape = describeShape(user);

  it("accepts an object with all fields, and with further ones", () => {
    expect(hasShape(ana, shape)).toBe(true);
    expect(hasShape({ ...ana, firstName: "Ana", nickname: 7 }, shape)).toBe(true);
  });

  it.each(Object.keys(ana))("rejects an object with another type in %s", (name) => {
    expect(hasShape({ ...ana, [name]: { wrong: true } }, shape)).toBe(false);
  });

  it.each(["id", "email", "subscription"])("rejects an object without %s", (name) => {
    expect(hasShape({ ...ana, [name]: undefined }, shape)).toBe(false);
    expect(hasShape({ ...ana, [name]: null }, shape)).toBe(false);
  });

  it.each([{}, [], null, "", 0, "<!doctype html>", { message: "Hola" }])("rejects %j", (value) => {
    expect(hasShape(value, shape)).toBe(false);
  });

  it("accepts a list if it accepts each item", () => {
    expect(hasShape([], [shape])).toBe(true);
    expect(hasShape([ana, ana], [shape])).toBe(true);
    expect(hasShape([ana, {}], [shape])).toBe(false);
    expect(hasShape({ 0: ana, length: 1 }, [shape])).toBe(false);
  });

  it("accepts either of two shapes", () => {
    const either = describeShape(z.union([z.array(z.string()), z.object({ total: z.number() })]));
    expect(either).toEqual([["string"], { total: "number" }]);
    expect([[], ["a"], { total: 1 }].every((value) => hasShape(value, either))).toBe(true);
    expect([[1], { total: "1" }, {}, null, "a"].some((value) => hasShape(value, either))).toBe(false);
  });

  it("accepts an object without optional parts, but not parts without their own fields", () => {
    const nested = describeShape(z.object({ plan: z.optional(z.nullable(z.object({ status: z.string() }))) }));
    expect([{}, { plan: null }, { plan: { status: "active" } }].every((value) => hasShape(value, nested))).toBe(true);
    expect(hasShape({ plan: {} }, nested)).toBe(false);
  });
});

describe("hasShape, with dispensable fields", () => {
  it("accepts an object without such a field, but not with another type in it", () => {
    const { mobile: _, ...withoutMobile } = ana;
    expect(hasShape(withoutMobile, describeShape(user))).toBe(true);
    expect(hasShape({ ...ana, mobile: "no" }, describeShape(user))).toBe(false);
  });

  it("still requires the other fields", () => {
    expect(hasShape({}, describeShape(user))).toBe(false);
  });
});
