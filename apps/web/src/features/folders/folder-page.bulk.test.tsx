import { cardEndpoints } from "@repasa/contract/cards.ts";
import { folderEndpoints } from "@repasa/contract/folders.ts";
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { PrintView } from "#features/cards/components/print-view.tsx";
import FolderPage from "#features/folders/folder-page.tsx";
import { fakeApi } from "#testing/fake-api.ts";
import { renderApp } from "#testing/render.tsx";
import { sampleCard, sampleFolder, sampleUser } from "#testing/sample-data.ts";
import { SignedIn } from "#testing/signed-in.tsx";

const BATCH = "3c9b2a10-5d1f-4b62-8f0a-7f3f5f8a1b2c";

let api: ReturnType<typeof fakeApi>;
beforeEach(() => {
  api = fakeApi();
  api.answer(folderEndpoints.read, sampleFolder());
  api.answer(folderEndpoints.list, [sampleFolder(), sampleFolder({ id: 2, name: "Química" })]);
  api.answer(folderEndpoints.stats, {
    totalCards: 3,
    dueCards: 1,
    newWaiting: 0,
    dueWaiting: 0,
    masteredCards: 1,
    difficultCards: 0,
  });
  api.answer(cardEndpoints.listInFolder, [
    sampleCard({ id: 1, front: "uno", tags: ["Examen"] }),
    sampleCard({ id: 2, front: "dos" }),
    sampleCard({ id: 3, front: "tres", suspended: true }),
  ]);
  api.answer(cardEndpoints.tags, [{ tag: "Examen", cards: 4 }]);
  api.on(cardEndpoints.batch, ({ body }) => ({
    status: 200,
    body: { batchId: BATCH, changed: (body as { cardIds: number[] }).cardIds.length },
  }));
});

async function open() {
  const page = renderApp(
    <SignedIn user={sampleUser()}>
      <FolderPage folderId={1} />
    </SignedIn>,
    "/folders/1",
  );
  await waitFor(() => expect(screen.queryAllByRole("article")).toHaveLength(3));
  return page;
}

const bar = () => screen.findByRole("region", { name: "Cartas seleccionadas" });
const chosen = () =>
  screen.getAllByRole<HTMLInputElement>("checkbox").flatMap((box) => (box.checked ? [box.ariaLabel] : []));
const row = (front: string) => screen.getByText(front).closest("[data-card]") as HTMLElement;
const batches = () => api.callsTo(cardEndpoints.batch).map(({ body }) => body);

