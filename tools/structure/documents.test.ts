import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import manifest from "../../package.json" with { type: "json" };
import { readDocuments } from "./check-structure.ts";

const ROOT = resolve(import.meta.dirname, "../..");
const read = (path: string) => readFileSync(join(ROOT, path), "utf8");
const documents = readDocuments(ROOT);

const matchAll = (pattern: RegExp, text: string) => [...text.matchAll(pattern)].map(([, found = ""]) => found);

/** Lists the anchors that a Markdown viewer gives to a document's headings. */
function listAnchors(path: string): string[] {
  return matchAll(/^#+ (.+)$/gm, read(path)).map((heading) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\d -]/gu, "")
      .replaceAll(" ", "-"),
  );
}

function isValidLink(from: string, link: string): boolean {
  const [target = "", anchor] = link.split("#");
  const path = target === "" ? from : join(dirname(from), target);
  return existsSync(join(ROOT, path)) && (anchor === undefined || listAnchors(path).includes(anchor));
}

/** Finds the matches of a pattern in the documents that are wrong, each with the name of its document. */
function findWrong(pattern: RegExp, isRight: (found: string, path: string) => boolean): string[] {
  return documents.flatMap(({ path, text }) =>
    matchAll(pattern, text)
      .filter((found) => !isRight(found, path))
      .map((found) => `${path}: ${found}`),
  );
}

describe("the documents", () => {
  it("link to what exists", () => {
    expect(findWrong(/\]\((?!https?:)([^)\s]+)\)/g, (link, path) => isValidLink(path, link))).toEqual([]);
  });

  it("name commands that exist", () => {
    // A package that can be published has commands of its own.
    const ours = (path: string) => JSON.parse(read(join(dirname(path), "package.json"))).scripts;
    const isCommand = (command: string, path: string) =>
      command in manifest.scripts || (path.startsWith("packages/") && command in ours(path));
    expect(findWrong(/\bnpm run (?:--silent )?([\w:-]+)/g, isCommand)).toEqual([]);
  });

  it("name files and folders that exist", () => {
    const paths = /`((?:apps|packages|tools|bench|scripts|e2e|deploy|docs)\/[\w./-]+)`/g;
    expect(findWrong(paths, (path) => existsSync(join(ROOT, path)))).toEqual([]);
  });

  it("name functions and values that exist", () => {
    const sources = globSync(["{apps,packages,tools,scripts,e2e,bench}/**/*.{ts,tsx,mjs,cjs,sql,json}"], {
      cwd: ROOT,
      exclude: ["**/node_modules", "**/dist"],
    });
    const words = new Set(sources.flatMap((path) => read(path).match(/\w+/g) ?? []));
    // Of another product: an alternative that a decision rejects.
    const foreign = new Set(["redirectToCheckout"]);
    const camelCase = /`([a-z]+[A-Z]\w*)(?:\([^`]*\))?`/g;
    expect(findWrong(camelCase, (name) => words.has(name) || foreign.has(name))).toEqual([]);
  });
});

it("ARCHITECTURE.md names files and rooms that exist, without the folders that the text before them names", () => {
  const known = globSync("{apps,packages,tools,scripts,e2e,bench}/**/*", { cwd: ROOT, exclude: ["**/node_modules"] });
  const named = matchAll(/`(\w[\w./-]*(?:\.(?:tsx?|mjs|json)|\/))`/g, read("ARCHITECTURE.md"));
  expect(named.length).toBeGreaterThan(40);
  const exists = (name: string) => known.some((path) => `/${path}`.endsWith(`/${name.replace(/\/$/, "")}`));
  expect(named.filter((name) => !existsSync(join(ROOT, name)) && !exists(name))).toEqual([]);
});

it("README.md names journeys, tests and benchmarks that exist", () => {
  const listFiles = (pattern: string) => globSync(pattern, { cwd: ROOT, exclude: ["**/node_modules"] });
  const text = read("README.md");
  const journeys = matchAll(/journey `([\w.-]+)`/g, text);
  const tests = matchAll(/test `([\w.-]+)`/g, text);
  const benches = matchAll(/npm run bench -- (\w+)/g, text);
  for (const found of [journeys, tests, benches]) expect(found.length).toBeGreaterThan(2);
  const listed = read("bench/bench.ts");
  expect(journeys.filter((name) => listFiles(`e2e/${name}*.spec.ts`).length === 0)).toEqual([]);
  expect(tests.filter((name) => listFiles(`{apps,packages}/**/*${name}*.test.ts`).length === 0)).toEqual([]);
  expect(benches.filter((name) => !listed.includes(`\n  ${name}: measure`))).toEqual([]);
});

it("CONTRIBUTING.md shows excerpts from the code", () => {
  const examples = matchAll(/^```tsx?\n(.+?)^```/gms, read("CONTRIBUTING.md")).map((block) =>
    block.trimEnd().split("\n"),
  );
  expect(examples.length).toBeGreaterThanOrEqual(5);
  let code: string[] = [];
  for (const line of examples.flat()) {
    const path = /^\/\/ (\S+)$/.exec(line)?.[1];
    if (path)
      code = read(path)
        .split("\n")
        .map((one) => one.trim());
    else expect(code).toContain(line.trim());
  }
});
