import "#testing/indexed-db.ts";
import type { User } from "@repasa/contract/auth.ts";
import * as accountEndpoints from "@repasa/contract/client/account.ts";
import * as authEndpoints from "@repasa/contract/client/auth.ts";
import * as billingEndpoints from "@repasa/contract/client/billing.ts";
import * as folderEndpoints from "@repasa/contract/client/folders.ts";
import * as homeEndpoints from "@repasa/contract/client/home.ts";
import * as paceEndpoints from "@repasa/contract/client/pace.ts";
import * as statsEndpoints from "@repasa/contract/client/stats.ts";
import type { ClientEndpoint } from "@repasa/contract/client.ts";
import type { Home } from "@repasa/contract/home.ts";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { act, screen, waitFor } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { leaveSession } from "#features/session/session.expiry.ts";
import { replaceUser } from "#features/session/session.user.ts";
import { useUser } from "#features/session/use-session.ts";
import { createQueryClient, endpointQuery } from "#lib/query.ts";
import { loadFirstScreen } from "#lib/screens.ts";
import { Screens } from "#router.tsx";
import { consoleOutput } from "#testing/console-output.ts";
import { fakeApi } from "#testing/fake-api.ts";
import { findPageTitle } from "#testing/page-title.ts";
import { renderApp } from "#testing/render.tsx";
import { sampleBacklog, samplePlan, samplePreferences, sampleStats, sampleUser } from "#testing/sample-data.ts";
import { toastStore } from "#ui/toast.ts";

vi.mock("#features/stats/dashboard-page.tsx", () => ({ default: () => <h1>Panel</h1> }));
vi.mock("#features/auth/login-page.tsx", () => ({ default: () => <h1>Iniciar Sesión</h1> }));
vi.mock("#features/auth/register-page.tsx", () => ({ default: () => <h1>Registro</h1> }));
vi.mock("#features/folders/folder-page.tsx", () => ({
  default: ({ folderId }: { folderId: number }) => <h1>Carpeta {folderId}</h1>,
}));
vi.mock("#features/folders/folders-page.tsx", () => ({
  default: function FoldersPage() {
    const { isError } = useQuery(endpointQuery(folderEndpoints.list));
    return <h1>Carpetas {isError ? "con error" : ""}</h1>;
  },
}));
vi.mock("#features/account/settings-page.tsx", () => ({
  default: function SettingsPage() {
    const queryClient = useQueryClient();
    return (
      <button type="button" onClick={() => leaveSession(queryClient, "/")}>
        Salir de {useUser().email}
      </button>
    );
  },
}));

const ana = sampleUser();

function answerSession(user: User | null) {
  const server = fakeApi();
  if (user) server.answer(authEndpoints.currentUser, user);
  else server.fail(authEndpoints.currentUser, 401, { message: "Unauthorized" });
  server.answer(accountEndpoints.trackAccess);
  return server;
}

const readToasts = () => screen.getByRole("region", { name: /Notificaciones/ }).textContent;

describe("a visitor", () => {
  it("is redirected from /dashboard to / without a message", async () => {
    answerSession(null);
    renderApp(<Screens />, "/dashboard");
    await findPageTitle(/Tarjetas de memoria/);
    expect(window.location.pathname).toBe("/");
    expect(readToasts()).toBe("");
  });

  it("is notified before the redirection to the login, 500 ms later", async () => {
    answerSession(null);
    const notified = vi.fn(() => ({ at: performance.now(), where: window.location.pathname }));
    const unsubscribe = toastStore.subscribe(notified);
    renderApp(<Screens />, "/premium/success?session_id=cs_1");
    await findPageTitle("Iniciar Sesión");
    unsubscribe();
    const [first] = notified.mock.results.map(({ value }) => value);
    expect(first.where).toBe("/premium/success");
    expect(performance.now() - first.at).toBeGreaterThan(350);
  });

  it("sees the login without waiting for the session", async () => {
    fakeApi().on(authEndpoints.currentUser, () => new Promise(() => {}));
    renderApp(<Screens />, "/login");
    await findPageTitle("Iniciar Sesión");
  });

  it("sees that an unknown address does not exist", async () => {
    answerSession(null);
    renderApp(<Screens />, "/nada");
    await findPageTitle("Esta página no existe");
    expect(readToasts()).toBe("");
  });
});

describe("while the session is loading", () => {
  it("shows 'Cargando...', and makes no other call", async () => {
    const server = fakeApi();
    server.on(authEndpoints.currentUser, () => new Promise(() => {}));
    renderApp(<Screens />, "/folders");
    expect(await screen.findByRole("status")).toHaveProperty("textContent", "Cargando...");
    expect(server.calls.map(({ url }) => url.pathname)).toEqual(["/api/auth/user"]);
  });

  it("offers a retry when the server cannot be reached, and does not end the session", async () => {
    const server = fakeApi();
    const { user } = renderApp(<Screens />, "/folders/3");
    const retry = await screen.findByRole("button", { name: "Reintentar" });
    expect(window.location.pathname).toBe("/folders/3");
    expect(server.callsTo(authEndpoints.currentUser), "a failed call is not made again by itself").toHaveLength(1);
    server.answer(authEndpoints.currentUser, ana);
    server.answer(accountEndpoints.trackAccess);
    await user.click(retry);
    await findPageTitle("Carpeta 3");
  });
});