describe("many cards at once", () => {
  it("are chosen by box, by a range and all together, and let go by Escape", async () => {
    const { user } = await open();
    await user.click(screen.getByLabelText("Seleccionar «uno»"));
    expect(within(await bar()).getByText("1 carta")).toBeTruthy();
    fireEvent.click(row("tres").querySelector("a") as HTMLElement, { shiftKey: true });
    expect(chosen()).toHaveLength(3);
    // A click on a row now chooses; it opens nothing.
    await user.click(row("dos").querySelector("a") as HTMLElement);
    expect(chosen()).toEqual(["Seleccionar «uno»", "Seleccionar «tres»"]);
    expect(window.location.pathname).toBe("/folders/1");
    await user.keyboard("{Control>}a{/Control}");
    expect(chosen()).toHaveLength(3);
    await user.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("region", { name: "Cartas seleccionadas" })).toBeNull());
  });

  it("are chosen by the keyboard alone", async () => {
    const { user } = await open();
    row("uno").querySelector("a")?.focus();
    await user.keyboard(" ");
    expect(chosen()).toEqual(["Seleccionar «uno»"]);
    await user.keyboard("{Shift>}{ArrowDown}{/Shift}");
    expect(chosen()).toEqual(["Seleccionar «uno»", "Seleccionar «dos»"]);
    expect(row("dos").contains(document.activeElement)).toBe(true);
  });

  it("are chosen by a finger that rests, whose click opens nothing", async () => {
    await open();
    vi.useFakeTimers();
    const link = row("dos").querySelector("a") as HTMLElement;
    const down = new MouseEvent("pointerdown", { bubbles: true });
    Object.assign(down, { pointerType: "touch", isPrimary: true });
    fireEvent(link, down);
    act(() => void vi.advanceTimersByTime(500));
    fireEvent.click(link);
    expect(chosen()).toEqual(["Seleccionar «dos»"]);
    const edit = within(row("dos")).getByLabelText("Editar carta");
    const onButton = new MouseEvent("pointerdown", { bubbles: true });
    fireEvent(edit, Object.assign(onButton, { pointerType: "touch", isPrimary: true }));
    act(() => void vi.advanceTimersByTime(500));
    vi.useRealTimers();
    expect(chosen()).toEqual(["Seleccionar «dos»"]);
    expect(window.location.pathname).toBe("/folders/1");
  });

  it("are moved, and the toast brings them back", async () => {
    const { user } = await open();
    api.answer(cardEndpoints.undoBatch, { batchId: BATCH, changed: 1 });
    await user.click(screen.getByLabelText("Seleccionar «uno»"));
    await user.click(within(await bar()).getByRole("button", { name: "Mover" }));
    // Where they are is no place to move them to.
    const dialog = within(await screen.findByRole("dialog"));
    await waitFor(() => expect(dialog.getAllByRole("listitem")).toHaveLength(1));
    await user.click(dialog.getByRole("button", { name: /Química/ }));
    expect(batches()).toEqual([{ cardIds: [1], action: "move", folderId: 2 }]);
    await user.click(await screen.findByRole("button", { name: "Deshacer" }));
    await waitFor(() => expect(api.callsTo(cardEndpoints.undoBatch)[0]?.url.pathname).toContain(BATCH));
    expect((await screen.findAllByText("Cambio deshecho")).length).toBeGreaterThan(0);
  });

  it("are deleted after a question, and can be brought back from the folder's menu", async () => {
    const { user } = await open();
    await user.click(screen.getByLabelText("Seleccionar «uno»"));
    expect(within(await bar()).getByRole("toolbar", { name: "Acciones para 1 carta" })).toBeTruthy();
    await user.click(within(await bar()).getByRole("button", { name: "Eliminar" }));
    const question = within(screen.getByRole("alertdialog"));
    expect(question.getByText("¿Eliminar 1 carta?")).toBeTruthy();
    await user.click(question.getByRole("button", { name: "Eliminar" }));
    await waitFor(() => expect(batches()).toEqual([{ cardIds: [1], action: "delete" }]));
    const select = screen.getByRole("button", { name: "Seleccionar cartas" });
    await waitFor(() => expect(document.activeElement).toBe(select));
    await user.click(screen.getByRole("button", { name: "Más opciones de la carpeta" }));
    await user.click(await screen.findByRole("menuitem", { name: "Últimos cambios" }));
    expect(within(await screen.findByRole("dialog")).getByText("1 carta eliminada")).toBeTruthy();
  });

  it("are suspended or resumed, as they are, and reset after a question", async () => {
    const { user } = await open();
    await user.click(screen.getByLabelText("Seleccionar «tres»"));
    await user.click(within(await bar()).getByRole("button", { name: "Reanudar" }));
    await waitFor(() => expect(batches()).toEqual([{ cardIds: [3], action: "resume" }]));
    await user.click(screen.getByLabelText("Seleccionar «uno»"));
    await user.click(within(await bar()).getByRole("button", { name: "Más" }));
    await user.click(screen.getByRole("menuitem", { name: "Reiniciar" }));
    await user.click(within(screen.getByRole("alertdialog")).getByRole("button", { name: "Reiniciar" }));
    await waitFor(() => expect(batches()).toContainEqual({ cardIds: [1], action: "reset" }));
  });

  it("are tagged, with the tags in use at hand, and lose a tag", async () => {
    const { user } = await open();
    await user.click(screen.getByLabelText("Seleccionar «uno»"));
    await user.click(within(await bar()).getByRole("button", { name: "Etiquetar" }));
    await user.type(await screen.findByLabelText("Etiqueta"), " tema 1, tema 2 {Enter}");
    await waitFor(() => expect(batches()).toEqual([{ cardIds: [1], action: "tag", tags: ["tema 1", "tema 2"] }]));
    await user.click(screen.getByLabelText("Seleccionar «uno»"));
    await user.click(within(await bar()).getByRole("button", { name: "Más" }));
    await user.click(screen.getByRole("menuitem", { name: "Quitar etiqueta" }));
    await user.click(within(await screen.findByRole("dialog")).getByRole("button", { name: /Examen/ }));
    await waitFor(() => expect(batches()).toContainEqual({ cardIds: [1], action: "untag", tags: ["Examen"] }));
  });

  it("have a text replaced, after it is told where it stands", async () => {
    const { user } = await open();
    await user.click(screen.getByRole("button", { name: "Seleccionar cartas" }));
    await user.click(within(await bar()).getByRole("button", { name: "Seleccionar todo" }));
    await user.click(within(await bar()).getByRole("button", { name: "Más" }));
    await user.click(screen.getByRole("menuitem", { name: "Buscar y reemplazar" }));
    await user.type(await screen.findByLabelText("Buscar"), "dos");
    expect(screen.getByText("Aparece 1 vez en 1 carta.")).toBeTruthy();
    await user.type(screen.getByLabelText("Reemplazar por"), "2");
    await user.click(screen.getByRole("button", { name: "Reemplazar" }));
    await waitFor(() =>
      expect(batches()).toEqual([{ cardIds: [2], action: "replace", find: "dos", replacement: "2" }]),
    );
  });

  it("stay chosen when it fails, with the server's reason", async () => {
    const { user } = await open();
    api.fail(cardEndpoints.batch, 404, { code: "not_found", message: "Alguna carta ya no existe." });
    await user.click(screen.getByLabelText("Seleccionar «uno»"));
    await user.click(within(await bar()).getByRole("button", { name: "Suspender" }));
    expect((await screen.findAllByText("Alguna carta ya no existe.")).length).toBeGreaterThan(0);
    expect(chosen()).toHaveLength(1);
  });
});

