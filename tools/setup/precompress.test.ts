import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { expect, onTestFinished, test } from "vitest";
import { precompress } from "./precompress.ts";

test("compresses text-like files over 1 KB, and nothing else", async () => {
  const folder = mkdtempSync(join(tmpdir(), "precompress-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, "assets"));
  const text = "tarjetas de memoria ".repeat(200);
  writeFileSync(join(folder, "assets/app.js"), text);
  writeFileSync(join(folder, "index.html"), "x".repeat(1024));
  writeFileSync(join(folder, "font.woff2"), text);
  await precompress(folder);
  expect(readdirSync(folder, { recursive: true }).sort()).toEqual([
    "assets",
    "assets/app.js",
    "assets/app.js.br",
    "assets/app.js.gz",
    "font.woff2",
    "index.html",
  ]);
  expect(brotliDecompressSync(readFileSync(join(folder, "assets/app.js.br"))).toString()).toBe(text);
  expect(gunzipSync(readFileSync(join(folder, "assets/app.js.gz"))).toString()).toBe(text);
});
