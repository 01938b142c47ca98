// @vitest-environment node
import { expect, it } from "vitest";
import { timeAgo } from "#lib/relative-time.ts";

const now = new Date("2026-09-14T12:00:00Z");

it.each([
  ["2026-09-14T11:59:30Z", "hace un momento"],
  ["2026-09-14T12:00:40Z", "hace un momento"],
  ["2026-09-14T11:59:00Z", "hace 1 minuto"],
  ["2026-09-14T09:10:00Z", "hace 2 horas"],
  ["2026-09-11T12:00:00Z", "hace 3 días"],
  ["2026-07-01T12:00:00Z", "hace 2 meses"],
  ["2024-09-01T12:00:00Z", "hace 2 años"],
])("formats %s as %s", (instant, text) => {
  expect(timeAgo(instant, now)).toBe(text);
});
