import { afterEach, expect, it } from "vitest";
import { dueLabel } from "#features/cards/cards.due.ts";

const zone = process.env.TZ;
afterEach(() => {
  process.env.TZ = zone;
});

it.each([
  [null, "Nueva"],
  ["2026-09-14T05:00:00Z", "Hoy"],
  // 22:00 in Bogotá, where it is still the 14th.
  ["2026-09-15T03:00:00Z", "Hoy"],
  ["2026-09-15T05:00:00Z", "Mañana"],
  ["2026-09-17T12:00:00Z", "En 3 días"],
  ["2026-09-13T12:00:00Z", "Ayer"],
  ["2026-09-12T12:00:00Z", "Hace 2 días"],
])("%s is due: %s", (nextReviewAt, label) => {
  process.env.TZ = "America/Bogota";
  expect(dueLabel({ nextReviewAt }, "2026-09-14")).toBe(label);
});
