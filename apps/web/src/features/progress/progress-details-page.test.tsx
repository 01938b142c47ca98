import * as authEndpoints from "@repasa/contract/client/auth.ts";
import * as examEndpoints from "@repasa/contract/client/exams.ts";
import * as paceEndpoints from "@repasa/contract/client/pace.ts";
import * as progressEndpoints from "@repasa/contract/client/progress.ts";
import * as statsEndpoints from "@repasa/contract/client/stats.ts";
import { fireEvent, screen, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { computeYearStart, getMonday } from "#features/progress/progress.calendar.ts";
import ProgressDetailsPage from "#features/progress/progress-details-page.tsx";
import { addDays } from "#lib/local-date.ts";
import { longDay } from "#lib/wording.ts";
import { today } from "#testing/dates.ts";
import { fakeApi } from "#testing/fake-api.ts";
import { replaceNoBreakSpaces } from "#testing/plain-spaces.ts";
import { renderApp } from "#testing/render.tsx";
import { sampleStats, sampleUser } from "#testing/sample-data.ts";
import { WhenSignedIn } from "#testing/signed-in.tsx";

const MINUTE = 60_000;

let api: ReturnType<typeof fakeApi>;
beforeEach(() => {
  // jsdom has no layout, and a chart without a width renders nothing.
  Object.defineProperty(HTMLElement.prototype, "clientWidth", { configurable: true, value: 600 });
  api = fakeApi();
  api.answer(authEndpoints.currentUser, sampleUser());
  api.answer(statsEndpoints.userStats, sampleStats({ totalCards: 20, currentStreak: 1, longestStreak: 12 }));
  api.answer(statsEndpoints.activity, [
    { date: addDays(today, -30), count: 4, durationMs: 0 },
    { date: today, count: 30, durationMs: 65 * MINUTE },
  ]);
  api.answer(
    statsEndpoints.forecast,
    Array.from({ length: 30 }, (_, index) => ({
      date: addDays(today, index),
      count: 0,
      asked: index === 0 ? 8 : index === 5 ? 1234 : 0,
    })),
  );
  api.answer(progressEndpoints.retention, [
    { from: addDays(getMonday(today), -14), reviews: 10, recalled: 9, predicted: 0.8 },
    { from: getMonday(today), reviews: 30, recalled: 15, predicted: 0.9 },
  ]);
  api.answer(progressEndpoints.memory, { on: true, reviews: 312, needed: 1000, learned: null });
  api.answer(progressEndpoints.calibration, [
    { from: 0.6, to: 0.7, reviews: 3, recalled: 1, predicted: 0.66 },
    { from: 0.85, to: 0.9, reviews: 20, recalled: 17, predicted: 0.88 },
    { from: 0.9, to: 0.95, reviews: 1100, recalled: 1012, predicted: 0.916 },
  ]);
  api.answer(paceEndpoints.breaks, []);
  api.answer(progressEndpoints.cardStates, { new: 10, hard: 1, medium: 5, easy: 4, mature: 1 });
});

const region = (name: string) => within(screen.getByRole("region", { name }));

async function renderProgress() {
  const rendered = renderApp(
    <WhenSignedIn>
      <ProgressDetailsPage />
    </WhenSignedIn>,
    "/progress/details",
  );
  await screen.findByRole("heading", { name: "Tu progreso en detalle", level: 1 });
  return rendered;
}

/** Shows the charts as tables, if they are not yet, and returns the texts of the one in a card. */
async function readTable(name: string) {
  const choice = await screen.findByRole("switch", { name: "Ver como tablas" });
  if (choice.getAttribute("aria-checked") === "false") fireEvent.click(choice);
  const table = await screen.findByRole("region", { name }).then((card) => within(card).findByRole("table"));
  return within(table)
    .getAllByRole("row")
    .map((row) => [...row.querySelectorAll("th, td")].map(({ textContent }) => replaceNoBreakSpaces(textContent)));
}

describe("ProgressDetailsPage for a user who has studied", () => {
  it("requests the year of the heat map, and up to five years for an older account", async () => {
    await renderProgress();
    await screen.findByText("Mejor racha");
    expect(api.callsTo(statsEndpoints.activity)[0]?.url.search).toBe(`?from=${computeYearStart(today)}`);
    expect(api.callsTo(statsEndpoints.forecast)[0]?.url.search).toBe("?days=30");
    api.answer(authEndpoints.currentUser, sampleUser({ createdAt: "2001-01-01T12:00:00Z" }));
    await renderProgress();
    await screen.findByText("En 5 años");
    expect(api.callsTo(statsEndpoints.activity)[1]?.url.search).toBe(`?from=${addDays(today, -5 * 365)}`);
  });

  it("marks the days of breaks in the year, and describes them", async () => {
    const [from, to] = [addDays(today, -12), addDays(today, -3)];
    api.answer(paceEndpoints.breaks, [{ from, to }]);
    await renderProgress();
    const image = await screen.findByRole("img", {
      name: /34 repasos en 2 días del último año y 10 días de pausa\.$/,
    });
    fireEvent.pointerOver(image.querySelector(`[data-date="${to}"]`) as HTMLElement);
    expect(await region("Tu año").findByText(`${longDay(to)}: en pausa`)).toBeTruthy();
    expect(region("Tu año").getByText("En pausa")).toBeTruthy();
  });

  it("compares the recall with its prediction", async () => {
    await renderProgress();
    await screen.findByText(/Has recordado el/);
    expect(replaceNoBreakSpaces(region("Lo que recuerdas").getByText(/Has recordado el/).textContent)).toBe(
      "Has recordado el 60 % de las cartas que volvieron; se esperaba el 88 %.",
    );
    const [head, ...rows] = await readTable("Lo que recuerdas");
    expect(head).toEqual(["Semana del", "Recordado", "Previsto", "Repasos"]);
    expect(rows.map((row) => row.slice(1))).toEqual([
      ["50 %", "90 %", "30"],
      ["—", "—", "0"],
      ["90 %", "80 %", "10"],
    ]);
  });

  it("says when weeks will be drawn if none has enough reviews", async () => {
    api.answer(progressEndpoints.retention, [{ from: getMonday(today), reviews: 9, recalled: 8, predicted: 0.9 }]);
    await renderProgress();
    await screen.findByText("Cuando una semana tenga 10 repasos, la verás aquí.");
    expect(region("Lo que recuerdas").queryByRole("img")).toBeNull();
  });

  it("states how many reviews are missing before the predictions can be judged", async () => {
    api.answer(progressEndpoints.calibration, [{ from: 0.9, to: 0.95, reviews: 12, recalled: 12, predicted: 0.92 }]);
    await renderProgress();
    expect(await screen.findByText(/^Con 38 repasos más verás aquí .* hay 12 repasos que comparar\.$/)).toBeTruthy();
    expect(region("Cuánto acertamos").queryByRole("img")).toBeNull();
  });

  describe("with an upcoming exam", () => {
    const exam = addDays(today, 5);
    const estimate = (cards: number) => ({ cards, minutes: cards / 6 });
    const load = {
      exams: [
        { id: 1, name: "Anatomía", date: exam },
        { id: 2, name: "Derecho", date: addDays(today, 12) },
        { id: 3, name: "Lejano", date: addDays(today, 30) },
      ],
      until: addDays(today, 30),
      extraMinutes: 6.1,
      busiest: null,
      days: Array.from({ length: 30 }, (_, index) => ({
        date: addDays(today, index),
        withExams: estimate(index === 8 ? 41.6 : 10.2),
        without: estimate(12),
      })),
    };

    beforeEach(() => {
      const nextExam = { id: 1, name: "Anatomía", date: exam };
      api.answer(statsEndpoints.userStats, sampleStats({ totalCards: 20, nextExam }));
      api.answer(examEndpoints.load, load);
    });

    it("shows the usual chart if the comparison cannot be loaded, and can load it again", async () => {
      api.fail(examEndpoints.load, 503, "");
      const { user } = await renderProgress();
      expect(await screen.findByText(/^No se pudo comparar con y sin examen\./)).toBeTruthy();
      const card = region("Próximos 30 días");
      expect(card.getByRole("img", { name: /^Cartas que te esperan cada día/ })).toBeTruthy();
      api.answer(examEndpoints.load, load);
      await user.click(card.getByRole("button", { name: "Reintentar" }));
      expect(await screen.findByRole("img", { name: /^Cartas previstas cada día/ })).toBeTruthy();
    });
  });

  it("links to the setting if learning is switched off", async () => {
    api.answer(progressEndpoints.memory, { on: false, reviews: 0, needed: 1000, learned: null });
    await renderProgress();
    expect(await screen.findByText("El calendario no se ajusta a tu memoria: sigue la de la mayoría.")).toBeTruthy();
    expect(region("Tu memoria").getByRole("link", { name: "Activar en Ajustes" })).toBeTruthy();
    expect(screen.queryByRole("progressbar")).toBeNull();
  });

  it("omits the number of the highest bar where it would overlap today's", async () => {
    api.answer(statsEndpoints.activity, [
      { date: addDays(getMonday(today), -14), count: 1, durationMs: 26 * MINUTE },
      { date: today, count: 1, durationMs: MINUTE / 3 },
    ]);
    await renderProgress();
    const chart = await screen.findByRole("img", { name: /^Tiempo de estudio por semana/ });
    const numbers = [...chart.querySelectorAll("text")].map(({ textContent }) => textContent ?? "");
    expect(numbers.filter((text) => /min$/.test(text)).map(replaceNoBreakSpaces)).toEqual(["menos de 1 min"]);
  });
});

describe("ProgressDetailsPage for a new user", () => {
  it("describes what the empty charts will show later", async () => {
    api.answer(statsEndpoints.forecast, [{ date: today, count: 0, asked: 0 }]);
    api.answer(progressEndpoints.cardStates, { new: 0, hard: 0, medium: 0, easy: 0, mature: 0 });
    await renderProgress();
    expect(await screen.findByText("Por ahora no te espera ninguna carta en los próximos 30 días.")).toBeTruthy();
    expect(await screen.findByText(/^Ya no tienes cartas/)).toBeTruthy();
  });
});

describe("ProgressDetailsPage when loading fails", () => {
  it("shows one error for the page, and can be loaded again", async () => {
    api.fail(statsEndpoints.activity, 500, "");
    const { user } = await renderProgress();
    await screen.findByText("No se pudo cargar tu progreso");
    api.answer(statsEndpoints.activity, [{ date: today, count: 1, durationMs: 0 }]);
    await user.click(screen.getByRole("button", { name: "Reintentar" }));
    expect(await screen.findByText("Mejor racha")).toBeTruthy();
  });

  it("shows an error in place of one chart, and can load it again", async () => {
    api.fail(progressEndpoints.retention, 500, "");
    const { user } = await renderProgress();
    await screen.findByText("No se pudo cargar esta gráfica");
    expect(await screen.findByRole("table", { name: "Cartas por estado" })).toBeTruthy();
    api.answer(progressEndpoints.retention, []);
    await user.click(region("Lo que recuerdas").getByRole("button", { name: "Reintentar" }));
    expect(await screen.findByText(/^Cuando tus cartas vuelvan/)).toBeTruthy();
  });
});
