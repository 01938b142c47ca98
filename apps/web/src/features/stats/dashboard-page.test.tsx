import * as accountEndpoints from "@repasa/contract/client/account.ts";
import * as authEndpoints from "@repasa/contract/client/auth.ts";
import * as billingEndpoints from "@repasa/contract/client/billing.ts";
import * as examEndpoints from "@repasa/contract/client/exams.ts";
import * as paceEndpoints from "@repasa/contract/client/pace.ts";
import * as reminderEndpoints from "@repasa/contract/client/reminders.ts";
import * as statsEndpoints from "@repasa/contract/client/stats.ts";
import * as studyEndpoints from "@repasa/contract/client/study.ts";
import type { NearDay } from "@repasa/contract/stats.ts";
import { hashKey } from "@tanstack/react-query";
import { act, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { closePaywall, paywallStore } from "#features/billing/billing.paywall.ts";
import { userQuery } from "#features/session/session.user.ts";
import DashboardPage from "#features/stats/dashboard-page.tsx";
import { addDays } from "#lib/local-date.ts";
import { endpointKey, invalidateChanged } from "#lib/query.ts";
import { today } from "#testing/dates.ts";
import { fakeApi } from "#testing/fake-api.ts";
import { answerHome } from "#testing/home-api.ts";
import { renderApp } from "#testing/render.tsx";
import {
  sampleBacklog,
  sampleFace,
  sampleFolder,
  sampleForecast,
  sampleNearDays,
  samplePlan,
  samplePreferences,
  sampleReview,
  sampleStats,
  sampleUser,
} from "#testing/sample-data.ts";
import { settled } from "#testing/settled.ts";
import { WhenSignedIn } from "#testing/signed-in.tsx";
import { toasts } from "#testing/toasts.ts";

const biology = sampleFolder({ id: 1, name: "Biología" });
const english = sampleFolder({ id: 2, name: "Inglés" });
const pending = { folderId: 1, name: "Biología", ...sampleFace, total: 6, new: 3, hard: 2, medium: 0, easy: 1 };

let api: ReturnType<typeof fakeApi>;
let days: Record<number, { scheduled?: (typeof biology & { asked?: number })[]; completed?: (typeof biology)[] }>;
const answerReview = (changes = {}) =>
  api.answer(statsEndpoints.dailyReview, sampleReview({ date: today, ...changes }));
const nearDays = (near: Record<number, Partial<NearDay>> = {}) => sampleNearDays(today, near);

beforeEach(() => {
  api = fakeApi();
  days = {};
  const dayOf = (url: URL) =>
    days[[-5, -4, -3, -2, -1, 1, 2, 3, 4, 5].find((n) => url.pathname.endsWith(addDays(today, n))) ?? 0];
  api.on(statsEndpoints.scheduledFolders, ({ url }) => ({
    status: 200,
    body: (dayOf(url)?.scheduled ?? []).map((folder) => ({ dueOnDate: null, asked: null, ...folder })),
  }));
  api.on(statsEndpoints.completedFolders, ({ url }) => ({ status: 200, body: dayOf(url)?.completed ?? [] }));
  answerHome(api, today);
});

it("shows a renewal that could not be charged below today's cards", async () => {
  await renderDashboard(sampleUser({ subscription: "past_due" }));
  await screen.findAllByRole("tab");
  const notice = await screen.findByRole("region", { name: "Pago pendiente" });
  const order = notice.compareDocumentPosition(screen.getByRole("heading", { name: "Carpetas del día" }));
  expect(order & Node.DOCUMENT_POSITION_PRECEDING).toBeTruthy();
});

describe("the notice that reminders have stopped", () => {
  const notice = () => screen.queryByRole("region", { name: "Dejamos de enviarte recordatorios" });

  it.each([
    ["Entendido", reminderEndpoints.noteStop, undefined],
    ["Activar de nuevo", accountEndpoints.setPreferences, { reminder: true }],
  ] as const)("disappears once the user has chosen “%s”", async (name, endpoint, body) => {
    api.answer(accountEndpoints.preferences, samplePreferences({ reminderStop: "new" }));
    api.answer(reminderEndpoints.noteStop);
    api.answer(accountEndpoints.setPreferences, samplePreferences({ reminder: true }));
    const { user } = await renderDashboard();
    await waitFor(() => expect(notice()).not.toBeNull());
    const link = within(notice() as HTMLElement).getByRole("link", { name: "Ajustes" });
    expect(link.getAttribute("href")).toBe("/settings/reminders#recordatorio");
    await user.click(screen.getByRole("button", { name }));
    await waitFor(() => expect(notice()).toBeNull());
    expect(api.callsTo(endpoint).map((call) => call.body)).toEqual([body]);
    expect(document.activeElement?.tagName).toBe("H1");
  });

  it("says that only mails have stopped if devices go on getting reminders", async () => {
    const going = samplePreferences({ reminder: true, reminderChannels: ["mail", "push"], reminderStop: "new" });
    api.answer(accountEndpoints.preferences, going);
    await renderDashboard();
    const title = "Dejamos de enviarte recordatorios por correo";
    expect((await screen.findByRole("region", { name: title })).textContent).toContain(
      "El buzón de ana@repasa.example nos los devolvió tres días. Los avisos en tus dispositivos siguen. Puedes activar los correos de nuevo o cambiar de correo en Ajustes.",
    );
  });

  it("stays with an error if the answer cannot be saved", async () => {
    api.answer(accountEndpoints.preferences, samplePreferences({ reminderStop: "new" }));
    api.fail(reminderEndpoints.noteStop, 500, "");
    const { user } = await renderDashboard();
    await user.click(await screen.findByRole("button", { name: "Entendido" }));
    expect(await toasts().findByText("No se pudo guardar. Inténtalo de nuevo.")).toBeTruthy();
  });

  it("is not shown again", async () => {
    api.answer(accountEndpoints.preferences, samplePreferences({ reminderStop: "seen" }));
    await renderDashboard();
    expect(await screen.findByText("Todo al día")).toBeTruthy();
    expect(notice()).toBeNull();
  });
});

describe("an exam of the next three weeks", () => {
  const forecast = sampleForecast({
    today,
    daysLeft: 21,
    expected: { mean: 0.947, low: 0.9, high: 0.97 },
    plan: [{ date: today, reviews: 10.2, newCards: 3, minutes: 5.6 }],
    folders: [{ folderId: 4, name: "Biología", ...sampleFace, cards: 20, expected: 0.94 }],
  });
  const none = { reviews: 0, newCards: 0, minutes: 0 };
  const render = async (changes: Partial<typeof forecast> = {}, daysLeft = 21) => {
    const nextExam = { id: 7, name: "Anatomía", date: addDays(today, daysLeft) };
    api.answer(statsEndpoints.userStats, sampleStats({ nextExam }));
    api.answer(examEndpoints.forecast, { ...forecast, ...changes });
    const rendered = await renderDashboard();
    await screen.findByRole("link", { name: /^(Repasar hoy|Ver el examen)$/ });
    return { ...rendered, panel: within(screen.getByRole("region", { name: "¿Llego al examen?" })) };
  };

  it.each([
    ["one folder", {}, "/study/4"],
    ["nothing today", { plan: [{ date: today, ...none }] }, "/exams/7"],
    ["no cards", { cards: 0, folders: [] }, "/exams/7"],
    ["no day left", { plan: [], daysLeft: 0 }, "/exams/7"],
  ])("has one button with %s", async (_, changes, href) => {
    const { panel } = await render(changes as Partial<typeof forecast>, 3);
    expect(panel.getAllByRole("link").map((link) => link.getAttribute("href"))).toEqual(["/exams/7", href]);
  });

  it("shows no minutes from before a session while they are computed anew", async () => {
    const { panel, queryClient } = await render();
    expect(panel.getByText(/^Hoy 6 min/)).toBeTruthy();
    const computed = Promise.withResolvers<void>();
    const plan = [{ date: today, reviews: 4, newCards: 0, minutes: 2 }];
    api.on(examEndpoints.forecast, async () => {
      await computed.promise;
      return { status: 200, body: { ...forecast, plan } };
    });
    void invalidateChanged(queryClient, studyEndpoints.review);
    await waitFor(() => expect(panel.queryByText(/^Hoy 6 min/)).toBeNull());
    computed.resolve();
    expect(await panel.findByText(/^Hoy 2 min/)).toBeTruthy();
  });

  it("says without a connection that the forecast comes with it", async () => {
    api.fail(examEndpoints.forecast, 503, "");
    const nextExam = { id: 7, name: "Anatomía", date: addDays(today, 3) };
    api.answer(statsEndpoints.userStats, sampleStats({ nextExam }));
    await renderDashboard();
    await screen.findByRole("link", { name: "Ver el examen" });
    const panel = within(screen.getByRole("region", { name: "¿Llego al examen?" }));
    expect(panel.getByText("La previsión se verá cuando haya conexión.")).toBeTruthy();
    expect(panel.queryByRole("img")).toBeNull();
  });
});

async function renderDashboard(user = sampleUser(), heading = "Carpetas del día") {
  api.answer(authEndpoints.currentUser, user);
  const rendered = renderApp(dashboard);
  rendered.queryClient.setQueryData(userQuery.queryKey, user);
  await screen.findByRole("heading", { name: heading });
  return rendered;
}

const dashboard = (
  <WhenSignedIn>
    <DashboardPage />
  </WhenSignedIn>
);

const tab = (index: number) => screen.getAllByRole("tab")[index + 5] as HTMLElement;
/** Returns the text of a day's tab without the parts that are hidden from screen readers. */
function readTabName(index: number): string {
  const copy = tab(index).cloneNode(true) as HTMLElement;
  for (const hidden of copy.querySelectorAll("[aria-hidden=true]")) hidden.remove();
  return copy.textContent ?? "";
}
const panel = () => within(screen.getByRole("tabpanel"));

describe("the strip of days", () => {
  it("ignores another selection for 300 ms", async () => {
    const { user } = await renderDashboard();
    let now = performance.now();
    const clock = vi.spyOn(performance, "now").mockImplementation(() => now);
    await user.click(tab(-1));
    now += 290;
    await user.click(tab(-2));
    expect(tab(-1).getAttribute("aria-selected")).toBe("true");
    now += 20;
    await user.click(tab(-2));
    expect(tab(-2).getAttribute("aria-selected")).toBe("true");
    clock.mockRestore();
    await waitFor(() => expect(panel().getByText("Ninguna materia fue completada")).toBeTruthy());
    expect(panel().getByText("Sin materias programadas")).toBeTruthy();
  });

  it("lists the folders of a future day with their due cards", async () => {
    days = {
      3: {
        scheduled: [
          { ...biology, asked: 11 },
          { ...english, asked: 1 },
        ],
      },
    };
    api.answer(statsEndpoints.nearDays, nearDays({ 3: { asked: 12 } }));
    const { user } = await renderDashboard();
    await user.click(tab(3));
    expect(await screen.findByText("Te esperan 12 cartas de 2 carpetas")).toBeTruthy();
    expect(
      panel()
        .getAllByRole("link")
        .map(({ textContent }) => textContent),
    ).toEqual(["🧬Biología11 cartas", "🧬Inglés1 carta"]);
  });
});

describe("today", () => {
  it("shows what failed beside the pending cards, and loads it again", async () => {
    api.fail(statsEndpoints.userStats, 500, { message: "Estamos de mantenimiento hasta las 10." });
    api.fail(statsEndpoints.nearDays, 500, "");
    answerReview({ totalDue: 6, folders: [pending] });
    const { user, queryClient } = await renderDashboard();
    await settled(queryClient);
    const alert = await screen.findByRole("alert");
    expect(within(alert).getByText("Estamos de mantenimiento hasta las 10.")).toBeTruthy();
    expect(screen.getByText("1 carpeta con revisiones pendientes")).toBeTruthy();
    expect(screen.getByRole("article", { name: "Biología" })).toBeTruthy();
    expect(api.callsTo(statsEndpoints.userStats)).toHaveLength(1);
    api.answer(statsEndpoints.userStats, sampleStats({ currentStreak: 3, totalFolders: 3 }));
    api.answer(statsEndpoints.nearDays, nearDays());
    await user.click(within(alert).getByRole("button", { name: "Reintentar" }));
    expect(await screen.findByRole("heading", { name: "3 días de racha" })).toBeTruthy();
    expect(screen.getByRole("img", { name: "Carpetas sin nada pendiente: 67 %" })).toBeTruthy();
    await waitFor(() => expect(readTabName(-1)).toMatch(/sin completar$/));
    expect(screen.queryByRole("alert")).toBeNull();
  });

  it("offers to add cards where no folder has any, and counts nothing as completed", async () => {
    api.answer(statsEndpoints.userStats, sampleStats({ totalFolders: 1, totalCards: 0 }));
    await renderDashboard();
    expect(screen.getByText("Ahora, tus primeras cartas")).toBeTruthy();
    expect(screen.getByRole("link", { name: "Añadir cartas" }).getAttribute("href")).toBe("/folders");
    expect(await screen.findAllByRole("tab")).toHaveLength(11);
    expect(screen.queryByText(/completada/)).toBeNull();
    expect(screen.queryByText("Todo al día")).toBeNull();
    expect(screen.queryByRole("img", { name: /%/ })).toBeNull();
  });

  it("shows one number and one primary action for a backlog", async () => {
    answerReview({ totalDue: 186, folders: [{ ...pending, total: 186, new: 0, hard: 186, easy: 0 }] });
    api.answer(paceEndpoints.backlog, sampleBacklog());
    await renderDashboard();
    expect(await screen.findByRole("button", { name: "Hacer 45 hoy en sesiones de 20" })).toBeTruthy();
    const number = screen.getByText("45 cartas hoy");
    expect(number.nextElementSibling?.textContent).toBe("De 186 cartas pendientes: al día en 6 días.");
    // After an absence every figure is one line.
    expect(screen.queryByText(/al día$/)).toBeNull();
    const streak = screen.getByRole("region", { name: "Tu racha empieza hoy" });
    expect(streak.textContent).toBe("Tu racha empieza hoyVer mi progreso");
    expect(within(streak).getByRole("link").getAttribute("href")).toBe("/progress");
    expect(screen.getByRole("link", { name: "Hacer todas" }).getAttribute("href")).toBe("/study");
    const rows = within(screen.getByRole("tabpanel"));
    expect(screen.getAllByRole("link", { name: /^Comenzar revisión/ })).toEqual(
      rows.getAllByRole("link", { name: /^Comenzar revisión/ }),
    );
  });

  it("counts in the ring what the button asks while a plan to catch up runs", async () => {
    api.answer(statsEndpoints.userStats, sampleStats({ totalFolders: 60 }));
    const folders = [{ ...pending, total: 41, new: 1, hard: 40, easy: 0 }];
    answerReview({ totalDue: 41, newWaiting: 34, dueWaiting: 146, folders });
    const suggestion = { days: 6, perDay: 40, leftToday: 41 };
    api.answer(paceEndpoints.backlog, sampleBacklog({ suggestion }));
    const { unmount } = await renderDashboard();
    expect(await screen.findByText("41 cartas hoy")).toBeTruthy();
    expect(screen.queryByText(/34 nuevas esperan/), "only what matters today").toBeNull();
    unmount();
    const catchUp = { until: addDays(today, 5), perDay: 40, doneToday: 0 };
    api.answer(paceEndpoints.backlog, sampleBacklog({ suggestion, offered: false, catchUp }));
    await renderDashboard();
    // 59 of 60 folders have nothing pending, because their cards wait for another day.
    const ring = await screen.findByRole("img", { name: "Cartas de hoy: 0 %" });
    expect(ring.parentElement?.parentElement?.textContent).toContain("0 de 41 cartas de hoy");
    expect(screen.getByText(/34 nuevas esperan su día/)).toBeTruthy();
  });

  it("names tomorrow as the end of a session and Progreso do, and later days by their weekday", async () => {
    api.answer(statsEndpoints.userStats, sampleStats({ reviewedToday: 3 }));
    for (const [days, said] of [
      [1, /^Mañana te espera 1 carta\.$/],
      [2, /^El \p{L}+ te espera 1 carta\.$/u],
    ] as const) {
      api.answer(statsEndpoints.nearDays, nearDays({ [days]: { asked: 1 } }));
      const { unmount } = await renderDashboard();
      expect(await screen.findByText(said)).toBeTruthy();
      unmount();
    }
  });

  it("is done but not up to date while due cards wait for another day", async () => {
    api.answer(statsEndpoints.userStats, sampleStats({ totalFolders: 6, reviewedToday: 40, dueWaiting: 49 }));
    answerReview({ dueWaiting: 49 });
    const catchUp = { until: addDays(today, 5), perDay: 40, doneToday: 40 };
    const suggestion = { days: 6, perDay: 40, leftToday: 0 };
    api.answer(paceEndpoints.backlog, sampleBacklog({ pending: 49, overdue: 30, catchUp, suggestion, offered: false }));
    await renderDashboard();
    expect(await screen.findByText(/^Tu parte de hoy está hecha. Estarás al día el /)).toBeTruthy();
    expect(screen.getByRole("heading", { name: "Hecho por hoy" })).toBeTruthy();
    expect(screen.getByText("6 de 6 carpetas sin pendientes hoy")).toBeTruthy();
    expect(screen.queryByText(/(?:Todo|carpetas) al día/)).toBeNull();
  });

  it("says of a single new card that it will come before the exam", async () => {
    const nextExam = { id: 7, name: "Anatomía", date: today };
    api.answer(statsEndpoints.userStats, sampleStats({ reviewedToday: 20, newWaiting: 1, nextExam }));
    answerReview({ newWaiting: 1 });
    await renderDashboard();
    expect(screen.getByText(/1 nueva espera su día/)).toBeTruthy();
    expect(await screen.findByRole("link", { name: "Llegará antes de tu examen" })).toBeTruthy();
  });

  it("shows the pending cards and the button to start before anything else has loaded", async () => {
    const never = () => new Promise<never>(() => {});
    for (const endpoint of [statsEndpoints.userStats, accountEndpoints.preferences, billingEndpoints.plan]) {
      api.on(endpoint, never);
    }
    answerReview({ totalDue: 6, folders: [pending] });
    await renderDashboard();
    expect(screen.getByText("6 cartas pendientes")).toBeTruthy();
    expect(screen.getAllByRole("link", { name: "Comenzar revisión" })[0]?.getAttribute("href")).toBe("/study");
  });

  it("requests the days of the strip only after today's pending cards have loaded", async () => {
    const review = Promise.withResolvers<{ status: number; body: unknown }>();
    api.on(statsEndpoints.dailyReview, () => review.promise);
    const user = sampleUser();
    api.answer(authEndpoints.currentUser, user);
    const { queryClient } = renderApp(dashboard);
    act(() => void queryClient.setQueryData(userQuery.queryKey, user));
    const pendingHash = hashKey(endpointKey(statsEndpoints.dailyReview));
    await settled(queryClient, { predicate: ({ queryHash }) => queryHash !== pendingHash });
    expect(api.callsTo(statsEndpoints.nearDays)).toHaveLength(0);
    await act(async () =>
      review.resolve({
        status: 200,
        body: sampleReview({ date: today, totalDue: 6, folders: [pending] }),
      }),
    );
    await waitFor(() => expect(api.callsTo(statsEndpoints.nearDays)).toHaveLength(1));
  });
});

it("shows an error, and no NaN, for a response of another shape, and can be loaded again", async () => {
  api.on(statsEndpoints.userStats, () => ({ status: 200, body: { message: "Bienvenido a la red del hotel" } }));
  const { user, queryClient } = renderApp(dashboard);
  act(() => void queryClient.setQueryData(userQuery.queryKey, sampleUser()));
  api.answer(authEndpoints.currentUser, sampleUser());
  expect(await screen.findByText("No se pudo cargar tu día")).toBeTruthy();
  expect(document.body.textContent).not.toContain("NaN");
  api.answer(statsEndpoints.userStats, sampleStats());
  await user.click(screen.getByRole("button", { name: "Reintentar" }));
  await waitFor(() => expect(screen.queryByText("No se pudo cargar tu día")).toBeNull());
});

describe("a daily number of new cards", () => {
  it.each([
    ["was answered before", { newCardsOffered: true }, 680],
    ["is chosen", { newCardsPerDay: 20 }, 680],
    ["is not needed", {}, 100],
  ])("is not offered when it %s", async (_, preferences, unseen) => {
    api.answer(accountEndpoints.preferences, samplePreferences(preferences));
    const folders = [{ ...pending, total: unseen, new: unseen, hard: 0, easy: 0 }];
    answerReview({ totalDue: unseen, folders });
    const { queryClient } = await renderDashboard();
    await settled(queryClient);
    expect(screen.queryByRole("region", { name: /cartas nuevas/ })).toBeNull();
  });
});

describe("the advertisement", () => {
  const promotion = () => screen.findByRole("complementary", { name: "Promoción" });

  it("appears last, once everything above it has loaded, and opens the paywall", async () => {
    let respond = () => {};
    api.on(statsEndpoints.nearDays, async () => {
      await new Promise<void>((settle) => {
        respond = settle;
      });
      return { status: 200, body: nearDays() };
    });
    api.answer(billingEndpoints.plan, samplePlan());
    const { user, queryClient } = await renderDashboard();
    const [pendingHash] = queryClient
      .getQueryCache()
      .findAll({ queryKey: endpointKey(statsEndpoints.nearDays) })
      .map(({ queryHash }) => queryHash);
    await settled(queryClient, { predicate: ({ queryHash }) => queryHash !== pendingHash });
    expect(api.callsTo(billingEndpoints.plan)).toHaveLength(1);
    expect(screen.queryByRole("complementary")).toBeNull();
    respond();
    const slot = await promotion();
    expect(slot.compareDocumentPosition(screen.getByRole("tabpanel"))).toBe(Node.DOCUMENT_POSITION_PRECEDING);
    await user.click(within(slot).getByRole("button", { name: "Ver Premium" }));
    expect(paywallStore.snapshot()).toEqual({ open: true, reason: undefined });
    closePaywall();
  });

  it("shows the configured page in a sandboxed frame", async () => {
    api.answer(billingEndpoints.plan, samplePlan({ adFrame: "https://anuncios.example/repasa" }));
    await renderDashboard();
    const frame = await screen.findByTitle("Publicidad");
    const attributes = ["src", "loading", "referrerpolicy", "sandbox"].map((name) => frame.getAttribute(name));
    const sandbox = "allow-scripts allow-popups allow-popups-to-escape-sandbox";
    expect(attributes).toEqual(["https://anuncios.example/repasa", "lazy", "no-referrer", sandbox]);
    expect(screen.queryByText("Estudia sin anuncios y sin límites")).toBeNull();
  });

  it.each([
    ["for a user with premium", { premium: true, subscription: "active" }, samplePlan(), sampleStats()],
    ["for a user of the mobile app", { mobile: true }, samplePlan(), sampleStats()],
    ["if the plan cannot be loaded", {}, null, sampleStats()],
    ["for a new account", {}, samplePlan(), sampleStats({ totalFolders: 0, totalCards: 0 })],
  ])("is not shown %s", async (_, user, plan, stats) => {
    if (plan) api.answer(billingEndpoints.plan, plan);
    else api.fail(billingEndpoints.plan, 500, "");
    api.answer(statsEndpoints.userStats, stats);
    const heading = stats.totalFolders === 0 ? "Empecemos por tu primera materia" : undefined;
    const { queryClient } = await renderDashboard(sampleUser(user), heading);
    await settled(queryClient);
    expect(screen.queryByRole("complementary")).toBeNull();
  });
});
