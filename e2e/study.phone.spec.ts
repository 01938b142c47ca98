import type { Locator, Page } from "@playwright/test";
import { examEndpoints } from "@repasa/contract/exams.ts";
import { studyEndpoints } from "@repasa/contract/study.ts";
import { axeFindings } from "./axe.ts";
import {
  answer,
  boxOf,
  coveredControls,
  expect,
  question,
  skipFirstSession,
  test,
  toasts,
  waitForAnimations,
} from "./fixtures.ts";
import { numberedCards } from "./seed.ts";
import { pickSizes } from "./sizes.ts";

const phones = [
  { width: 360, height: 640 },
  { width: 390, height: 844 },
];
const onItsSide = { width: 844, height: 390 };
const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name });
const card = (page: Page) => page.getByRole("region", { name: "Pregunta" });

/** Expects a toast on screen that covers no control, no sheet and no question. */
async function expectToastCoversNothing(page: Page, text: string) {
  await expect(toasts(page).getByText(text)).toBeVisible();
  await waitForAnimations(page);
  await expect.poll(() => coveredControls(page)).toEqual([]);
  await expect.poll(() => overlapsToast(page)).toEqual([]);
  await expect(toasts(page).getByText(text), "the toast is still shown").toBeVisible();
}

/** Returns the texts of sheets and questions that a toast covers. */
function overlapsToast(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const shown = document.querySelector(".toast");
    if (!shown?.checkVisibility({ visibilityProperty: true })) return [];
    const toast = shown.getBoundingClientRect();
    return [...document.querySelectorAll<HTMLElement>("[role=dialog], #carta [dir=auto]")]
      .filter((element) => {
        const { top, bottom } = element.getBoundingClientRect();
        return top < toast.bottom && bottom > toast.top;
      })
      .map((element) => element.innerText);
  });
}

test("an error toast disappears when a form is sent again, and covers no field error", async ({ page, watch }) => {
  watch.excuse(/\/api\/auth\/login$/, 401);
  await page.goto("/login");
  await page.getByLabel("Correo electrónico").fill("ana@ejemplo.es");
  await page.getByLabel("Contraseña", { exact: true }).fill("otra clave");
  await button(page, "Iniciar Sesión").tap();
  await expect(toasts(page).getByText("Correo electrónico o contraseña incorrectos")).toBeVisible();
  await page.getByLabel("Correo electrónico").fill("ana");
  await button(page, "Iniciar Sesión").tap();
  await expect(page.getByText("Invalid email address")).toBeVisible();
  await expect(toasts(page).getByRole("listitem")).toHaveCount(0);
});

for (const viewport of pickSizes(phones)) {
  test(`a toast never covers a button at ${viewport.width}x${viewport.height}`, async ({ page, api }) => {
    await page.setViewportSize(viewport);
    const { folder } = await api.registerWith("Anatomía", numberedCards(1));
    await page.goto(`/folders/${folder.id}`);

    await test.step("in the card dialog", async () => {
      await button(page, "Añadir carta").tap();
      const dialog = page.getByRole("dialog", { name: "Crear nueva carta" });
      await dialog.getByLabel("Pregunta").fill("Hueso");
      await dialog.getByLabel("Respuesta").fill("Lugar");
      await dialog.getByRole("button", { name: "Guardar y añadir otra" }).tap();
      await expect(dialog.getByLabel("Pregunta")).toHaveValue("");
      // A sheet that leaves no room holds the toast back.
      expect(await overlapsToast(page)).toEqual([]);
      await dialog.getByLabel("Pregunta").fill("Otro hueso");
      await dialog.getByLabel("Respuesta").fill("Otro lugar");
      await dialog.getByRole("button", { name: "Guardar", exact: true }).tap();
      await expect(dialog).toBeHidden();
      await expect(toasts(page).getByText("Carta creada exitosamente")).toBeVisible();
    });

    await test.step("nor stays on the next screen", async () => {
      await page.getByRole("link", { name: "Comenzar revisión" }).tap();
      await expect(card(page)).toBeVisible();
      await expect(toasts(page).getByRole("listitem")).toHaveCount(0);
      expect(await coveredControls(page)).toEqual([]);
      await expect(page.locator("[aria-live=polite][aria-atomic]")).toBeEmpty();
    });

    await test.step("on the study screen", async () => {
      await button(page, "Editar carta").tap();
      const dialog = page.getByRole("dialog", { name: "Editar carta" });
      await dialog.getByLabel("Respuesta").fill("Otra respuesta");
      await dialog.getByRole("button", { name: /^Guardar/ }).tap();
      await expect(dialog).toBeHidden();
      await expectToastCoversNothing(page, "Carta actualizada exitosamente");
      await button(page, "Mostrar Respuesta").tap();
      await expectToastCoversNothing(page, "Carta actualizada exitosamente");
    });

    await test.step("at the end", async () => {
      for (let rated = 0; rated < 3; rated++) {
        await expect(answer(page)).toBeVisible();
        await button(page, "Medio").tap();
        if (rated < 2) await button(page, "Mostrar Respuesta").tap();
      }
      await button(page, "Listo").tap();
      await expect(page.getByRole("dialog", { name: "¿Qué te parece Repasa?" })).toBeVisible();
      await expectToastCoversNothing(page, "¡Sesión de estudio completada!");
      const star = page.getByRole("radio", { name: "4 Bueno" });
      await star.tap();
      await expect(star).toBeChecked();
      await button(page, "Ahora no").tap();
    });

    await test.step("nor after the summary of a new round", async () => {
      await page.goto(`/study/${folder.id}`);
      await button(page, "Practicar de todos modos").tap();
      for (let rated = 0; rated < 3; rated++) {
        await button(page, "Mostrar Respuesta").tap();
        await button(page, "Medio").tap();
      }
      await button(page, "Estudiar de nuevo (orden aleatorio)").tap();
      await expectToastCoversNothing(page, "¡Sesión de estudio completada!");
    });
  });
}

