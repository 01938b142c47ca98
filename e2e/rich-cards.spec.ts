import { cardEndpoints } from "@repasa/contract/cards.ts";
import { expect, test } from "./fixtures.ts";
import { hostileMarkdown } from "./hostile-texts.ts";

declare global {
  interface Window {
    __ran: (number: number) => void;
  }
}

test("no text of a card runs a script, loads anything or covers the app", async ({ page, api, watch }) => {
  expect(hostileMarkdown.length).toBeGreaterThanOrEqual(100);
  // The ids in the texts belong to no user.
  watch.excuse(/\/api\/media\//, 404);
  const { folder } = await api.registerWith("Trampas");
  const size = Math.ceil(hostileMarkdown.length / 12);
  for (let at = 0; at < hostileMarkdown.length; at += size) {
    const front = hostileMarkdown.slice(at, at + size).join("\n\n---\n\n");
    const body = { front: `Trampa ${at}\n\n${front}`, back: "x", format: "markdown" as const };
    await api.call(cardEndpoints.create, { params: { id: folder.id }, body });
  }
  const ran: number[] = [];
  await page.exposeFunction("__ran", (number: number) => ran.push(number));
  const elsewhere: string[] = [];
  page.on("request", (request) => {
    if (!request.url().startsWith(new URL(page.url()).origin) && !page.url().startsWith("about:")) {
      elsewhere.push(request.url());
    }
  });
  page.on("dialog", (dialog) => ran.push(-1) && dialog.dismiss());
  await page.goto(`/folders/${folder.id}?vista=leer`);
  const texts = page.locator(".rich-text");
  await expect(texts.first()).toBeVisible();
  for (let scrolled = 0; scrolled < 30; scrolled++) await page.mouse.wheel(0, 2500);
  await page.goto(`/study/${folder.id}`);
  for (let card = 0; card < 12; card++) {
    await expect(page.locator(".rich-text").first()).toBeVisible();
    const unknown = await page.evaluate(() => {
      const box = document.querySelector(".rich-text");
      const outside = [...(box?.querySelectorAll("*") ?? [])].filter((element) => {
        const { position } = getComputedStyle(element);
        return position === "fixed" || position === "sticky";
      });
      const named =
        box?.querySelectorAll("script, iframe, object, embed, form, style, link, meta, base, [id], [name]") ?? [];
      const links = [...(box?.querySelectorAll<HTMLAnchorElement>("a[href]") ?? [])].filter(
        ({ href, rel, target }) => !/^https?:/.test(href) || !rel.includes("noopener") || target !== "_blank",
      );
      return [...outside, ...named, ...links].map(({ outerHTML }) => outerHTML);
    });
    expect(unknown).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    await page.keyboard.press("Space");
    await page.keyboard.press("a");
  }
  expect(ran).toEqual([]);
  expect(elsewhere).toEqual([]);
});

test("twenty thousand special characters block the page hardly longer than as many letters", async ({ page, api }) => {
  const { folder } = await api.registerWith("Bombas");
  const signs = ["letras ", "[", "*", "*a ", "> ", "1. ", "$x^2$ ", "a|b\n-|-\n"];
  for (const sign of signs) {
    const front = sign.repeat(Math.floor(20_000 / sign.length)).trim();
    await api.call(cardEndpoints.create, { params: { id: folder.id }, body: { front, back: "x", format: "markdown" } });
  }
  await page.goto(`/study/${folder.id}`);
  await page.evaluate(() => {
    const pause = { longest: 0 };
    Object.assign(window, { pause });
    let last = performance.now();
    const tick = () => {
      const now = performance.now();
      pause.longest = Math.max(pause.longest, now - last);
      last = now;
      setTimeout(tick, 0);
    };
    tick();
  });
  const pauses: number[] = [];
  for (const number of signs.keys()) {
    await expect(page.getByText(`Carta ${number + 1} de`)).toBeVisible();
    await expect(page.getByRole("region", { name: "Pregunta" })).toBeVisible();
    await page.waitForTimeout(150);
    const longest = await page.evaluate(() => {
      const { pause } = window as unknown as { pause: { longest: number } };
      const { longest } = pause;
      pause.longest = 0;
      return longest;
    });
    pauses.push(longest);
    await page.keyboard.press("Space");
    await page.keyboard.press("a");
  }
  const [letters = 0, ...special] = pauses;
  // A pause of less than three frames says nothing about the machine.
  expect(Math.max(...special) / Math.max(letters, 50)).toBeLessThan(20);
});
