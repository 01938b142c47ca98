// Records what moves while a student studies, and checks that a browser can draw it without layout or repainting, and that
// nothing moves for who prefers reduced motion.
import type { Page } from "@playwright/test";
import { expect, question, test } from "./fixtures.ts";
import { numberedCards } from "./seed.ts";

test.use({ contextOptions: { reducedMotion: "no-preference" } });

type Motion = { name: string; properties: string[]; milliseconds: number };

/** The compositor draws changes of these without the main thread. */
const COMPOSITED = ["opacity", "rotate", "scale", "transform", "translate"];
/** A colour repaints a control of a few pixels for a tenth of a second. */
const COLORS = /color$/i;

/** Collects all animations and transitions from now on, also on the screens that are loaded later. */
async function recordMotion(page: Page) {
  await page.addInitScript(() => {
    const seen = new Map<Animation, Motion>();
    const describe = (animation: Animation): Motion => {
      const effect = animation.effect as KeyframeEffect;
      const notProperties = ["offset", "computedOffset", "easing", "composite"];
      const properties = effect.getKeyframes().flatMap((frame) => Object.keys(frame));
      return {
        name: `${(animation as CSSAnimation).animationName ?? animation.constructor.name} of ${effect.target?.className}`,
        properties: [...new Set(properties)].filter((property) => !notProperties.includes(property)),
        milliseconds: Number(effect.getComputedTiming().duration),
      };
    };
    const look = () => {
      for (const animation of document.getAnimations()) {
        if (!seen.has(animation)) seen.set(animation, describe(animation));
      }
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
    Object.assign(window, { readMotions: () => [...seen.values()] });
  });
  return () => page.evaluate(() => (window as unknown as { readMotions: () => Motion[] }).readMotions());
}

/** Turns and rates cards, undoes a rating, opens and closes a sheet, and ends the session. */
async function studyOnce(page: Page, folderId: number) {
  await page.goto(`/study/${folderId}`);
  for (const [number, rating] of ["Fácil", "Difícil", "Medio"].entries()) {
    await expect(question(page)).toContainText(`Pregunta ${number + 1}`);
    await page.getByRole("button", { name: "Mostrar Respuesta" }).click();
    if (number === 1) {
      await page.getByRole("button", { name: "Editar carta" }).click();
      await expect(page.getByRole("dialog")).toBeVisible();
      await page.keyboard.press("Escape");
      await expect(page.getByRole("dialog")).toBeHidden();
    }
    await page.getByRole("button", { name: rating, exact: false }).first().click();
  }
  await expect(page.getByRole("heading", { name: "¡Sesión completada!" })).toBeVisible();
  await expect(page.getByRole("region", { name: /racha/i })).toBeVisible();
}

const namesOf = (motions: readonly Motion[]) => motions.map(({ name }) => name).join("\n");

for (const size of [
  { width: 390, height: 844 },
  { width: 1280, height: 800 },
]) {
  test(`what moves while studying needs no layout at ${size.width} px`, async ({ page, api }) => {
    await page.setViewportSize(size);
    const { folder } = await api.registerWith("Química", numberedCards(3));
    const readMotions = await recordMotion(page);
    await studyOnce(page, folder.id);
    const motions = await readMotions();
    for (const expected of [
      "card-flip",
      "card-next",
      "fly",
      "half-turn",
      size.width < 768 ? "sheet-in" : "dialog-in",
    ]) {
      expect(namesOf(motions)).toContain(expected);
    }
    const others = motions.map(({ name, properties }) => ({
      name,
      properties: properties.filter((property) => !COMPOSITED.includes(property) && !COLORS.test(property)),
    }));
    expect(others.filter(({ properties }) => properties.length > 0)).toEqual([]);
  });
}

test("nothing moves while studying for who prefers reduced motion", async ({ page, api }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  const { folder } = await api.registerWith("Química", numberedCards(3));
  const readMotions = await recordMotion(page);
  await studyOnce(page, folder.id);
  expect((await readMotions()).filter(({ milliseconds }) => milliseconds > 0.01)).toEqual([]);
});
