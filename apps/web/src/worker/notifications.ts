// What a push shows, and where a tap on it leads.

/** The texts of the server, or our own if the message cannot be read: every push must show a notification. */
export type Reminder = { title: string; body: string; url: string; tag: string; badge: number | null };

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
