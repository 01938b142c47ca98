import type { Preferences } from "@repasa/contract/account.ts";
import type { Session } from "@repasa/contract/auth.ts";
import * as accountEndpoints from "@repasa/contract/client/account.ts";
import * as authEndpoints from "@repasa/contract/client/auth.ts";
import * as billingEndpoints from "@repasa/contract/client/billing.ts";
import * as factorEndpoints from "@repasa/contract/client/factors.ts";
import * as paceEndpoints from "@repasa/contract/client/pace.ts";
import * as progressEndpoints from "@repasa/contract/client/progress.ts";
import * as pushEndpoints from "@repasa/contract/client/push.ts";
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import "#testing/indexed-db.ts";
import { beforeEach, describe, expect, it } from "vitest";
import { Route } from "wouter";
import SettingsPage from "#features/account/settings-page.tsx";
import { connectCopy } from "#features/device/copy/copy.database.ts";
import { noteReached, noteUnreached } from "#lib/connection.ts";
import { provideEnding } from "#lib/left-session.ts";
import { applyTheme } from "#lib/theme.ts";
import { setAccountCookie } from "#testing/account-cookie.ts";
import { fakeApi } from "#testing/fake-api.ts";
import { getLinkTarget } from "#testing/link-target.ts";
import { editEntry } from "#testing/outbox.ts";
import { renderApp } from "#testing/render.tsx";
import { samplePlan, samplePreferences, sampleUser } from "#testing/sample-data.ts";
import { WhenSignedIn } from "#testing/signed-in.tsx";
import { toasts } from "#testing/toasts.ts";

let api: ReturnType<typeof fakeApi>;
beforeEach(() => {
  applyTheme("system");
  api = fakeApi();
  api.answer(authEndpoints.currentUser, sampleUser());
  api.answer(accountEndpoints.preferences, samplePreferences());
  api.answer(authEndpoints.sessions, []);
  api.answer(factorEndpoints.factors, { passkeys: [], app: null, recoveryCodes: null, exportableUntil: null });
  api.answer(paceEndpoints.breaks, []);
  api.answer(billingEndpoints.plan, samplePlan());
  api.answer(pushEndpoints.subscriptions, []);
  // 20 reviews a day at 0.90, and two more for each hundredth.
  api.answer(
    progressEndpoints.workload,
    Array.from({ length: 16 }, (_, step) => ({ retention: (80 + step) / 100, reviewsPerDay: 2 * step })),
  );
});

/** The page of each address, with a control that is shown once it is complete. */
const pages = {
  "/settings": ["Ajustes", () => screen.findByText(/cartas nuevas/i)],
  "/settings/account": ["Cuenta", () => screen.findByText("ana@repasa.example")],
  "/settings/study": ["Estudio", () => screen.findByRole("combobox", { name: "Cartas nuevas por día" })],
  "/settings/reminders": ["Recordatorios", () => screen.findByRole("switch", { name: /^Recordatorio diario/ })],
  "/settings/appearance": ["Apariencia", () => screen.findByRole("radio", { name: "Sistema" })],
  "/settings/security": ["Seguridad", () => screen.findByRole("region", { name: "Verificación en dos pasos" })],
  "/settings/data": ["Datos", () => screen.findByRole("button", { name: /^Copia completa/ })],
} as const;

const renderAt = (address: string) =>
  renderApp(
    <WhenSignedIn>
      <Route path={/^\/settings/}>
        <SettingsPage />
      </Route>
    </WhenSignedIn>,
    address,
  );

async function renderSettings(page: keyof typeof pages) {
  const rendered = renderAt(page);
  const [title, isComplete] = pages[page];
  await screen.findByRole("heading", { level: 1, name: title });
  await isComplete();
  return rendered;
}

async function renderAdvanced() {
  const rendered = await renderSettings("/settings/study");
  await rendered.user.click(screen.getByText("Avanzado"));
  return rendered;
}

it.each([
  ["/settings/account", "Para cambiar tu cuenta hace falta conexión."],
  ["/settings/security", "Para cambiar tu contraseña, los dos pasos o las sesiones hace falta conexión."],
  ["/settings/data", "Para descargar o importar tus datos hace falta conexión."],
] as const)("%s says without a network that it needs one", async (path, line) => {
  await renderSettings(path);
  expect(screen.queryByText(line)).toBeNull();
  act(() => noteUnreached());
  expect(screen.getByText(line)).toBeTruthy();
  act(() => noteReached());
});

