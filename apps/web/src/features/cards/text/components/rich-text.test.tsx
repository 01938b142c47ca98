import { act, render } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { drawMarkdown } from "#features/cards/markdown/markdown.drawing.ts";
import { subscribeExtensions } from "#features/cards/markdown/markdown.extensions.ts";
import { RichText } from "#features/cards/text/components/rich-text.tsx";

vi.mock("#features/cards/markdown/markdown.drawing.ts", { spy: true });

/** Resolves once the test lets the code for formulas arrive. */
const formulas = vi.hoisted(() => Promise.withResolvers<void>());
vi.mock("#features/cards/markdown/markdown.katex.ts", async (importOriginal) => {
  await formulas.promise;
  return importOriginal();
});
/** Rejects at first, as without a connection. */
const code = vi.hoisted(() => ({ online: false }));
vi.mock("#features/cards/markdown/markdown.highlighter.ts", () => ({
  get highlightingPlugins() {
    if (!code.online) throw new Error("offline");
    return [];
  },
}));

function drawnTexts(): string[] {
  return vi.mocked(drawMarkdown).mock.calls.map(([{ text }]) => text);
}

it("draws each formula once more when its renderer arrives, and no other text", async () => {
  const texts = ["$a$", "$b$", "$c$", "$d$", "sin fórmula"];
  const { container } = render(texts.map((text) => <RichText key={text} text={text} />));
  expect(container.textContent).toBe("$a$$b$$c$$d$sin fórmula");
  expect(drawnTexts()).toEqual(texts);
  vi.mocked(drawMarkdown).mockClear();
  const listener = vi.fn();
  const unsubscribe = subscribeExtensions(listener);
  // Within `act` React would draw once for several notifications.
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", false);
  formulas.resolve();
  await vi.waitFor(() => expect(container.querySelectorAll(".katex")).toHaveLength(4));
  await new Promise((resolve) => setTimeout(resolve, 50));
  vi.unstubAllGlobals();
  unsubscribe();
  expect(listener).toHaveBeenCalledTimes(1);
  expect(drawnTexts().toSorted()).toEqual(["$a$", "$b$", "$c$", "$d$"]);
});

it("asks again for a renderer that could not be loaded when another text needs it", async () => {
  const block = "```js\n1\n```";
  await act(async () => void render(<RichText text={block} />));
  await act(() => new Promise((resolve) => setTimeout(resolve, 50)));
  code.online = true;
  vi.mocked(drawMarkdown).mockClear();
  await act(async () => void render(<RichText text={`${block}\n`} />));
  await vi.waitFor(() => expect(drawnTexts().toSorted()).toEqual([block, `${block}\n`, `${block}\n`].toSorted()));
});
