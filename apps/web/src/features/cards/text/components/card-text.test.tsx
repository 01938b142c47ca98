import { act, render, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { SideText } from "#features/cards/text/components/card-text.tsx";
import { getQuestion } from "#features/cards/text/text.sides.ts";
import { consoleOutput } from "#testing/console-output.ts";
import { sampleCard } from "#testing/sample-data.ts";

let offline = true;
vi.mock("#features/cards/text/components/rich-text.tsx", () => ({
  loadRenderers: async () => {
    if (offline) throw new Error("offline");
  },
  RichText: ({ text }: { text: string }) => <em>{text}</em>,
}));

it("keeps its room while the renderer loads, without the asked gap, and reads nothing out", () => {
  const card = sampleCard({ format: "markdown", variant: "c1", front: "Capital: {{c1::Lima::ciudad}}" });
  const { container } = render(<SideText side={getQuestion(card)} />);
  expect(container.textContent).toBe("Capital: [...]");
  expect(container.querySelector("p")?.getAttribute("aria-hidden")).toBe("true");
});

it("shows the source without the asked gap while the renderer cannot be loaded, and renders it afterwards", async () => {
  const card = sampleCard({
    format: "markdown",
    variant: "c1",
    front: "**Lima** y {{c1::$\\frac{a}{b}$}} {{c2::fin}}.",
  });
  render(<SideText side={getQuestion(card)} />);
  await vi.waitFor(() => expect(screen.getByText("**Lima** y [...].").className).not.toContain("opacity-0"));
  expect(consoleOutput("error")).toHaveLength(1);
  offline = false;
  act(() => void window.dispatchEvent(new Event("online")));
  expect((await screen.findByText(card.front)).tagName).toBe("EM");
});
