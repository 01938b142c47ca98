import type { Preferences } from "@repasa/contract/account.ts";
import * as accountEndpoints from "@repasa/contract/client/account.ts";
import * as pushEndpoints from "@repasa/contract/client/push.ts";
import type { PushSubscription as Subscription } from "@repasa/contract/push.ts";
import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { PreferencesSection } from "#features/preferences/components/preferences-section.tsx";
import { ReminderFields } from "#features/preferences/components/reminder-fields.tsx";
import { PushFields } from "#features/reminders/components/push-fields.tsx";
import { findRegistration } from "#features/reminders/push/push.browser.ts";
import { readRecord, writeRecord } from "#features/reminders/push/push.record.ts";
import { renewDevice } from "#features/reminders/push/push.renewal.ts";
import { forgetDevice } from "#features/reminders/push/push.service.ts";
import { createQueryClient } from "#lib/query.ts";
import { fakeApi } from "#testing/fake-api.ts";
import { define, stubPush } from "#testing/fake-push.ts";
import { renderApp } from "#testing/render.tsx";
import { samplePreferences, sampleUser } from "#testing/sample-data.ts";
import { SignedIn } from "#testing/signed-in.tsx";
import { toasts } from "#testing/toasts.ts";

const KEY = "QUJD";
const NEW = "https://push.example/new";
const OLD = "https://push.example/old";

const device = (id: number, label: string | null, current = false): Subscription => ({
  id,
  label,
  createdAt: new Date(Date.now() - 49 * 3_600_000).toISOString(),
  current,
});
const recordOf = (endpoint: string, userId = 1) => ({ userId, id: 7, endpoint, p256dh: `key of ${endpoint}` });

let api: ReturnType<typeof fakeApi>;
/** What the server stores. */
let devices: Subscription[];
let preferences: Preferences;

beforeEach(() => {
  devices = [];
  preferences = samplePreferences({ reminder: true });
  api = fakeApi();
  api.on(accountEndpoints.preferences, () => ({ status: 200, body: preferences }));
  api.on(accountEndpoints.setPreferences, ({ body }) => {
    preferences = { ...preferences, ...(body as object) };
    return { status: 200, body: preferences };
  });
  api.answer(pushEndpoints.key, { publicKey: KEY });
  api.on(pushEndpoints.subscriptions, () => ({ status: 200, body: devices }));
  api.on(pushEndpoints.subscribe, () => {
    const subscribed = device(7, "Chrome en Android", true);
    devices = [...devices.filter(({ id }) => id !== 7), subscribed];
    return { status: 201, body: subscribed };
  });
  api.on(pushEndpoints.unsubscribe, ({ url }) => {
    devices = devices.filter(({ id }) => !url.pathname.endsWith(`/${id}`));
    return { status: 204 };
  });
});

const changes = () => api.callsTo(accountEndpoints.setPreferences).map(({ body }) => body);
const sent = () => api.callsTo(pushEndpoints.subscribe).map(({ body }) => body);
const ownSwitch = () => screen.findByRole<HTMLInputElement>("switch", { name: "Avisos en este dispositivo" });
const mailSwitch = () => screen.getByRole<HTMLInputElement>("switch", { name: "Recordatorio diario por correo" });

function openSettings() {
  return renderApp(
    <SignedIn user={sampleUser()}>
      <PreferencesSection title="Recordatorios" height="h-38">
        {(fields) => (
          <ReminderFields {...fields}>
            <PushFields {...fields} />
          </ReminderFields>
        )}
      </PreferencesSection>
    </SignedIn>,
  );
}

