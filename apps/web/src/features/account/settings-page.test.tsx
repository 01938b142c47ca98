import { accountEndpoints } from "@repasa/contract/account.ts";
import { authEndpoints } from "@repasa/contract/auth.ts";
import { screen, waitFor, within } from "@testing-library/react";
import "fake-indexeddb/auto";
import { beforeEach, describe, expect, it } from "vitest";
import SettingsPage from "#features/account/settings-page.tsx";
import { userQuery, useSession } from "#lib/session.ts";
import { applyTheme } from "#lib/theme.ts";
import { fakeApi } from "#testing/fake-api.ts";
import { renderApp } from "#testing/render.tsx";
import { samplePreferences, sampleUser } from "#testing/sample-data.ts";

let api: ReturnType<typeof fakeApi>;
beforeEach(() => {
  applyTheme("system");
  api = fakeApi();
  api.answer(authEndpoints.currentUser, sampleUser());
  api.answer(accountEndpoints.preferences, samplePreferences());
});

function WithUser() {
  const { user } = useSession();
  return user ? <SettingsPage /> : <p>fuera</p>;
}

async function renderSettings() {
  const rendered = renderApp(<WithUser />, "/settings");
  await screen.findByText("ana@repasa.example");
  await screen.findByRole("radio", { name: "Sistema" });
  return rendered;
}

const toasts = () => within(screen.getByLabelText(/^Notificaciones/));
const theme = () => document.documentElement.dataset.theme;

describe("preferences", () => {
  it("dresses the page in the chosen theme at once and on the next visit", async () => {
    api.answer(accountEndpoints.setPreferences, samplePreferences({ theme: "dark" }));
    const { user } = await renderSettings();
    await user.click(screen.getByRole("radio", { name: "Oscuro" }));
    expect(theme()).toBe("dark");
    expect(localStorage.getItem("theme")).toBe("dark");
    expect(api.callsTo(accountEndpoints.setPreferences)[0]?.body).toEqual({ theme: "dark" });
    await user.click(screen.getByRole("radio", { name: "Sistema" }));
    expect(theme()).toBeUndefined();
    expect(localStorage.getItem("theme")).toBeNull();
  });

  it("goes back to what was when it cannot be saved", async () => {
    api.fail(accountEndpoints.setPreferences, 500, "");
    const { user } = await renderSettings();
    const shortcuts = screen.getByRole("switch", { name: "Atajos de una tecla" });
    await user.click(screen.getByRole("radio", { name: "Oscuro" }));
    await user.click(shortcuts);
    await waitFor(() => expect(toasts().getByText("No se pudo guardar el ajuste. Inténtalo de nuevo.")).toBeTruthy());
    await waitFor(() => expect(shortcuts).toHaveProperty("checked", true));
    expect(theme()).toBeUndefined();
  });

  it("sets the desired retention, and keeps one that was set elsewhere in the list", async () => {
    api.answer(accountEndpoints.preferences, samplePreferences({ desiredRetention: 0.87 }));
    api.answer(accountEndpoints.setPreferences, samplePreferences({ desiredRetention: 0.95 }));
    const { user } = await renderSettings();
    const select = screen.getByLabelText<HTMLSelectElement>("Cuánto quieres recordar");
    expect([...select.options].map(({ value }) => value)).toEqual(["0.8", "0.85", "0.87", "0.9", "0.95"]);
    expect(select.value).toBe("0.87");
    await user.selectOptions(select, "0.95");
    expect(api.callsTo(accountEndpoints.setPreferences)[0]?.body).toEqual({ desiredRetention: 0.95 });
    expect(screen.getByText(/19 de cada 20 veces/)).toBeTruthy();
  });
});

describe("leaving", () => {
  it("signs out only after the confirmation, forgets what was loaded, and goes to the login", async () => {
    api.answer(authEndpoints.logout);
    const { user, queryClient } = await renderSettings();
    await user.click(screen.getByRole("button", { name: "Cerrar sesión" }));
    const dialog = within(screen.getByRole("alertdialog"));
    expect(api.callsTo(authEndpoints.logout)).toEqual([]);
    await user.click(dialog.getByRole("button", { name: "Cerrar sesión" }));
    await waitFor(() => expect(window.location.pathname).toBe("/login"));
    expect(api.callsTo(authEndpoints.logout)).toHaveLength(1);
    expect(queryClient.getQueryData(userQuery.queryKey)).toBeNull();
    expect(queryClient.getQueryCache().getAll()).toHaveLength(1);
  });

  it("stays when the server cannot be reached", async () => {
    const { user } = await renderSettings();
    await user.click(screen.getByRole("button", { name: "Cerrar sesión" }));
    await user.click(within(screen.getByRole("alertdialog")).getByRole("button", { name: "Cerrar sesión" }));
    await waitFor(() => expect(toasts().getByText("No se pudo cerrar la sesión. Inténtalo de nuevo.")).toBeTruthy());
    expect(window.location.pathname).toBe("/settings");
  });

  it("deletes the account with all that the browser kept of it, and goes to the landing", async () => {
    localStorage.setItem("hasCompletedFirstSession", "true");
    api.fail(accountEndpoints.deleteAccount, 500, "");
    const { user, queryClient } = await renderSettings();
    await user.click(screen.getByRole("button", { name: "Excluir cuenta" }));
    const confirm = within(screen.getByRole("alertdialog")).getByRole("button", { name: "Excluir cuenta" });
    await user.click(confirm);
    await waitFor(() => expect(toasts().getByText("No se pudo eliminar la cuenta. Inténtalo de nuevo.")).toBeTruthy());
    expect(window.location.pathname).toBe("/settings");
    api.answer(accountEndpoints.deleteAccount);
    await user.click(confirm);
    await waitFor(() => expect(window.location.pathname).toBe("/"));
    expect(queryClient.getQueryData(userQuery.queryKey)).toBeNull();
    expect(localStorage.length).toBe(0);
  });
});
