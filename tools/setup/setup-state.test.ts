import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { installedMatchesLock, isWebInput, webFingerprint } from "./setup-state.mjs";

function project() {
  const root = mkdtempSync(join(tmpdir(), "setup-state-"));
  onTestFinished(() => rmSync(root, { recursive: true }));
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  write("package-lock.json", "{}");
  write("tsconfig.base.json", "{}");
  write("tools/setup/precompress.ts", "");
  write("packages/contract/package.json", JSON.stringify({ name: "c", dependencies: { zod: "4.0.0" } }));
  write("packages/contract/src/cards.ts", "1");
  write("apps/web/package.json", JSON.stringify({ name: "w" }));
  write("apps/web/src/main.tsx", "1");
  return { root, write };
}

describe("the fingerprint of the web build", () => {
  test("changes with sources of the app and the packages, not with tests or the build", () => {
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

  test("matches if packages of other platforms are missing, and if there are more than required", () => {
    expect(matches({ ...linked, "node_modules/a": entry("1.0.0"), "node_modules/b": entry("2.0.0") })).toBe(true);
  });

  test("does not match with another version, another content, a copied workspace or a missing package", () => {
    expect(matches({ ...linked, "node_modules/a": entry("1.0.1") })).toBe(false);
    expect(matches({ ...linked, "node_modules/a": { version: "1.0.0", integrity: "sha-x" } })).toBe(false);
    expect(matches({ "node_modules/w": entry("1.0.0"), "node_modules/a": entry("1.0.0") })).toBe(false);
    expect(matches(linked)).toBe(false);
  });
});
