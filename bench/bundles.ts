import { readFile } from "node:fs/promises";
import path from "node:path";
import { gzipSync } from "node:zlib";
import type { BrowserContext, Page } from "@playwright/test";
import { registerStudent, withBrowser } from "./browser.ts";
import { atMost, type Row } from "./row.ts";

const DIST = path.resolve(import.meta.dirname, "../apps/web/dist");

/** Measures the JavaScript that a browser loads to show a screen. */
export function measureBundles(): Promise<Row[]> {
  return withBrowser(async (setting) => {
    const visitor = await setting.browser.newContext({ baseURL: setting.server.origin });
    const student = await registerStudent(setting);
    const folder = await (await student.request.post("/api/folders", { data: { name: "Química" } })).json();
    await student.request.post(`/api/folders/${folder.id}/cards`, { data: { front: "H₂O", back: "agua" } });
    return [await measureScreen(visitor, "/login", 110), await measureScreen(student, "/study", 130)];
  });
}

/** @param limit In KB. */
async function measureScreen(context: BrowserContext, screen: string, limit: number): Promise<Row> {
  const page = await context.newPage();
  const files = watchScripts(page);
  await page.goto(screen);
  await page.waitForLoadState("networkidle");
  await page.close();
  const bytes = await compressScripts([...files]);
  return atMost(`JavaScript that ${screen} loads, gzip, ${files.size} files`, bytes / 1000, limit, "KB", 1);
}

/** Collects the addresses of the scripts that a page loads from now on. */
export function watchScripts(page: Page): Set<string> {
  const files = new Set<string>();
  page.on("response", (response) => {
    const { pathname } = new URL(response.url());
    if (pathname.endsWith(".js")) files.add(pathname);
  });
  return files;
}

/** Returns the bytes of scripts, each compressed as by `gzip -9`. */
export async function compressScripts(files: readonly string[]): Promise<number> {
  let bytes = 0;
  for (const file of files) bytes += gzipSync(await readFile(path.join(DIST, file)), { level: 9 }).length;
  return bytes;
}