const theme = () => document.documentElement.dataset.theme;

describe("preferences", () => {
  it("return to the previous value when a change cannot be saved", async () => {
    api.fail(accountEndpoints.setPreferences, 500, "");
    const { user } = await renderSettings("/settings/appearance");
    await user.click(screen.getByRole("radio", { name: "Oscuro" }));
    await waitFor(() => expect(toasts().getByText("No se pudo guardar el ajuste. Inténtalo de nuevo.")).toBeTruthy());
    await waitFor(() => expect(screen.getByRole("radio", { name: "Sistema" })).toHaveProperty("checked", true));
    expect(theme()).toBeUndefined();
  });

  it("make weekdays free one after the other, but never all of them", async () => {
    api.on(accountEndpoints.setPreferences, ({ body }) => ({
      status: 200,
      body: samplePreferences(body as Partial<Preferences>),
    }));
    const { user } = await renderAdvanced();
    const group = within(screen.getByRole("group", { name: "Días tranquilos" }));
    const days = group.getAllByRole<HTMLSelectElement>("combobox");
    for (const day of days.slice(1)) await user.selectOptions(day, "Libre");
    expect(within(days[0] as HTMLElement).getByRole<HTMLOptionElement>("option", { name: "Libre" }).disabled).toBe(
      true,
    );
    await user.selectOptions(days[0] as HTMLElement, "Libre");
    expect(group.getByText("Libre: martes, miércoles, jueves, viernes, sábado y domingo.")).toBeTruthy();
  });

  it("reset the slider when its value cannot be saved, and save at once when the screen is left", async () => {
    api.fail(accountEndpoints.setPreferences, 500, "");
    const { unmount } = await renderAdvanced();
    const slider = screen.getByRole("slider", { name: "Cuánto quieres recordar" });
    fireEvent.change(slider, { target: { value: "0.85" } });
    await waitFor(() => expect(toasts().getByText("No se pudo guardar el ajuste. Inténtalo de nuevo.")).toBeTruthy());
    await waitFor(() => expect(slider).toHaveProperty("value", "0.9"));
    fireEvent.change(slider, { target: { value: "0.81" } });
    unmount();
    await waitFor(() => expect(api.callsTo(accountEndpoints.setPreferences)).toHaveLength(2));
    expect(api.callsTo(accountEndpoints.setPreferences)[1]?.body).toEqual({ desiredRetention: 0.81 });
  });

  it.each([
    ["mail", /^Los detuvimos porque el buzón de ana@repasa\.example nos los devolvió/],
    ["mail and push", /^Detuvimos los correos porque el buzón de ana@repasa\.example/],
  ])("show why reminders by %s have stopped, beside the switch that restarts them", async (channels, reason) => {
    const going = channels === "mail" ? {} : { reminder: true, reminderChannels: ["mail", "push"] as const };
    api.answer(accountEndpoints.preferences, samplePreferences({ ...going, reminderStop: "seen" } as never));
    api.answer(accountEndpoints.setPreferences, samplePreferences({ ...going, reminder: true } as never));
    const { user } = await renderSettings("/settings/reminders");
    expect(screen.getByText(reason)).toBeTruthy();
    const mail = screen.getByRole<HTMLInputElement>("switch", { name: "Recordatorio diario por correo" });
    expect(mail.checked).toBe(false);
    await user.click(mail);
    await waitFor(() => expect(screen.queryByText(reason)).toBeNull());
    expect(api.callsTo(accountEndpoints.setPreferences)[0]?.body).toEqual({ reminder: true });
  });
});

