import { describe, expect, it } from "vitest";
import { chooseTarget, readReminder } from "#worker/notifications.ts";

const message = { title: "Repasa", body: "12 cartas te esperan", url: "/study", tag: "repaso", badge: 12 };
const fallback = { title: "Repasa", body: "Tienes cartas pendientes", url: "/study", tag: "repaso", badge: null };

describe("readReminder", () => {
  it("reads the fields of the server's message", () => {
    expect(readReminder(JSON.stringify(message))).toEqual(message);
  });

  it.each([
    "",
    "hola",
    "null",
    "3",
    '"texto"',
    "[1]",
    "{}",
    '{"title":"","body":7,"badge":-1,"tag":null}',
    '{"badge":"12"}',
  ])("has texts for a message that cannot be read: %s", (text) => {
    expect(readReminder(text)).toEqual(fallback);
  });
});

describe("chooseTarget", () => {
  const choose = (url: unknown) => chooseTarget(url, "https://repasa.test");

  it.each(["/study", "/folders/7?x=1#y", "https://repasa.test/exams"])("accepts an address of the app: %s", (url) => {
    expect(choose(url)).toBe(new URL(url, "https://repasa.test").href);
  });

  it.each([
    "https://mala.example/",
    "//mala.example/study",
    "\\\\mala.example",
    "https://repasa.test@mala.example/",
    "http://repasa.test/",
    "javascript:alert(1)",
    "data:text/html,x",
    "https://",
    undefined,
    7,
  ])("opens the study screen in place of %s", (url) => {
    expect(choose(url)).toBe("https://repasa.test/study");
  });
});
