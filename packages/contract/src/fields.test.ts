import fc from "fast-check";
import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { pathId } from "#fields.ts";
import { email, exactText, freeText, isStorable, nullableText, requiredText, toStorable } from "#texts.ts";

const findMessage = (schema: z.ZodMiniType, value: unknown) => z.safeParse(schema, value).error?.issues[0]?.message;

describe("pathId", () => {
  it("parses a positive number of up to 15 digits", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 999_999_999_999_999 }), (id) => {
        expect(z.parse(pathId, String(id))).toBe(id);
      }),
    );
  });

  it("parses any other text to 0, which no row has", () => {
    for (const text of ["0", "-1", "01", "1.5", "1e3", " 1", "abc", "", "99999999999999999999", "\u0000", "١"]) {
      expect(z.parse(pathId, text)).toBe(0);
    }
    fc.assert(fc.property(fc.string(), (text) => Number.isSafeInteger(z.parse(pathId, text))));
  });
});

describe("texts", () => {
  it("are trimmed, and must not be empty if they are required", () => {
    const name = requiredText(5, "falta");
    expect(z.parse(name, "  a b ")).toBe("a b");
    expect(findMessage(name, " \n\t ")).toBe("falta");
    expect(findMessage(name, undefined)).toBe("falta");
    expect(findMessage(name, 7)).toBe("falta");
    expect(findMessage(name, "123456")).toBe("El texto no puede superar los 5 caracteres");
    expect(z.parse(name, " 12345 ")).toBe("12345");
    for (const invisible of ["\u200b", "\u202e\u2066", "\u3164 \u00ad", "\ufe0f"]) {
      expect(findMessage(name, invisible)).toBe("falta");
    }
    for (const visible of ["👍\ufe0f", "ر\u200c", "."]) expect(z.parse(name, visible)).toBe(visible);
  });

  it.each([
    "a\u0000b",
    "a\u0007b",
    "a\u000bb",
    "a\u001bb",
    "a\u007fb",
    "a\u0085b",
    "a\u009fb",
    "a\ud800",
    "\udc00\ud800",
    "a\ud800\ud83d\ude00",
  ])("must not contain control characters or lone surrogates: %j", (text) => {
    for (const field of [requiredText(10, "x"), freeText(10), exactText(10), nullableText(10)]) {
      expect(findMessage(field, text)).toBe("El texto contiene caracteres no válidos");
    }
  });

  it("may contain tabs, line breaks, and all visible and formatting characters", () => {
    const text = "a\tb\nc\r\nd\u00a0é\u0301😀👩\u200d🔬\u200b\u202e\u2028\ufeff\ufffe漢ע";
    expect(z.parse(exactText(50), text)).toBe(text);
  });

  it("lose only the characters that cannot be stored when toStorable converts them", () => {
    expect(toStorable("uno\vdos\ftres\u0085cuatro\u0000\u001b[0m\ud800")).toBe("uno\ndos\ntres\ncuatro[0m\ufffd");
    const unit = fc.integer({ min: 0, max: 0xffff });
    const text = fc.array(unit, { maxLength: 20 }).map((codes) => String.fromCharCode(...codes));
    fc.assert(
      fc.property(text, (one) => {
        expect(isStorable(toStorable(one))).toBe(true);
        if (isStorable(one)) expect(toStorable(one)).toBe(one);
      }),
    );
  });

  it("become null if they are nullable and nothing is left after trimming", () => {
    expect(z.parse(nullableText(10), "  ")).toBeNull();
    expect(z.parse(nullableText(10), null)).toBeNull();
    expect(z.parse(nullableText(10), " x ")).toBe("x");
  });
});

describe("an e-mail address", () => {
  it.each(["ana@repasa.example", "ANA+x@sub.repasa.example", "  ana@repasa.example\n"])("may be %j", (text) => {
    expect(z.parse(email, text)).toBe(text.trim());
  });

  it.each(["", "ana", "ana@", "@x.es", "a b@x.es", "ana@x", "ana@x.es\r\nBcc: otro@x.es", null, 3])(
    "may not be %j",
    (value) => {
      expect(findMessage(email, value)).toBe("Invalid email address");
    },
  );

  it("has at most 255 characters", () => {
    expect(findMessage(email, `${"a".repeat(65)}@x.example`)).toBe("Invalid email address");
    expect(findMessage(email, `${"a".repeat(250)}@x.example`)).toBe("El correo no puede superar los 255 caracteres");
  });
});