describe("the index", () => {
  it.each([
    ["#recordatorio", "/settings/reminders", "switch", "Recordatorio diario por correo"],
    ["#pausas", "/settings/study", "heading", "Pausas"],
    ["#cambiar-correo", "/settings/account", "button", "Cambiar correo"],
    ["#dos-pasos", "/settings/security", "heading", "Verificación en dos pasos"],
    ["#sesiones", "/settings/security", "heading", "Dónde has iniciado sesión"],
    ["#mis-datos", "/settings/data", "heading", "Descargar mis datos"],
  ] as const)("leads former links to %s straight to the setting", async (fragment, page, role, name) => {
    Element.prototype.scrollIntoView = () => {};
    renderAt(`/settings${fragment}`);
    const control = await screen.findByRole(role, { name });
    await waitFor(() => expect(document.activeElement).toBe(control));
    expect(window.location.pathname + window.location.hash).toBe(page + fragment);
    expect(control.closest("details")?.open ?? true).toBe(true);
  });

  it("has the same page at an address with a final slash", async () => {
    renderAt("/settings/data/");
    expect(await screen.findByRole("heading", { level: 1, name: "Datos" })).toBeTruthy();
    expect(screen.getByRole("link", { name: /^Importar cartas/ }).getAttribute("href")).toBe("/import");
  });
});

describe("the account", () => {
  it("links to support and the legal texts, and opens the rating", async () => {
    const { user } = await renderSettings("/settings");
    expect(getLinkTarget("Soporte")).toBe("/support");
    expect(getLinkTarget("Política de privacidad")).toBe("/privacy-policy");
    expect(getLinkTarget("Términos de uso")).toBe("/terms-of-service");
    await user.click(screen.getByRole("button", { name: "Valorar la aplicación" }));
    expect(await screen.findByRole("dialog", { name: "¿Qué te parece Repasa?" })).toBeTruthy();
  });
});

describe("sessions", () => {
  const WINDOWS =
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36";
  const IPHONE =
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/604.1";
  const hoursAgo = (hours: number) => new Date(Date.now() - (hours + 0.1) * 3_600_000).toISOString();
  const session = (changes: Partial<Session>): Session => ({
    id: "a",
    current: false,
    userAgent: WINDOWS,
    createdAt: hoursAgo(200),
    lastSeenAt: hoursAgo(1),
    ...changes,
  });
  const list = () => within(screen.getByRole("region", { name: "Dónde has iniciado sesión" }));
  const listNames = () =>
    list()
      .getAllByRole("listitem")
      .map((item) => item.querySelector("p")?.textContent);

  beforeEach(() => {
    api.answer(authEndpoints.sessions, [
      session({ id: "old", userAgent: null, lastSeenAt: hoursAgo(80) }),
      session({ id: "phone", userAgent: IPHONE, lastSeenAt: hoursAgo(3) }),
      session({ id: "here", current: true }),
    ]);
  });

  it("are listed, the current one first, and disappear at once when closed, while the focus stays in the list", async () => {
    api.answer(authEndpoints.endSession);
    const { user } = await renderSettings("/settings/security");
    await list().findByText("Esta sesión");
    expect(listNames()).toEqual(["Chrome en Windows", "Safari en iPhone", "Dispositivo desconocido"]);
    expect(list().getByText("Última actividad hace 3 horas")).toBeTruthy();
    expect(list().getAllByRole("button")).toHaveLength(2);
    await user.click(await list().findByRole("button", { name: "Cerrar la sesión de Safari en iPhone" }));
    await waitFor(() => expect(listNames()).toEqual(["Chrome en Windows", "Dispositivo desconocido"]));
    expect(api.callsTo(authEndpoints.endSession)[0]?.url.pathname).toBe("/api/auth/sessions/phone");
    expect(document.activeElement?.textContent).toBe("Dónde has iniciado sesión");
  });

  it("reappear in the same position when closing fails, and stay hidden if they had already ended", async () => {
    api.fail(authEndpoints.endSession, 500, "");
    const { user } = await renderSettings("/settings/security");
    await user.click(await list().findByRole("button", { name: "Cerrar la sesión de Safari en iPhone" }));
    await waitFor(() => expect(toasts().getByText("No se pudo cerrar esa sesión. Inténtalo de nuevo.")).toBeTruthy());
    expect(listNames()).toEqual(["Chrome en Windows", "Safari en iPhone", "Dispositivo desconocido"]);
    api.fail(authEndpoints.endSession, 404, { message: "La sesión no existe", code: "not_found" });
    await user.click(list().getByRole("button", { name: "Cerrar la sesión de Safari en iPhone" }));
    await waitFor(() => expect(listNames()).toHaveLength(2));
    await waitFor(() => expect(api.callsTo(authEndpoints.endSession)).toHaveLength(2));
    expect(listNames()).toHaveLength(2);
  });

  it("stay until the user has confirmed their identity, which can be cancelled", async () => {
    api.answer(factorEndpoints.confirmationMethods, { password: true, app: false, passkey: null });
    api.answer(factorEndpoints.confirm);
    api.fail(authEndpoints.endSession, 403, { message: "Confirma que eres tú", code: "confirmation_required" });
    const { user } = await renderSettings("/settings/security");
    const button = () => list().findByRole("button", { name: "Cerrar la sesión de Safari en iPhone" });
    await user.click(await button());
    await user.click(
      within(await screen.findByRole("dialog", { name: "Confirma que eres tú" })).getByRole("button", {
        name: "Cerrar",
      }),
    );
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(listNames()).toHaveLength(3);
    expect(toasts().queryAllByRole("listitem")).toEqual([]);

    await user.click(await button());
    const dialog = within(await screen.findByRole("dialog", { name: "Confirma que eres tú" }));
    api.answer(authEndpoints.endSession);
    await user.type(await dialog.findByLabelText("Contraseña"), "mi clave{Enter}");
    await waitFor(() => expect(listNames()).toEqual(["Chrome en Windows", "Dispositivo desconocido"]));
    expect(api.callsTo(factorEndpoints.confirm)[0]?.body).toEqual({ password: "mi clave" });
  });

  it("can be loaded again after a failure", async () => {
    api.fail(authEndpoints.sessions, 500, "");
    const { user } = await renderSettings("/settings/security");
    const retry = await list().findByRole("button", { name: "Reintentar" });
    api.answer(authEndpoints.sessions, [session({ current: true })]);
    await user.click(retry);
    await waitFor(() => expect(listNames()).toEqual(["Chrome en Windows"]));
  });
});

