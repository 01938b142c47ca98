import { afterEach, expect, it, vi } from "vitest";
import { formatChord, isShortcut } from "#lib/shortcut.ts";

afterEach(() => {
  document.body.innerHTML = "";
  vi.restoreAllMocks();
});

function pressed(selector: string | null, init: KeyboardEventInit = {}): boolean {
  let answer = false;
  const listen = (event: KeyboardEvent) => {
    answer = isShortcut(event);
  };
  document.addEventListener("keydown", listen);
  const target = (selector && document.querySelector(selector)) || document.body;
  target.dispatchEvent(new KeyboardEvent("keydown", { key: "/", bubbles: true, ...init }));
  document.removeEventListener("keydown", listen);
  return answer;
}

it("accepts keys of the page, also with Shift, which a slash needs on a Spanish keyboard", () => {
  document.body.innerHTML = "<button>Listo</button>";
  expect(pressed(null)).toBe(true);
  expect(pressed("button")).toBe(true);
  expect(pressed(null, { shiftKey: true })).toBe(true);
});

it.each(["altKey", "ctrlKey", "metaKey", "repeat", "isComposing"])("leaves a key alone with %s", (name) => {
  expect(pressed(null, { [name]: true })).toBe(false);
});

it.each(["<input>", "<textarea></textarea>", "<select></select>", '<p contenteditable="true"></p>'])(
  "leaves what is typed into %s",
  (field) => {
    document.body.innerHTML = field;
    expect(pressed("body > *")).toBe(false);
  },
);

it("accepts no keys while a dialog is open", () => {
  document.body.innerHTML = '<div role="alertdialog"></div>';
  expect(pressed(null)).toBe(false);
});

it.each([
  ["Win32", "Ctrl+Mayús+C", "Control+Shift+C", "Ctrl+↵", "Control+Enter"],
  ["MacIntel", "⇧⌘C", "Meta+Shift+C", "⌘↵", "Meta+Enter"],
])("names chords as they are pressed on %s", (platform, shown, aria, shownEnter, ariaEnter) => {
  vi.spyOn(navigator, "platform", "get").mockReturnValue(platform);
  expect(formatChord("C", { shift: true })).toEqual({ shown, aria });
  expect(formatChord("Enter", { sign: "↵" })).toEqual({ shown: shownEnter, aria: ariaEnter });
});
