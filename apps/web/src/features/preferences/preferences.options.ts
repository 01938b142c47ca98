import { LATEST_DAY_START_HOUR, type Preferences } from "@repasa/contract/account.ts";
import { formatCount } from "#lib/plural.ts";

const NEW_CARD_STEPS = [0, 5, 10, 15, 20, 30, 50, 100] as const;
const REVIEW_STEPS = [20, 40, 60, 80, 100, 150, 200, 300] as const;

/** The value of an option must be text. */
export const NO_LIMIT = "";

type Option = { value: string; label: string };

export function newCardOptions(current: number | null): Option[] {
  return limitOptions(NEW_CARD_STEPS, current, (step) => (step === 0 ? "Ninguna, solo repasar" : `${step} al día`));
}

export function reviewOptions(current: number | null): Option[] {
  return limitOptions(REVIEW_STEPS, current, (step) => `${formatCount(step)} al día`);
}

/** The present limit is among the options, whoever set it. */
function limitOptions(steps: readonly number[], current: number | null, label: (step: number) => string): Option[] {
  const all = [...new Set([...steps, ...(current === null ? [] : [current])])].sort((a, b) => a - b);
  return [
    { value: NO_LIMIT, label: "Sin límite" },
    ...all.map((step) => ({ value: String(step), label: label(step) })),
  ];
}

export function limitOf(value: string): number | null {
  return value === NO_LIMIT ? null : Number(value);
}

/** "07:00". */
function hourText(hour: number): string {
  return `${String(hour).padStart(2, "0")}:00`;
}

type ReminderTime = Pick<Preferences, "reminderHour" | "reminderMinute">;

/** "07:30". */
export function reminderTimeText({ reminderHour, reminderMinute }: ReminderTime): string {
  return `${String(reminderHour).padStart(2, "0")}:${String(reminderMinute).padStart(2, "0")}`;
}

/** Of an option: "7", or "7:30". */
export function reminderTimeValue({ reminderHour, reminderMinute }: ReminderTime): string {
  return reminderMinute === 0 ? String(reminderHour) : `${reminderHour}:${reminderMinute}`;
}

export function reminderTimeOf(value: string): ReminderTime {
  return { reminderHour: Number.parseInt(value, 10), reminderMinute: value.endsWith(":30") ? 30 : 0 };
}

/** Every half hour of the day. */
export const reminderTimeOptions: readonly Option[] = Array.from({ length: 48 }, (_, halfHour) => {
  const time = { reminderHour: Math.floor(halfHour / 2), reminderMinute: halfHour % 2 ? 30 : 0 } as const;
  return { value: reminderTimeValue(time), label: reminderTimeText(time) };
});

export const dayStartOptions = optionsOfHours(LATEST_DAY_START_HOUR + 1);

function optionsOfHours(count: number): Option[] {
  return Array.from({ length: count }, (_, hour) => ({ value: String(hour), label: hourText(hour) }));
}

/** "Europe/Madrid, GMT+2". */
export function timeZoneText(now: Date, timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone): string {
  const parts = new Intl.DateTimeFormat("es", { timeZone, timeZoneName: "shortOffset" }).formatToParts(now);
  const offset = parts.find(({ type }) => type === "timeZoneName")?.value;
  const place = timeZone.replaceAll("_", " ");
  return offset && offset !== place ? `${place}, ${offset}` : place;
}
