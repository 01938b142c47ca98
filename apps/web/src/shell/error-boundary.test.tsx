import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { ErrorBoundary } from "#shell/error-boundary.tsx";
import { consoleOutput } from "#testing/console-output.ts";
import { renderApp } from "#testing/render.tsx";

function Broken(): never {
  throw new Error("Se rompió");
}

it("shows an error screen when rendering fails", async () => {
  const { user } = renderApp(
    <ErrorBoundary>
      <Broken />
    </ErrorBoundary>,
  );
  expect(screen.getByRole("heading", { name: "Something went wrong" })).toBeDefined();
  expect(screen.getByText("An unexpected error occurred. Please refresh the page or try again.")).toBeDefined();
  expect(screen.getByRole("button", { name: "Reload Page" })).toBeDefined();
  const details = screen.getByText("Error details").closest("details");
  expect(details?.open).toBe(false);
  await user.click(screen.getByText("Error details"));
  expect(details?.textContent).toContain("Se rompió");
  expect(consoleOutput("error").length).toBeGreaterThan(0);
});
