// @module-tag hostile
import { expect, test } from "vitest";
import { readMaterial } from "#testing/read-material.ts";
import { catchRefusal } from "#testing/refusals.ts";
import { makeTempFolder } from "#testing/temp-folder.ts";

const folder = makeTempFolder();

const readNote = (text: string) => readMaterial(folder, text, "Biología.md", 0);
const readPage = (text: string) => readMaterial(folder, text, "tabla.html", 0);
const refuse = async (text: string) => (await catchRefusal(readPage(text))).key;

test("takes linear time for hostile notes", async () => {
  const lines = [
    "<!--".repeat(300_000),
    "%%".repeat(300_001),
    `${"`".repeat(300_000)}a::b`,
    "#a ".repeat(100_000),
    " #a".repeat(100_000),
    `a::${"[[".repeat(100_000)}`,
    `a::${"![](".repeat(5000)}`,
    `a::${"==a".repeat(6000)}`,
    "```\n".repeat(100_001),
    `P:${" ".repeat(300_000)}x`,
    "a::b\n".repeat(50_000),
    "- a >> ".repeat(100_000),
    "- a >>>\n".repeat(50_000),
    Array.from({ length: 2000 }, (_, index) => `${" ".repeat(index)}a >>>`).join("\n"),
    `P: ${"? R: ".repeat(100_000)}`,
    `P: ${" **R:** ".repeat(50_000)}`,
    "**Anverso:** x\n".repeat(50_000),
    "**Anverso:** x\n\n".repeat(50_000),
    "Respuesta: x\n".repeat(50_000),
    "1. x\nRespuesta: x\n".repeat(25_000),
    `**Reverso:**\n\n${"- x\n\n".repeat(50_000)}`,
    `Anverso:${" ".repeat(300_000)}x`,
    `${"#".repeat(300_000)} Anverso: x`,
    "x\n---\n".repeat(50_000),
    "x\n---\ny\n\n".repeat(50_000),
    `\`\`\`\n${"\n".repeat(300_000)}x`,
    `\`\`\`\n${" \n".repeat(150_000)}\`\`\``,
    "Tarjeta 1\n".repeat(50_000),
  ];
  for (const line of lines) await readNote(`x::y\n\n${line}`);
  await readNote(`---\n${"- a\n".repeat(100_000)}`).catch(() => {});
  expect((await readNote("a::b\n".repeat(50_000))).cards).toHaveLength(50_000);
});

test("hostile pages take linear time, within the limits of a spreadsheet", async () => {
  const row = "<tr><td>a<td>b</tr>";
  const pages = [
    "<table>".repeat(100_000),
    `${"<table>".repeat(50_000)}${row}${"</table>".repeat(50_000)}`,
    `<table>${"<td>".repeat(100_000)}`,
    `<table>${"<tr>".repeat(100_000)}`,
    `<table>${`<td rowspan=9999 colspan=9999>x`.repeat(20_000)}`,
    `<table>${"<!--".repeat(100_000)}`,
    `<table>${"<script>".repeat(100_000)}`,
    `<table>${"<td ".repeat(100_000)}`,
    `<table>${row}<tr><td>${"<b>".repeat(100_000)}<td>x`,
  ];
  for (const page of pages) await readPage(page).catch(({ key }) => expect(key).toMatch(/webPage|spreadsheetTooLarge/));
  expect((await readPage(`<table>${row.repeat(50_000)}</table>`)).cards).toHaveLength(50_000);
  expect(await refuse(`<table>${row.repeat(250_000)}</table>`)).toBe("spreadsheetTooLarge");
  expect(await refuse(`<table>${row.repeat(2)}</table>`.repeat(300))).toBe("spreadsheetTooLarge");
});
