import { afterEach, describe, expect, it } from "vitest";
import { getStudyAction } from "#features/study/study.keys.ts";

afterEach(() => document.body.replaceChildren());

function press(key: string, init: KeyboardEventInit = {}, target: Element = document.body) {
  let action: ReturnType<typeof getStudyAction>;
  const listen = (event: KeyboardEvent) => {
    action = getStudyAction(event);
  };
  document.addEventListener("keydown", listen);
  target.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true, ...init }));
  document.removeEventListener("keydown", listen);
  return action;
}

function renderTarget(html: string): Element {
  document.body.innerHTML = html;
  const target = document.body.querySelector("[data-target]");
  if (!target) throw new Error("no target");
  return target;
}

describe("keys while studying", () => {
  it.each([
    [" ", { type: "reveal" }],
    ["Enter", { type: "confirm" }],
    ["t", { type: "switch" }],
    ["1", { type: "rate", choice: "hard" }],
    ["2", { type: "rate", choice: "medium" }],
    ["3", { type: "rate", choice: "easy" }],
    ["0", { type: "rate", choice: "forgotten" }],
    ["n", { type: "rate", choice: "forgotten" }],
    ["N", { type: "rate", choice: "forgotten" }],
    ["a", { type: "rate", choice: "easy" }],
    ["s", { type: "rate", choice: "medium" }],
    ["d", { type: "rate", choice: "hard" }],
    ["f", { type: "rate", choice: "forgotten" }],
    ["u", { type: "undo" }],
    ["e", { type: "edit" }],
    ["q", { type: "explain" }],
    ["Escape", { type: "leave" }],
    ["x", undefined],
  ])("%j means %j", (key, action) => {
    expect(press(key)).toEqual(action);
  });

  it("undo by Ctrl+Z and Cmd+Z, and leave other combinations to the browser", () => {
    expect(press("z", { ctrlKey: true })).toEqual({ type: "undo" });
    expect(press("z", { metaKey: true })).toEqual({ type: "undo" });
    expect(press("z", { ctrlKey: true, shiftKey: true })).toBeUndefined();
    expect(press("1", { ctrlKey: true })).toBeUndefined();
    expect(press("e", { altKey: true })).toBeUndefined();
    expect(press("z")).toBeUndefined();
  });

  it("have no effect while held down", () => {
    expect(press("3", { repeat: true })).toBeUndefined();
  });

  it.each([
    "<input data-target>",
    "<textarea data-target></textarea>",
    "<select data-target></select>",
    "<div contenteditable=true><b data-target></b></div>",
    "<div role=dialog><p data-target></p></div>",
    "<p data-target></p><div role=alertdialog></div>",
  ])("ignores keys in %s", (html) => {
    const target = renderTarget(html);
    expect(press("3", {}, target)).toBeUndefined();
    expect(press("z", { ctrlKey: true }, target)).toBeUndefined();
  });

  it("leave Space and Enter to a focused button, which they press natively, but not the digits", () => {
    const button = renderTarget("<button data-target>x</button>");
    expect(press("Enter", {}, button)).toBeUndefined();
    expect(press(" ", {}, button)).toBeUndefined();
    expect(press("3", {}, button)).toEqual({ type: "rate", choice: "easy" });
  });
});
