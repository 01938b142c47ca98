import type { Card } from "@repasa/contract/cards.ts";
import * as cardEndpoints from "@repasa/contract/client/cards.ts";
import * as folderEndpoints from "@repasa/contract/client/folders.ts";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { beforeEach, describe, expect, it } from "vitest";
import SearchPage from "#features/cards/search/search-page.tsx";
import { fakeApi } from "#testing/fake-api.ts";
import { renderApp } from "#testing/render.tsx";
import { sampleCard, sampleFolder, sampleUser } from "#testing/sample-data.ts";
import { SignedIn } from "#testing/signed-in.tsx";

let api: ReturnType<typeof fakeApi>;
beforeEach(() => {
  api = fakeApi();
  api.answer(folderEndpoints.list, [sampleFolder(), sampleFolder({ id: 2, name: "Historia" })]);
});

const dna = sampleCard({ id: 2, front: "¿Qué es el ADN?", back: "Ácido desoxirribonucleico" });
const cell = sampleCard({ id: 1, folderId: 2 });

/** Answers searches with one page at a time, as the server does. */
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

describe("SearchPage", () => {
  it("sends the query when typing pauses, and announces the number of cards", async () => {
    serve([[dna, cell]]);
    renderApp(<SearchPage />, "/search");
    // Without a pause, however busy the machine is.
    for (const value of ["a", "ac", "aci", "acid", "acido"]) fireEvent.change(field(), { target: { value } });
    await waitFor(() => expect(fronts()).toEqual(["¿Qué es el ADN?", "¿Qué es una célula?"]));
    expect(searches()).toEqual(["?q=acido"]);
    const said = () => document.querySelector("[aria-live=polite][aria-atomic=true]")?.textContent;
    await waitFor(() => expect(said()).toBe("2 cartas"));
  });

  it("marks matches that are written with subscripts or ligatures", async () => {
    serve([[sampleCard({ front: "¿Cuánto pesa un mol de H₂O?", back: "18 g, ﬁn" })]]);
    renderApp(<SearchPage />, "/search?q=h2o+fin");
    await waitFor(() => expect(fronts()).toHaveLength(1));
    expect([...document.querySelectorAll("mark")].map((mark) => mark.textContent)).toEqual(["H₂O", "ﬁn"]);
  });

  it("does not apply a tag in use while a longer tag that begins with it is typed", async () => {
    serve([[dna]]);
    api.answer(cardEndpoints.tags, [
      { tag: "bio", cards: 2 },
      { tag: "biología", cards: 1 },
    ]);
    const { user } = renderApp(<SearchPage />, "/search?q=la");
    const tag = await screen.findByRole("combobox", { name: "Etiqueta" });
    await waitFor(() => expect(fronts()).toHaveLength(1));
    await user.type(tag, "biología{Enter}");
    expect(document.activeElement).toBe(tag);
    expect(window.location.search).toBe("?q=la&etiqueta=biolog%C3%ADa");
    await waitFor(() => expect(searches()).toEqual(["?q=la", "?q=la&tag=biolog%C3%ADa"]));
    await user.click(screen.getByRole("button", { name: "Quitar la etiqueta del filtro" }));
    expect(tag).toHaveProperty("value", "");
  });

  it("restores the search from the address, and opens the first card by Enter", async () => {
    serve([[dna]]);
    const { user } = renderApp(<SearchPage />, "/search?q=adn&carpeta=1&estado=due");
    await waitFor(() => expect(fronts()).toHaveLength(1));
    expect(searches()).toEqual(["?q=adn&folderId=1&state=due"]);
    // On a phone the focus in the field opens a keyboard over the list.
    expect(document.activeElement).not.toBe(field());
    expect(screen.getByLabelText("Carpeta")).toHaveProperty("value", "1");
    await user.type(field(), "{Enter}");
    expect(window.location.pathname).toBe("/cards/2");
    const search = { q: "adn", folderId: 1, state: "due", tag: null };
    expect(window.history.state).toEqual({ trail: { kind: "search", search } });
  });

  it("filters by folder and state, also once the query is cleared", async () => {
    serve([[cell]]);
    const { user } = renderApp(<SearchPage />, "/search?q=la");
    await screen.findByRole("option", { name: "Historia" });
    await user.selectOptions(screen.getByLabelText("Estado"), "Difíciles");
    await user.selectOptions(screen.getByLabelText("Carpeta"), "Historia");
    await user.clear(field());
    await waitFor(() => expect(searches().at(-1)).toBe("?q=&folderId=2&state=hard"));
    expect(window.location.search).toBe("?estado=hard&carpeta=2");
    expect(screen.getByText("Historia", { selector: "[aria-hidden]" })).toBeTruthy();
  });

  it("shows the filters with the first result, until the search is emptied", async () => {
    api.on(cardEndpoints.search, ({ url }) => {
      const cards = url.searchParams.get("q") === "ac" ? [dna] : [];
      return { status: 200, body: { cards, nextCursor: null } };
    });
    const { user } = renderApp(<SearchPage />, "/search");
    const folderFilter = () => screen.queryByLabelText("Carpeta");
    expect(folderFilter()).toBeNull();
    await user.type(field(), "xyz");
    await screen.findByRole("heading", { name: "Ninguna carta coincide" });
    expect(folderFilter()).toBeNull();
    await user.clear(field());
    await user.type(field(), "ac");
    await waitFor(() => expect(folderFilter()).toBeTruthy());
    // They stay while the words are changed, so that nothing jumps.
    await user.type(field(), "x");
    await screen.findByRole("heading", { name: "Ninguna carta coincide" });
    expect(folderFilter()).toBeTruthy();
    await user.clear(field());
    await waitFor(() => expect(folderFilter()).toBeNull());
  });

  it("loads more when the end is near, and retries after a failure", async () => {
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

  it("loads more even if the results are reloaded while the end is near", async () => {
    api.on(cardEndpoints.search, ({ url }) =>
      url.searchParams.has("cursor") ? { status: 500 } : { status: 200, body: { cards: [dna], nextCursor: "1" } },
    );
    const { queryClient } = renderApp(<SearchPage />, "/search?q=la");
    expect(await screen.findByText("No se pudieron cargar más cartas.")).toBeTruthy();
    const again = Promise.withResolvers<void>();
    api.on(cardEndpoints.search, async ({ url }) => {
      if (url.searchParams.has("cursor")) return { status: 200, body: { cards: [cell], nextCursor: null } };
      await again.promise;
      return { status: 200, body: { cards: [dna], nextCursor: "1" } };
    });
    void queryClient.invalidateQueries();
    await waitFor(() => expect(screen.queryByText("No se pudieron cargar más cartas.")).toBeNull());
    again.resolve();
    await waitFor(() => expect(fronts()).toHaveLength(2));
  });

  it("retries a failed search on request", async () => {
    api.fail(cardEndpoints.search, 500, "");
    const { user } = renderApp(<SearchPage />, "/search?q=adn");
    expect(await screen.findByText("No se pudo buscar")).toBeTruthy();
    serve([[dna]]);
    await user.click(screen.getByRole("button", { name: "Reintentar" }));
    await waitFor(() => expect(fronts()).toHaveLength(1));
  });
});

describe("selected search results", () => {
  const open = () =>
    renderApp(
      <SignedIn user={sampleUser()}>
        <SearchPage />
      </SignedIn>,
      "/search?q=adn",
    );
  const selectAll = async (user: UserEvent) => {
    await user.click(await screen.findByRole("button", { name: "Seleccionar cartas" }));
    await user.click(await screen.findByRole("button", { name: "Seleccionar todo" }));
  };

  it("include all matches, although the list is only partly loaded", async () => {
    serve([[dna], [{ ...dna, id: 98 }], [{ ...dna, id: 99 }]]);
    api.answer(cardEndpoints.batch, { batchId: "3c9b2a10-5d1f-4b62-8f0a-7f3f5f8a1b2c", changed: 3 });
    const { user } = open();
    await selectAll(user);
    const bar = within(await screen.findByRole("region", { name: "Cartas seleccionadas" }));
    expect(await bar.findByText("3 cartas")).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Suspender" }));
    await waitFor(() => expect(api.callsTo(cardEndpoints.batch)).toHaveLength(1));
    expect(api.callsTo(cardEndpoints.batch)[0]?.body).toMatchObject({ cardIds: [dna.id, 98, 99], action: "suspend" });
  });

  it("are limited to the loaded cards, with a message, if the rest cannot be loaded; their change can be undone", async () => {
    api.on(cardEndpoints.search, ({ url }) =>
      url.searchParams.has("cursor") ? { status: 500 } : { status: 200, body: { cards: [dna], nextCursor: "1" } },
    );
    api.answer(cardEndpoints.batch, { batchId: "3c9b2a10-5d1f-4b62-8f0a-7f3f5f8a1b2c", changed: 1 });
    const { user } = open();
    await selectAll(user);
    expect(await screen.findByText("No se pudieron cargar todas. Inténtalo de nuevo.")).toBeTruthy();
    const bar = within(await screen.findByRole("region", { name: "Cartas seleccionadas" }));
    expect(await bar.findByText("1 carta")).toBeTruthy();
    await user.click(bar.getByRole("button", { name: "Suspender" }));
    await waitFor(() => expect(api.callsTo(cardEndpoints.batch)).toHaveLength(1));
    await user.click(await screen.findByRole("button", { name: "Últimos cambios" }));
    expect(within(await screen.findByRole("dialog")).getByText("1 carta suspendida")).toBeTruthy();
  });
});