test("the screen after the summary says that the session is completed, after a reload and with the next subject", async ({
  page,
  api,
}) => {
  await skipFirstSession(page);
  const { folder } = await api.registerWith("Anatomía", numberedCards(1));
  await api.folder("Botánica", numberedCards(1));
  const finish = async () => {
    await button(page, "Mostrar Respuesta").tap();
    await button(page, "Medio").tap();
    await expect(page.getByRole("heading", { name: "¡Sesión completada!" })).toBeVisible();
  };
  await page.goto("/");
  await page.goto(`/study/${folder.id}`);
  await finish();
  await page.getByRole("link", { name: /^Siguiente materia/ }).tap();
  await expectToastCoversNothing(page, "¡Sesión de estudio completada!");
  await finish();
  await page.reload();
  await expect(page.getByRole("heading", { name: "¡Sesión completada!" })).toBeVisible();
  await expect(toasts(page).getByRole("listitem")).toHaveCount(0);
  // Home is another document.
  await button(page, "Listo").tap();
  await expect(page).toHaveURL("/");
  await expectToastCoversNothing(page, "¡Sesión de estudio completada!");
});

test("a tap on the card turns it, and a card that was not recalled comes back until it is", { tag: "@smoke" }, async ({
  page,
  api,
}) => {
  const { folder, cards } = await api.registerWith("Anatomía", numberedCards(2));
  await page.goto(`/study/${folder.id}`);
  await expect(page.getByText("Carta 1 de 2")).toBeVisible();
  await card(page).tap();
  await expect(answer(page)).toContainText("Respuesta 1");

  const choices = page.getByRole("group", { name: "¿Qué tal la recordaste?" }).getByRole("button");
  await expect(choices).toHaveText([/Fácil.*7 días/, /Medio.*3 días/, /Difícil.*1 día/, /No la recordé.*1 día/]);
  const boxes = await Promise.all((await choices.all()).map((choice) => choice.boundingBox()));
  for (const box of boxes) {
    expect(box?.width).toBe(boxes[0]?.width);
    expect(box?.height).toBe(boxes[0]?.height);
    expect(box?.height).toBeGreaterThanOrEqual(44);
  }

  await button(page, "No la recordé").tap();
  await expect(page.getByText("Carta 2 de 2")).toBeVisible();
  await card(page).tap();
  await button(page, "Fácil").tap();
  await expect(page.getByText("Repaso 1 de 1")).toBeVisible();
  await expect(question(page)).toContainText("Pregunta 1");

  await test.step("also after a reload, and with the present intervals", async () => {
    await page.reload();
    await expect(page.getByText("Repaso 1 de 1")).toBeVisible();
    await card(page).tap();
    await expect(choices).toHaveText([/Fácil.*7 días/, /Medio.*3 días/, /Difícil.*1 día/, /No la recordé.*1 día/]);
    await button(page, "No la recordé").tap();
    await expect(page.getByText("Repaso 2 de 2")).toBeVisible();
  });

  await test.step("and undo returns to the first round", async () => {
    await button(page, "Deshacer la última valoración").tap();
    await expect(page.getByText("Repaso 1 de 1")).toBeVisible();
    await button(page, "Deshacer la última valoración").tap();
    await expect(page.getByText("Carta 2 de 2")).toBeVisible();
    await button(page, "Medio").tap();
    await card(page).tap();
    await button(page, "Medio").tap();
  });

  const result = page.getByRole("region", { name: "Resultado" });
  await expect(result).toContainText("2 cartas estudiadas");
  await expect(result).toContainText("Fácil0Medio1Difícil1");
  const id = cards[0]?.id ?? 0;
  const history = async () => {
    const { reviews } = await api.call(studyEndpoints.history, { params: { id } });
    return reviews
      .filter(({ undone }) => !undone)
      .map(({ difficulty, answerResult, interval, practice }) => ({ difficulty, answerResult, interval, practice }));
  };
  await expect.poll(history).toEqual([
    { difficulty: "medium", answerResult: "correct", interval: 3, practice: true },
    { difficulty: "hard", answerResult: "incorrect", interval: 1, practice: false },
  ]);
});

