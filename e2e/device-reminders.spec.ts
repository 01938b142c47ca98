import { createECDH, randomBytes } from "node:crypto";
import type { Page } from "@playwright/test";
import { accountEndpoints } from "@repasa/contract/account.ts";
import { pushEndpoints } from "@repasa/contract/push.ts";
import { expectSound } from "./axe.ts";
import { expect, question, test } from "./fixtures.ts";
import { numberedCards } from "./seed.ts";

type Recorded = { calls?: string[] };

/**
 * Gives a page a worker and a push service that accept everything, and records what it asks of them. What a browser remembers is
 * in the local storage, as it survives a reload.
 */
async function stubBrowser(page: Page) {
  const ecdh = createECDH("prime256v1");
  const keys = { p256dh: ecdh.generateKeys("base64url"), auth: randomBytes(16).toString("base64url") };
  const endpoint = `https://fcm.googleapis.com/fcm/send/${randomBytes(16).toString("hex")}`;
  await page.addInitScript(
    ({ endpoint, keys }) => {
      const calls: string[] = [];
      Object.assign(window, { calls });
      const subscription = {
        endpoint,
        options: { applicationServerKey: null },
        toJSON: () => ({ endpoint, keys }),
        unsubscribe: async () => {
          calls.push("unsubscribe");
          localStorage.removeItem("browser-subscription");
          return true;
        },
      };
      PushManager.prototype.getSubscription = async () =>
        localStorage.getItem("browser-subscription") ? (subscription as never) : null;
      PushManager.prototype.subscribe = async (options) => {
        calls.push(`subscribe ${options?.userVisibleOnly} ${typeof options?.applicationServerKey}`);
        localStorage.setItem("browser-subscription", "yes");
        return subscription as never;
      };
      const registration = { active: {}, pushManager: Object.create(PushManager.prototype) };
      ServiceWorkerContainer.prototype.getRegistration = async () => registration as never;
      // Chromium without a window denies it to all pages.
      Object.defineProperty(Notification, "permission", { get: () => localStorage.getItem("permission") ?? "default" });
      Notification.requestPermission = async () => {
        calls.push("ask");
        localStorage.setItem("permission", "granted");
        return "granted";
      };
      navigator.setAppBadge = async (count) => void calls.push(`badge ${count}`);
      navigator.clearAppBadge = async () => void calls.push("badge 0");
    },
    { endpoint, keys },
  );
}

const callsOf = (page: Page) => page.evaluate(() => (window as Recorded).calls ?? []);

test("reminders on this device are switched on, renewed at a start, and end with the session", async ({
  page,
  api,
}) => {
  await stubBrowser(page);
  await api.registerWith("Biología", numberedCards(3));
  const ownSwitch = page.getByRole("switch", { name: "Avisos en este dispositivo" });
  const devices = () => api.call(pushEndpoints.subscriptions, {});

  await test.step("the switch subscribes and chooses the channel", async () => {
    await page.goto("/settings/reminders");
    await expect(ownSwitch).not.toBeChecked();
    expect((await callsOf(page)).filter((call) => !call.startsWith("badge"))).toEqual([]);
    await ownSwitch.press("Space");
    await expect(page.getByLabel("Hora del recordatorio")).toBeVisible();
    await expect(page.getByRole("button", { name: "Enviar una prueba" })).toBeVisible();
    await expect.poll(() => callsOf(page)).toEqual(expect.arrayContaining(["ask", "subscribe true string"]));
    const [device] = await devices();
    expect(device).toMatchObject({ label: expect.stringMatching(/^Chrome en /), current: true });
    await expect
      .poll(() => api.call(accountEndpoints.preferences, {}))
      .toMatchObject({ reminder: true, reminderChannels: ["push"] });
    await expectSound(page, "reminders on a device");
  });

  await test.step("the next start renews what is gone on the server", async () => {
    const [device] = await devices();
    await api.call(pushEndpoints.unsubscribe, { params: { id: device?.id ?? 0 } });
    await page.goto("/study");
    await expect.poll(async () => (await devices()).map(({ current }) => current)).toEqual([true]);
  });

  await test.step("the badge follows each rating", async () => {
    await expect.poll(() => callsOf(page)).toContain("badge 3");
    for (const left of [2, 1, 0]) {
      await question(page).press("Space");
      await page.getByRole("button", { name: /^Fácil/ }).click();
      await expect.poll(async () => (await callsOf(page)).at(-1)).toBe(`badge ${left}`);
    }
  });

  await test.step("signing out ends the subscription in the browser", async () => {
    await page.goto("/settings");
    await page.getByRole("button", { name: "Cerrar sesión" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Cerrar sesión" }).click();
    await expect(page).toHaveURL(/\/login$/);
    await expect.poll(() => callsOf(page)).toEqual(expect.arrayContaining(["badge 0", "unsubscribe"]));
  });
});
