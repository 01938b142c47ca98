import type { Page } from "@playwright/test";
import { DEFAULT_DAY_START_HOUR } from "@repasa/contract/account.choices.ts";
import { progressEndpoints } from "@repasa/contract/progress.ts";
import { statsEndpoints } from "@repasa/contract/stats.ts";
import { axeFindings, expectSound } from "./axe.ts";
import { boxOf, expect, test } from "./fixtures.ts";
import { expectReadable } from "./large-text.ts";
import { numberedCards } from "./seed.ts";

const DAY = 86_400_000;
const mondayOf = (date: string) => {
  const at = Date.parse(date);
  return new Date(at - ((new Date(at).getUTCDay() + 6) % 7) * DAY).toISOString().slice(0, 10);
};

/** Answers for a user who has studied nearly every day for more than a year. */
async function answerYearOfStudy(page: Page, timeZone = "UTC") {
  const today = Date.parse(
    new Intl.DateTimeFormat("en-CA", { timeZone }).format(Date.now() - DEFAULT_DAY_START_HOUR * 3_600_000),
  );
  const dateIn = (days: number) => new Date(today + days * DAY).toISOString().slice(0, 10);
  const answers: [string, unknown][] = [
    [
      statsEndpoints.activity.path,
      Array.from({ length: 380 }, (_, index) => index - 379)
        .filter((days) => days % 6 !== 0 || days === 0)
        .map((days) => ({
          date: dateIn(days),
          count: 1 + ((days * days) % 97),
          durationMs: ((days * days) % 60) * 60_000,
        })),
    ],
    [
      progressEndpoints.retention.path,
      Array.from({ length: 26 }, (_, week) => ({
        from: mondayOf(dateIn((week - 25) * 7)),
        reviews: 100,
        recalled: 80 + ((week * 7) % 19),
        predicted: 0.9 - (week % 5) / 100,
      })),
    ],
    [
      statsEndpoints.forecast.path,
      Array.from({ length: 30 }, (_, day) => ({ date: dateIn(day), count: 0, asked: (day * 37) % 50 })),
    ],
    [
      progressEndpoints.memory.path,
      {
        on: true,
        reviews: 1834,
        needed: 1000,
        learned: { at: new Date(today).toISOString(), own: true, before: 0.061, after: 0.042 },
      },
    ],
    [
      progressEndpoints.calibration.path,
      [0, 0.5, 0.6, 0.7, 0.8, 0.85, 0.9, 0.95].map((from, index, all) => ({
        from,
        to: all[index + 1] ?? 1,
        reviews: 4 ** (index % 5) * 10,
        recalled: Math.round(4 ** (index % 5) * 10 * (0.42 + index * 0.075)),
        predicted: 0.4 + index * 0.08,
      })),
    ],
    [progressEndpoints.cardStates.path, { new: 1200, hard: 34, medium: 401, easy: 365, mature: 287 }],
  ];
  for (const [path, body] of answers) {
    await page.route(
      (url) => url.pathname === path,
      (route) => route.fulfill({ json: body }),
    );
  }
}

const region = (page: Page, name: string) => page.getByRole("region", { name, exact: true });

test("the first day shows its own figures", async ({ page, api }) => {
  const { cards } = await api.registerWith("Biología", numberedCards(4));
  const [a, b, c] = cards;
  if (!a || !b || !c) throw new Error("there should be cards");
  await api.rate(a, "easy");
  await api.rate(b, "medium");
  await api.rate(c, "hard");
  await page.goto("/progress");
  await expect(region(page, "Tu racha")).toHaveText(/1\s*día\s*Acaba de empezar\.$/);
  await expect(region(page, "Lo que recuerdas")).toContainText(
    "Cuando tus cartas vuelvan, aquí verás cuántas recuerdas.",
  );
  await expect(region(page, "Lo que viene").getByRole("listitem")).toHaveCount(7);
  await expect(region(page, "Lo que viene").getByRole("listitem").first()).toHaveText("Hoy1 carta");
  await page.getByRole("link", { name: "Ver más" }).click();
  await expect(page).toHaveURL("/progress/details");
  const memory = region(page, "Tu memoria");
  await expect(memory.getByText(/^A partir de 1\.000 repasos aprendemos cómo olvidas tú\. Llevas 0\./)).toBeVisible();
  const learned = memory.getByRole("progressbar", { name: "Repasos para aprender de tu memoria" });
  await expect(learned).toHaveAttribute("aria-valuetext", "0 de 1.000");
  await memory.getByRole("link", { name: "Cambiar en Ajustes" }).click();
  await expect(page.getByRole("switch", { name: "Ajustar el calendario a tu memoria" })).toBeFocused();
  await page.goBack();
  await expect(page.getByRole("list", { name: "Rachas y totales" }).getByRole("listitem")).toHaveText([
    "Mejor racha1 día",
    "Has estudiado1 día",
    "Has hecho3 repasos",
  ]);
  await expect(page.getByText("3 repasos en 1 día del último año.")).toBeVisible();
  await expect(page.getByText("Hoy te espera 1 carta, y en los 29 días siguientes te esperan 3 cartas.")).toBeVisible();
  await expect(
    page.getByText("Cuando tus cartas vuelvan, aquí verás cuántas recuerdas y cuántas se esperaban."),
  ).toBeVisible();
  await expect(page.getByText(/^Cuando tus cartas vuelvan, aquí verás si recuerdas tantas/)).toBeVisible();
  await expect(page.getByRole("table", { name: "Cartas por estado" }).getByRole("row")).toHaveText([
    "EstadoCartasPorcentaje",
    /^Nuevas1\s?25/,
    /^Difíciles1\s?25/,
    /^Medias1\s?25/,
    /^Fáciles1\s?25/,
  ]);
});