for (const { percent, ...viewport } of pickSizes([
  { width: 360, height: 640, percent: 200 },
  ...[...phones, onItsSide].map((phone) => ({ ...phone, percent: 100 })),
])) {
  const size = `${viewport.width}x${viewport.height}, ${percent} %`;
  test(`shows why a card comes today without moving anything, at ${size}`, async ({ page, api }) => {
    await page.setViewportSize(viewport);
    const { folder, cards } = await api.registerWith("Anatomía", numberedCards(2));
    for (const one of cards) await api.rate(one, "hard", 2);
    await page.goto(`/study/${folder.id}`);
    await page.evaluate((percent) => {
      document.documentElement.style.fontSize = `${percent}%`;
    }, percent);
    await card(page).tap();
    const why = button(page, "¿Por qué hoy?");
    await expect(why).toBeVisible();
    await waitForAnimations(page);
    const boxes = () =>
      page.evaluate(() =>
        [
          ...document.querySelectorAll("[aria-label=Respuesta], [aria-label=Respuesta] p[dir], [role=group] button"),
        ].map((element) => JSON.stringify(element.getBoundingClientRect())),
      );
    const before = await boxes();
    expect((await why.boundingBox())?.height).toBeGreaterThanOrEqual(44);
    expect(before).toHaveLength(6);

    await why.tap();
    const reason = page.getByRole("region", { name: "¿Por qué hoy?" });
    await expect(reason).toContainText("La viste anteayer y fue Difícil");
    await expect(reason).toContainText(/^.*Si pulsas Fácil volverá el .+; con Difícil, mañana\.$/);
    await expect(reason).toBeInViewport({ ratio: 1 });
    expect(await boxes()).toEqual(before);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(viewport.width);
    if (percent === 100) expect(await coveredControls(page)).toEqual([]);
    expect(await axeFindings(page)).toEqual([]);
    await why.tap();
    await expect(reason).toBeHidden();
    expect(await boxes()).toEqual(before);
    await why.tap();
    await button(page, "No la recordé").tap();
    await expect(page.getByText("Carta 2 de 2")).toBeVisible();
    await expect(reason).toBeHidden();
  });
}

