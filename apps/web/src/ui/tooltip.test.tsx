import { fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { advanceTimers } from "#testing/advance-timers.ts";
import { Tooltip } from "#ui/tooltip.tsx";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const renderTooltips = () =>
  render(
    <>
      <Tooltip label="Editar carpeta">
        <button type="button">uno</button>
      </Tooltip>
      <Tooltip label="Eliminar carpeta">
        <button type="button">dos</button>
      </Tooltip>
    </>,
  );
const enter = (name: string, pointerType = "mouse") =>
  fireEvent.pointerOver(screen.getByText(name), { pointerType, relatedTarget: document.body });
const leave = (name: string) => fireEvent.pointerOut(screen.getByText(name), { relatedTarget: document.body });

it("appears after hovering for 700 ms, and at once within 300 ms of the previous one", () => {
  renderTooltips();
  enter("uno");
  advanceTimers(699);
  expect(screen.queryByText("Editar carpeta")).toBeNull();
  advanceTimers(1);
  expect(screen.getByText("Editar carpeta")).toBeDefined();
  leave("uno");
  expect(screen.queryByText("Editar carpeta")).toBeNull();
  advanceTimers(250);
  enter("dos");
  advanceTimers(0);
  expect(screen.getByText("Eliminar carpeta")).toBeDefined();
  leave("dos");
  advanceTimers(301);
  enter("uno");
  advanceTimers(0);
  expect(screen.queryByText("Editar carpeta")).toBeNull();
});

it("does not appear on touch, and disappears on a press or Escape", () => {
  renderTooltips();
  enter("uno", "touch");
  advanceTimers(2000);
  expect(screen.queryByText("Editar carpeta")).toBeNull();
  leave("uno");
  enter("uno");
  advanceTimers(700);
  fireEvent.pointerDown(screen.getByText("uno"));
  expect(screen.queryByText("Editar carpeta")).toBeNull();
  enter("dos");
  advanceTimers(700);
  fireEvent.keyDown(window, { key: "Escape" });
  expect(screen.queryByText("Eliminar carpeta")).toBeNull();
});
