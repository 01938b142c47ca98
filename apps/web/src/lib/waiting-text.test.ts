// @vitest-environment node
import { expect, it } from "vitest";
import { describeWaiting } from "#lib/waiting-text.ts";

it.each([
  [{ newWaiting: 0, dueWaiting: 0 }, undefined],
  [{ newWaiting: 1, dueWaiting: 0 }, "1 nueva espera su día"],
  [{ newWaiting: 1200, dueWaiting: 0 }, "1.200 nuevas esperan su día"],
  [{ newWaiting: 0, dueWaiting: 1 }, "1 repaso espera su día"],
  [{ newWaiting: 40, dueWaiting: 140 }, "140 repasos y 40 nuevas esperan su día"],
  [{ newWaiting: 1, dueWaiting: 1 }, "1 repaso y 1 nueva esperan su día"],
])("describes waiting reviews and new cards: %o", (waiting, text) => {
  expect(describeWaiting(waiting)).toBe(text);
});
