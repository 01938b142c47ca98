import { LATEST_DAY_START_HOUR } from "@repasa/contract/account.choices.ts";
import type { Preferences } from "@repasa/contract/account.ts";
import type { AnswerMode } from "@repasa/contract/folders.choices.ts";
import { choicesOf } from "#lib/choices.ts";
import { counted, formatCount } from "#lib/plural.ts";
import { readTimeZone } from "#lib/time-zone.ts";

const NEW_CARD_STEPS = [0, 5, 10, 15, 20, 30, 50, 100] as const;
const REVIEW_STEPS = [20, 40, 60, 80, 100, 150, 200, 300] as const;

/** A text, because the value of an option cannot be null. */
export const NO_LIMIT = "";

export type Option = { value: string; label: string };

export function buildNewCardOptions(current: number | null): Option[] {
  return buildLimitOptions(NEW_CARD_STEPS, current, (step) =>
    step === 0 ? "Ninguna, solo repasar" : `${step} al día`,
  );
}

export function buildReviewOptions(current: number | null): Option[] {
  return buildLimitOptions(REVIEW_STEPS, current, (step) => `${formatCount(step)} al día`);
}

/** Includes the current limit, which may have been set elsewhere and be none of the steps. */
function buildLimitOptions(
  steps: readonly number[],
  current: number | null,
  label: (step: number) => string,
): Option[] {
  const all = [...new Set([...steps, ...(current === null ? [] : [current])])].sort((a, b) => a - b);
  return [
    { value: NO_LIMIT, label: "Sin límite" },
    ...all.map((step) => ({ value: String(step), label: label(step) })),
  ];
}

export function parseLimit(value: string): number | null {
  return value === NO_LIMIT ? null : Number(value);
}

/** Returns, for example, "07:00". */
function formatHour(hour: number): string {
  return `${String(hour).padStart(2, "0")}:00`;
}

type ReminderTime = Pick<Preferences, "reminderHour" | "reminderMinute">;

/** Returns, for example, "07:30". */
export function formatReminderTime({ reminderHour, reminderMinute }: ReminderTime): string {
  return `${String(reminderHour).padStart(2, "0")}:${String(reminderMinute).padStart(2, "0")}`;
}

/** Returns the value of an option, for example "7" or "7:30". */
export function formatReminderValue({ reminderHour, reminderMinute }: ReminderTime): string {
  return reminderMinute === 0 ? String(reminderHour) : `${reminderHour}:${reminderMinute}`;
}

export function parseReminderTime(value: string): ReminderTime {
  return { reminderHour: Number.parseInt(value, 10), reminderMinute: value.endsWith(":30") ? 30 : 0 };
}

/** One option for every half hour of the day. */
export const reminderTimeOptions: readonly Option[] = Array.from({ length: 48 }, (_, halfHour) => {
  const time = { reminderHour: Math.floor(halfHour / 2), reminderMinute: halfHour % 2 ? 30 : 0 } as const;
  return { value: formatReminderValue(time), label: formatReminderTime(time) };
});

/** The ways in which a folder's cards can be asked. */
export const answerModeOptions = choicesOf<AnswerMode>({
  flip: "Darle la vuelta a cada carta",
  type: "Escribir las respuestas",
  mix: "Escribir solo las respuestas cortas",
  adapt: "Según la carta",
});

/** Returns, for example, "escribir las respuestas". */
export function describeAnswerMode(mode: AnswerMode): string {
  const { label = "" } = answerModeOptions.find(({ value }) => value === mode) ?? {};
  return label.charAt(0).toLowerCase() + label.slice(1);
}

/** Explains a way whose label does not. */
export function explainAnswerMode(mode: string): string | undefined {
  return mode === "adapt"
    ? "Escribes las respuestas cortas, con pistas en las cartas que aún no recuerdas."
    : undefined;
}

export const dayStartOptions = buildHourOptions(LATEST_DAY_START_HOUR + 1);

function buildHourOptions(count: number): Option[] {
  return Array.from({ length: count }, (_, hour) => ({ value: String(hour), label: formatHour(hour) }));
}

/** Returns, for example, "Europe/Madrid, GMT+2". */
export function formatTimeZone(now: Date, timeZone = readTimeZone()): string {
  const parts = new Intl.DateTimeFormat("es", { timeZone, timeZoneName: "shortOffset" }).formatToParts(now);
  const offset = parts.find(({ type }) => type === "timeZoneName")?.value;
  const place = timeZone.replaceAll("_", " ");
  return offset && offset !== place ? `${place}, ${offset}` : place;
}

/** Returns, for example, "20 cartas nuevas al día · Pausas". Breaks are named because students look for them. */
export function describeStudy({ newCardsPerDay }: Preferences): string {
  if (newCardsPerDay === null) return "Cartas nuevas sin límite · Pausas";
  if (newCardsPerDay === 0) return "Solo repasos · Pausas";
  return `${counted(newCardsPerDay, "carta nueva", "cartas nuevas")} al día · Pausas`;
}

/** Returns, for example, "Cada día a las 18:00". */
export function describeReminder(preferences: Preferences): string {
  return preferences.reminder ? `Cada día a las ${formatReminderTime(preferences)}` : "Desactivados";
}

const themeTexts = { system: "Como tu dispositivo", light: "Claro", dark: "Oscuro" } as const;

export function describeTheme({ theme }: Preferences): string {
  return themeTexts[theme];
}