describe("signing out and deleting the account", () => {
  beforeEach(() => {
    setAccountCookie(null);
    provideEnding(() => import("#lib/left-session.ending.ts"));
  });

  it("names what was refused, which signing out removes, and asks before that", async () => {
    api.answer(authEndpoints.logout);
    const entry = { ...editEntry({ userId: sampleUser().id }), attempted: true };
    await connectCopy(sampleUser().id).use((database) =>
      database.put("refused", { id: entry.reviewId, entry, reason: "Límite", at: 1 }),
    );
    const { user } = await renderSettings("/settings");
    await user.click(screen.getByRole("button", { name: "Cerrar sesión" }));
    await user.click(within(screen.getByRole("alertdialog")).getByRole("button", { name: "Cerrar sesión" }));
    const dialog = within(await screen.findByRole("alertdialog", { name: "Quedan cambios por enviar" }));
    expect(
      dialog.getByText(/^Si cierras la sesión ahora, se pierde lo que no se pudo guardar: 1 cambio,/),
    ).toBeTruthy();
    expect(api.callsTo(authEndpoints.logout)).toEqual([]);
    await user.click(dialog.getByRole("button", { name: "Cerrar sesión y perderlos" }));
    await waitFor(() => expect(window.location.pathname).toBe("/login"));
  });

  it("does not delete the account without the right password, and shows that at the field", async () => {
    const { user } = await renderSettings("/settings");
    await user.click(screen.getByRole("button", { name: "Excluir cuenta" }));
    const dialog = within(await screen.findByRole("dialog", { name: "¿Excluir cuenta?" }));
    const field = dialog.getByLabelText("Contraseña");
    await user.type(field, "otra");
    for (const [status, code, message] of [
      [401, "invalid_credentials", "La contraseña no es correcta"],
      [403, "password_required", "Escribe tu contraseña para eliminar la cuenta"],
    ] as const) {
      api.fail(accountEndpoints.deleteAccount, status, { message, code });
      await user.click(dialog.getByRole("button", { name: "Excluir cuenta" }));
      expect(await dialog.findByText(message)).toBeTruthy();
      expect(document.activeElement).toBe(field);
    }
    expect(toasts().queryAllByRole("listitem")).toEqual([]);
    expect(window.location.pathname).toBe("/settings");
  });
});
