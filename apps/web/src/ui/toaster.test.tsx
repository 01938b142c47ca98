import { act, fireEvent, screen, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { advanceTimers } from "#testing/advance-timers.ts";
import { renderApp } from "#testing/render.tsx";
import { dismissPreviousToast, errorToast, preserveToast, toast, toastStore } from "#ui/toast.ts";

const toastRegion = () => screen.getByRole("region", { name: "Notificaciones (F8)" });
const listToasts = () => within(toastRegion()).queryAllByRole("listitem");

function renderPage() {
  vi.useFakeTimers();
  renderApp(<button type="button">Antes</button>);
}

describe("toasts", () => {
  it("are shown one at a time, the newest replacing the previous one", () => {
    renderPage();
    act(() => {
      toast({ title: "Éxito", description: "Inicio de sesión correcto", variant: "success" });
      toast({ title: "Carta creada exitosamente" });
    });
    expect(listToasts().map((item) => item.textContent)).toEqual(["Carta creada exitosamente"]);
  });

  it("stay for 5000 ms, and are removed 5000 ms after that", () => {
    renderPage();
    act(() => toast({ title: "Carta creada exitosamente" }));
    advanceTimers(4999);
    expect(listToasts()).toHaveLength(1);
    advanceTimers(1);
    advanceTimers(200);
    expect(listToasts()).toHaveLength(0);
    expect(toastStore.snapshot()).toMatchObject({ open: false });
    advanceTimers(4799);
    expect(toastStore.snapshot()).not.toBeNull();
    advanceTimers(1);
    expect(toastStore.snapshot()).toBeNull();
  });

  it("do not remove a newer one when they are removed", () => {
    renderPage();
    act(() => toast({ title: "Primera" }));
    advanceTimers(5000);
    advanceTimers(4000);
    act(() => toast({ title: "Segunda" }));
    advanceTimers(1500);
    expect(listToasts().map((item) => item.textContent)).toEqual(["Segunda"]);
  });

  it("pause while hovered or focused, and then stay for the remaining time", () => {
    renderPage();
    act(() => toast({ title: "Carta creada exitosamente" }));
    advanceTimers(4000);
    const [item] = listToasts();
    fireEvent.mouseEnter(item as HTMLElement);
    advanceTimers(20_000);
    expect(listToasts()).toHaveLength(1);
    fireEvent.mouseLeave(item as HTMLElement);
    advanceTimers(999);
    expect(toastStore.snapshot()?.open).toBe(true);
    advanceTimers(1);
    expect(toastStore.snapshot()?.open).toBe(false);
  });

  it.each([
    ["are dismissed", "error", false],
    ["stay", "success", true],
  ] as const)("%s when a form is submitted again and their variant is %s", (_, variant, stays) => {
    vi.useFakeTimers();
    renderApp(<form aria-label="Entrar" onSubmit={(event) => event.preventDefault()} />);
    act(() => toast({ description: "Correo electrónico o contraseña incorrectos", variant }));
    fireEvent.submit(screen.getByRole("form"));
    expect(toastStore.snapshot()?.open).toBe(stays);
  });

  it("are focused by F8 and dismissed by Escape", () => {
    renderPage();
    act(() => toast({ title: "Carta creada exitosamente" }));
    fireEvent.keyDown(document.body, { key: "F8" });
    expect(toastRegion().contains(document.activeElement)).toBe(true);
    fireEvent.keyDown(listToasts()[0] as HTMLElement, { key: "Escape" });
    expect(toastStore.snapshot()?.open).toBe(false);
  });

  it.each([
    ["more than 50 px to the right", 60, 0, false],
    ["exactly 50 px", 50, 0, true],
    ["to the left", -120, 0, true],
    ["mostly down", 55, 90, true],
  ])("are dismissed only by a swipe to the right: %s", (_, x, y, stays) => {
    renderPage();
    act(() => toast({ title: "Carta creada exitosamente" }));
    const [item] = listToasts() as [HTMLElement];
    const pointerAt = (clientX: number, clientY: number) => ({
      clientX,
      clientY,
      button: 0,
      pointerId: 1,
      bubbles: true,
    });
    fireEvent(item, new MouseEvent("pointerdown", pointerAt(100, 100)));
    fireEvent(item, new MouseEvent("pointermove", pointerAt(100 + x / 2, 100 + y / 2)));
    fireEvent(item, new MouseEvent("pointermove", pointerAt(100 + x, 100 + y)));
    fireEvent(item, new MouseEvent("pointerup", pointerAt(100 + x, 100 + y)));
    expect(toastStore.snapshot()?.open).toBe(stays);
  });

  it("are announced politely outside the list, even if the text is the same as before", () => {
    renderPage();
    const spoken = () => document.querySelector("[aria-live=polite]")?.textContent;
    act(() => toast({ title: "Éxito", description: "Cuenta creada correctamente", variant: "success" }));
    const first = spoken();
    expect(first).toBe("Éxito. Cuenta creada correctamente");
    act(() => toast({ title: "Éxito", description: "Cuenta creada correctamente", variant: "success" }));
    expect(spoken()?.trim()).toBe(first);
    expect(spoken()).not.toBe(first);
    expect(listToasts()[0]?.getAttribute("role")).toBeNull();
  });

  it("leave no announcement behind once they are removed", () => {
    renderPage();
    const spoken = () => document.querySelector("[aria-live=polite]")?.textContent;
    act(() => toast({ title: "Carta creada exitosamente" }));
    expect(spoken()).toBe("Carta creada exitosamente");
    advanceTimers(5000);
    expect(spoken()).toBe("");
  });

  it("are dismissed on navigation, unless they explain a redirect", () => {
    renderPage();
    act(() => toast({ title: "Carta creada exitosamente" }));
    act(() => dismissPreviousToast());
    expect(toastStore.snapshot()?.open).toBe(false);
    act(() => toast({ title: "No autorizado" }));
    act(() => preserveToast());
    act(() => dismissPreviousToast());
    expect(toastStore.snapshot()?.open).toBe(true);
    act(() => dismissPreviousToast());
    expect(toastStore.snapshot()?.open).toBe(false);
  });

  it("wait behind a sheet that leaves no room beside it, unless they say that something has failed", async () => {
    renderPage();
    const sheet = document.body.appendChild(document.createElement("div"));
    sheet.setAttribute("role", "dialog");
    const sizes = { offsetLeft: 0, offsetTop: 60, offsetWidth: 390, offsetHeight: 784 };
    for (const [name, value] of Object.entries(sizes)) Object.defineProperty(sheet, name, { value });
    const list = toastRegion().querySelector("ol") as HTMLElement;
    list.getBoundingClientRect = () => ({ left: 12, right: 378, top: 700, bottom: 764 }) as DOMRect;
    const isSeen = () => !listToasts()[0]?.classList.contains("invisible");
    act(() => toast({ title: "Carta creada exitosamente" }));
    expect(isSeen()).toBe(false);
    advanceTimers(20_000);
    sheet.remove();
    await act(async () => {});
    advanceTimers(100);
    expect(isSeen()).toBe(true);
    advanceTimers(4800);
    expect(toastStore.snapshot()?.open).toBe(true);
    document.body.append(sheet);
    act(() => errorToast(new Error(), "Error al crear la carta"));
    expect(isSeen()).toBe(true);
    sheet.remove();
  });
});
