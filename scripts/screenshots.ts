// Takes the screenshots of docs/screenshots anew: `node scripts/screenshots.ts`, after `npm start` has built the app once.
import { mkdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { type APIRequestContext, type BrowserContext, chromium, type Page } from "@playwright/test";
import { startDatabase, startServer } from "../bench/server.ts";
import { chromiumFlags, chromiumPath } from "./chromium.mjs";

const folder = resolve(import.meta.dirname, "../docs/screenshots");
const WIDE = { width: 1280, height: 800 };
const PHONE = { width: 390, height: 844 };

type Shot = {
  name: string;
  path: string;
  size: typeof WIDE;
  scheme?: "light" | "dark";
  before?: (page: Page) => Promise<void>;
};

const shots: Shot[] = [
  { name: "landing", path: "/", size: WIDE },
  { name: "dashboard", path: "/", size: WIDE },
  { name: "study", path: "/study", size: WIDE, before: reveal },
  { name: "study-phone", path: "/study", size: PHONE, scheme: "dark", before: reveal },
  { name: "folder", path: "/folders/1", size: WIDE },
  { name: "progress", path: "/progress", size: WIDE },
  { name: "store", path: "/store", size: WIDE },
];

async function reveal(page: Page): Promise<void> {
  await page.getByRole("button", { name: /Mostrar Respuesta/ }).click();
  await page.getByRole("button", { name: /Fácil/ }).waitFor();
}

/** A student with folders from the store, some of it studied. */
async function seed(request: APIRequestContext): Promise<void> {
  const password = "una clave larga";
  await request.post("/api/auth/register", {
    data: { email: "lucia@repasa.example", password, confirmPassword: password },
  });
  for (const slug of ["capitales-de-america", "huesos-del-cuerpo", "verbos-irregulares-ingleses"]) {
    await request.post(`/api/store/folders/${slug}`, { data: {} });
  }
  const queue: { id: number; folderId: number }[] = await (await request.get("/api/cards/review?folderId=1")).json();
  const difficulties = ["easy", "medium", "medium", "hard", "easy"];
  for (const [index, card] of queue.slice(0, 26).entries()) {
    const difficulty = difficulties[index % difficulties.length];
    await request.post(`/api/cards/${card.id}/review`, {
      data: { difficulty, answerResult: "correct", durationMs: 6000 },
    });
  }
}

async function take(context: BrowserContext, { name, path, before }: Shot): Promise<void> {
  const page = await context.newPage();
  await page.goto(path);
  await page.waitForLoadState("networkidle");
  await before?.(page);
  await page.evaluate(() => Promise.all(document.getAnimations().map((animation) => animation.finished)));
  await page.screenshot({ path: join(folder, `${name}.png`) });
  await page.close();
}

mkdirSync(folder, { recursive: true });
const database = await startDatabase();
const server = await startServer(database.connectionString);
const browser = await chromium.launch({ executablePath: chromiumPath(), args: chromiumFlags });
try {
  const options = { baseURL: `http://localhost:${server.port}`, locale: "es-ES", timezoneId: "Europe/Madrid" };
  const student = await browser.newContext(options);
  await seed(student.request);
  const storageState = await student.storageState();
  for (const shot of shots) {
    const signedIn = shot.name === "landing" ? {} : { storageState };
    const look = { viewport: shot.size, colorScheme: shot.scheme ?? "light" };
    const context = await browser.newContext({ ...options, ...look, ...signedIn });
    await take(context, shot);
    await context.close();
  }
} finally {
  await browser.close();
  await server.stop();
  await database.stop();
}
