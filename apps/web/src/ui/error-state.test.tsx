import { screen, waitFor } from "@testing-library/react";
import { useState } from "react";
import { describe, expect, it } from "vitest";
import { ApiError, NetworkError, UnexpectedResponseError } from "#lib/api-error.ts";
import { renderApp } from "#testing/render.tsx";
import { ErrorState } from "#ui/error-state.tsx";

const CONNECTION = "Tus datos están a salvo. Comprueba tu conexión e inténtalo de nuevo.";
const LATER = "Tus datos están a salvo. Inténtalo de nuevo en unos minutos.";

function renderError(error: unknown) {
  renderApp(<ErrorState title="No se pudo cargar" error={error} onRetry={() => {}} />);
  return [...screen.getByRole("alert").querySelectorAll("p")].map(({ textContent }) => textContent);
}

describe("ErrorState", () => {
  it("shows the server's sentence, and what is safe", () => {
    const error = new ApiError(500, "Internal Server Error", '{"message":"Estamos de mantenimiento hasta las 10."}');
    expect(renderError(error)).toEqual([
      "No se pudo cargar",
      "Tus datos están a salvo. Estamos de mantenimiento hasta las 10.",
    ]);
    expect(screen.getByText("Estamos de mantenimiento hasta las 10.")).toBeTruthy();
  });

  it("leaves the focus on the screen's title, or its main region, when another try succeeds", async () => {
    function Screen({ title }: { title: boolean }) {
      const [failed, setFailed] = useState(true);
      return (
        <main tabIndex={-1}>
          {title && <h1 tabIndex={-1}>Carpetas</h1>}
          {failed ? (
            <ErrorState title="No se pudo cargar" error={new ApiError(500, "", "")} onRetry={() => setFailed(false)} />
          ) : (
            <p>Biología</p>
          )}
        </main>
      );
    }
    for (const title of [true, false]) {
      const { user, unmount } = renderApp(<Screen title={title} />);
      const focused = title ? screen.getByRole("heading") : screen.getByRole("main");
      screen.getByRole("button", { name: "Reintentar" }).focus();
      await user.keyboard("{Enter}");
      expect(await screen.findByText("Biología")).toBeTruthy();
      await waitFor(() => expect(document.activeElement).toBe(focused));
      unmount();
    }
  });

  it.each([
    ["the connection if there was no answer", new NetworkError(new TypeError("Failed to fetch")), CONNECTION],
    ["the connection if another server answered", new UnexpectedResponseError("not JSON"), CONNECTION],
    ["nothing but another try if the server had no sentence", new ApiError(500, "", ""), LATER],
    ["nothing but another try if a proxy answered", new ApiError(502, "", "<html>Bad gateway</html>"), LATER],
  ])("advises to check %s", (_, error, text) => {
    expect(renderError(error)).toEqual(["No se pudo cargar", text]);
  });
});
