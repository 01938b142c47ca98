import { screen, waitFor } from "@testing-library/react";
import { Suspense } from "react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { lazyScreen } from "#lib/screens.ts";
import { ErrorBoundary } from "#shell/error-boundary.tsx";
import { ScreenBoundary } from "#shell/screen-boundary.tsx";
import { consoleOutput } from "#testing/console-output.ts";
import { renderApp } from "#testing/render.tsx";

let online: boolean;
let attempts: number;
beforeEach(() => {
  online = false;
  attempts = 0;
  vi.stubGlobal("fetch", async () => {
    throw new TypeError("Failed to fetch");
  });
});

function renderScreen() {
  const Folders = lazyScreen(async () => {
    attempts += 1;
    if (!online) throw new TypeError("Failed to fetch dynamically imported module");
    return { default: () => <p>Mis carpetas</p> };
  });
  const renderAt = (path: string) => (
    <ScreenBoundary path={path}>
      <Suspense fallback="Cargando...">{path === "/folders" ? <Folders /> : <p>Inicio</p>}</Suspense>
    </ScreenBoundary>
  );
  const { user, rerender } = renderApp(renderAt("/folders"));
  return { user, goTo: (path: string) => rerender(renderAt(path)) };
}

const findLoadError = () => screen.findByRole("heading", { level: 1, name: "No se pudo cargar esta pantalla" });

describe("a screen that cannot be loaded", () => {
  it("is replaced by an error, and is shown after a retry", async () => {
    const { user } = renderScreen();
    await findLoadError();
    await waitFor(() => expect(attempts).toBe(2));
    await user.click(screen.getByRole("button", { name: "Reintentar" }));
    await findLoadError();
    expect(attempts, "one attempt at first, one when the error is shown, one on request").toBe(3);
    online = true;
    await user.click(screen.getByRole("button", { name: "Reintentar" }));
    await screen.findByText("Mis carpetas");
    consoleOutput("error");
  });

  it("is shown without a click when the network is back", async () => {
    renderScreen();
    await findLoadError();
    online = true;
    window.dispatchEvent(new Event("online"));
    await screen.findByText("Mis carpetas");
    consoleOutput("error");
  });

  it("can be left for another screen, and is loaded on return", async () => {
    const { goTo } = renderScreen();
    await findLoadError();
    goTo("/");
    expect(screen.getByText("Inicio")).toBeTruthy();
    online = true;
    goTo("/folders");
    await screen.findByText("Mis carpetas");
    consoleOutput("error");
  });
});

it("leaves other errors to the error screen", async () => {
  const Broken = () => {
    throw new Error("a fault of ours");
  };
  renderApp(
    <ErrorBoundary>
      <ScreenBoundary path="/">
        <Broken />
      </ScreenBoundary>
    </ErrorBoundary>,
  );
  await waitFor(() => expect(screen.getByRole("heading", { name: "Something went wrong" })).toBeTruthy());
  consoleOutput("error");
});
