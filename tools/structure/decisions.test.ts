import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";

const FOLDER = resolve(import.meta.dirname, "../../docs/decisions");
const decisions = readdirSync(FOLDER)
  .filter((name) => name !== "README.md")
  .map((name) => ({ name, text: readFileSync(join(FOLDER, name), "utf8") }));

const STATUS = /^\d{4}-\d{2}-\d{2} · (?:accepted(?: · supersedes .+)?|superseded by (?:\[\d{3}\]\(\S+\)(?: and )?)+)$/;

describe("decisions", () => {
  it("are numbered without gaps", () => {
    const numbers = decisions.map(({ name }) => Number(name.slice(0, 3))).sort((a, b) => a - b);
    expect(numbers).toEqual(numbers.map((_, index) => index + 1));
  });

  it.each(decisions)("$name has a title, a date, a status and alternatives", ({ name, text }) => {
    const [title = "", blank, status] = text.split("\n");
    expect(title).toMatch(new RegExp(`^# ${name.slice(0, 3)}\\. \\S`));
    expect(blank).toBe("");
    expect(status).toMatch(STATUS);
    expect(text).toMatch(/\n## Alternatives\n\n- \S/);
  });

  it("lead only to decisions that exist", () => {
    const names = decisions.map(({ name }) => name);
    const links = decisions.flatMap(({ text }) => [...text.matchAll(/\]\((\d{3}-[^)]+)\)/g)].map(([, link]) => link));
    expect(links.filter((link) => !names.includes(link as string))).toEqual([]);
  });

  it("say on both sides which supersedes which", () => {
    const pairs = decisions.flatMap(({ name, text }) => {
      const by = /superseded by (.+)/.exec(text.split("\n")[2] ?? "")?.[1] ?? "";
      return [...by.matchAll(/\((\d{3}-[^)]+)\)/g)].map(([, later]) => [name, later] as const);
    });
    for (const [earlier, later] of pairs) {
      const status = decisions.find(({ name }) => name === later)?.text.split("\n")[2];
      expect(status).toContain(`](${earlier})`);
    }
  });
});
