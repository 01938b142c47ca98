// `npm run test:faults`: kills the browser while a student writes cards without a network, again and again.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { chromium, expect, type Page, request, test } from "@playwright/test";
import { chromiumFlags, chromiumPath } from "../tools/setup/chromium.mjs";
import { isCopyFilled } from "./copy.ts";
import { openGate } from "./gate.ts";
import { createApi } from "./seed.ts";

const ROUNDS = Number(process.env.KILLS ?? 20);
/** In milliseconds from the beginning of a round's writing. */
const LONGEST_ROUND_MS = 1500;

type Running = { page: Page; kill: () => Promise<void> };
type Cookies = Parameters<ReturnType<Page["context"]>["addCookies"]>[0];

/** Starts a browser with the profile in a folder. `kill` ends all of its processes at once, as a phone without memory does. */
async function startBrowser(profile: string, cookies: Cookies): Promise<Running> {
  const flags = [...chromiumFlags, "--headless", "--remote-debugging-port=0", `--user-data-dir=${profile}`];
  const child = spawn(chromiumPath(), flags, { stdio: ["ignore", "ignore", "pipe"], detached: true });
  const browser = await chromium.connectOverCDP(await readAddress(child));
  const [context = await browser.newContext()] = browser.contexts();
  // Browsers write cookies to the disk every 30 seconds only.
  await context.addCookies(cookies);
  return {
    page: await context.newPage(),
    kill: async () => {
      const ended = once(child, "exit");
      process.kill(-Number(child.pid), "SIGKILL");
      await ended;
    },
  };
}

async function readAddress({ stderr }: ChildProcess): Promise<string> {
  if (!stderr) throw new Error("the browser has no stderr");
  for await (const line of createInterface(stderr)) {
    const address = /DevTools listening on (ws:\S+)/.exec(line)?.[1];
    if (address) return address;
  }
  throw new Error("the browser did not start");
}

const form = (page: Page) => page.getByRole("dialog", { name: "Crear nueva carta" });

/** Writes cards one after another until the browser is gone. `onSaved` gets the front of each one that the app has saved. */
async function writeCards(page: Page, round: number, onSaved: (front: string) => void): Promise<void> {
  const dialog = form(page);
  for (let n = 0; ; n++) {
    const front = `Carta ${round}-${n}`;
    await dialog.getByLabel("Pregunta").fill(front);
    await dialog.getByLabel("Respuesta").fill("Sobrevive");
    await dialog.getByRole("button", { name: /^Guardar y/ }).click();
    // The form is empty at once; this line counts the cards that are saved.
    await expect(dialog.getByText(n === 0 ? "1 carta añadida" : `${n + 1} cartas añadidas`)).toBeVisible();
    onSaved(front);
  }
}

test("a browser that is killed while it writes loses and doubles nothing that it has saved", async ({
  baseURL,
  timezoneId,
}) => {
  test.skip(!process.env.FAULTS, "belongs to test:faults");
  test.setTimeout(ROUNDS * 60_000);
  const profile = mkdtempSync(join(tmpdir(), "repasa-killed-"));
  const gate = await openGate(baseURL as string);
  const saved: string[] = [];
  const caller = await request.newContext({ baseURL: baseURL as string });
  const api = createApi(caller, timezoneId ?? "UTC");
  const { folder } = await api.registerWith("Química", [{ front: "Primera", back: "Carta" }]);
  const { cookies } = await caller.storageState();
  let running = await startBrowser(profile, cookies);
  try {
    await running.page.goto(`${gate.origin}/dashboard`);
    await expect.poll(() => isCopyFilled(running.page), { timeout: 60_000 }).toBe(true);
    await gate.shut();
    for (let round = 0; round < ROUNDS; round++) {
      await running.page.goto(`${gate.origin}/folders/${folder.id}`);
      for (const front of saved.slice(-5)) await expect(running.page.getByText(front, { exact: true })).toBeVisible();
      await running.page.getByRole("button", { name: "Añadir carta" }).first().click();
      await expect(form(running.page)).toBeVisible();
      const writing = writeCards(running.page, round, (front) => saved.push(front)).catch(() => {});
      await new Promise((resolve) => setTimeout(resolve, 300 + Math.random() * LONGEST_ROUND_MS));
      await running.kill();
      await writing;
      running = await startBrowser(profile, cookies);
    }
    await gate.open();
    await running.page.goto(`${gate.origin}/folders/${folder.id}`);
    const listFronts = async () => (await api.cardsOf(folder.id)).map(({ front }) => front);
    await expect.poll(listFronts, { timeout: 60_000 }).toEqual(expect.arrayContaining(saved));
    const fronts = await listFronts();
    expect(new Set(fronts).size).toBe(fronts.length);
    expect(saved.length).toBeGreaterThan(0);
    console.log(`killed ${ROUNDS} times: ${saved.length} cards saved, ${fronts.length - 1} on the server`);
  } finally {
    await running.kill();
    await gate.shut().catch(() => {});
    rmSync(profile, { recursive: true, force: true });
  }
});
