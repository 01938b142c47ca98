import { screen } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { consoleOutput } from "#testing/console-output.ts";
import { cardsOf, press, question, studyWith } from "#testing/study-page.tsx";

const summary = vi.hoisted(() => Promise.withResolvers<never>());
vi.mock("#features/study/summary/components/study-summary.tsx", () => summary.promise);

describe("the end of a session whose summary is not loaded yet", () => {
  it("has a button only if the summary cannot be loaded, so that nothing is replaced under a finger", async () => {
    const { user } = studyWith({ cards: cardsOf(1), folderId: null });
    await question(1);
    press(" ");
    press("3");
    await screen.findByRole("heading", { name: "¡Sesión completada!" });
    expect(screen.queryByRole("button", { name: "Listo" })).toBeNull();

    summary.reject(new Error("No network"));
    await user.click(await screen.findByRole("button", { name: "Listo" }));
    expect(window.location.pathname).toBe("/");
    expect(consoleOutput("error")).toContain("A part of the app could not be loaded");
  });
});