it.each([
  ["/", 1],
  ["/dashboard", 1],
  ["/folders", 0],
])("requests today's cards at %s before the session is known: %i times", async (path, calls) => {
  const server = answerSession(ana);
  loadFirstScreen(createQueryClient(), path);
  // Before that, the page looks for a session that it has to end.
  await new Promise((resolve) => setTimeout(resolve));
  expect(server.callsTo(statsEndpoints.dailyReview)).toHaveLength(calls);
});

describe("Home's other parts", () => {
  const parts: Home = {
    stats: sampleStats({ totalCards: 7 }),
    days: [{ date: "2026-03-01", completed: true, studied: true, due: 0, asked: 0 }],
    preferences: samplePreferences(),
    plan: samplePlan(),
    backlog: sampleBacklog(),
  };
  const reads = [accountEndpoints, billingEndpoints, paceEndpoints, statsEndpoints].flatMap((calls) =>
    Object.values<ClientEndpoint>(calls),
  );
  const findPartEndpoint = (part: string) => reads.find(({ path }) => path === `/api/user/${part}`) as ClientEndpoint;

  it("are loaded by one request instead of the single endpoints", async () => {
    const server = answerSession(ana);
    server.answer(homeEndpoints.home, parts);
    const queryClient = createQueryClient();
    loadFirstScreen(queryClient, "/");
    for (const [part, answer] of Object.entries(parts))
      expect(await queryClient.fetchQuery(endpointQuery(findPartEndpoint(part), {} as never))).toEqual(answer);
    expect(server.callsTo(homeEndpoints.home)).toHaveLength(1);
    expect(server.calls.filter(({ url }) => url.pathname.startsWith("/api/user/"))).toHaveLength(1);
  });

  it("are dropped when another user signs in", async () => {
    const server = answerSession(ana);
    server.answer(homeEndpoints.home, parts);
    server.answer(statsEndpoints.userStats, sampleStats({ totalCards: 1 }));
    const queryClient = createQueryClient();
    loadFirstScreen(queryClient, "/");
    replaceUser(queryClient, sampleUser({ id: 2 }));
    expect(await queryClient.fetchQuery(endpointQuery(statsEndpoints.userStats))).toMatchObject({ totalCards: 1 });
  });
});

describe("a signed-in user", () => {
  it.each(["/folders/0", "/folders/abc", "/study/1.5", "/pending-reviews/-1", "/nada"])(
    "sees that %s does not exist",
    async (path) => {
      answerSession(ana);
      renderApp(<Screens />, path);
      await findPageTitle("Esta página no existe");
    },
  );

  it("is notified once of a lost session, and redirected to the login with an empty cache", async () => {
    const server = answerSession(ana);
    server.fail(folderEndpoints.list, 401, { message: "Unauthorized" });
    const { queryClient } = renderApp(<Screens />, "/folders");
    await waitFor(() => expect(readToasts()).toContain("No autorizado"));
    expect(window.location.pathname).toBe("/folders");
    await findPageTitle("Iniciar Sesión");
    expect(
      queryClient
        .getQueryCache()
        .getAll()
        .map((query) => query.state.data),
    ).toEqual([null]);
  });

  it("can sign out without an error message", async () => {
    answerSession(ana);
    const { user } = renderApp(<Screens />, "/settings");
    await user.click(await screen.findByRole("button", { name: "Salir de ana@repasa.example" }));
    await findPageTitle(/Tarjetas de memoria/);
    await act(() => new Promise((resolve) => setTimeout(resolve, 600)));
    expect(readToasts()).toBe("");
    expect(window.location.pathname).toBe("/");
  });

  it("is counted once, and again only after a failure", async () => {
    const eva = { ...ana, email: "eva@repasa.example" };
    const server = answerSession(eva);
    server.fail(accountEndpoints.trackAccess, 500);
    const { queryClient } = renderApp(<Screens />, "/");
    await findPageTitle("Panel");
    await waitFor(() => expect(consoleOutput("error")).toEqual(["Access tracking failed"]));
    server.answer(accountEndpoints.trackAccess);
    const countSent = () => server.callsTo(accountEndpoints.trackAccess).length;
    await act(() => queryClient.refetchQueries());
    await waitFor(() => expect(countSent()).toBe(2));
    await act(() => queryClient.refetchQueries());
    expect(countSent()).toBe(2);
    expect(server.callsTo(accountEndpoints.trackAccess).at(-1)?.body).toEqual({
      email: "eva@repasa.example",
      mobile: false,
    });
  });
});
