import * as cardEndpoints from "@repasa/contract/client/cards.ts";
import * as folderEndpoints from "@repasa/contract/client/folders.ts";
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { PrintView } from "#features/cards/list/components/print-view.tsx";
import FolderPage from "#features/folders/folder-page.tsx";
import { fakeApi } from "#testing/fake-api.ts";
import { renderApp } from "#testing/render.tsx";
import { sampleCard, sampleFolder, sampleFolderStats, sampleUser } from "#testing/sample-data.ts";
import { SignedIn } from "#testing/signed-in.tsx";

const BATCH = "3c9b2a10-5d1f-4b62-8f0a-7f3f5f8a1b2c";

let api: ReturnType<typeof fakeApi>;
beforeEach(() => {
  api = fakeApi();
  api.answer(folderEndpoints.read, sampleFolder());
  api.answer(folderEndpoints.list, [sampleFolder(), sampleFolder({ id: 2, name: "Química" })]);
  api.answer(folderEndpoints.stats, sampleFolderStats());
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

async function renderFolder() {
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
const selectedLabels = () =>
  screen.getAllByRole<HTMLInputElement>("checkbox").flatMap((box) => (box.checked ? [box.ariaLabel] : []));
const row = (front: string) => screen.getByText(front).closest("[data-card]") as HTMLElement;
const sentBatches = () => api.callsTo(cardEndpoints.batch).map(({ body }) => body);

describe("a selection of cards", () => {
  it("is made by a long press, which does not renderFolder the card", async () => {
    await renderFolder();
    vi.useFakeTimers();
    const link = row("dos").querySelector("a") as HTMLElement;
    const down = new MouseEvent("pointerdown", { bubbles: true });
    Object.assign(down, { pointerType: "touch", isPrimary: true });
    fireEvent(link, down);
    act(() => void vi.advanceTimersByTime(500));
    fireEvent.click(link);
    expect(selectedLabels()).toEqual(["Seleccionar «dos»"]);
    const edit = within(row("dos")).getByLabelText("Editar carta");
    const onButton = new MouseEvent("pointerdown", { bubbles: true });
    fireEvent(edit, Object.assign(onButton, { pointerType: "touch", isPrimary: true }));
    act(() => void vi.advanceTimersByTime(500));
    vi.useRealTimers();
    expect(selectedLabels()).toEqual(["Seleccionar «dos»"]);
    expect(window.location.pathname).toBe("/folders/1");
  });

  it("is deleted after a confirmation, and the folder's menu lists the change", async () => {
    const { user } = await renderFolder();
    await user.click(screen.getByLabelText("Seleccionar «uno»"));
    expect(within(await bar()).getByRole("toolbar", { name: "Acciones para 1 carta" })).toBeTruthy();
    await user.click(within(await bar()).getByRole("button", { name: "Eliminar" }));
    const confirmation = within(screen.getByRole("alertdialog"));
    expect(confirmation.getByText("¿Eliminar 1 carta?")).toBeTruthy();
    await user.click(confirmation.getByRole("button", { name: "Eliminar" }));
    await waitFor(() => expect(sentBatches()).toEqual([{ cardIds: [1], action: "delete" }]));
    const menu = screen.getByRole("button", { name: "Más opciones de la carpeta" });
    await waitFor(() => expect(document.activeElement).toBe(menu));
    await user.click(menu);
    await user.click(await screen.findByRole("menuitem", { name: "Últimos cambios" }));
    expect(within(await screen.findByRole("dialog")).getByText("1 carta eliminada")).toBeTruthy();
  });

  it("is resumed if it is suspended, reset after a confirmation, and loses a tag that it has", async () => {
    const { user } = await renderFolder();
    const chooseMore = async (name: string) => {
      await user.click(screen.getByLabelText("Seleccionar «uno»"));
      await user.click(within(await bar()).getByRole("button", { name: "Más" }));
      await user.click(screen.getByRole("menuitem", { name }));
    };
    await user.click(screen.getByLabelText("Seleccionar «tres»"));
    await user.click(within(await bar()).getByRole("button", { name: "Reanudar" }));
    await waitFor(() => expect(sentBatches()).toEqual([{ cardIds: [3], action: "resume" }]));
    await chooseMore("Reiniciar");
    await user.click(within(screen.getByRole("alertdialog")).getByRole("button", { name: "Reiniciar" }));
    await waitFor(() => expect(sentBatches()).toContainEqual({ cardIds: [1], action: "reset" }));
    await chooseMore("Quitar etiqueta");
    await user.click(within(await screen.findByRole("dialog")).getByRole("button", { name: /Examen/ }));
    await waitFor(() => expect(sentBatches()).toContainEqual({ cardIds: [1], action: "untag", tags: ["Examen"] }));
  });

  it("has a text replaced, after the number of its occurrences is shown", async () => {
    const { user } = await renderFolder();
    await user.click(screen.getByRole("button", { name: "Más opciones de la carpeta" }));
    await user.click(screen.getByRole("menuitem", { name: "Seleccionar cartas" }));
    await user.click(within(await bar()).getByRole("button", { name: "Seleccionar todo" }));
    await user.click(within(await bar()).getByRole("button", { name: "Más" }));
    await user.click(screen.getByRole("menuitem", { name: "Buscar y reemplazar" }));
    await user.type(await screen.findByLabelText("Buscar"), "dos");
    expect(screen.getByText("Aparece 1 vez en 1 carta.")).toBeTruthy();
    await user.type(screen.getByLabelText("Reemplazar por"), "2");
    await user.click(screen.getByRole("button", { name: "Reemplazar" }));
    await waitFor(() =>
      expect(sentBatches()).toEqual([{ cardIds: [2], action: "replace", find: "dos", replacement: "2" }]),
    );
  });

  it("remains after a failed change, which is reported with the server's reason", async () => {
    const { user } = await renderFolder();
    api.fail(cardEndpoints.batch, 404, { code: "not_found", message: "Alguna carta ya no existe." });
    await user.click(screen.getByLabelText("Seleccionar «uno»"));
    await user.click(within(await bar()).getByRole("button", { name: "Suspender" }));
    expect((await screen.findAllByText("Alguna carta ya no existe.")).length).toBeGreaterThan(0);
    expect(selectedLabels()).toHaveLength(1);
  });
});

describe("the print view", () => {
  it("has its own history entry, and the browser's print command explains where to find it", async () => {
    const { user } = await renderFolder();
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

  it("is rendered in portions, and can be printed once it is complete", async () => {
    const many = Array.from({ length: 210 }, (_, index) => sampleCard({ id: index + 1 }));
    const list = {
      total: many.length,
      hasMore: false,
      failed: false,
      error: null,
      isPending: false,
      isFetching: false,
    };
    const loading = { loadMore: () => {}, loadRows: async () => many, refetch: () => {} };
    const view = <PrintView title="Biología" list={{ cards: many, ...list, ...loading }} onClose={() => {}} />;
    renderApp(view, "/folders/1");
    const countRendered = () => document.querySelectorAll("[data-printed-card]").length;
    const button = screen.getByText("Imprimir", { selector: "button, button *" }).closest("button");
    expect(screen.getByText("Preparando 200 de 210 cartas...")).toBeTruthy();
    expect([countRendered(), button?.disabled]).toEqual([200, true]);
    await waitFor(() => expect([countRendered(), button?.disabled]).toEqual([210, false]));
  });
});