test.describe("after a year of study", () => {
  test.beforeEach(async ({ page, api, timezoneId }) => {
    await api.register();
    await answerYearOfStudy(page, timezoneId);
  });

  test("a year's charts are shown, respond to the pointer, and are read as tables by keyboard", async ({ page }) => {
    await page.goto("/progress/details");
    const year = region(page, "Tu año");
    const squares = year.locator("[data-date]");
    await expect(squares.last()).toBeVisible();
    expect(await squares.count()).toBeGreaterThan(364);
    await squares.last().hover();
    await expect(year.getByText(/: 1 repaso$/)).toBeVisible();
    await expect(region(page, "Próximos 30 días").locator("svg rect")).toHaveCount(30);
    await expect(region(page, "Lo que recuerdas").locator("svg circle")).toHaveCount(26);
    await expect(region(page, "Cuánto acertamos").locator("svg circle")).toHaveCount(8);
    await expect(page.getByText(/^287 cartas maduras de 2\.000/)).toBeVisible();
    await expect(
      region(page, "Tu memoria, aprendida de 1.834 repasos").getByText(/4 de cada 100; antes, en 6\.$/),
    ).toBeVisible();

    await page.getByRole("switch", { name: "Ver como tablas" }).focus();
    await page.keyboard.press("Space");
    for (const [name, rows] of [
      ["Lo que recuerdas", 27],
      ["Próximos 30 días", 31],
      ["Tiempo de estudio", 13],
      ["Cuánto acertamos", 9],
    ] as const) {
      await expect(region(page, name).getByRole("row")).toHaveCount(rows);
    }
    // Scrollable regions can be reached and scrolled without a mouse.
    for (const name of ["Tu año", "Lo que recuerdas", "Próximos 30 días"]) {
      await page.keyboard.press("Tab");
      await expect(region(page, name).getByRole("region")).toBeFocused();
    }
  });

  test("the answers come first, and Back returns to them", async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto("/progress");
    await expect(region(page, "Lo que recuerdas").getByText(/^8\d\s%$/)).toBeVisible();
    await expect(region(page, "Lo que viene").getByRole("listitem")).toHaveCount(7);
    await expect(page.getByRole("switch")).toHaveCount(0);
    const more = page.getByRole("link", { name: "Ver más" });
    const navigation = await boxOf(page.getByRole("navigation", { name: "Principal" }));
    const box = await boxOf(more);
    expect(box.y + box.height, "nothing has to be scrolled to").toBeLessThanOrEqual(navigation.y);
    await more.click();
    await expect(region(page, "Tu año")).toBeVisible();
    await page.getByRole("link", { name: "Volver" }).click();
    await expect(page).toHaveURL("/progress");
    await expect(more).toBeVisible();
  });

  test("the accuracy of predictions is shown, responds to the pointer, and supports large text", async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 640 });
    await page.goto("/progress/details");
    const chart = region(page, "Cuánto acertamos");
    await expect(chart.getByText(/^Cuando esperábamos un 72\s%, recordaste el 72\s%\./)).toBeVisible();
    await chart.locator("svg circle").last().hover();
    await expect(chart.getByText(/^96\s% previsto, 94\s% recordado, 160 repasos$/)).toBeVisible();
    const asTables = page.getByRole("switch", { name: "Ver como tablas" });
    await asTables.check();
    await expect(chart.getByRole("row").nth(1)).toHaveText(/^Menos del 50\s%40\s%40\s%10$/);
    expect(await axeFindings(page)).toEqual([]);
    // The parts of a table that are scrolled out of view are measured too.
    await asTables.uncheck();
    await chart.scrollIntoViewIfNeeded();
    await expectReadable(page, "progress in detail", { width: 360, height: 640, percent: 200 });
    await page.goto("/progress");
    await expect(region(page, "Lo que viene").getByRole("listitem")).toHaveCount(7);
    await expectReadable(page, "progress", { width: 360, height: 640, percent: 200 });
  });

  test("is accessible and fits every width, light and dark", async ({ page }) => {
    await page.goto("/progress/details");
    await expect(region(page, "Lo que recuerdas").locator("svg circle").first()).toBeVisible();
    await expect(page.getByRole("table", { name: "Cartas por estado" })).toBeVisible();
    await expectSound(page, "in detail");
    await page.getByRole("switch", { name: "Ver como tablas" }).check();
    await expect(region(page, "Próximos 30 días").getByRole("table")).toBeVisible();
    await expectSound(page, "in detail, as tables");
    await page.goto("/progress");
    await expect(region(page, "Lo que viene").getByRole("listitem")).toHaveCount(7);
    await expect(region(page, "Lo que recuerdas").locator("svg")).toBeVisible();
    await expectSound(page, "progress");
  });
});
