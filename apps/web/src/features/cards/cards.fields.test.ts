import { expect, it } from "vitest";
import * as z from "zod/mini";
import { cardFields } from "#features/cards/cards.fields.ts";

it("removes invisible characters from a pasted text", () => {
  const fields = { front: "título\u000bsubtítulo\u0007", back: "a\tb\n\u0000c", format: "", tags: "" };
  expect(z.parse(cardFields, fields)).toMatchObject({ front: "título\nsubtítulo", back: "a\tb\nc" });
  expect(z.safeParse(cardFields, { ...fields, front: "\u0007" }).success).toBe(false);
});
