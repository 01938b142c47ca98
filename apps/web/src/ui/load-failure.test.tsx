import { act, render, screen } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { ApiError, NetworkError } from "#lib/api-error.ts";
import { noteReached, noteUnreached } from "#lib/connection.ts";
import { LoadFailure } from "#ui/load-failure.tsx";

afterEach(noteReached);

const show = (error: unknown, what = "la tienda") =>
  render(<LoadFailure what={what} error={error} onRetry={() => {}} />);

it("says in one line what needs a connection while there is none", () => {
  noteUnreached();
  show(new NetworkError(new TypeError("Failed to fetch")));
  expect(screen.getByText("La tienda se verá cuando haya conexión.")).toBeTruthy();
  expect(screen.queryByRole("alert")).toBeNull();
  act(noteReached);
  expect(screen.getByRole("alert").textContent).toContain("No se pudo cargar la tienda");
});

it("agrees with several things", () => {
  noteUnreached();
  show(new NetworkError(new TypeError("Failed to fetch")), "tus sesiones");
  expect(screen.getByText("Tus sesiones se verán cuando haya conexión.")).toBeTruthy();
  act(noteReached);
  expect(screen.getByRole("alert").textContent).toContain("No se pudieron cargar tus sesiones");
});

it("shows what the server says without a connection since", () => {
  noteUnreached();
  show(new ApiError(500, "Internal Server Error", '{"message":"Algo ha fallado","code":"internal"}'));
  expect(screen.getByRole("alert").textContent).toContain("Algo ha fallado");
  expect(screen.getByRole("button", { name: "Reintentar" })).toBeTruthy();
});
