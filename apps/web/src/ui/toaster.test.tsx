import { act, fireEvent, screen, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { ApiError } from "#lib/api-error.ts";
import { renderApp } from "#testing/render.tsx";
import { errorToast, leaveToastBehind, takeToastAlong, toast, toastStore } from "#ui/toast.ts";

const region = () => screen.getByRole("region", { name: "Notificaciones (F8)" });
const visible = () => within(region()).queryAllByRole("listitem");
const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms));

function open() {
  vi.useFakeTimers();
  renderApp(<button type="button">Antes</button>);
}

describe("toasts", () => {
  it("show one at a time, the newest", () => {
    open();
    act(() => {
      toast({ title: "Éxito", description: "Inicio de sesión correcto", variant: "success" });
      toast({ title: "Carta creada exitosamente" });
    });
    expect(visible().map((item) => item.textContent)).toEqual(["Carta creada exitosamente"]);
  });

  it("stay for 5000 ms, and are removed 5000 ms after that", () => {
    open();
    act(() => toast({ title: "Carta creada exitosamente" }));
    pass(4999);
    expect(visible()).toHaveLength(1);
    pass(1);
    pass(200);
    expect(visible()).toHaveLength(0);
    expect(toastStore.snapshot()).toMatchObject({ open: false });
    pass(4799);
    expect(toastStore.snapshot()).not.toBeNull();
    pass(1);
    expect(toastStore.snapshot()).toBeNull();
  });

  it("do not remove a newer one when they are removed", () => {
    open();
    act(() => toast({ title: "Primera" }));
    pass(5000);
    pass(4000);
    act(() => toast({ title: "Segunda" }));
    pass(1500);
    expect(visible().map((item) => item.textContent)).toEqual(["Segunda"]);
  });

  it("pause while hovered or focused, and then stay for the remaining time", () => {
    open();
    act(() => toast({ title: "Carta creada exitosamente" }));
    pass(4000);
    const [item] = visible();
    fireEvent.mouseEnter(item as HTMLElement);
    pass(20_000);
    expect(visible()).toHaveLength(1);
    fireEvent.mouseLeave(item as HTMLElement);
    pass(999);
    expect(toastStore.snapshot()?.open).toBe(true);
    pass(1);
    expect(toastStore.snapshot()?.open).toBe(false);
  });

  it.each([
    ["go", "error", false],
    ["stay", "success", true],
  ] as const)("%s when a form is sent again: one of variant %s", (_, variant, stays) => {
    vi.useFakeTimers();
    renderApp(<form aria-label="Entrar" onSubmit={(event) => event.preventDefault()} />);
    act(() => toast({ description: "Correo electrónico o contraseña incorrectos", variant }));
    fireEvent.submit(screen.getByRole("form"));
    expect(toastStore.snapshot()?.open).toBe(stays);
  });

  it("are focused by F8 and dismissed by Escape", () => {
    open();
    act(() => toast({ title: "Carta creada exitosamente" }));
    fireEvent.keyDown(document.body, { key: "F8" });
    expect(region().contains(document.activeElement)).toBe(true);
    fireEvent.keyDown(visible()[0] as HTMLElement, { key: "Escape" });
    expect(toastStore.snapshot()?.open).toBe(false);
  });

  it.each([
    ["beyond 50 px to the right", 60, 0, false],
    ["exactly 50 px", 50, 0, true],
    ["to the left", -120, 0, true],
    ["mostly down", 55, 90, true],
  ])("are swiped %s", (_, x, y, stays) => {
    open();
    act(() => toast({ title: "Carta creada exitosamente" }));
    const [item] = visible() as [HTMLElement];
    const at = (clientX: number, clientY: number) => ({ clientX, clientY, button: 0, pointerId: 1, bubbles: true });
    fireEvent(item, new MouseEvent("pointerdown", at(100, 100)));
    fireEvent(item, new MouseEvent("pointermove", at(100 + x / 2, 100 + y / 2)));
    fireEvent(item, new MouseEvent("pointermove", at(100 + x, 100 + y)));
    fireEvent(item, new MouseEvent("pointerup", at(100 + x, 100 + y)));
    expect(toastStore.snapshot()?.open).toBe(stays);
  });

  it("are announced politely, outside the list, also the same text twice", () => {
    open();
    const spoken = () => document.querySelector("[aria-live=polite]")?.textContent;
    act(() => toast({ title: "Éxito", description: "Cuenta creada correctamente", variant: "success" }));
    const first = spoken();
    expect(first).toBe("Éxito. Cuenta creada correctamente");
    act(() => toast({ title: "Éxito", description: "Cuenta creada correctamente", variant: "success" }));
    expect(spoken()?.trim()).toBe(first);
    expect(spoken()).not.toBe(first);
    expect(visible()[0]?.getAttribute("role")).toBeNull();
  });

  it("leave no announcement behind once they are removed", () => {
    open();
    const spoken = () => document.querySelector("[aria-live=polite]")?.textContent;
    act(() => toast({ title: "Carta creada exitosamente" }));
    expect(spoken()).toBe("Carta creada exitosamente");
    pass(5000);
    expect(spoken()).toBe("");
  });

  it("are dismissed on navigation, unless they explain a redirect", () => {
    open();
    act(() => toast({ title: "Carta creada exitosamente" }));
    act(() => leaveToastBehind());
    expect(toastStore.snapshot()?.open).toBe(false);
    act(() => toast({ title: "No autorizado" }));
    act(() => takeToastAlong());
    act(() => leaveToastBehind());
    expect(toastStore.snapshot()?.open).toBe(true);
    act(() => leaveToastBehind());
    expect(toastStore.snapshot()?.open).toBe(false);
  });

  it("show only the server's message about an error, or the default", () => {
    open();
    act(() => errorToast(new ApiError(409, "Conflict", '{"message":"Ya existe"}'), "Error al crear la carpeta"));
    expect(visible().map((item) => item.textContent)).toEqual(["Ya existe"]);
    act(() => errorToast(new ApiError(500, "Internal Server Error", ""), "Error al crear la carpeta"));
    expect(visible().map((item) => item.textContent)).toEqual(["Error al crear la carpeta"]);
  });
});