for (const { percent, ...viewport } of pickSizes([
  { width: 360, height: 640, percent: 200 },
  { width: 320, height: 640, percent: 100 },
  { ...onItsSide, percent: 100 },
])) {
  const size = `${viewport.width}x${viewport.height}, ${percent} %`;
  test(`two ratings say that they have one interval for an exam, without growing, at ${size}`, async ({
    page,
    api,
  }) => {
    await page.setViewportSize(viewport);
    await api.register();
    const [usual, examined] = [
      await api.folder("Inglés", numberedCards(1)),
      await api.folder("Anatomía", numberedCards(1)),
    ];
    const exam = { name: "Parcial", date: api.dateIn(4), folderIds: [examined.folder.id] };
    await api.call(examEndpoints.create, { body: exam });
    const showRatings = async (folderId: number) => {
      await page.goto(`/study/${folderId}`);
      await page.evaluate((percent) => {
        document.documentElement.style.fontSize = `${percent}%`;
      }, percent);
      await card(page).tap();
      await waitForAnimations(page);
      const ratings = page.getByRole("group", { name: "¿Qué tal la recordaste?" }).getByRole("button");
      await expect(ratings).toHaveCount(4);
      return ratings;
    };
    const boxesOf = (ratings: Locator) =>
      ratings.evaluateAll((all) => all.map((element) => JSON.stringify(element.getBoundingClientRect())));
    const before = await boxesOf(await showRatings(usual.folder.id));
    const ratings = await showRatings(examined.folder.id);
    expect(await boxesOf(ratings)).toEqual(before);
    await expect(button(page, "Fácil próxima revisión en 3 días, tu examen")).toBeVisible();
    await expect(button(page, "Medio próxima revisión en 3 días, tu examen")).toBeVisible();
    await expect(ratings.getByText("tu examen")).toHaveCount(2);
    const overflowing = await ratings.evaluateAll(
      (all) =>
        all.filter((each) => each.scrollHeight > each.clientHeight || each.scrollWidth > each.clientWidth).length,
    );
    expect(overflowing).toBe(0);
    expect(await axeFindings(page)).toEqual([]);
  });
}

test("a scroll over the question does not turn the card", async ({ page, context, api }) => {
  const { folder } = await api.registerWith("Derecho", [{ front: "Un artículo muy largo. ".repeat(80), back: "Sí" }]);
  await page.goto(`/study/${folder.id}`);
  const box = await boxOf(card(page));
  const touch = await context.newCDPSession(page);
  const at = (share: number) => [{ x: box.x + box.width / 2, y: box.y + box.height * share }];
  await touch.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: at(0.8) });
  for (const share of [0.7, 0.5, 0.3]) {
    await touch.send("Input.dispatchTouchEvent", { type: "touchMove", touchPoints: at(share) });
  }
  await touch.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  await expect
    .poll(() => card(page).evaluate((element) => element.querySelector(".study-scroller")?.scrollTop))
    .toBeGreaterThan(0);
  await expect(question(page)).toBeVisible();
});

const question200 = `¿Por qué ${"influyeron la economía y la sociedad ".repeat(7)}?`;
const longAnswer = Array.from({ length: 30 }, (_, index) => `Línea ${index + 1} de una respuesta`).join("\n");

for (const viewport of pickSizes([onItsSide, ...phones])) {
  test(`the question stays visible with a long answer at ${viewport.width}x${viewport.height}`, async ({
    page,
    api,
  }) => {
    await page.setViewportSize(viewport);
    const { folder } = await api.registerWith("Historia", [{ front: question200, back: longAnswer }]);
    await page.goto(`/study/${folder.id}`);
    await card(page).tap();
    const pinned = answer(page).getByRole("button", { name: /^¿Por qué influyeron/ });
    await expect(pinned).toHaveAttribute("aria-expanded", "false");
    await expect(pinned).toBeInViewport({ ratio: 1 });
    const closed = (await pinned.boundingBox())?.height ?? 0;
    expect(closed).toBeLessThan(90);

    const last = answer(page).getByText("Línea 30 de una respuesta");
    await last.evaluate((element) => element.closest(".study-scroller")?.scrollTo(0, 1e6));
    await expect(pinned).toBeInViewport({ ratio: 1 });
    for (const choice of ["Fácil", "Medio", "Difícil", "No la recordé"]) {
      await expect(button(page, choice)).toBeInViewport({ ratio: 1 });
    }
    await expect(page.getByRole("navigation", { name: "Principal" })).toBeHidden();
    expect(await coveredControls(page)).toEqual([]);

    await pinned.tap();
    await expect(pinned).toHaveAttribute("aria-expanded", "true");
    expect((await pinned.boundingBox())?.height).toBeGreaterThan(closed);
    await pinned.press("Enter");
    await expect(pinned).toHaveAttribute("aria-expanded", "false");
    const scroll = await page.evaluate(() => [
      document.documentElement.scrollWidth,
      document.documentElement.scrollHeight,
    ]);
    expect(scroll).toEqual([viewport.width, viewport.height]);
  });
}
