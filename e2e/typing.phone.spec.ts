// Typing, choosing and pairs on a phone of 390 px, with a keyboard of 300 px.
import type { Locator, Page } from "@playwright/test";
import { accountEndpoints } from "@repasa/contract/account.ts";
import { cardEndpoints } from "@repasa/contract/cards.ts";
import { examEndpoints } from "@repasa/contract/exams.ts";
import { folderEndpoints } from "@repasa/contract/folders.ts";
import { expectAccessible } from "./axe.ts";
import { expect, question, skipFirstSession, test, typedField, verdict } from "./fixtures.ts";
import { type Api, numberedCards } from "./seed.ts";

const KEYBOARD = 300;
const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name });

const capitals = [
  ["Perú", "Lima"],
  ["Colombia", "Bogotá"],
  ["Chile", "Santiago"],
  ["Cuba", "La Habana"],
  ["Ecuador", "Quito"],
  ["Uruguay", "Montevideo"],
] as const;

async function createFolder(api: Api, answerMode: "type" | "flip") {
  const cards = capitals.map(([country, back]) => ({ front: `Capital de ${country}`, back }));
  const { folder } = await api.folder("Capitales", cards);
  await api.call(folderEndpoints.update, { params: { id: folder.id }, body: { name: folder.name, answerMode } });
  return folder;
}

test.beforeEach(({ page }) => skipFirstSession(page));

test("question, field and verdict stay visible above the keyboard of a phone", async ({ page, api }) => {
  await api.register();
  const folder = await createFolder(api, "type");
  await page.goto(`/study/${folder.id}`);
  await expect(typedField(page)).toBeFocused();
  for (const [name, value] of Object.entries({
    autocapitalize: "off",
    autocorrect: "off",
    autocomplete: "off",
    spellcheck: "false",
  })) {
    await expect(typedField(page)).toHaveAttribute(name, value);
  }
  // On Android the keyboard makes the page smaller.
  await page.setViewportSize({ width: 390, height: 480 });
  await expect(question(page).getByText("Capital de Perú")).toBeInViewport({ ratio: 1 });
  await expect(typedField(page)).toBeInViewport({ ratio: 1 });
  await typedField(page).pressSequentially("limaa");
  await button(page, "Comprobar").tap();
  await expect(verdict(page)).toContainText("Incorrecto");
  const difference = page.locator("dl").filter({ hasText: "Escribistelimaa" });
  const answer = page.getByRole("region", { name: "Respuesta" });
  const whole = [
    page.getByText("Capital de Perú"),
    answer.getByText("Lima", { exact: true }),
    difference,
    verdict(page),
    button(page, /^No la recordé/),
  ];
  for (const shown of whole) await expect(shown).toBeInViewport({ ratio: 1 });
  await expect(difference.locator("del")).toHaveText("a");
  const isCut = answer.locator(".study-scroller").evaluate((box) => box.scrollHeight > box.clientHeight);
  expect(await isCut).toBe(false);
  // The difference has the place of the field, which is as high as before.
  const [place, shown] = [await typedField(page).boundingBox(), await difference.boundingBox()];
  expect(place?.height).toBeLessThanOrEqual(52);
  expect(shown?.y).toBeGreaterThanOrEqual(place?.y ?? 0);
  expect((shown?.y ?? 0) + (shown?.height ?? 0)).toBeLessThanOrEqual((place?.y ?? 0) + (place?.height ?? 0));
  // The field has the focus, so that the keyboard remains, and accepts nothing.
  await expect(typedField(page)).toBeFocused();
  await page.keyboard.insertText("x");
  await expect(typedField(page)).toHaveValue("limaa");
  await expectAccessible(page);
  await button(page, "Lo sabía").tap();
  await expect(verdict(page)).toHaveText("Cuenta como recordada");
  await button(page, /^Medio.*propuesta/).tap();
  await expect(question(page)).toContainText("Colombia");
  await expect(typedField(page)).toBeFocused();
});

test("an answer of two lines is whole above the keyboard, beside a difference of two lines", async ({ page, api }) => {
  await api.register();
  const front = "¿Qué hace la mitocondria?";
  const { folder } = await api.folder("Biología", [{ front, back: "La mitocondria produce la energía de la célula" }]);
  await page.setViewportSize({ width: 390, height: 480 });
  await page.goto(`/study/${folder.id}?forma=escribir`);
  await typedField(page).pressSequentially("La mitocondia hace la energia de la celda");
  await button(page, "Comprobar").tap();
  await expect(verdict(page)).toContainText("Incorrecto");
  await expect(page.locator("dl").filter({ hasText: "Escribiste" })).toBeInViewport({ ratio: 1 });
  const scroller = page.getByRole("region", { name: "Respuesta" }).locator(".study-scroller");
  const cut = () => scroller.evaluate((box) => box.scrollHeight - box.clientHeight);
  // No line of the answer is lost, nor does its end fade out.
  await expect.poll(cut).toBeLessThanOrEqual(8);
});

