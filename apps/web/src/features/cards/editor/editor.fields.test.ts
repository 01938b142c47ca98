// @vitest-environment node
import { expect, it } from "vitest";
import * as z from "zod/mini";
import { cardFields, NEW_CARD_FIELDS } from "#features/cards/editor/editor.fields.ts";

it("removes invisible characters from a pasted text", () => {
  const fields = { ...NEW_CARD_FIELDS, front: "título\u000bsubtítulo\u0007", back: "a\tb\n\u0000c" };
  expect(z.parse(cardFields, fields)).toMatchObject({ front: "título\nsubtítulo", back: "a\tb\nc" });
  expect(z.safeParse(cardFields, { ...fields, front: "\u0007" }).success).toBe(false);
});
