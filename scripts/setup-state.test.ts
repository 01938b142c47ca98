import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import {
  fingerprint,
  installedMatchesLock,
  installFingerprint,
  isNodeSupported,
  isWebInput,
  outdatedSteps,
  SetupError,
  stepsOf,
  webFingerprint,
} from "./setup-state.mjs";

function project() {
  const root = mkdtempSync(join(tmpdir(), "setup-state-"));
  onTestFinished(() => rmSync(root, { recursive: true }));
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  write("package.json", JSON.stringify({ name: "a", workspaces: ["packages/*", "apps/*"], scripts: { start: "x" } }));
  write("package-lock.json", "{}");
  write("tsconfig.base.json", "{}");
  write("scripts/precompress.ts", "");
  write("packages/contract/package.json", JSON.stringify({ name: "c", dependencies: { zod: "4.0.0" } }));
  write("packages/contract/src/cards.ts", "1");
  write("apps/web/package.json", JSON.stringify({ name: "w" }));
  write("apps/web/src/main.tsx", "1");
  return { root, write };
}

describe("steps", () => {
  test("each mode has its own", () => {
    expect(stepsOf("start")).toEqual(["install", "web"]);
    expect(stepsOf("dev")).toEqual(["install"]);
    expect(stepsOf("test")).toEqual(["install", "web", "chromium"]);
  });

  test.each([undefined, "", "build", "toString"])("there is no mode %o", (mode) => {
    expect(() => stepsOf(mode)).toThrow(SetupError);
  });

  test("only those that are not done remain, in order", () => {
    expect(outdatedSteps(["install", "web", "chromium"], (step) => step === "web")).toEqual(["install", "chromium"]);
  });

  test("Node 20.19 and newer will do", () => {
    expect(["20.19.0", "20.20.2", "22.0.0", "26.10.0"].filter(isNodeSupported)).toHaveLength(4);
    expect(["20.18.3", "18.20.0", "9.99.0"].filter(isNodeSupported)).toEqual([]);
  });
});

describe("fingerprints", () => {
  test("depend on names and contents, not on the order or on where one ends and the next begins", () => {
    const one = fingerprint([
      ["a", "xy"],
      ["b", "z"],
    ]);
    expect(
      fingerprint([
        ["b", "z"],
        ["a", "xy"],
      ]),
    ).toBe(one);
    expect(fingerprint([["a", "xy"]])).not.toBe(one);
    expect(
      fingerprint([
        ["a", "x"],
        ["b", "yz"],
      ]),
    ).not.toBe(one);
  });

  test("of the install changes with dependencies of the root, a workspace or the lock, not with scripts", () => {
    const { root, write } = project();
    const before = installFingerprint(root);
    write("package.json", JSON.stringify({ name: "a", workspaces: ["packages/*", "apps/*"], scripts: { start: "y" } }));
    expect(installFingerprint(root)).toBe(before);
    write("packages/contract/package.json", JSON.stringify({ name: "c", dependencies: { zod: "4.0.1" } }));
    const after = installFingerprint(root);
    expect(after).not.toBe(before);
    write("package-lock.json", '{ "x": 1 }');
    expect(installFingerprint(root)).not.toBe(after);
  });

  test("of the web build changes with sources of the app and the packages, not with tests or the build", () => {
    const { root, write } = project();
    const before = webFingerprint(root);
    write("apps/web/src/main.test.tsx", "1");
    write("apps/web/src/testing/render.tsx", "1");
    write("apps/web/dist/index.html", "1");
    write("apps/server/src/main.ts", "1");
    expect(webFingerprint(root)).toBe(before);
    const seen = new Set([before]);
    for (const path of ["apps/web/src/main.tsx", "packages/contract/src/cards.ts", "apps/web/public/a.svg"]) {
      write(path, "2");
      seen.add(webFingerprint(root));
    }
    expect(seen.size).toBe(4);
  });

  test("tests are recognised by their names", () => {
    const names = ["src/use-contest.ts", "src/testimonial.tsx", "public/dist.svg", "src/distance.ts"];
    expect(names.filter(isWebInput)).toEqual(names);
    expect(["src/a.test.ts", "src/testing/a.ts", "node_modules/a.ts", "dist"].filter(isWebInput)).toEqual([]);
  });
});

describe("an installed tree", () => {
  const entry = (version: string, more = {}) => ({ version, integrity: `sha-${version}`, ...more });
  const lock = JSON.stringify({
    packages: {
      "": { name: "a" },
      "apps/web": { name: "w" },
      "node_modules/w": { resolved: "apps/web", link: true },
      "node_modules/a": entry("1.0.0"),
      "node_modules/a-darwin": entry("1.0.0", { optional: true }),
    },
  });
  const linked = { "node_modules/w": { resolved: "apps/web", link: true } };
  const matches = (packages: object) => installedMatchesLock(lock, JSON.stringify({ packages }));

  test("matches with packages of other platforms missing, and with more than was asked for", () => {
    expect(matches({ ...linked, "node_modules/a": entry("1.0.0"), "node_modules/b": entry("2.0.0") })).toBe(true);
  });

  test("does not match with another version, another content, a copied workspace or a missing package", () => {
    expect(matches({ ...linked, "node_modules/a": entry("1.0.1") })).toBe(false);
    expect(matches({ ...linked, "node_modules/a": { version: "1.0.0", integrity: "sha-x" } })).toBe(false);
    expect(matches({ "node_modules/w": entry("1.0.0"), "node_modules/a": entry("1.0.0") })).toBe(false);
    expect(matches(linked)).toBe(false);
  });
});
