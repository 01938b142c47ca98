// `npm run screenshots [folder]` updates the pictures that the README has, and that browsers show before they install the
// app, or writes them to a folder. The faces of folders need a font with emoji, such as Debian's fonts-noto-color-emoji.
import { mkdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { type APIRequestContext, type BrowserContext, chromium, type Page } from "@playwright/test";
import pg from "pg";
import { startDatabase, startServer } from "../bench/server.ts";
import { waitForAnimations } from "../e2e/fixtures.ts";
import { chromiumFlags, chromiumPath } from "../tools/setup/chromium.mjs";

const [elsewhere] = process.argv.slice(2);
/** Named by the web app's manifest. */
const folder = resolve(elsewhere ?? join(import.meta.dirname, "../apps/web/public/screenshots"));
const TIME_ZONE = "Europe/Madrid";
const WIDE = { width: 1280, height: 800 };
const PHONE = { width: 390, height: 844 };

type Shot = {
  name: string;
  path: string;
  size: typeof WIDE;
  /** A part of the screen that is shown once it has loaded. */
  text: string;
  before?: (page: Page) => Promise<void>;
};

const shots: Shot[] = [
  { name: "home-wide", path: "/", size: WIDE, text: "Huesos del cuerpo humano" },
  { name: "home-narrow", path: "/", size: PHONE, text: "Huesos del cuerpo humano" },
  { name: "study-narrow", path: "/study", size: PHONE, text: "Mostrar Respuesta", before: reveal },
];

async function reveal(page: Page): Promise<void> {
  await page.getByRole("button", { name: /Mostrar Respuesta/ }).click();
  await page.getByRole("button", { name: /Fácil/ }).waitFor();
}

const STATE = JSON.stringify({ calibrationA: 1, calibrationB: 0 });

/** Inserts seven months of study on most days, with improving recall. */
async function seedPast(connectionString: string): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  await client.query(`
    INSERT INTO reviews (user_id, review_id, card_id, folder_id, difficulty, answer_result, grade, reviewed_at, time_zone,
        local_date, practice, retrievability, state_before, state_after, duration_ms)
      SELECT 1, gen_random_uuid(), n, 1, 'medium', CASE WHEN recalled THEN 'correct' ELSE 'incorrect' END,
        CASE WHEN recalled THEN 3 ELSE 1 END, day + time '18:00', 'Europe/Madrid', day, false,
        0.88 + 0.06 * sin(n), '${STATE}', '${STATE}', 5000 + 700 * (n % 5)
      FROM generate_series(1, 210) AS ago, LATERAL (SELECT current_date - ago AS day) AS date,
        generate_series(1, 8 + (ago * 7) % 23) AS n, LATERAL (SELECT (n + ago) % (8 + (210 - ago) / 12) > 0 AS recalled) AS answer
      WHERE ago % 9 <> 6`);
  await client.query(`
    UPDATE users SET created_at = current_date - 210;
    DELETE FROM daily_figures;
    INSERT INTO daily_figures (user_id, date, reviews, duration_ms, reviewed_folders, practised_folders, pending_folders)
      SELECT 1, local_date, count(*), sum(duration_ms), '{1}', '{}', '{}' FROM reviews
      WHERE local_date < current_date GROUP BY local_date;
    UPDATE user_days SET settled_through = current_date - 1, kept_through = current_date - 1, streak_current = NULL,
      streak_longest = NULL, streak_until = NULL;`);
  await client.end();
}

/** Creates a student with folders from the store, partly studied. */
async function seed(request: APIRequestContext): Promise<void> {
  const password = "una clave larga";
  await request.post("/api/auth/register", {
    data: { email: "lucia@repasa.example", password, confirmPassword: password },
  });
  for (const slug of ["capitales-de-america", "huesos-del-cuerpo", "verbos-irregulares-ingleses"]) {
    await request.post(`/api/store/folders/${slug}`, { data: {} });
  }
  await request.put("/api/user/preferences", { data: { newCardsPerDay: 60, newCardsOffered: true } });
  const queue: { id: number; folderId: number }[] = await (await request.get("/api/cards/review?folderId=1")).json();
  const difficulties = ["easy", "medium", "medium", "hard", "easy"];
  for (const [index, card] of queue.slice(0, 26).entries()) {
    const difficulty = difficulties[index % difficulties.length];
    await request.post(`/api/cards/${card.id}/review`, {
      data: { difficulty, answerResult: "correct", durationMs: 6000 },
    });
  }
}

async function take(context: BrowserContext, { name, path, text, before }: Shot): Promise<void> {
  const page = await context.newPage();
  await page.goto(path);
  await page.waitForLoadState("networkidle");
  await page.getByText(text).first().waitFor();
  await before?.(page);
  await waitForAnimations(page);
  await page.screenshot({ path: join(folder, `${name}.png`) });
  await page.close();
}

mkdirSync(folder, { recursive: true });
const database = await startDatabase();
const server = await startServer(database.connectionString);
const browser = await chromium.launch({ executablePath: chromiumPath(), args: chromiumFlags });
try {
  const options = { baseURL: `http://localhost:${server.port}`, locale: "es-ES", timezoneId: TIME_ZONE };
  const student = await browser.newContext({ ...options, extraHTTPHeaders: { "X-Time-Zone": TIME_ZONE } });
  await seed(student.request);
  await seedPast(database.connectionString);
  const storageState = await student.storageState();
  for (const shot of shots) {
    const isPhone = shot.size === PHONE;
    const look = { viewport: shot.size, colorScheme: "light", isMobile: isPhone, hasTouch: isPhone } as const;
    const context = await browser.newContext({ ...options, ...look, storageState });
    await take(context, shot);
    await context.close();
  }
} finally {
  await browser.close();
  await server.stop();
  await database.stop();
}
