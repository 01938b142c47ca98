// @vitest-environment node
import { describeDevice } from "@repasa/contract/device.ts";
import { describe, expect, it } from "vitest";
import { describeDeletion } from "#features/account/account.deletion.ts";
import {
  buildNewCardOptions,
  formatReminderTime,
  formatTimeZone,
  parseLimit,
  parseReminderTime,
  reminderTimeOptions,
} from "#features/preferences/preferences.options.ts";
import { describeRetentionCost, formatReviewsPerDay } from "#features/preferences/preferences.retention.ts";
import { sampleUser } from "#testing/sample-data.ts";

const APPLE = "AppleWebKit/605.1.15 (KHTML, like Gecko)";
const BLINK = "AppleWebKit/537.36 (KHTML, like Gecko)";

describe("describeDevice", () => {
  it.each([
    [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${BLINK} Chrome/140.0.0.0 Safari/537.36`, "Chrome en Windows", false],
    [`Mozilla/5.0 (Windows NT 10.0) ${BLINK} Chrome/140.0.0.0 Safari/537.36 Edg/140.0`, "Edge en Windows", false],
    [`Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${APPLE} Version/18.0 Safari/605.1.15`, "Safari en Mac", false],
    [`Mozilla/5.0 (Linux; Android 10; K) ${BLINK} Chrome/140.0.0.0 Mobile Safari/537.36`, "Chrome en Android", true],
    [
      `Mozilla/5.0 (Linux; Android 10; K) ${BLINK} SamsungBrowser/28.0 Chrome/130.0 Mobile Safari/537.36`,
      "Samsung Internet en Android",
      true,
    ],
    [
      `Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) ${APPLE} CriOS/140.0 Mobile/15E148 Safari/604.1`,
      "Chrome en iPhone",
      true,
    ],
    ["Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0", "Firefox en Linux", false],
    [`Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${BLINK} Chrome/140.0.0.0 Safari/537.36`, "Chrome en ChromeOS", false],
    [`Mozilla/5.0 (Windows NT 10.0) ${BLINK} Chrome/140.0 Safari/537.36 OPR/120.0`, "Opera en Windows", false],
    ["curl/8.0", "Dispositivo desconocido", false],
    [null, "Dispositivo desconocido", false],
  ])("recognizes %s", (userAgent, name, handheld) => {
    expect(describeDevice(userAgent)).toEqual({ name, handheld });
  });
});

it.each([
  [{ subscription: "free" }, null, /todo tu progreso\. No se puede deshacer\.$/],
  [{ subscription: "canceled" }, null, /todo tu progreso\. No se puede deshacer\.$/],
  [{ subscription: "active" }, null, /Tu suscripción se cancelará al momento y no se te volverá a cobrar\. No se/],
  [{ subscription: "past_due" }, null, /Tu suscripción se cancelará al momento/],
  [{ statusMobile: "active" }, null, /progreso\. La que compraste en la aplicación móvil/],
  [{ subscription: "free" }, "2026-03-20T12:00:00Z", /desde el correo anterior\.$/],
  [{ subscription: "active" }, "2026-03-20T12:00:00Z", /desde el correo anterior\. No se te volverá a cobrar\.$/],
] as const)("the deletion of an account states what happens to the subscription: %o, %s", (user, waitsUntil, text) => {
  expect(describeDeletion(sampleUser(user), waitsUntil)).toMatch(text);
});

describe("the cost of a retention", () => {
  const workloads = [
    { retention: 0.8, reviewsPerDay: 12.4 },
    { retention: 0.89, reviewsPerDay: 20.1 },
    { retention: 0.9, reviewsPerDay: 20.4 },
    { retention: 0.95, reviewsPerDay: 1234.6 },
  ];
  const cost = (retention: number) => describeRetentionCost(retention, workloads)?.replace(/\u00a0/g, " ");

  it("is compared with the cost of the recommended one", () => {
    expect(cost(0.9)).toBe("Con tus cartas de hoy, unas 20 revisiones al día. Es lo que recomendamos.");
    expect(cost(0.8)).toBe("Con tus cartas de hoy, unas 12 revisiones al día: 8 menos que con el 90 % recomendado.");
    expect(cost(0.95)).toBe(
      "Con tus cartas de hoy, unas 1.235 revisiones al día: 1.215 más que con el 90 % recomendado.",
    );
    expect(cost(0.89)).toBe(
      "Con tus cartas de hoy, unas 20 revisiones al día, casi las mismas que con el 90 % recomendado.",
    );
  });

  it("is omitted until it is loaded, and until a card was studied", () => {
    expect(describeRetentionCost(0.9, undefined)).toBeUndefined();
    expect(describeRetentionCost(0.9, [])).toBeUndefined();
    expect(describeRetentionCost(0.85, [{ retention: 0.9, reviewsPerDay: 0 }])).toMatch(/^Cuando estudies/);
  });

  it.each([
    [0.2, "menos de una revisión al día"],
    [1.2, "alrededor de una revisión al día"],
    [1.6, "unas 2 revisiones al día"],
  ])("%f a day reads %s", (perDay, text) => {
    expect(formatReviewsPerDay(perDay)).toBe(text);
  });
});

it("lists an unusual limit of new cards in its numeric position", () => {
  const values = (current: number | null) => buildNewCardOptions(current).map(({ value }) => parseLimit(value));
  expect(values(null)).toEqual([null, 0, 5, 10, 15, 20, 30, 50, 100]);
  expect(values(12)).toEqual([null, 0, 5, 10, 12, 15, 20, 30, 50, 100]);
  expect(values(1000)).toEqual([null, 0, 5, 10, 15, 20, 30, 50, 100, 1000]);
  expect(reminderTimeOptions).toHaveLength(48);
  expect(reminderTimeOptions.slice(14, 16)).toEqual([
    { value: "7", label: "07:00" },
    { value: "7:30", label: "07:30" },
  ]);
  for (const { value, label } of reminderTimeOptions) expect(formatReminderTime(parseReminderTime(value))).toBe(label);
});

it("formats a time zone with its current UTC offset", () => {
  expect(formatTimeZone(new Date("2026-07-01T12:00:00Z"), "Europe/Madrid")).toBe("Europe/Madrid, GMT+2");
  expect(formatTimeZone(new Date("2026-01-01T12:00:00Z"), "America/Argentina/Buenos_Aires")).toBe(
    "America/Argentina/Buenos Aires, GMT-3",
  );
  expect(formatTimeZone(new Date("2026-01-01T12:00:00Z"), "UTC")).toMatch(/^UTC/);
});
