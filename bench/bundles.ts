import { readFile } from "node:fs/promises";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { chromium } from "@playwright/test";
import { chromiumFlags, chromiumPath } from "../tools/setup/chromium.mjs";
import { atMost, type Row } from "./row.ts";
import { startDatabase, startServer } from "./server.ts";

const dist = path.resolve(import.meta.dirname, "../apps/web/dist");

type BundleFigures = { screen: string; files: number; kilobytes: number; limit: number };

/** The JavaScript that a browser really loads to show a screen, each file as gzip -9 makes it. */
async function benchBundles(): Promise<BundleFigures[]> {
  const database = await startDatabase();
  const server = await startServer(database.connectionString);
  const browser = await chromium.launch({ executablePath: chromiumPath(), args: chromiumFlags });
  try {
    const origin = `http://localhost:${server.port}`;
    const login = await loadedBy(origin, "/login", browser, false);
    const study = await loadedBy(origin, "/study", browser, true);
    return [
      { screen: "/login", ...login, limit: 110 },
      { screen: "/study", ...study, limit: 130 },
    ];
  } finally {
    await browser.close();
    await server.stop();
    await database.stop();
  }
}

async function loadedBy(
  origin: string,
  screen: string,
  browser: import("@playwright/test").Browser,
  signedIn: boolean,
) {
  const context = await browser.newContext({ baseURL: origin });
  if (signedIn) {
    const credentials = {
      email: "bench@repasa.example",
      password: "una clave larga",
      confirmPassword: "una clave larga",
    };
    await context.request.post("/api/auth/register", { data: credentials });
    const folder = await (await context.request.post("/api/folders", { data: { name: "Química" } })).json();
    await context.request.post(`/api/folders/${folder.id}/cards`, { data: { front: "H₂O", back: "agua" } });
  }
  const page = await context.newPage();
  const files = new Set<string>();
  page.on("response", (response) => {
    const { pathname } = new URL(response.url());
    if (pathname.endsWith(".js")) files.add(pathname);
  });
  await page.goto(screen);
  await page.waitForLoadState("networkidle");
  await context.close();
  let bytes = 0;
  for (const file of files) bytes += gzipSync(await readFile(path.join(dist, file)), { level: 9 }).length;
  return { files: files.size, kilobytes: bytes / 1000 };
}

export async function bundlesRows(): Promise<Row[]> {
  return (await benchBundles()).map(({ screen, files, kilobytes, limit }) =>
    atMost(`JavaScript that ${screen} loads, gzip, ${files} files`, kilobytes, limit, "KB", 1),
  );
}
