import * as accountEndpoints from "@repasa/contract/client/account.ts";
import { screens } from "@repasa/contract/screens.ts";
import { act, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { attachLandingBehaviour } from "#features/landing/landing.behaviour.ts";
import { prerender } from "#prerender.tsx";
import { consoleOutput } from "#testing/console-output.ts";
import { fakeApi } from "#testing/fake-api.ts";

const go = vi.fn();
let detach: () => void;
let page: ReturnType<typeof within<typeof import("@testing-library/dom").queries>>;

beforeEach(() => {
  document.body.innerHTML = prerender().find(({ file }) => file === screens.home.prerendered)?.body ?? "";
  detach = attachLandingBehaviour(document, { go });
  page = within(document.body);
});
afterEach(() => {
  detach();
  go.mockReset();
  document.body.innerHTML = "";
});

const visibleFace = () => {
  const faces = [...document.querySelectorAll<HTMLElement>("[data-shown]")];
  expect(faces).toHaveLength(1);
  return faces[0] as HTMLElement;
};
const press = (name: string | RegExp) => userEvent.click(within(visibleFace()).getByRole("button", { name }));

describe("Comenzar", () => {
  const pressBegin = () => userEvent.click(page.getByRole("button", { name: "Comenzar" }));

  it("counts the visit without waiting for it", async () => {
    const server = fakeApi();
    server.on(accountEndpoints.trackAccess, () => new Promise(() => {}));
    await pressBegin();
    expect(go.mock.calls).toEqual([["/register", expect.any(Promise)]]);
    expect(server.calls.map(({ method, url, body }) => [method, url.pathname, body])).toEqual([
      ["POST", "/api/track-access", { email: "anonymous@repasa.example", mobile: false }],
    ]);
  });

  it("has a second form at the end of the page", async () => {
    const server = fakeApi();
    server.answer(accountEndpoints.trackAccess);
    const last = page.getByRole("button", { name: "Crear mi primera carta" });
    expect([...document.querySelectorAll("main button, main a")].at(-1)).toBe(last);
    await userEvent.click(last);
    expect(go.mock.calls).toEqual([["/register", expect.any(Promise)]]);
    expect(server.callsTo(accountEndpoints.trackAccess)).toHaveLength(1);
  });

  it.each(["refused", "cut off"])("continues when the call is %s, and logs the failure", async (how) => {
    const server = fakeApi();
    if (how === "refused") server.fail(accountEndpoints.trackAccess, 429);
    await pressBegin();
    expect(go).toHaveBeenCalledWith("/register", expect.any(Promise));
    await go.mock.lastCall?.[1];
    await waitFor(() => expect(consoleOutput("error")).toEqual(["Access tracking failed"]));
  });

  it("counts a double press once, and a press after a return to the page again", async () => {
    const server = fakeApi();
    server.answer(accountEndpoints.trackAccess);
    await userEvent.dblClick(page.getByRole("button", { name: "Comenzar" }));
    expect(server.calls).toHaveLength(1);
    expect(go).toHaveBeenCalledTimes(1);
    window.dispatchEvent(new Event("pageshow"));
    await pressBegin();
    expect(go).toHaveBeenCalledTimes(2);
  });

  it("sends a request that completes even if the page is left", async () => {
    const fetching = vi.fn(() => Promise.resolve(new Response(null, { status: 204 })));
    vi.stubGlobal("fetch", fetching);
    await pressBegin();
    expect(fetching).toHaveBeenCalledWith("/api/track-access", expect.objectContaining({ keepalive: true }));
  });
});

describe("the sample cards", () => {
  it("follow each other, and start again after the last", async () => {
    const places: (string | undefined)[] = [];
    for (let card = 0; card < 4; card++) {
      places.push(/Carta \d de \d/.exec(visibleFace().textContent ?? "")?.[0]);
      await press("Mostrar Respuesta");
      expect(visibleFace().textContent).toContain(places.at(-1));
      await press(/^Difícil/);
      expect(visibleFace().textContent).toContain("Volverá mañana");
      await press("Probar otra carta");
    }
    expect(places).toEqual(["Carta 1 de 3", "Carta 2 de 3", "Carta 3 de 3", "Carta 1 de 3"]);
  });

  it("stop responding when the page is left", async () => {
    await act(async () => detach());
    await press("Mostrar Respuesta");
    expect(visibleFace().textContent).toContain("¿Qué orgánulo");
  });
});

it("contains the texts of the specification", () => {
  expect(document.body.textContent).toMatch(/difícil se repite después de 1 día.*después de 3 días.*después de 7 días/);
  expect(page.getByText(/^Únete a miles de estudiantes/)).toBeTruthy();
  const links = page.getAllByRole("link").map((link) => [link.textContent, link.getAttribute("href")]);
  expect(links).toEqual([
    ["Saltar al contenido", "#contenido"],
    ["Iniciar Sesión", "/login"],
    ["Soporte", "/support"],
    ["Política de privacidad", "/privacy-policy"],
    ["Términos de servicio", "/terms-of-service"],
  ]);
});
