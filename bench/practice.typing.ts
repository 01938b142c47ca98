import type { Page } from "@playwright/test";
import { CPU_SLOWDOWN, registerStudent, withBrowser } from "./browser.ts";
import { atMost, percentile, type Row } from "./row.ts";

const CARDS = 30;

/** Measures the time from Enter to the painted verdict on a typed answer, on a slow processor. */
export function measureTyping(): Promise<Row[]> {
  return withBrowser(async (setting) => {
    const context = await registerStudent(setting, { viewport: { width: 390, height: 844 }, locale: "es-ES" });
    const data = { name: "Biología", answerMode: "type" };
    const folder = await (await context.request.post("/api/folders", { data })).json();
    for (let n = 0; n < CARDS; n++) {
      const card = { front: `Una pregunta de longitud corriente, la número ${n}`, back: `la respuesta número ${n}` };
      await context.request.post(`/api/folders/${folder.id}/cards`, { data: card });
    }
    await context.request.put("/api/user/preferences", { data: { sessionSize: null } });
    const page = await context.newPage();
    const devTools = await context.newCDPSession(page);
    await devTools.send("Emulation.setCPUThrottlingRate", { rate: CPU_SLOWDOWN });
    await page.addInitScript(watchVerdicts);
    await page.goto(`/study/${folder.id}`);
    const times = await typeAnswers(page);
    return [
      atMost(
        `key to verdict, ${CPU_SLOWDOWN}x CPU slowdown, ${times.length} cards, p95`,
        percentile(times, 95),
        50,
        "ms",
        1,
      ),
    ];
  });
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
        if (document.querySelector("[data-typed] [role=status] p")) times.push(performance.now() - pressed);
        else requestAnimationFrame(look);
      };
      requestAnimationFrame(look);
    },
    { capture: true },
  );
}
