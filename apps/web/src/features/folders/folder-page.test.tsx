import * as cardEndpoints from "@repasa/contract/client/cards.ts";
import * as folderEndpoints from "@repasa/contract/client/folders.ts";
import { screen, waitFor, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { beforeEach, describe, expect, it } from "vitest";
import FolderPage from "#features/folders/folder-page.tsx";
import { addDays, localDateOf } from "#lib/local-date.ts";
import { fakeApi } from "#testing/fake-api.ts";
import { getLinkTarget } from "#testing/link-target.ts";
import { renderApp } from "#testing/render.tsx";
import { sampleCard, sampleFolder, sampleFolderStats } from "#testing/sample-data.ts";

let api: ReturnType<typeof fakeApi>;
beforeEach(() => {
  api = fakeApi();
  api.answer(folderEndpoints.read, sampleFolder({ description: "La célula" }));
  api.answer(folderEndpoints.stats, sampleFolderStats({ newWaiting: 40, masteredCards: 1 }));
});

const instantInDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
const cards = () => [
  sampleCard(),
  sampleCard({
    id: 2,
    front: "¿Qué es el ADN?",
    back: "Ácido desoxirribonucleico",
    difficulty: "easy",
    reviewCount: 1,
    lastReviewedAt: instantInDays(-4.1),
    nextReviewDate: addDays(localDateOf(new Date(), 4), 3),
  }),
];
const listFigures = () =>
  screen.getAllByRole("term").map((term) => `${term.textContent} ${term.nextElementSibling?.textContent}`);
const fronts = () => screen.queryAllByRole("article").map((tile) => tile.querySelector("p")?.textContent);

const menu = () => screen.getByRole("button", { name: "Más opciones de la carpeta" });

async function chooseInMenu(user: UserEvent, name: string) {
  await waitFor(() => expect(fronts().length).toBeGreaterThan(0));
  await user.click(menu());
  await user.click(screen.getByRole("menuitem", { name }));
}

describe("FolderPage", () => {
  it("shows the folder's statistics, its cards and the ways of being asked", async () => {
    api.answer(cardEndpoints.listInFolder, cards());
    api.answer(folderEndpoints.read, sampleFolder({ description: "La célula", dueCount: 1200 }));
    renderApp(<FolderPage folderId={1} />, "/folders/1");
    expect(await screen.findByRole("heading", { name: "Biología" })).toBeTruthy();
    expect(screen.getByText("La célula")).toBeTruthy();
    expect(screen.getByRole("link", { name: "Volver" }).getAttribute("href")).toBe("/folders");
    expect(screen.getByRole("link", { name: "Comenzar revisión · 1.200" }).getAttribute("href")).toBe("/study/1");
    expect(screen.getByText("· 1.200").className, "no line ends between both").toContain("whitespace-nowrap");
    await waitFor(() =>
      expect(listFigures()).toEqual(["Total de Cartas 2", "Pendientes de Revisión 1", "Dominadas 1", "Difíciles 0"]),
    );
    expect(screen.getByText("40 nuevas esperan su día.")).toBeTruthy();
    await waitFor(() => expect(fronts()).toHaveLength(2));
    const [fresh, studied] = screen.getAllByRole("article").map((tile) => within(tile));
    expect(fresh?.getByText("Nueva")).toBeTruthy();
    expect(fresh?.getByText("Revisada 0 veces")).toBeTruthy();
    expect(fresh?.queryByText(/Último estudio/)).toBeNull();
    expect(studied?.getByText("En 3 días")).toBeTruthy();
    expect(studied?.getByRole("img", { name: "fácil" })).toBeTruthy();
    expect(studied?.getByText("Revisada 1 vez")).toBeTruthy();
    expect(studied?.getByText("Último estudio hace 4 días")).toBeTruthy();
    const ways = within(await screen.findByRole("navigation", { name: "Formas de estudiar" }));
    expect(ways.getAllByRole("link").map((link) => [link.textContent, link.getAttribute("href")])).toEqual([
      ["Voltear", "/study/1?forma=voltear"],
      ["Escribir", "/study/1?forma=escribir"],
      ["Elegir", "/study/1?forma=elegir"],
      ["Parejas", "/study/1?forma=parejas"],
    ]);
  });

  it("has a reading view, in which answers can be hidden and revealed one by one", async () => {
    api.answer(cardEndpoints.listInFolder, cards());
    const { user } = renderApp(<FolderPage folderId={1} />, "/folders/1");
    await chooseInMenu(user, "Leer");
    expect(screen.queryByRole("button", { name: "Editar carta" })).toBeNull();
    await user.click(screen.getByRole("button", { name: "Ocultar las respuestas" }));
    expect(window.location.search).toBe("?vista=repasar");
    expect(screen.queryByText("Ácido desoxirribonucleico")).toBeNull();
    await user.click(screen.getAllByRole("button", { name: "Ver respuesta" })[1] as HTMLElement);
    expect(screen.getByText("Ácido desoxirribonucleico")).toBeTruthy();
    expect(screen.queryByText("La unidad de la vida")).toBeNull();
    await user.click(screen.getByRole("button", { name: "Listo" }));
    expect(screen.getAllByRole("button", { name: "Editar carta" })).toHaveLength(2);
    // The button is gone, so the menu that began the reading takes the focus.
    await waitFor(() => expect(document.activeElement).toBe(menu()));
  });

  it("searches all portions of a long card list, after a retry if one could not be loaded", async () => {
    const many = Array.from({ length: 130 }, (_, n) => sampleCard({ id: n + 1, front: `Carta ${n + 1}` }));
    let down = true;
    api.on(cardEndpoints.listInFolder, ({ url: { searchParams } }) => {
      if (searchParams.has("after") && down) return { status: 503, body: "" };
      const from = Number(searchParams.get("after"));
      const to = from + Number(searchParams.get("limit"));
      const next = to < many.length ? String(to) : null;
      return { status: 200, body: { cards: many.slice(from, to), total: many.length, next } };
    });
    const { user } = renderApp(<FolderPage folderId={1} />, "/folders/1?q=Carta+129");
    await waitFor(() => expect(api.callsTo(cardEndpoints.listInFolder)).toHaveLength(2));
    down = false;
    const retry = await screen.findByRole("button", { name: "Reintentar" });
    expect(screen.queryByText("Ninguna carta coincide")).toBeNull();
    await user.click(retry);
    await waitFor(() => expect(fronts()).toEqual(["Carta 129"]));
  });

  it("selects all matches, including those in portions that are still loading", async () => {
    const three = [1, 2, 3].map((id) => sampleCard({ id, front: `Carta ${id}` }));
    const { promise, resolve } = Promise.withResolvers<void>();
    api.on(cardEndpoints.listInFolder, async ({ url: { searchParams } }) => {
      if (searchParams.has("after")) await promise;
      const [rows, next] = searchParams.has("after") ? [three.slice(2), null] : [three.slice(0, 2), "2"];
      return { status: 200, body: { cards: rows, total: three.length, next } };
    });
    const { user } = renderApp(<FolderPage folderId={1} />, "/folders/1?q=carta");
    await waitFor(() => expect(fronts().length).toBeGreaterThan(0));
    await user.keyboard("{Control>}a{/Control}");
    resolve();
    const bar = within(await screen.findByRole("region", { name: "Cartas seleccionadas" }));
    expect(await bar.findByText("3 cartas")).toBeTruthy();
  });

  it("loads the next portion if the first one is empty", async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    api.on(cardEndpoints.listInFolder, async ({ url: { searchParams } }) => {
      if (!searchParams.has("after")) return { status: 200, body: { cards: [], total: 1, next: "100" } };
      await promise;
      return { status: 200, body: { cards: [sampleCard()], total: 1, next: null } };
    });
    renderApp(<FolderPage folderId={1} />, "/folders/1");
    await waitFor(() => expect(api.callsTo(cardEndpoints.listInFolder)).toHaveLength(2));
    expect(screen.queryByText("Esta carpeta está vacía")).toBeNull();
    resolve();
    await waitFor(() => expect(fronts()).toHaveLength(1));
  });

  it("waits with everything but the review and a new card until it is asked for", async () => {
    api.answer(cardEndpoints.listInFolder, cards());
    const { user } = renderApp(<FolderPage folderId={1} />, "/folders/1");
    await waitFor(() => expect(fronts()).toHaveLength(2));
    const outsideOfRows = screen.getAllByRole("button").filter((button) => !button.closest("article"));
    expect(outsideOfRows.map((button) => button.textContent || button.ariaLabel)).toEqual([
      "Más opciones de la carpeta",
      "Añadir carta",
      "Hacer un test",
    ]);
    await user.click(menu());
    expect(screen.getAllByRole("menuitem").map(({ textContent }) => textContent)).toEqual([
      "Leer",
      "Seleccionar cartas",
      "Compartir",
      "Examen",
      "Editar carpeta",
      "Importar cartas",
      "Exportar",
      "Imprimir",
    ]);
    await user.click(screen.getByRole("menuitem", { name: "Seleccionar cartas" }));
    expect(await screen.findByRole("region", { name: "Cartas seleccionadas" })).toBeTruthy();
  });

  it("disables studying an empty folder, and has one button, which creates its first card", async () => {
    api.answer(folderEndpoints.read, sampleFolder({ cardCount: 0 }));
    api.answer(cardEndpoints.listInFolder, []);
    const { user } = renderApp(<FolderPage folderId={1} />, "/folders/1");
    const study = await screen.findByRole("button", { name: "Comenzar revisión" });
    expect(study).toHaveProperty("disabled", true);
    expect(screen.queryByRole("navigation", { name: "Formas de estudiar" })).toBeNull();
    // Its figures would be four zeros.
    expect(screen.queryByRole("term")).toBeNull();
    const add = await screen.findByRole("button", { name: "Añadir carta" });
    const others = ["Más opciones de la carpeta"];
    expect(
      screen
        .getAllByRole<HTMLButtonElement>("button")
        .filter((button) => !button.disabled && button !== add)
        .map((button) => button.getAttribute("aria-label")),
    ).toEqual(others);
    expect(getLinkTarget("importa tus cartas")).toBe("/import?folder=1");
    await user.click(add);
    expect(screen.getByRole("dialog", { name: "Crear nueva carta" })).toBeTruthy();
  });

  it("renames the folder, and tells the server which names it replaces", async () => {
    api.answer(cardEndpoints.listInFolder, cards());
    api.answer(folderEndpoints.update, sampleFolder({ name: "Botánica" }));
    const { user } = renderApp(<FolderPage folderId={1} />, "/folders/1");
    await chooseInMenu(user, "Editar carpeta");
    const name = screen.getByLabelText("Nombre");
    await user.clear(name);
    await user.type(name, "Botánica{Enter}");
    await waitFor(() => expect(api.callsTo(folderEndpoints.update)).toHaveLength(1));
    expect(api.callsTo(folderEndpoints.update).at(-1)?.body).toEqual({
      name: "Botánica",
      description: "La célula",
      base: { name: "Biología", description: "La célula" },
    });
  });

  it("shows an error, and no empty header, for a response of another shape", async () => {
    api.on(folderEndpoints.read, () => ({ status: 200, body: {} }));
    renderApp(<FolderPage folderId={1} />, "/folders/1");
    expect(await screen.findByText("No se pudo cargar la carpeta")).toBeTruthy();
    expect(screen.queryByRole("heading", { level: 1 })).toBeNull();
  });
});
