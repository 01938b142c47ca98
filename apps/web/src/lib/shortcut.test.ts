import { afterEach, expect, it, vi } from "vitest";
import { formatChord, isShortcut } from "#lib/shortcut.ts";

afterEach(() => {
  document.body.innerHTML = "";
  vi.restoreAllMocks();
});

function isKeyAccepted(selector: string | null, init: KeyboardEventInit = {}): boolean {
  let accepted = false;
  const listen = (event: KeyboardEvent) => {
    accepted = isShortcut(event);
  };
  document.addEventListener("keydown", listen);
  const target = (selector && document.querySelector(selector)) || document.body;
  target.dispatchEvent(new KeyboardEvent("keydown", { key: "/", bubbles: true, ...init }));
  document.removeEventListener("keydown", listen);
  return accepted;
}

it("accepts keys of the page, also with Shift, which a slash needs on a Spanish keyboard", () => {
  document.body.innerHTML = "<button>Listo</button>";
  expect(isKeyAccepted(null)).toBe(true);
  expect(isKeyAccepted("button")).toBe(true);
  expect(isKeyAccepted(null, { shiftKey: true })).toBe(true);
});

it.each(["altKey", "ctrlKey", "metaKey", "repeat", "isComposing"])("ignores a key with %s", (name) => {
  expect(isKeyAccepted(null, { [name]: true })).toBe(false);
});

it.each(["<input>", "<textarea></textarea>", "<select></select>", '<p contenteditable="true"></p>'])(
  "ignores keys typed into %s",
  (field) => {
    document.body.innerHTML = field;
    expect(isKeyAccepted("body > *")).toBe(false);
  },
);

it("accepts no keys while a dialog is open", () => {
  document.body.innerHTML = '<div role="alertdialog"></div>';
  expect(isKeyAccepted(null)).toBe(false);
});

it.each([
  ["Win32", "Ctrl+Mayús+C", "Control+Shift+C", "Ctrl+↵", "Control+Enter"],
  ["MacIntel", "⇧⌘C", "Meta+Shift+C", "⌘↵", "Meta+Enter"],
])("formats chords for %s", (platform, shown, aria, shownEnter, ariaEnter) => {
  vi.spyOn(navigator, "platform", "get").mockReturnValue(platform);
  expect(formatChord("C", { shift: true })).toEqual({ shown, aria });
  expect(formatChord("Enter", { sign: "↵" })).toEqual({ shown: shownEnter, aria: ariaEnter });
});
