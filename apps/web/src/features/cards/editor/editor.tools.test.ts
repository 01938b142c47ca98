// @vitest-environment node
import { expect, it } from "vitest";
import { createToolEdit, type Tool } from "#features/cards/editor/editor.tools.ts";

/** Returns the text after a tool was used on a selection, which is between bars. */
function use(tool: Tool, marked: string): string {
  const [before = "", selected = "", after = ""] = marked.split("|");
  const typed = { text: before + selected + after, from: before.length, to: before.length + selected.length };
  const { from, to, put, select } = createToolEdit(tool, typed, typed.text);
  const text = typed.text.slice(0, from) + put + typed.text.slice(to);
  return [text.slice(0, select[0]), text.slice(...select), text.slice(select[1])].join("|");
}

it("a gap is numbered after the others, and its text stays selected", () => {
  expect(use("gap", "|Madrid| y Lima")).toBe("{{c1::|Madrid|}} y Lima");
  expect(use("gap", "{{c1::Madrid}} y |Lima|")).toBe("{{c1::Madrid}} y {{c2::|Lima|}}");
});

it("the signs of a tool surround a selection, and are removed when it is used again", () => {
  expect(use("bold", "uno |dos|")).toBe("uno **|dos|**");
  expect(use("bold", "uno **|dos|**")).toBe("uno |dos|");
  expect(use("italic", "uno **|dos|**")).toBe("uno ***|dos|***");
});
