// @vitest-environment node
import { expect, it } from "vitest";
import { formatDue } from "#features/cards/cards.due.ts";

it.each([
  [null, "Nueva"],
  ["2026-09-14", "Hoy"],
  ["2026-09-15", "Mañana"],
  ["2026-09-17", "En 3 días"],
  ["2026-09-13", "Ayer"],
  ["2026-09-12", "Hace 2 días"],
])("formats the due date %s as %s", (nextReviewDate, label) => {
  expect(formatDue({ nextReviewDate }, "2026-09-14")).toBe(label);
});