test("a list is typed with commas above the keyboard, and its verdict names what is missing", async ({ page, api }) => {
  await api.register();
  const { folder } = await api.folder("Colores", [{ front: "Colores primarios", back: "- rojo\n- azul\n- amarillo" }]);
  await api.call(folderEndpoints.update, {
    params: { id: folder.id },
    body: { name: folder.name, answerMode: "type" },
  });
  await page.goto(`/study/${folder.id}`);
  await expect(typedField(page)).toBeFocused();
  await page.setViewportSize({ width: 390, height: 844 - KEYBOARD });
  const help = page.getByText(/^Es una lista: separa con comas/);
  await expect(help).toBeInViewport({ ratio: 1 });
  await expect(help.getByText("Mayús")).toBeHidden();
  await expectAccessible(page);
  await expect(typedField(page)).toHaveAccessibleDescription(/separa con comas/);
  await typedField(page).pressSequentially("amarillo, roja, verde");
  await button(page, "Comprobar").tap();
  await expect(verdict(page)).toHaveText("IncorrectoFaltan: rojo, azul");
  const typed = page.locator("dl").getByRole("listitem");
  await expect(typed).toHaveText(["amarillo", /^roja/, "verde (sobra)"]);
  await expect(typed.locator("del")).toHaveText(["roja", "verde"]);
  const answer = page.getByRole("region", { name: "Respuesta" });
  await expect(answer.locator("ins")).toHaveText(["rojo", "azul"]);
  for (const shown of [verdict(page), typed.last(), answer.getByText("amarillo"), button(page, /^No la recordé/)])
    await expect(shown).toBeInViewport({ ratio: 1 });
  await expect(typedField(page)).toBeFocused();
  await expectAccessible(page);
});

test("a keyboard that covers the page makes the session smaller", async ({ page, api }) => {
  await page.addInitScript((covered) => {
    const viewport = new EventTarget();
    const state = { height: window.innerHeight, scale: 1, offsetTop: 0, offsetLeft: 0, width: window.innerWidth };
    Object.defineProperty(window, "visualViewport", { value: Object.assign(viewport, state) });
    document.addEventListener("focusin", ({ target }) => {
      if (!(target instanceof HTMLInputElement)) return;
      Object.assign(viewport, { height: window.innerHeight - covered });
      viewport.dispatchEvent(new Event("resize"));
    });
  }, KEYBOARD);
  await api.register();
  const folder = await createFolder(api, "type");
  await page.goto(`/study/${folder.id}`);
  await expect(typedField(page)).toBeFocused();
  const bottom = async () =>
    (await button(page, "No la recordé")
      .boundingBox()
      .then((box) => box && box.y + box.height)) ?? 9999;
  await expect.poll(bottom).toBeLessThanOrEqual(844 - KEYBOARD);
});

test("today's cards are typed after two taps, from Home, a folder and an exam", async ({ page, api }) => {
  await api.register();
  const folder = await createFolder(api, "flip");
  const exam = await api.call(examEndpoints.create, {
    body: { name: "Parcial", date: api.dateIn(12), folderIds: [folder.id] },
  });
  const beginnings = [
    ["/", /^Comenzar revisión/],
    [`/folders/${folder.id}`, /^Comenzar revisión/],
    [`/exams/${exam.id}`, "Repasar hoy"],
  ] as const;
  for (const [path, name] of beginnings) {
    await page.goto(path);
    await page.getByRole("link", { name }).first().tap();
    const typing = page.getByRole("switch", { name: "Escribir las respuestas" });
    await expect(typing).not.toBeChecked();
    const box = await typing.boundingBox();
    expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44);
    await typing.tap();
    await expect(typedField(page)).toBeFocused();
    await expectAccessible(page);
    await typing.tap();
    await expect(typedField(page)).toHaveCount(0);
    await button(page, "Salir de la sesión").tap();
  }
});

test("one setting has all folders typed but one that is turned over by choice", async ({ page, api }) => {
  await api.register();
  const { folder } = await api.folder("Historia", numberedCards(1));
  const turned = await createFolder(api, "flip");
  await page.goto("/settings/study");
  await page.getByLabel("Al estudiar").selectOption({ label: "Escribir las respuestas" });
  await expect.poll(async () => (await api.call(accountEndpoints.preferences, {})).answerMode).toBe("type");
  await page.goto(`/study/${folder.id}`);
  await expect(typedField(page)).toBeFocused();
  await page.goto(`/study/${turned.id}`);
  await expect(question(page)).toBeVisible();
  await expect(typedField(page)).toHaveCount(0);
});

