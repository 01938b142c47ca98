import fc from "fast-check";
import { expect, test } from "vitest";
import { breakLinks } from "#platform/mail/break-links.ts";
import { composeLetter } from "#platform/mail/letter.ts";

const APP = "https://repasa.example";
const SUPPORT = "soporte@repasa.example";

/** Matches more than any mail program turns into a link. */
const LIKE_A_LINK =
  /[a-z][a-z0-9+.-]*[:\uff1a][/\\\p{L}\p{N}+]|\/\/|\\\\|[^\s\u200b][@\uff20][\p{L}\p{N}]|[\p{L}\p{N}\p{M}-][.\u2024\u3002\uff0e\uff61]\p{L}|(?<!\d)\d{1,3}(?:\.\d{1,3}){3}(?!\d)/iu;

const part = fc.constantFrom(
  "https://malo.example/entrar?a=b",
  "www.malo.example",
  "malo.example",
  "мало。рф",
  "ｍａｌｏ．ｃｏｍ",
  "mailto:a@malo.example",
  "a@malo.example",
  "javascript:alert(1)",
  "tel:+34900",
  "\\\\malo\\c",
  "//malo",
  "192.168.1.10/x",
  SUPPORT,
  `${SUPPORT}.malo.example`,
  `malo.${SUPPORT}`,
  ..."\u200b\u200c\u00ad\u2060\ufeff\u202e\r\n\t .:/@\\-_0a<&\"'",
);
const name = fc.oneof(
  fc.array(part, { minLength: 1, maxLength: 8 }).map((parts) => parts.join("")),
  fc.string({ unit: "grapheme", maxLength: 60 }),
  fc.webUrl(),
  fc.emailAddress(),
);

/** Returns the visible texts of the HTML without the addresses of our own links. */
function listVisibleTexts(html: string): string[] {
  return html
    .replace(/<style>.*?<\/style>|<!doctype html>|<!--.*?-->/gs, "")
    .replace(/href="https:\/\/repasa\.example\/[^"]*"/g, "")
    .split(/<[^>]*>/)
    .map((text) =>
      text.replace(/&(?:amp|lt|gt|quot|#39);/g, (entity) => {
        return { "&amp;": "&", "&lt;": "<", "&gt;": ">", "&quot;": '"', "&#39;": "'" }[entity] ?? "";
      }),
    );
}

const removeOwnAddresses = (text: string) =>
  text
    .replace(/(?<=^|[\s(«"])https:\/\/repasa\.example\/\S*/gu, "")
    .replace(/(?<=^|[\s(«"])soporte@repasa\.example(?=[.,;:)»"]*(?:\s|$))/gu, "");

test("users' words never become a link, in any text of a letter, in HTML, plain text or the subject", () => {
  fc.assert(
    fc.property(name, name, (one, other) => {
      const { subject, text, html } = composeLetter(
        {
          to: "ana@correo.example",
          subject: `Hola, ${one}`,
          preview: one,
          reason: `Por ${other}`,
          blocks: [
            { kind: "heading", text: `Hola, ${one}:` },
            { kind: "paragraph", text: `La dirección ${other}. Escríbenos a ${SUPPORT}.` },
            { kind: "note", text: other },
            { kind: "list", items: [{ name: one, detail: other, link: `${APP}/study/3` }] },
            { kind: "button", text: other, link: `${APP}/study` },
          ],
          unsubscribe: { link: `${APP}/unsubscribe#token=a`, oneClick: `${APP}/unsubscribe?token=a` },
        },
        { messageId: "<l-1@repasa.example>", appUrl: APP, supportEmail: SUPPORT },
      );
      for (const seen of [subject, text, ...listVisibleTexts(html)])
        expect(removeOwnAddresses(seen)).not.toMatch(LIKE_A_LINK);
      // The support address is not broken up.
      expect(text).toMatch(/Escríbenos\s+a\s+soporte@repasa\.example\./);
    }),
    { numRuns: 120 },
  );
});

test.each([
  "Tema 3.2: células",
  "12.345 cartas a las 18:30",
  "Física I. Cinemática... y más",
  "y/o, EUR/año",
  `Escribe a ${SUPPORT}, o no.`,
])("“%s” is not changed", (text) => {
  expect(breakLinks(text, SUPPORT)).toBe(text);
});

test("only invisible gaps are added", () => {
  fc.assert(
    fc.property(name, (text) => {
      expect(breakLinks(text, SUPPORT).replaceAll("\u200b", "")).toBe(text.replaceAll("\u200b", ""));
    }),
  );
});
