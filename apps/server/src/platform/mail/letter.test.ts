import { expect, test } from "vitest";
import { composeLetter, type Letter } from "#platform/mail/letter.ts";
import { DARK, LIGHT } from "#platform/mail/letter-colours.ts";

const APP = "https://repasa.example";
const UNSUBSCRIBE = { link: `${APP}/unsubscribe#token=a`, oneClick: `${APP}/unsubscribe?token=a` };
const setting = { messageId: "<l-1@repasa.example>", appUrl: APP, supportEmail: "soporte@repasa.example" };

function compose(part: Partial<Letter>) {
  return composeLetter({ to: "ana@correo.example", subject: "Hola", preview: "", blocks: [], ...part }, setting);
}

function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

test.each([
  ["light", LIGHT],
  ["dark", DARK],
])("every text has enough contrast in the %s scheme", (_, palette) => {
  const pairs = [
    [palette.ink, palette.surface],
    [palette.soft, palette.surface],
    [palette.soft, palette.paper],
    [palette.link, palette.surface],
    [palette.link, palette.paper],
    [palette.onBrand, palette.brand],
  ] as const;
  for (const [text, ground] of pairs)
    expect(contrast(text, ground), `${text} on ${ground}`).toBeGreaterThanOrEqual(4.5);
});

test("the button has the brand's colour", () => expect(LIGHT.brand).toBe("#672ff2"));

test("users' words are escaped in HTML", () => {
  const attack = `<img src=x onerror=alert(1)> & "comillas" 'simples' </td><a href="https://malo.example">`;
  const { html, text } = compose({
    subject: attack,
    preview: attack,
    reason: attack,
    blocks: [
      { kind: "heading", text: attack },
      { kind: "paragraph", text: attack },
      { kind: "note", text: attack },
      { kind: "list", items: [{ name: attack, detail: attack }] },
      { kind: "button", text: attack, link: `${APP}/study?a="><script>&b='` },
    ],
  });
  expect(html).not.toMatch(/<img|<script|<a href="https:\/\/malo|" onerror/);
  expect(html.split("&lt;img src=x onerror=alert(1)&gt; &amp; &quot;comillas&quot; &#39;simples&#39;")).toHaveLength(
    10,
  );
  // Every tag is closed, so no user's words have added or removed one.
  for (const tag of ["table", "td", "tr", "a", "p", "h1", "div", "bdi"]) {
    const count = (pattern: string) => html.match(new RegExp(pattern, "g"))?.length ?? 0;
    expect(count(`<${tag}[ >]`), tag).toBe(count(`</${tag}>`));
  }
  expect(text).toContain("<img src=x onerror=alert(1)>");
});

test("line breaks, control and direction characters are removed from users' words", () => {
  const attack = "uno\r\ndos\u2028tres\u202eortauc\u0000\u0007 cinco";
  const { html, text, subject } = compose({
    subject: attack,
    preview: attack,
    reason: attack,
    blocks: [
      { kind: "paragraph", text: attack },
      { kind: "list", items: [{ name: attack, detail: attack }] },
    ],
  });
  const clean = "uno dos tresortauc cinco";
  expect(subject).toBe(clean);
  expect(text.split(clean)).toHaveLength(5);
  expect(html.split(clean)).toHaveLength(7);
});

test("a letter loads nothing from anywhere and contains no image", () => {
  const { html } = compose({
    blocks: [
      { kind: "paragraph", text: "Hola" },
      { kind: "button", text: "Abrir", link: `${APP}/study` },
    ],
    unsubscribe: UNSUBSCRIBE,
  });
  expect(html).not.toMatch(/<img|<link|<script|<iframe|<object|@import|url\(|src=|srcset|background=|@font-face/i);
  const links = [...html.matchAll(/href="([^"]*)"/g)].map(([, link]) => link);
  expect(links).toEqual([`${APP}/study`, `${APP}/study`, "mailto:soporte@repasa.example", UNSUBSCRIBE.link, `${APP}/`]);
  expect(html).toContain('<html lang="es"');
  expect(html).toContain("prefers-color-scheme:dark");
});

test("a link to another site is rejected", () => {
  for (const link of [
    "https://malo.example/study",
    "javascript:alert(1)",
    "http://repasa.example/",
    "data:text/html,a",
    `${APP}.malo.example/`,
  ]) {
    expect(() => compose({ blocks: [{ kind: "button", text: "Abrir", link }] })).toThrow("lead to the app");
    for (const name of ["link", "oneClick"])
      expect(() => compose({ unsubscribe: { ...UNSUBSCRIBE, [name]: link } })).toThrow("lead to the app");
  }
});

test("the text is wrapped between words, with links and long words on lines of their own", () => {
  const link = `${APP}/new-password#token=${"x".repeat(90)}`;
  const { text } = compose({
    blocks: [
      { kind: "paragraph", text: "Has pedido una contraseña nueva para tu cuenta de Repasa. ".repeat(4) },
      { kind: "button", text: "Elegir contraseña", link },
      { kind: "list", items: [{ name: "Historia de la música ".repeat(4), detail: "12 cartas" }] },
      { kind: "paragraph", text: "a".repeat(100) },
    ],
  });
  const lines = text.split("\n");
  expect(lines).toContain(link);
  expect(lines.filter((line) => line.length > 72)).toEqual([link, "a".repeat(100)]);
  expect(text).toMatch(/^- Historia de la música .*\n {2}\S/m);
  expect(text).not.toMatch(/[ \t]$/m);
  expect(text).not.toMatch(/\n{3}/);
  expect(text.endsWith("\n")).toBe(true);
});

test("long names are cut between graphemes, in HTML and in plain text alike", () => {
  const name = "👩‍👩‍👧‍👦".repeat(120);
  const { html, text, subject } = compose({
    subject: name.repeat(2),
    blocks: [{ kind: "list", items: [{ name, detail: "1 carta" }] }],
  });
  for (const form of [html, text, subject]) {
    expect(form.isWellFormed()).toBe(true);
    expect(form).toContain("👩‍👩‍👧‍👦…");
    expect(form).not.toContain(name.repeat(2));
  }
  expect(text + html.slice(html.indexOf("<body"))).not.toContain(name);
  const exact = compose({ blocks: [{ kind: "list", items: [{ name: "ñ".repeat(100), detail: "1 carta" }] }] });
  expect(exact.html).toContain("ñ".repeat(100));
});

test("only a letter with an unsubscribe link says how to unsubscribe", () => {
  const reminder = compose({ unsubscribe: UNSUBSCRIBE });
  expect(reminder.oneClickUnsubscribe).toBe(UNSUBSCRIBE.oneClick);
  expect(reminder.text).toContain(`Dejar de recibir recordatorios:\n${UNSUBSCRIBE.link}`);
  const notice = compose({});
  expect(notice).not.toHaveProperty("oneClickUnsubscribe");
  expect(notice.html + notice.text).not.toContain("Dejar de recibir");
});
