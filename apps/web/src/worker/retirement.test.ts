// @vitest-environment node
import { expect, it } from "vitest";
import { isRetired } from "#worker/retirement.ts";

const script = { headers: { "content-type": "text/javascript; charset=utf-8" } };

it.each([
  [new Response("No existe", { status: 404 }), true],
  [new Response("", { status: 410 }), true],
  [new Response(" \n", script), true],
  [new Response("(function(){})()", script), false],
  [new Response("", { headers: { "content-type": "text/html" } }), false],
  [new Response("<h1>Wifi</h1>", { headers: { "content-type": "text/html" } }), false],
  [new Response("", { status: 503 }), false],
])("is true only of a script that is gone or empty (%#)", async (response, expected) => {
  expect(await isRetired(response)).toBe(expected);
});
