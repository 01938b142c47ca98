import { authEndpoints } from "@repasa/contract/auth.ts";
import { billingEndpoints } from "@repasa/contract/billing.ts";
import { statsEndpoints } from "@repasa/contract/stats.ts";
import { hashKey } from "@tanstack/react-query";
import { act, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { closePaywall, paywallStore } from "#features/billing/billing.paywall.ts";
import { userQuery } from "#features/session/session.user.ts";
import { useSession } from "#features/session/use-session.ts";
import DashboardPage from "#features/stats/dashboard-page.tsx";
import { addDays, localDateOf } from "#lib/local-date.ts";
import { endpointKey } from "#lib/query.ts";
import { fakeApi } from "#testing/fake-api.ts";
import { renderApp } from "#testing/render.tsx";
import { sampleFolder, samplePlan, sampleStats, sampleUser } from "#testing/sample-data.ts";
import { settled } from "#testing/settled.ts";

const today = localDateOf(new Date());
const biology = sampleFolder({ id: 1, name: "Biología" });
const english = sampleFolder({ id: 2, name: "Inglés" });
const pending = { folderId: 1, name: "Biología", total: 6, new: 3, hard: 2, medium: 0, easy: 1 };

let api: ReturnType<typeof fakeApi>;
let days: Record<number, { scheduled?: (typeof biology)[]; completed?: (typeof biology)[] }>;

beforeEach(() => {
  api = fakeApi();
  days = {};
  const dayOf = (url: URL) =>
    days[[-5, -4, -3, -2, -1, 1, 2, 3, 4, 5].find((n) => url.pathname.endsWith(addDays(today, n))) ?? 0];
  api.on(statsEndpoints.scheduledFolders, ({ url }) => ({ status: 200, body: dayOf(url)?.scheduled ?? [] }));
  api.on(statsEndpoints.completedFolders, ({ url }) => ({ status: 200, body: dayOf(url)?.completed ?? [] }));
  api.answer(statsEndpoints.userStats, sampleStats());
  api.answer(statsEndpoints.dailyReview, { date: today, totalDue: 0, folders: [] });
  api.answer(statsEndpoints.forecast, []);
});

async function renderDashboard(user = sampleUser()) {
  api.answer(authEndpoints.currentUser, user);
  const rendered = renderApp(<WithUser />);
  rendered.queryClient.setQueryData(userQuery.queryKey, user);
  await screen.findByRole("heading", { name: "Carpetas del día" });
  return rendered;
}

function WithUser() {
  const { user } = useSession();
  return user ? <DashboardPage /> : null;
}

const tab = (index: number) => screen.getAllByRole("tab")[index + 5] as HTMLElement;
const panel = () => within(screen.getByRole("tabpanel"));

describe("the strip of days", () => {
  it("tells each day's status by its folders, and what is to come by the forecast", async () => {
    days = {
      [-4]: { scheduled: [biology, english], completed: [english, biology] },
      [-3]: { scheduled: [biology, english], completed: [biology] },
      [-2]: { scheduled: [], completed: [biology] },
      [-1]: { scheduled: [], completed: [] },
    };
    api.answer(statsEndpoints.forecast, [{ date: addDays(today, 2), count: 1 }]);
    const createdAt = new Date(`${addDays(today, -4)}T12:00:00`).toISOString();
    await renderDashboard(sampleUser({ createdAt }));
    expect(screen.getAllByRole("tab")).toHaveLength(11);
    await waitFor(() => expect(tab(-4).getAttribute("aria-label")).toMatch(/, completado$/));
    expect(tab(-5).getAttribute("aria-label")).toMatch(/antes de tu cuenta$/);
    expect(tab(-3).getAttribute("aria-label")).toMatch(/sin completar$/);
    expect(tab(-2).getAttribute("aria-label")).toMatch(/, completado$/);
    expect(tab(-1).getAttribute("aria-label")).toMatch(/sin completar$/);
    expect(tab(0).getAttribute("aria-label")).toMatch(/, hoy$/);
    expect(tab(1).getAttribute("aria-label")).toMatch(/próximo$/);
    await waitFor(() => expect(tab(2).getAttribute("aria-label")).toMatch(/próximo, 1 carta$/));
    expect(api.callsTo(statsEndpoints.completedFolders)).toHaveLength(5);
    expect(api.callsTo(statsEndpoints.scheduledFolders)).toHaveLength(5);
  });

  it("shows what was done on a past day, and what was not", async () => {
    days = { [-1]: { scheduled: [biology, english], completed: [biology] } };
    const { user } = await renderDashboard();
    await user.click(tab(-1));
    await waitFor(() => expect(panel().getByText("Materias Completadas")).toBeTruthy());
    expect(panel().getByText("Materias no Completadas (1)")).toBeTruthy();
    expect(
      panel()
        .getByRole("link", { name: /Inglés/ })
        .getAttribute("href"),
    ).toBe("/folders/2");
  });

  it("locks the selection for 300 ms", async () => {
    const { user } = await renderDashboard();
    await user.click(tab(-1));
    await user.click(tab(-2));
    expect(tab(-1).getAttribute("aria-selected")).toBe("true");
    await new Promise((resolve) => setTimeout(resolve, 310));
    await user.click(tab(-2));
    expect(tab(-2).getAttribute("aria-selected")).toBe("true");
    await waitFor(() => expect(panel().getByText("Ninguna materia fue completada")).toBeTruthy());
    expect(panel().getByText("Sin materias programadas")).toBeTruthy();
  });

  it("is walked by arrow keys and chosen by Enter", async () => {
    const { user } = await renderDashboard();
    tab(0).focus();
    await user.keyboard("{ArrowRight}");
    expect(document.activeElement).toBe(tab(1));
    expect(tab(0).getAttribute("aria-selected")).toBe("true");
    await user.keyboard("{Enter}");
    expect(tab(1).getAttribute("aria-selected")).toBe("true");
    await waitFor(() => expect(panel().getByText("Las carpetas aparecerán aquí")).toBeTruthy());
    await user.keyboard("{End}");
    expect(document.activeElement).toBe(tab(5));
  });

  it("names the folders of a future day and counts their cards", async () => {
    days = { 3: { scheduled: [biology, english] } };
    api.answer(statsEndpoints.forecast, [{ date: addDays(today, 3), count: 12 }]);
    const { user } = await renderDashboard();
    await user.click(tab(3));
    expect(await screen.findByText("Volverán 12 cartas de 2 carpetas")).toBeTruthy();
    expect(panel().getByText("Las carpetas aparecerán aquí")).toBeTruthy();
    expect(panel().getAllByRole("link")).toHaveLength(2);
  });
});

describe("today", () => {
  it("shows one pending folder with its numbers and ways on", async () => {
    api.answer(statsEndpoints.userStats, sampleStats({ totalFolders: 3, foldersWithPendingCards: 1 }));
    api.answer(statsEndpoints.dailyReview, { date: today, totalDue: 6, folders: [pending] });
    await renderDashboard();
    expect(screen.getByText("1 carpeta con revisiones pendientes")).toBeTruthy();
    expect(screen.getByRole("img", { name: /67 %/ })).toBeTruthy();
    const card = within(await screen.findByRole("article", { name: "Biología" }));
    expect(card.getByText("6 cartas")).toBeTruthy();
    expect(card.getAllByRole("listitem").map((badge) => badge.textContent)).toEqual(["3nuevo", "2difícil", "1fácil"]);
    expect(card.getByRole("link", { name: "Ver Cartas" }).getAttribute("href")).toBe("/pending-reviews/1");
    expect(card.getByRole("link", { name: "Comenzar revisión" }).getAttribute("href")).toBe("/study/1");
    expect(screen.getAllByRole("link", { name: "Comenzar revisión" })).toHaveLength(1);
  });

  it("offers all of several folders at once", async () => {
    const folders = [pending, { ...pending, folderId: 2, name: "Inglés" }];
    api.answer(statsEndpoints.dailyReview, { date: today, totalDue: 12, folders });
    await renderDashboard();
    await screen.findByRole("article", { name: "Inglés" });
    const links = screen.getAllByRole("link", { name: "Comenzar revisión" });
    expect(links.map((link) => link.getAttribute("href"))).toEqual(["/study", "/study/1", "/study/2"]);
  });

  it("is done when nothing is pending", async () => {
    api.answer(statsEndpoints.userStats, sampleStats({ totalFolders: 2 }));
    await renderDashboard();
    expect(screen.getByText("2 carpetas completadas")).toBeTruthy();
    expect(screen.getByRole("img", { name: /100 %/ })).toBeTruthy();
    expect(await screen.findByText("Todo al día")).toBeTruthy();
  });

  it("leads a new account to its first folder", async () => {
    api.answer(statsEndpoints.userStats, sampleStats({ totalFolders: 0, totalCards: 0 }));
    const { user } = await renderDashboard();
    expect(screen.getByRole("img", { name: /: 0 %/ })).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Crear mi primera carpeta" }));
    expect(await screen.findByRole("dialog", { name: "Crear nueva carpeta" })).toBeTruthy();
  });

  it("tries again when it could not be loaded", async () => {
    api.fail(statsEndpoints.dailyReview, 500, "");
    const { user } = await renderDashboard();
    const retry = await screen.findByRole("button", { name: "Reintentar" });
    api.answer(statsEndpoints.dailyReview, { date: today, totalDue: 6, folders: [pending] });
    await user.click(retry);
    expect(await screen.findByRole("article", { name: "Biología" })).toBeTruthy();
  });
});

it.each([
  [{ currentStreak: 0 }, "Tu racha empieza hoy"],
  [{ currentStreak: 1 }, "1 día de racha"],
  [{ currentStreak: 12 }, "12 días de racha"],
])("shows the streak: %o", async (stats, text) => {
  api.answer(statsEndpoints.userStats, sampleStats(stats));
  await renderDashboard();
  expect(screen.getByRole("heading", { name: text })).toBeTruthy();
});

it("leads from the streak to all of one's progress", async () => {
  await renderDashboard();
  const streak = within(screen.getByRole("region", { name: "Tu racha empieza hoy" }));
  expect(streak.getByRole("link", { name: "Ver mi progreso" }).getAttribute("href")).toBe("/progress");
});

it("shows an error, and no NaN, for an answer of another shape", async () => {
  api.on(statsEndpoints.userStats, () => ({ status: 200, body: { message: "Bienvenido a la red del hotel" } }));
  const { queryClient } = renderApp(<WithUser />);
  act(() => void queryClient.setQueryData(userQuery.queryKey, sampleUser()));
  api.answer(authEndpoints.currentUser, sampleUser());
  expect(await screen.findByText("No se pudo cargar tu día")).toBeTruthy();
  expect(document.body.textContent).not.toContain("NaN");
});

it("has the crown in its header: the way to premium, or the sign of it", async () => {
  const { unmount } = await renderDashboard();
  expect(screen.getByRole("button", { name: "Hazte Premium" })).toBeTruthy();
  expect(screen.queryByText("Premium")).toBeNull();
  unmount();
  await renderDashboard(sampleUser({ premium: true, subscription: "active" }));
  expect(screen.getByText("Premium")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Hazte Premium" })).toBeNull();
});

describe("the place for advertising", () => {
  const promotion = () => screen.findByRole("complementary", { name: "Promoción" });

  it("comes last, when everything above it has come, and leads to the paywall", async () => {
    let answer = () => {};
    api.on(statsEndpoints.dailyReview, async () => {
      await new Promise<void>((settle) => {
        answer = settle;
      });
      return { status: 200, body: { date: today, totalDue: 0, folders: [] } };
    });
    api.answer(billingEndpoints.plan, samplePlan());
    const { user, queryClient } = await renderDashboard();
    const held = hashKey(endpointKey(statsEndpoints.dailyReview));
    await settled(queryClient, { predicate: ({ queryHash }) => queryHash !== held });
    expect(api.callsTo(billingEndpoints.plan)).toHaveLength(1);
    expect(screen.queryByRole("complementary")).toBeNull();
    answer();
    const slot = await promotion();
    expect(slot.compareDocumentPosition(screen.getByRole("tabpanel"))).toBe(Node.DOCUMENT_POSITION_PRECEDING);
    await user.click(within(slot).getByRole("button", { name: "Ver Premium" }));
    expect(paywallStore.snapshot()).toEqual({ open: true, reason: undefined });
    closePaywall();
  });

  it("shows the configured page in a frame that reaches nothing", async () => {
    api.answer(billingEndpoints.plan, samplePlan({ adFrame: "https://anuncios.example/repasa" }));
    await renderDashboard();
    const frame = await screen.findByTitle("Publicidad");
    const attributes = ["src", "loading", "referrerpolicy", "sandbox"].map((name) => frame.getAttribute(name));
    const sandbox = "allow-scripts allow-popups allow-popups-to-escape-sandbox";
    expect(attributes).toEqual(["https://anuncios.example/repasa", "lazy", "no-referrer", sandbox]);
    expect(screen.queryByText("Estudia sin anuncios y sin límites")).toBeNull();
  });

  it("goes when premium comes", async () => {
    api.answer(billingEndpoints.plan, samplePlan());
    const { queryClient } = await renderDashboard();
    await promotion();
    act(() => {
      queryClient.setQueryData(userQuery.queryKey, sampleUser({ subscription: "active", premium: true }));
    });
    await waitFor(() => expect(screen.queryByRole("complementary")).toBeNull());
  });

  it.each([
    ["for who has premium", { premium: true, subscription: "active" }, {}],
    ["while the plan is not known", {}, null],
    ["on the first day", {}, { totalFolders: 0, totalCards: 0 }],
  ])("is not there %s", async (_, user, stats) => {
    if (stats) {
      api.answer(billingEndpoints.plan, samplePlan());
      api.answer(statsEndpoints.userStats, sampleStats(stats));
    }
    const { queryClient } = await renderDashboard(sampleUser(user));
    await settled(queryClient);
    expect(screen.queryByRole("complementary")).toBeNull();
    expect(api.callsTo(billingEndpoints.plan)).toHaveLength(stats === null ? 1 : 0);
  });
});