describe("the switch for reminders on this device", () => {
  it("ends the subscription on the server and in the browser, and the channel with the last device", async () => {
    const browser = stubPush({ permission: "granted", endpoint: OLD });
    writeRecord(recordOf(OLD));
    devices = [device(7, null, true)];
    preferences = samplePreferences({ reminder: true, reminderChannels: ["push"] });
    const { user } = openSettings();
    const control = await ownSwitch();
    await waitFor(() => expect(control.checked).toBe(true));
    await user.click(control);
    await waitFor(() => expect(changes()).toEqual([{ reminder: false }]));
    expect(api.callsTo(pushEndpoints.unsubscribe).map(({ url }) => url.pathname)).toEqual([
      "/api/push/subscriptions/7",
    ]);
    expect([browser.calls, readRecord()]).toEqual([[`unsubscribe ${OLD}`], null]);
    expect(control.checked).toBe(false);
  });

  it("leaves the channel to other devices, which can be removed", async () => {
    stubPush({ permission: "granted", endpoint: OLD });
    writeRecord(recordOf(OLD));
    devices = [device(3, "Firefox en Windows"), device(7, "Chrome en Android", true)];
    preferences = samplePreferences({ reminder: true, reminderChannels: ["mail", "push"] });
    const { user } = openSettings();
    const others = within(await screen.findByRole("region", { name: "Otros dispositivos con avisos" }));
    expect(others.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([
      "Firefox en WindowsDesde hace 2 díasQuitar",
    ]);
    await user.click(await ownSwitch());
    await waitFor(() => expect(devices.map(({ id }) => id)).toEqual([3]));
    expect(changes()).toEqual([]);
    await user.click(others.getByRole("button", { name: "Quitar Firefox en Windows" }));
    await waitFor(() => expect(changes()).toEqual([{ reminderChannels: ["mail"] }]));
    expect(screen.queryByRole("region", { name: "Otros dispositivos con avisos" })).toBeNull();
  });

  it("says so if no device is left and reminders come by mail meanwhile", async () => {
    stubPush();
    preferences = samplePreferences({ reminder: true, reminderChannels: ["push"] });
    openSettings();
    expect(await screen.findByText(/^Ningún dispositivo recibe avisos/)).toBeTruthy();
    expect(mailSwitch().checked).toBe(false);
  });

  it("stays off without the permission, and says why", async () => {
    const browser = stubPush();
    browser.answer = "denied";
    const { user } = openSettings();
    const control = await ownSwitch();
    await user.click(control);
    expect(await toasts().findByText(/^Para recibirlos, permite los avisos/)).toBeTruthy();
    expect(await screen.findByText(/^Los avisos de Repasa están bloqueados/)).toBeTruthy();
    expect([control.checked, control.disabled, sent(), changes()]).toEqual([false, true, [], []]);
  });

  it("stays off if the browser fails, or the server refuses the browser's service", async () => {
    const browser = stubPush();
    browser.failure = new Error("AbortError: push service not available");
    const { user } = openSettings();
    await user.click(await ownSwitch());
    expect(await toasts().findByText(/^El navegador no pudo activar los avisos/)).toBeTruthy();
    browser.failure = null;
    const message = "Este servicio de avisos no está entre los permitidos";
    api.fail(pushEndpoints.subscribe, 400, { message, code: "validation_failed" });
    await user.click(await ownSwitch());
    expect(await toasts().findByText(message)).toBeTruthy();
    expect([changes(), readRecord(), (await ownSwitch()).checked]).toEqual([[], null, false]);
  });

  it.each([
    ["Instala Repasa en tu pantalla de inicio para recibir avisos aquí.", "iPhone", true],
    ["Este navegador no puede recibir avisos.", "Mozilla/5.0 (Windows NT 10.0)", true],
    ["Los avisos de Repasa están bloqueados. Permítelos en los ajustes del navegador.", "denied", false],
  ])("says: %s", async (text, browser, hasNoPush) => {
    if (hasNoPush) define("userAgent", browser);
    else stubPush({ permission: "denied" });
    openSettings();
    expect(await screen.findByText(text)).toBeTruthy();
    expect((await ownSwitch()).disabled).toBe(true);
  });

  it("says that there is no worker, without waiting for ever", async () => {
    stubPush().registration = undefined;
    openSettings();
    expect(await screen.findByText(/^Este navegador todavía no está listo/)).toBeTruthy();
    define("serviceWorker", { getRegistration: () => new Promise(() => {}) });
    expect(await findRegistration(50)).toBeNull();
  });

  it("sends a trial, and says when the next one is possible", async () => {
    stubPush({ permission: "granted", endpoint: OLD });
    writeRecord(recordOf(OLD));
    devices = [device(7, null, true)];
    preferences = samplePreferences({ reminder: true, reminderChannels: ["push"] });
    api.answer(pushEndpoints.test);
    const { user } = openSettings();
    const trial = await screen.findByRole("button", { name: "Enviar una prueba" });
    await user.click(trial);
    expect(await toasts().findByText("Prueba enviada: aparecerá en unos segundos.")).toBeTruthy();
    expect(api.callsTo(pushEndpoints.test)[0]?.url.pathname).toBe("/api/push/subscriptions/7/test");
    api.on(pushEndpoints.test, () => ({
      status: 429,
      body: { message: "Demasiados intentos.", code: "rate_limited" },
      headers: { "Retry-After": "42" },
    }));
    await user.click(trial);
    expect(await toasts().findByText("Podrás enviar otra prueba en 42 segundos.")).toBeTruthy();
  });
});

describe("the renewal at each start", () => {
  const renew = (userId = 1) => renewDevice(createQueryClient(), userId);

  it("does nothing, and calls nothing, while the switch is off or the permission is missing", async () => {
    const browser = stubPush({ endpoint: OLD });
    await renew();
    writeRecord(recordOf(OLD));
    await renew();
    expect([api.calls, browser.calls]).toEqual([[], []]);
  });

  it("sends nothing if the server has the subscription of this session", async () => {
    stubPush({ permission: "granted", endpoint: OLD });
    writeRecord(recordOf(OLD));
    devices = [device(7, null, true)];
    await renew();
    expect(sent()).toEqual([]);
  });

  it.each([
    ["is gone on the server", OLD, [], [OLD, []]],
    ["belongs to an earlier session", OLD, [device(7, null)], [OLD, []]],
    ["was replaced by the browser", NEW, [device(7, null, true)], [NEW, []]],
    ["is gone in the browser", null, [device(7, null, true)], [NEW, [`subscribe ${KEY}`]]],
  ] as const)("sends the subscription again if it %s", async (_, endpoint, known, [expected, asked]) => {
    const browser = stubPush({ permission: "granted", endpoint });
    writeRecord(recordOf(OLD));
    devices = [...known];
    await renew();
    expect(sent()).toMatchObject([{ endpoint: expected }]);
    expect(browser.calls).toEqual(asked);
    expect(readRecord()).toEqual(recordOf(expected));
  });

  it("subscribes anew if the server has another key", async () => {
    const browser = stubPush({ permission: "granted" });
    writeRecord(recordOf(NEW));
    devices = [device(7, null, true)];
    await renew();
    browser.nextEndpoint = "https://push.example/newest";
    api.answer(pushEndpoints.key, { publicKey: "REVG" });
    await renew();
    expect(browser.calls).toEqual([`subscribe ${KEY}`, `unsubscribe ${NEW}`, "subscribe REVG"]);
    expect(sent().at(-1)).toMatchObject({ endpoint: "https://push.example/newest" });
  });

  it("ends the subscription of another account in the browser", async () => {
    const browser = stubPush({ permission: "granted", endpoint: OLD });
    writeRecord(recordOf(OLD, 2));
    await renew();
    expect([browser.calls, readRecord(), api.calls]).toEqual([[`unsubscribe ${OLD}`], null, []]);
  });

  it("shows in open settings", async () => {
    stubPush({ permission: "granted", endpoint: NEW });
    writeRecord({ ...recordOf(OLD), id: 6 });
    devices = [device(6, null)];
    preferences = samplePreferences({ reminder: true, reminderChannels: ["push"] });
    const { queryClient } = openSettings();
    const control = await ownSwitch();
    await waitFor(() => expect(control.checked).toBe(false));
    await renewDevice(queryClient, 1);
    await waitFor(() => expect(control.checked).toBe(true));
  });
});

describe("forgetDevice", () => {
  it("ends the subscription in the browser, and does not wait for a worker that never answers", async () => {
    const browser = stubPush({ permission: "granted", endpoint: OLD });
    writeRecord(recordOf(OLD));
    await forgetDevice();
    expect([browser.calls, readRecord()]).toEqual([[`unsubscribe ${OLD}`], null]);
    writeRecord(recordOf(OLD));
    define("serviceWorker", { getRegistration: () => new Promise(() => {}) });
    await forgetDevice();
    expect(readRecord()).toBeNull();
  });
});
