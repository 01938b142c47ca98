// What a push shows, and where a tap on it leads.
import { listPages } from "#worker/pages.ts";

/** The texts of the server, or our own if the message cannot be read: every push must show a notification. */
type Reminder = { title: string; body: string; url: string; tag: string; badge: number | null };

const STUDY = "/study";

const fallback: Reminder = {
  title: "Repasa",
  body: "Tienes cartas pendientes",
  url: STUDY,
  tag: "repaso",
  badge: null,
};

/** Reads a message of the server, field by field. */
export function readReminder(text: string): Reminder {
  const message = parseObject(text);
  const textOr = (value: unknown, other: string) => (typeof value === "string" && value !== "" ? value : other);
  return {
    title: textOr(message.title, fallback.title),
    body: textOr(message.body, fallback.body),
    url: textOr(message.url, fallback.url),
    tag: textOr(message.tag, fallback.tag),
    badge: Number.isSafeInteger(message.badge) && Number(message.badge) >= 0 ? Number(message.badge) : null,
  };
}

function parseObject(text: string): Record<string, unknown> {
  try {
    return Object(JSON.parse(text)) as Record<string, unknown>;
  } catch {
    return {};
  }
}

/** Returns the address that a notification opens: one of this origin, whatever the message says. */
export function chooseTarget(url: unknown, origin: string): string {
  const target = typeof url === "string" ? URL.parse(url, origin) : null;
  return target?.origin === origin ? target.href : new URL(STUDY, origin).href;
}

type Scope = {
  registration: Pick<ServiceWorkerRegistration, "showNotification">;
  navigator: { setAppBadge?: (count: number) => Promise<void> };
};

/** Shows one notification, and the number of pending cards on the app's icon where the browser can. */
export async function showReminder({ registration, navigator }: Scope, message: string): Promise<void> {
  const { title, body, url, tag, badge } = readReminder(message);
  await registration.showNotification(title, { body, tag, icon: "/icon-192.png", lang: "es", data: { url } });
  if (badge !== null) await navigator.setAppBadge?.(badge).catch(() => {});
}

/** Shows a page that is open at the address, otherwise leads another page there, otherwise opens one. */
export async function openPage(clients: Pick<Clients, "matchAll" | "openWindow">, target: string): Promise<void> {
  const pages = await listPages<WindowClient>(clients);
  const there = pages.find(({ url }) => url === target);
  const page = there ?? pages[0];
  if (page === undefined) return void (await clients.openWindow(target));
  const focused = await page.focus().catch(() => page);
  // A page that this worker does not control cannot be led anywhere.
  if (!there) await focused.navigate(target).catch(() => clients.openWindow(target));
}