test("each gap is a field in its place, and all of them have to be right", async ({ page, api }) => {
  const { folder } = await api.registerWith("Biología");
  await api.call(folderEndpoints.update, {
    params: { id: folder.id },
    body: { name: folder.name, answerMode: "type" },
  });
  const front = "La {{c1::mitocondria}} produce {{c1::ATP::molécula}}";
  await api.call(cardEndpoints.create, { params: { id: folder.id }, body: { front, back: "", format: "markdown" } });
  await page.goto(`/study/${folder.id}`);
  const first = page.getByLabel("Hueco 1 de 2");
  const second = page.getByLabel("Hueco 2 de 2");
  await expect(first).toBeFocused();
  await expect(second).toHaveAttribute("placeholder", "molécula");
  await expect(page.getByText("mitocondria")).toHaveCount(0);
  await expectAccessible(page);
  await page.keyboard.type("mitocondria");
  await page.keyboard.press("Enter");
  await expect(second).toBeFocused();
  await page.keyboard.type("ADN");
  await page.keyboard.press("Enter");
  await expect(verdict(page)).toContainText("Incorrecto");
  await expect(page.getByText("Hueco 2")).toBeVisible();
});

test("the answer of a confused card has a place of its own above the keyboard", async ({ page, api }) => {
  await api.register();
  const folder = await createFolder(api, "type");
  const cards = await api.cardsOf(folder.id);
  const ids = ["Capital de Perú", "Capital de Chile"].map((front) => cards.find((card) => card.front === front)?.id);
  await page.goto(`/study?confundidas=${ids.join()}`);
  await expect(typedField(page)).toBeFocused();
  await page.setViewportSize({ width: 390, height: 480 });
  await typedField(page).pressSequentially("Santiago");
  await button(page, "Comprobar").tap();
  const other = page.getByText("«Capital de Chile»: Santiago");
  const answer = page.getByRole("region", { name: "Respuesta" });
  await expect(other).toBeInViewport({ ratio: 1 });
  const boxOf = async (one: Locator) => (await one.boundingBox()) ?? { y: 0, height: 0 };
  const [text, place, below] = [await boxOf(other), await boxOf(answer), await boxOf(typedField(page))];
  const scroller = await boxOf(answer.locator(".study-scroller"));
  const isCut = answer.locator(".study-scroller").evaluate((box) => box.scrollHeight > box.clientHeight);
  expect(await isCut).toBe(false);
  expect(text.y).toBeGreaterThanOrEqual(scroller.y + scroller.height);
  expect(text.y + text.height).toBeLessThanOrEqual(place.y + place.height);
  expect(place.y + place.height).toBeLessThanOrEqual(below.y);
});

test("a folder is asked by choosing, and choices are logged", async ({ page, api }) => {
  await api.register();
  const folder = await createFolder(api, "flip");
  await page.goto(`/folders/${folder.id}`);
  await page.getByRole("link", { name: "Elegir" }).tap();
  const answers = new Map<string, string>(capitals.map(([country, capital]) => [`Capital de ${country}`, capital]));
  for (let asked = 0; asked < capitals.length; asked++) {
    const shown = await question(page).innerText();
    await expect(page.getByRole("listitem").getByRole("button")).toHaveCount(4);
    if (asked === 0) await expectAccessible(page);
    if (asked === 0) {
      await button(page, "No lo sé").tap();
      await expectAccessible(page);
      await button(page, "Siguiente").tap();
      continue;
    }
    await button(page, answers.get(shown.trim()) ?? "").tap();
    await expect(page.getByRole("status").filter({ hasText: "Correcto" })).toBeVisible();
    await expect(question(page)).not.toHaveText(shown);
  }
  // A choice is stored at once, even if the page is closed before the student goes on.
  await expect(question(page)).toContainText("Capital de Perú");
  await button(page, "Lima").tap();
  await expect.poll(() => api.ratings()).toBe(capitals.length + 1);
  await expect(page.getByRole("heading", { name: "¡Sesión completada!" })).toBeVisible();
});

test("a folder is asked by pairs, which are not logged", async ({ page, api }) => {
  await api.register();
  const folder = await createFolder(api, "flip");
  await page.goto(`/folders/${folder.id}`);
  await page.getByRole("link", { name: "Parejas" }).tap();
  const tiles = (side: string) => page.getByRole("region", { name: side }).getByRole("button");
  await expect(tiles("Preguntas")).toHaveCount(6);
  await expectAccessible(page);
  const asked = tiles("Preguntas").filter({ hasText: "Colombia" });
  const place = await asked.getByText("Capital de Colombia").boundingBox();
  await asked.tap();
  await tiles("Respuestas").filter({ hasText: "Lima" }).tap();
  await expect(asked).toContainText("✗");
  expect(await asked.getByText("Capital de Colombia").boundingBox(), "a mark moves no text").toEqual(place);
  for (const [country, capital] of capitals) {
    await tiles("Preguntas").filter({ hasText: country }).tap();
    await tiles("Respuestas").filter({ hasText: capital }).tap();
  }
  await expect(page.getByRole("heading", { name: /^6 parejas en 0:\d\d$/ })).toBeVisible();
  await button(page, "Otra ronda").tap();
  await expect(tiles("Preguntas")).toHaveCount(6);
  expect(await api.ratings()).toBe(0);
});
