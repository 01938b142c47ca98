import { screen, waitFor } from "@testing-library/react";
import { Suspense } from "react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { lazyScreen } from "#lib/screens.ts";
import { ErrorBoundary } from "#shell/error-boundary.tsx";
import { consoleOutput } from "#testing/console-output.ts";
import { renderApp } from "#testing/render.tsx";

const reload = vi.fn();
beforeEach(() => {
  reload.mockReset();
  vi.stubGlobal("location", { ...window.location, reload });
});

const mockServer = (state: "up" | "down" | "starting") =>
  vi.stubGlobal("fetch", async () => {
    if (state === "down") throw new TypeError("Failed to fetch");
    return new Response(null, { status: state === "up" ? 200 : 503 });
  });

function renderMissingScreen() {
  const MissingScreen = lazyScreen(() =>
    Promise.reject<never>(new TypeError("Failed to fetch dynamically imported module")),
  );
  const { unmount } = renderApp(
    <ErrorBoundary>
      <Suspense fallback="Cargando...">
        <MissingScreen />
      </Suspense>
    </ErrorBoundary>,
  );
  return { MissingScreen, unmount };
}

const findErrorScreen = () => screen.findByRole("heading", { name: "Something went wrong" });

describe("a screen whose code no longer exists", () => {
  it("reloads the page once, and then shows the error", async () => {
    mockServer("up");
    const { unmount } = renderMissingScreen();
    await waitFor(() => expect(reload).toHaveBeenCalledTimes(1));
    expect(screen.getByText("Cargando...")).toBeTruthy();
    unmount();
    renderMissingScreen();
    await findErrorScreen();
    expect(reload).toHaveBeenCalledTimes(1);
    expect(consoleOutput("error")).not.toEqual([]);
  });

  it.each(["down", "starting"] as const)("does not leave the page when the server is %s", async (state) => {
    mockServer(state);
    renderMissingScreen();
    await findErrorScreen();
    expect(reload).not.toHaveBeenCalled();
    expect(consoleOutput("error")).not.toEqual([]);
  });

  it("does not reload the page when it is only preloaded", async () => {
    mockServer("up");
    const MissingScreen = lazyScreen(() => Promise.reject<never>(new Error("gone")));
    await MissingScreen.preload();
    expect(reload).not.toHaveBeenCalled();
  });
});