describe("cards in a list", () => {
  it("tell that they rest, and lead to their tags", async () => {
    await open();
    expect(within(row("tres")).getByText("Suspendida")).toBeTruthy();
    const tag = within(row("uno")).getByRole("link", { name: "Examen" });
    expect(tag.getAttribute("href")).toBe("/search?etiqueta=Examen&carpeta=1");
  });
});

describe("a folder on paper", () => {
  it("has a place of its own in the history, and the browser's command says where it is", async () => {
    const { user } = await open();
    act(() => void window.dispatchEvent(new Event("beforeprint")));
    expect((await screen.findAllByText(/abre Imprimir en el menú/)).length).toBeGreaterThan(0);
    await user.click(screen.getByRole("button", { name: "Más opciones de la carpeta" }));
    await user.click(screen.getByRole("menuitem", { name: "Imprimir" }));
    const heading = await screen.findByRole("heading", { name: "Imprimir" });
    expect(document.activeElement).toBe(heading);
    act(() => window.history.back());
    await waitFor(() => expect(window.location.search).toBe(""));
    await waitFor(() => expect(document.activeElement?.tagName).toBe("H1"));
    expect(window.location.pathname).toBe("/folders/1");
  });

  it("is drawn in portions, and whole before it can be printed", async () => {
    const many = Array.from({ length: 210 }, (_, index) => sampleCard({ id: index + 1 }));
    const list = { ...{ total: many.length, hasMore: false, failed: false, isPending: false, isFetching: false } };
    const loading = { loadMore: () => {}, loadRows: async () => many, refetch: () => {} };
    const view = <PrintView title="Biología" list={{ cards: many, ...list, ...loading }} onClose={() => {}} />;
    renderApp(view, "/folders/1");
    const drawn = () => document.querySelectorAll("[data-printed-card]").length;
    const button = screen.getByText("Imprimir", { selector: "button, button *" }).closest("button");
    expect(screen.getByText("Preparando 200 de 210 cartas...")).toBeTruthy();
    expect([drawn(), button?.disabled]).toEqual([200, true]);
    await waitFor(() => expect([drawn(), button?.disabled]).toEqual([210, false]));
  });
});
