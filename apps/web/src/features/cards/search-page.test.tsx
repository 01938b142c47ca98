import { type Card, cardEndpoints } from "@repasa/contract/cards.ts";
import { folderEndpoints } from "@repasa/contract/folders.ts";
import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import SearchPage from "#features/cards/search-page.tsx";
import { fakeApi } from "#testing/fake-api.ts";
import { renderApp } from "#testing/render.tsx";
import { sampleCard, sampleFolder } from "#testing/sample-data.ts";

let api: ReturnType<typeof fakeApi>;
beforeEach(() => {
  api = fakeApi();
  api.answer(folderEndpoints.list, [sampleFolder(), sampleFolder({ id: 2, name: "Historia" })]);
});

const dna = sampleCard({ id: 2, front: "¿Qué es el ADN?", back: "Ácido desoxirribonucleico" });
const cell = sampleCard({ id: 1, folderId: 2 });

/** Answers as the server does, a page at a time. */
function serve(pages: readonly (readonly Card[])[]) {
  api.on(cardEndpoints.search, ({ url }) => {
    const page = Number(url.searchParams.get("cursor") ?? 0);
    const nextCursor = page + 1 < pages.length ? String(page + 1) : null;
    return { status: 200, body: { cards: pages[page], nextCursor } };
  });
}

const searches = () => api.callsTo(cardEndpoints.search).map(({ url }) => url.search);
const fronts = () => screen.queryAllByRole("article").map((row) => row.querySelector("p")?.textContent);
const field = () => screen.getByRole("searchbox", { name: "Buscar en todas las carpetas..." });

describe("searching all cards", () => {
  it("asks once typing pauses, and shows where the cards are", async () => {
    serve([[dna, cell]]);
    const { user } = renderApp(<SearchPage />, "/search");
    expect(screen.getByText("Busca en todas tus cartas")).toBeTruthy();
    expect(document.activeElement).toBe(field());
    await user.keyboard("acido");
    await waitFor(() => expect(fronts()).toEqual(["¿Qué es el ADN?", "¿Qué es una célula?"]));
    expect(searches()).toEqual(["?q=acido"]);
    expect(window.location.search).toBe("?q=acido");
    expect(document.querySelector("mark")?.textContent).toBe("Ácido");
    expect(screen.getByText("2 cartas", { selector: "p" })).toBeTruthy();
    const [first, second] = screen.getAllByRole("article").map((row) => within(row));
    expect(first?.getByText("Biología")).toBeTruthy();
    expect(second?.getByText("Historia")).toBeTruthy();
    expect(first?.getByRole("link").getAttribute("href")).toBe("/cards/2");
  });

  it("finds the search of the address again, and opens its first card by Enter", async () => {
    serve([[dna]]);
    const { user } = renderApp(<SearchPage />, "/search?q=adn&carpeta=1&estado=due");
    await waitFor(() => expect(fronts()).toHaveLength(1));
    expect(searches()).toEqual(["?q=adn&folderId=1&state=due"]);
    expect(screen.getByLabelText("Carpeta")).toHaveProperty("value", "1");
    await user.type(field(), "{Enter}");
    expect(window.location.pathname).toBe("/cards/2");
    const search = { q: "adn", folderId: 1, state: "due" };
    expect(window.history.state).toEqual({ trail: { kind: "search", search } });
  });

  it("filters by folder and state, without a word too", async () => {
    serve([[cell]]);
    const { user } = renderApp(<SearchPage />, "/search");
    await screen.findByRole("option", { name: "Historia" });
    await user.selectOptions(screen.getByLabelText("Estado"), "Difíciles");
    await waitFor(() => expect(fronts()).toHaveLength(1));
    await user.selectOptions(screen.getByLabelText("Carpeta"), "Historia");
    await waitFor(() => expect(searches()).toEqual(["?q=&state=hard", "?q=&folderId=2&state=hard"]));
    expect(window.location.search).toBe("?estado=hard&carpeta=2");
  });

  it("loads more when the end is near, and tries again when that fails", async () => {
    serve([[dna], [cell]]);
    api.on(cardEndpoints.search, ({ url }) =>
      url.searchParams.has("cursor") ? { status: 500 } : { status: 200, body: { cards: [dna], nextCursor: "1" } },
    );
    const { user } = renderApp(<SearchPage />, "/search?q=la");
    expect(await screen.findByText("No se pudieron cargar más cartas.")).toBeTruthy();
    expect(screen.getByText("Más de 1 carta", { selector: "p" })).toBeTruthy();
    serve([[dna], [cell]]);
    await user.click(screen.getByRole("button", { name: "Reintentar" }));
    await waitFor(() => expect(fronts()).toHaveLength(2));
    expect(screen.getByText("2 cartas", { selector: "p" })).toBeTruthy();
  });

  it("says what to do when nothing is found", async () => {
    serve([[]]);
    const { user } = renderApp(<SearchPage />, "/search?q=xyz&estado=hard");
    expect(await screen.findByRole("heading", { name: "Ninguna carta coincide" })).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Quitar los filtros" }));
    await waitFor(() => expect(window.location.search).toBe("?q=xyz"));
    const clear = await screen.findAllByRole("button", { name: "Borrar búsqueda" });
    await user.click(clear.at(-1) as HTMLElement);
    expect(field()).toHaveProperty("value", "");
  });

  it("can be tried again after a failure", async () => {
    api.fail(cardEndpoints.search, 500, "");
    const { user } = renderApp(<SearchPage />, "/search?q=adn");
    expect(await screen.findByText("No se pudo buscar")).toBeTruthy();
    serve([[dna]]);
    await user.click(screen.getByRole("button", { name: "Reintentar" }));
    await waitFor(() => expect(fronts()).toHaveLength(1));
  });

  it("tells screen readers how many cards were found", async () => {
    serve([[dna]]);
    renderApp(<SearchPage />, "/search?q=adn");
    const region = () => document.querySelector("[aria-live=polite][aria-atomic=true]")?.textContent;
    await waitFor(() => expect(region()).toBe("1 carta"), { timeout: 3000 });
  });
});
