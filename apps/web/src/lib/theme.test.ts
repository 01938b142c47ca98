import { beforeEach, expect, it } from "vitest";
import { applyTheme } from "#lib/theme.ts";

beforeEach(() => {
  document.head.innerHTML = `
    <meta name="theme-color" media="(prefers-color-scheme: light)" content="#f9f8fd" />
    <meta name="theme-color" media="(prefers-color-scheme: dark)" content="#100f19" />`;
});

it("gives the browser's bar the colour of the chosen theme, or of the system's", () => {
  const media = () => [...document.querySelectorAll("meta")].map((meta) => meta.media);
  applyTheme("dark");
  expect([document.documentElement.dataset.theme, ...media()]).toEqual(["dark", "not all", "all"]);
  applyTheme("light");
  expect([document.documentElement.dataset.theme, ...media()]).toEqual(["light", "all", "not all"]);
  applyTheme("system");
  expect(media()).toEqual(["(prefers-color-scheme: light)", "(prefers-color-scheme: dark)"]);
});
