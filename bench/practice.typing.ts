import type { BrowserContext, Page } from "@playwright/test";
import { CPU_SLOWDOWN, PHONE, registerStudent, withBrowser } from "./browser.ts";
import { compressScripts, watchScripts } from "./bundles.ts";
import { atMost, median, percentile, type Row } from "./row.ts";
import { sized } from "./size.ts";

const CARDS = sized(30, 3);

/** What a session loads while the student reads is loaded by then. */
const READING_MS = 2_500;

/** Measures typed answers: the time from Enter to the painted verdict on a slow processor, and the JavaScript that they need. */
export function measureTyping(): Promise<Row[]> {
  return withBrowser(async (setting) => {
    const context = await registerStudent(setting, { viewport: PHONE, locale: "es-ES" });
    const folderId = await createFolder(context, "type", CARDS);
    await context.request.put("/api/user/preferences", { data: { sessionSize: null } });
    const page = await context.newPage();
    const devTools = await context.newCDPSession(page);
    await devTools.send("Emulation.setCPUThrottlingRate", { rate: CPU_SLOWDOWN });
    await page.addInitScript(watchVerdicts);
    await page.goto(`/study/${folderId}`);
    const times = await typeAnswers(page);
    await page.close();
    const measure = `key to verdict, ${CPU_SLOWDOWN}x CPU, ${times.length} cards (p95 ${percentile(times, 0.95).toFixed(0)} ms), median`;
    return [atMost(measure, median(times), 50, "ms"), await measureFiles(context)];
  });
}

async function createFolder(context: BrowserContext, answerMode: "type" | "flip", cards: number): Promise<number> {
  const data = { name: `Biología, ${answerMode} ${cards}`, answerMode };
  const folder = await (await context.request.post("/api/folders", { data })).json();
  for (let n = 0; n < cards; n++) {
    const card = { front: `Una pregunta de longitud corriente, la número ${n}`, back: `la respuesta número ${n}` };
    await context.request.post(`/api/folders/${folder.id}/cards`, { data: card });
  }
  return folder.id;
}

/** Compares the JavaScript of two sessions, typed and turned over, up to the second question. */
async function measureFiles(context: BrowserContext): Promise<Row> {
  const files = { type: new Set<string>(), flip: new Set<string>() };
  for (const mode of ["type", "flip"] as const) {
    const folderId = await createFolder(context, mode, 3);
    const page = await context.newPage();
    files[mode] = watchScripts(page);
    await page.goto(`/study/${folderId}`);
    if (mode === "type") await page.getByRole("textbox", { name: "Tu respuesta" }).fill("la respuesa");
    await page.waitForTimeout(READING_MS);
    await page.keyboard.press(mode === "type" ? "Enter" : "Space");
    await page.locator("[data-choices]").waitFor();
    await page.waitForTimeout(READING_MS);
    await page.keyboard.press(mode === "type" ? "Enter" : "3");
    await page.waitForTimeout(READING_MS);
    await page.close();
  }
  const added = [...files.type.difference(files.flip)];
  const bytes = await compressScripts(added);
  return atMost(`JavaScript that typing adds to /study, gzip, ${added.length} files`, bytes / 1000, 12, "KB", 1);
}

/** Types answers with a slip, so that the verdict compares them letter by letter. */
async function typeAnswers(page: Page): Promise<number[]> {
  for (let n = 0; n < CARDS; n++) {
    await page.getByRole("textbox", { name: "Tu respuesta" }).waitFor();
    await page.keyboard.type("la respuesa");
    await page.waitForTimeout(n === 0 ? 3000 : 200);
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: /propuesta/ }).waitFor();
    await page.waitForTimeout(200);
    await page.keyboard.press("a");
  }
  return page.evaluate("window.verdictTimes");
}

/** Runs in the page: notes for each Enter how long it takes until the verdict is painted. */
function watchVerdicts(): void {
  const times: number[] = [];
  Object.assign(window, { verdictTimes: times });
  document.addEventListener(
    "keydown",
    (event) => {
      if (event.key !== "Enter") return;
      const pressed = event.timeStamp;
      const look = () => {
        if (!document.querySelector("[data-typed] [role=status] > *")) return void requestAnimationFrame(look);
        const painted = new MessageChannel();
        painted.port1.onmessage = () => times.push(performance.now() - pressed);
        painted.port2.postMessage(null);
      };
      requestAnimationFrame(look);
    },
    { capture: true },
  );
}
