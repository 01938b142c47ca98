import { screen, waitFor } from "@testing-library/react";
import { Suspense } from "react";
import { expect, it, vi } from "vitest";
import { lazyScreen } from "#lib/screens.ts";
import { ScreenBoundary } from "#shell/screen-boundary.tsx";
import { consoleOutput } from "#testing/console-output.ts";
import { renderApp } from "#testing/render.tsx";

const findLoadError = () => screen.findByRole("heading", { level: 1, name: "No se pudo cargar esta pantalla" });

it("a screen that cannot be loaded is asked for once more when its error is shown, and then on request", async () => {
  let online = false;
  let attempts = 0;
  vi.stubGlobal("fetch", async () => {
    throw new TypeError("Failed to fetch");
  });
  const Folders = lazyScreen(async () => {
    attempts += 1;
    if (!online) throw new TypeError("Failed to fetch dynamically imported module");
    return { default: () => <p>Mis carpetas</p> };
  });
  const { user } = renderApp(
    <ScreenBoundary path="/folders">
      <Suspense fallback="Cargando...">
        <Folders />
      </Suspense>
    </ScreenBoundary>,
  );
  await findLoadError();
  await waitFor(() => expect(attempts).toBe(2));
  await user.click(screen.getByRole("button", { name: "Reintentar" }));
  await findLoadError();
  expect(attempts).toBe(3);
  online = true;
  await user.click(screen.getByRole("button", { name: "Reintentar" }));
  await screen.findByText("Mis carpetas");
  consoleOutput("error");
});
