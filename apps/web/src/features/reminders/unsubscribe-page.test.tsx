import * as accountEndpoints from "@repasa/contract/client/account.ts";
import * as authEndpoints from "@repasa/contract/client/auth.ts";
import * as reminderEndpoints from "@repasa/contract/client/reminders.ts";
import { screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, it } from "vitest";
import { preferencesQuery } from "#features/preferences/preferences.loading.ts";
import UnsubscribePage from "#features/reminders/unsubscribe-page.tsx";
import { userQuery } from "#features/session/session.user.ts";
import { fakeApi } from "#testing/fake-api.ts";
import { findPageTitle } from "#testing/page-title.ts";
import { renderApp } from "#testing/render.tsx";
import { samplePreferences, sampleUser } from "#testing/sample-data.ts";

let api: ReturnType<typeof fakeApi>;
beforeEach(() => {
  api = fakeApi();
  api.fail(authEndpoints.currentUser, 401, { message: "Unauthorized" });
  api.answer(reminderEndpoints.unsubscribe, { reminder: false });
  api.answer(reminderEndpoints.resubscribe, { reminder: true });
});

const renderPage = (path = "/unsubscribe#token=abc") => renderApp(<UnsubscribePage />, path);
const button = (name: string) => screen.getByRole("button", { name });
const listBodies = (endpoint: typeof reminderEndpoints.unsubscribe | typeof reminderEndpoints.resubscribe) =>
  api.callsTo(endpoint).map(({ body }) => body);

it("stops no reminders without a click, because mail scanners open every link", async () => {
  renderPage();
  await findPageTitle("¿Dejar de recibir los recordatorios diarios?");
  expect(document.title).toBe("Recordatorios · Repasa");
  expect(window.location.href).not.toContain("abc");
  await waitFor(() => expect(api.callsTo(authEndpoints.currentUser)).toHaveLength(0));
  expect(listBodies(reminderEndpoints.unsubscribe)).toEqual([]);
});

it("stops and restarts them without a session", async () => {
  const { user } = renderPage();
  await user.click(button("Dejar de recibirlos"));
  const stopped = await findPageTitle("No te enviaremos más recordatorios");
  expect(document.activeElement).toBe(stopped);
  expect(listBodies(reminderEndpoints.unsubscribe)).toEqual([{ token: "abc" }]);
  expect(screen.getByRole("link", { name: "Iniciar Sesión" }).getAttribute("href")).toBe("/login");
  await user.click(button("Deshacer"));
  await findPageTitle("Los recordatorios siguen activos");
  expect(listBodies(reminderEndpoints.resubscribe)).toEqual([{ token: "abc" }]);
  await user.click(button("Dejar de recibirlos"));
  await findPageTitle("No te enviaremos más recordatorios");
});

it("links a signed-in user to the settings, which show the change", async () => {
  api.answer(authEndpoints.currentUser, sampleUser());
  api.answer(accountEndpoints.preferences, samplePreferences({ reminder: true }));
  const { user, queryClient } = renderPage();
  queryClient.setQueryData(userQuery.queryKey, sampleUser());
  await queryClient.fetchQuery(preferencesQuery());
  await user.click(button("Dejar de recibirlos"));
  await findPageTitle("No te enviaremos más recordatorios");
  expect(screen.getByRole("link", { name: "Ir a Ajustes" }).getAttribute("href")).toBe("/settings/reminders");
  expect(queryClient.getQueryState(preferencesQuery().queryKey)?.isInvalidated).toBe(true);
});

it("reports a failure, and can be retried", async () => {
  api.on(reminderEndpoints.unsubscribe, () => Promise.reject(new TypeError("Failed to fetch")));
  const { user } = renderPage();
  await user.click(button("Dejar de recibirlos"));
  const unanswered = "No se pudo guardar el cambio. Comprueba tu conexión e inténtalo de nuevo.";
  expect((await screen.findByRole("alert")).textContent).toBe(unanswered);
  api.fail(reminderEndpoints.unsubscribe, 500, "");
  await user.click(button("Dejar de recibirlos"));
  const answered = "No se pudo guardar el cambio. Inténtalo de nuevo en unos minutos.";
  await waitFor(() => expect(screen.getByRole("alert").textContent).toBe(answered));
  api.answer(reminderEndpoints.unsubscribe, { reminder: false });
  await user.click(button("Dejar de recibirlos"));
  await findPageTitle("No te enviaremos más recordatorios");
  expect(screen.queryByRole("alert")).toBeNull();
});

it("reports invalid links", async () => {
  renderPage("/unsubscribe");
  await findPageTitle("Enlace no válido");
  expect(screen.getAllByText(/también se apagan en Ajustes, al iniciar sesión\.$/)).not.toHaveLength(0);
});
