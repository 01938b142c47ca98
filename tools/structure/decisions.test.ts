import { globSync, readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";

const ROOT = resolve(import.meta.dirname, "../..");
const FOLDER = join(ROOT, "docs/decisions");
const MOST_ENTRIES = 64;
const MOST_LINES = 60;

const index = readFileSync(join(FOLDER, "README.md"), "utf8");
const entries = readdirSync(FOLDER)
  .filter((name) => name !== "README.md")
  .map((name) => ({ name, number: name.slice(0, 3), text: readFileSync(join(FOLDER, name), "utf8") }));
const numbers = entries.map(({ number }) => number);

const STATUS = /^\d{4}-\d{2}-\d{2} · accepted(?: · replaces (\d{3}(?:, \d{3})*))?$/;

function replacedNumbers(text: string): string[] {
  return STATUS.exec(text.split("\n")[2] ?? "")?.[1]?.split(", ") ?? [];
}

/** The numbers in "decision 003", "decisions 003 and 004" and, in documents, "(003)" and "(003, 004)". */
function referencesIn(path: string, text: string): string[] {
  const list = String.raw`\d{3}(?:(?:, | and )\d{3}\b)*`;
  const named = text.matchAll(new RegExp(String.raw`\bdecisions?\s+(${list})\b`, "gi"));
  // Three digits that do not begin with 0 are a status code.
  const bracketed = path.endsWith(".md") ? text.matchAll(/\((0\d\d(?:, 0\d\d)*)\b/g) : [];
  return [...named, ...bracketed].flatMap(([, found = ""]) => found.match(/\d{3}/g) ?? []);
}

function filesThatMayRefer(): string[] {
  const folders = "{apps,packages,tools,bench,scripts,e2e,docs,deploy}";
  const patterns = [`${folders}/**/*.{ts,tsx,cts,cjs,mjs,sql,css,html,md,yml,yaml}`, "*.{md,ts,yaml}", "Dockerfile"];
  return globSync(patterns, { cwd: ROOT, exclude: ["**/node_modules/**", "**/dist/**"] });
}

describe("decisions", () => {
  it(`are at most ${MOST_ENTRIES}, each with a number of its own`, () => {
    expect(numbers.length).toBeLessThanOrEqual(MOST_ENTRIES);
    expect(new Set(numbers).size).toBe(numbers.length);
  });

  it.each(entries)("$name has a title, a date, a status and alternatives, on one page", ({ name, number, text }) => {
    const [title = "", blank, status] = text.split("\n");
    expect(name).toMatch(/^\d{3}-[a-z\d-]+\.md$/);
    expect(title).toMatch(new RegExp(`^# ${number}\\. \\S`));
    expect(blank).toBe("");
    expect(status).toMatch(STATUS);
    expect(text).toMatch(/\n## Alternatives\n\n- \S/);
    expect(text.split("\n").length).toBeLessThanOrEqual(MOST_LINES);
  });

  it("account for every number, either as an entry or as replaced by one", () => {
    const replaced = new Set(entries.flatMap(({ text }) => replacedNumbers(text)));
    expect(numbers.filter((number) => replaced.has(number))).toEqual([]);
    const highest = Math.max(...numbers.map(Number));
    const all = Array.from({ length: highest }, (_, at) => String(at + 1).padStart(3, "0"));
    expect(all.filter((number) => !numbers.includes(number) && !replaced.has(number))).toEqual([]);
  });

  it("are each listed once in the index, by number and title", () => {
    const listed = [...index.matchAll(/^- \[(\d{3})\]\((.+)\) (.+)$/gm)].map(([, number, name, title]) => [
      name,
      `# ${number}. ${title}`,
    ]);
    const expected = entries.map(({ name, text }) => [name, text.split("\n")[0]]);
    expect(listed.sort()).toEqual(expected.sort());
  });

  it("exist wherever code and documents refer to one", () => {
    const lost = filesThatMayRefer().flatMap((path) =>
      referencesIn(path, readFileSync(join(ROOT, path), "utf8"))
        .filter((number) => !numbers.includes(number))
        .map((number) => `${path}: ${number}`),
    );
    expect(lost).toEqual([]);
  });
});

describe("references to decisions", () => {
  it("are found in code and documents", () => {
    const text = "See decision 001 and decisions 002, 003 and 004 (005, 010), or 503 (404).";
    expect(referencesIn("a.ts", text)).toEqual(["001", "002", "003", "004"]);
    expect(referencesIn("a.md", text)).toEqual(["001", "002", "003", "004", "005", "010"]);
  });
});
