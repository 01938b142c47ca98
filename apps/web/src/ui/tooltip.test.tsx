import { act, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { Tooltip } from "#ui/tooltip.tsx";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const draw = () =>
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
const pass = (milliseconds: number) => act(() => vi.advanceTimersByTime(milliseconds));
const enter = (name: string, pointerType = "mouse") =>
  fireEvent.pointerOver(screen.getByText(name), { pointerType, relatedTarget: document.body });
const leave = (name: string) => fireEvent.pointerOut(screen.getByText(name), { relatedTarget: document.body });

it("appears after hovering for 700 ms, and at once within 300 ms of the previous one", () => {
  draw();
  enter("uno");
  pass(699);
  expect(screen.queryByText("Editar carpeta")).toBeNull();
  pass(1);
  expect(screen.getByText("Editar carpeta")).toBeDefined();
  leave("uno");
  expect(screen.queryByText("Editar carpeta")).toBeNull();
  pass(250);
  enter("dos");
  pass(0);
  expect(screen.getByText("Eliminar carpeta")).toBeDefined();
  leave("dos");
  pass(301);
  enter("uno");
  pass(0);
  expect(screen.queryByText("Editar carpeta")).toBeNull();
});

it("does not appear on touch, and disappears on a press or Escape", () => {
  draw();
  enter("uno", "touch");
  pass(2000);
  expect(screen.queryByText("Editar carpeta")).toBeNull();
  leave("uno");
  enter("uno");
  pass(700);
  fireEvent.pointerDown(screen.getByText("uno"));
  expect(screen.queryByText("Editar carpeta")).toBeNull();
  enter("dos");
  pass(700);
  fireEvent.keyDown(window, { key: "Escape" });
  expect(screen.queryByText("Eliminar carpeta")).toBeNull();
});
