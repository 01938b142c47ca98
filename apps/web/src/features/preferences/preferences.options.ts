import { LATEST_DAY_START_HOUR } from "@repasa/contract/account.ts";

const NEW_CARD_STEPS = [0, 5, 10, 15, 20, 30, 50, 100] as const;

/** The value of an option must be text. */
export const NO_LIMIT = "";

type Option = { value: string; label: string };

export function newCardOptions(current: number | null): Option[] {
  const steps = [...new Set<number>([...NEW_CARD_STEPS, ...(current === null ? [] : [current])])].sort((a, b) => a - b);
  return [
    { value: NO_LIMIT, label: "Sin límite" },
    ...steps.map((step) => ({ value: String(step), label: step === 0 ? "Ninguna, solo repasar" : `${step} al día` })),
  ];
}

export function newCardsOf(value: string): number | null {
  return value === NO_LIMIT ? null : Number(value);
}

/** "07:00". */
export function hourText(hour: number): string {
  return `${String(hour).padStart(2, "0")}:00`;
}

export const hourOptions = optionsOfHours(24);

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
