import { screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ConnectionLine } from "#shell/connection-line.tsx";
import { renderApp } from "#testing/render.tsx";

describe("ConnectionLine", () => {
  beforeEach(() => {
    vi.useFakeTimers({ now: new Date(2026, 10, 26, 21, 40), toFake: ["Date"] });
  });
  afterEach(() => {
    vi.useRealTimers();
    localStorage.clear();
  });

  it.each([
    ["today", new Date(2026, 10, 26, 9, 5), "Sin conexión · datos de las 09:05"],
    ["yesterday", new Date(2026, 10, 25, 23, 59), "Sin conexión · datos del 25 de noviembre a las 23:59"],
  ])("states that the data are of %s", (_when, at, text) => {
    localStorage.setItem("repasa:reached-at", String(at.getTime()));
    renderApp(<ConnectionLine isHome={false} />, "/folders");
    expect(screen.getByRole("status").textContent).toBe(text);
  });

  it("states no time if there was no response yet", () => {
    renderApp(<ConnectionLine isHome={false} />, "/folders");
    expect(screen.getByRole("status").textContent).toBe("Sin conexión");
  });
});
