import type { Page } from "@playwright/test";
import { type Exam, examEndpoints } from "@repasa/contract/exams.ts";
import { axeFindings, expectSound } from "./axe.ts";
import { boxOf, expect, test } from "./fixtures.ts";
import { expectReadable } from "./large-text.ts";
import { type Api, numberedCards } from "./seed.ts";
import { ONLY_ALL_SIZES } from "./sizes.ts";

/** Creates a folder whose first half was studied today, with an exam in `days` days. */
async function createExam(api: Api, days: number): Promise<Exam> {
  const { folder, cards } = await api.folder("Anatomía", numberedCards(12));
  for (const card of cards.slice(0, 6)) await api.rate(card, "medium");
  const body = { name: "Parcial de anatomía", date: api.dateIn(days), folderIds: [folder.id] };
  return api.call(examEndpoints.create, { body });
}

const region = (page: Page, name: string) => page.getByRole("region", { name, exact: true });

test("the chart of an exam is shown, read by keys and as a table, and states the work of each day", async ({
  page,
  api,
}) => {
  await api.register();
  const exam = await createExam(api, 9);
  await page.goto(`/exams/${exam.id}`);
  const course = region(page, "Hasta el examen");

  await test.step("half of the cards today, nearly all on the day, with the plan", async () => {
    const name = /hoy el (49|50)\s% y el día del examen el 9\d\s%, entre .* Si lo dejas hoy, ese día el 39\s%\.$/;
    await expect(course.getByRole("img", { name })).toBeVisible();
    await expect(course.locator("[data-band]")).toHaveCount(1);
  });

  await test.step("with the arrow keys", async () => {
    const slider = course.getByRole("slider", { name: "Día hasta el examen" });
    await slider.focus();
    await expect(course.getByText(/\(\d+–\d+\s%\), o 50\s% si lo dejas hoy$/)).toBeVisible();
    await page.keyboard.press("End");
    await expect(slider).toHaveAttribute(
      "aria-valuetext",
      /: 9\d\s%, entre el \d+\s% y el \d+\s%; si lo dejas hoy, 39\s%$/,
    );
    await page.keyboard.press("Tab");
    await expect(course.getByText(/ si lo dejas hoy$/)).toBeHidden();
    await page.getByText("De dónde sale").focus();
    await page.keyboard.press("Enter");
    await expect(page.getByText(/su banda acierta nueve veces de diez\./)).toBeVisible();
  });

  await test.step("with a finger or a mouse", async () => {
    const box = await boxOf(course.getByRole("img"));
    await page.mouse.move(box.x + box.width - 2, box.y + box.height / 2);
    await expect(course.getByText(/: 9\d\s% \(\d+–\d+\s%\), o 39\s% si lo dejas hoy$/)).toBeVisible();
  });

  await test.step("and the work of each day", async () => {
    const plan = region(page, "Lo que pide cada día");
    await expect(plan.locator("svg rect")).toHaveCount(9);
    await plan.getByRole("slider").focus();
    await expect(plan.getByText(/ min, \d+ cartas?$/)).toBeVisible();
  });

  await test.step("and as tables, by keyboard", async () => {
    await page.getByRole("button", { name: "Más opciones del examen" }).focus();
    await page.keyboard.press("Enter");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await expect(course.getByRole("row")).toHaveCount(11);
    await expect(region(page, "Lo que pide cada día").getByRole("row")).toHaveCount(10);
    await page.reload();
    await expect(course.getByRole("row")).toHaveCount(11);
  });
});

test("Progreso compares the days with and without the exam", async ({ page, api }) => {
  await api.register();
  await createExam(api, 5);
  await page.goto("/progress");
  await expect(region(page, "Lo que viene").getByText("Examen Parcial de anatomía")).toBeVisible();
  await page.getByRole("link", { name: "Ver más" }).click();
  const days = region(page, "Próximos 30 días");
  await expect(days.getByText(/^Hoy te esperan? \d+ cartas?\. El examen «Parcial de anatomía» /)).toBeVisible();
  await expect(days.getByRole("listitem")).toHaveText(["Con examen", "Sin examen", /: Examen Parcial de anatomía$/]);
  await expect(days.locator("[data-mark]")).toHaveCount(1);
  await page.getByRole("switch", { name: "Ver como tablas" }).check();
  await expect(days.getByRole("row")).toHaveCount(31);
  await expect(days.getByRole("row").first()).toHaveText("DíaCon examenSin examen");
  expect(await axeFindings(page)).toEqual([]);
});

test("a busy server's refusal is shown, and the forecast can be requested again", async ({ page, api, watch }) => {
  await api.register();
  const exam = await createExam(api, 9);
  watch.excuse(/\/forecast$/, 503);
  let busy = true;
  const body = { message: "Hay demasiadas peticiones a la vez. Inténtalo de nuevo.", code: "unavailable" };
  await page.route(/\/api\/exams\/\d+\/forecast$/, (route) =>
    busy ? route.fulfill({ status: 503, json: body }) : route.fallback(),
  );
  await page.goto(`/exams/${exam.id}`);
  await expect(page.getByText("No se pudo calcular la previsión")).toBeVisible();
  await expect(page.getByRole("heading", { name: "1 carpeta" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Hacer un test" })).toBeVisible();
  busy = false;
  await page.getByRole("button", { name: "Reintentar" }).click();
  await expect(region(page, "Hasta el examen")).toBeVisible();
});

test("an exam is accessible and readable at every width, light and dark", ONLY_ALL_SIZES, async ({ page, api }) => {
  await api.register();
  const exam = await createExam(api, 60);
  for (const [screen, path] of [
    ["exam", `/exams/${exam.id}`],
    ["progress with an exam", "/progress/details"],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole("img").last()).toBeVisible();
    await expect(page.locator("[data-band], [data-beside]").first()).toBeVisible();
    await expectSound(page, screen);
    for (const width of [1280, 360]) await expectReadable(page, screen, { width, height: 800, percent: 200 });
  }
});
