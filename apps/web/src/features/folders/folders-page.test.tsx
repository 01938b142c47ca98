import * as classEndpoints from "@repasa/contract/client/classes.ts";
import * as folderEndpoints from "@repasa/contract/client/folders.ts";
import * as followingEndpoints from "@repasa/contract/client/following.ts";
import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import FoldersPage from "#features/folders/folders-page.tsx";
import { fakeApi } from "#testing/fake-api.ts";
import { renderApp } from "#testing/render.tsx";
import { sampleFolder } from "#testing/sample-data.ts";
import { sampleImport } from "#testing/sample-imports.ts";

let api: ReturnType<typeof fakeApi>;
beforeEach(() => {
  api = fakeApi();
});

const names = () => screen.queryAllByRole("article").map((card) => within(card).getByRole("heading").textContent);
const threeDaysAgo = () => new Date(Date.now() - 3 * 86_400_000 - 3_600_000).toISOString();

const biology = () =>
  sampleFolder({ id: 1, name: "Biología", description: "La célula", hasStudiedCards: true, cardCount: 1, dueCount: 0 });
const english = () => sampleFolder({ id: 2, name: "Inglés", cardCount: 2, dueCount: 2, updatedAt: threeDaysAgo() });

describe("the address of a new card", () => {
  it("needs no question if there is one folder, and asks for none if there is none", async () => {
    api.answer(folderEndpoints.list, [english()]);
    const { unmount } = renderApp(<FoldersPage />, "/folders?nueva=carta");
    await waitFor(() => expect(window.location.pathname + window.location.search).toBe("/folders/2?nueva=carta"));
    unmount();
    api.answer(folderEndpoints.list, []);
    renderApp(<FoldersPage />, "/folders?nueva=carta");
    expect(await screen.findByRole("heading", { name: "Tu primera carpeta" })).toBeTruthy();
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  it("is left as the address of the folders when the question is closed", async () => {
    api.answer(folderEndpoints.list, [biology(), english()]);
    const { user } = renderApp(<FoldersPage />, "/folders?nueva=carta");
    await screen.findByRole("dialog", { name: "Nueva carta" });
    await user.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(window.location.search).toBe("");
  });
});

describe("the address that follows a link", () => {
  it.each([
    ["its folder", sampleFolder({ id: 9, name: "Biología" }), "/folders/9"],
    ["the import of a large folder", sampleImport({ format: "share" }), `/import?import=${sampleImport().id}`],
  ])("leads to %s", async (_, followed, address) => {
    api.answer(folderEndpoints.list, []);
    api.answer(followingEndpoints.follow, followed);
    renderApp(<FoldersPage />, "/folders?seguir=abc");
    await waitFor(() => expect(window.location.pathname + window.location.search).toBe(address));
  });
});

describe("the folder list", () => {
  it("is not up to date while due cards wait for another day, or before it was ever studied", async () => {
    const folder = (id: number, name: string, dueWaiting: number, hasStudiedCards = true) =>
      sampleFolder({ id, name, dueCount: 0, dueWaiting, hasStudiedCards });
    api.answer(folderEndpoints.list, [
      folder(1, "Griego", 12),
      folder(2, "Latín", 1),
      folder(3, "Arte", 0),
      folder(4, "Ruso", 0, false),
    ]);
    renderApp(<FoldersPage />, "/folders");
    const described = async (name: string) =>
      (await screen.findByRole("article", { name })).querySelector("p")?.textContent;
    expect(await described("Griego")).toMatch(/^12 repasos esperan su día/);
    expect(await described("Latín")).toMatch(/^1 repaso espera su día/);
    expect(await described("Arte")).toMatch(/^Al día/);
    expect(await described("Ruso")).toMatch(/^Sin empezar/);
  });

  it("puts folders with pending cards first, and sorts by name", async () => {
    const named = (id: number, name: string, dueCount: number) => sampleFolder({ id, name, cardCount: 12, dueCount });
    api.answer(folderEndpoints.list, [
      named(1, "zoología", 0),
      named(2, "Tema 10", 3),
      named(3, "Ética", 0),
      named(4, "Tema 9", 1),
      named(5, "Biología", 0),
    ]);
    renderApp(<FoldersPage />, "/folders");
    await screen.findByRole("article", { name: "Ética" });
    expect(names()).toEqual(["Tema 9", "Tema 10", "Biología", "Ética", "zoología"]);
    expect(screen.getByText("3 de 12 pendientes")).toBeTruthy();
  });

  it("has one stop of the Tab key in each row, whose other controls the arrows reach", async () => {
    api.answer(folderEndpoints.list, [biology(), english()]);
    const { user } = renderApp(<FoldersPage />, "/folders");
    (await screen.findByPlaceholderText("Buscar carpetas...")).focus();
    const focused = () =>
      `${document.activeElement?.closest("article")?.querySelector("h2")?.textContent} ${document.activeElement?.textContent}`;
    await user.tab();
    expect(focused()).toBe("Inglés Ver cartas");
    await user.keyboard("{ArrowRight}");
    expect(focused()).toBe("Inglés Empezar");
    await user.keyboard("{ArrowRight}");
    expect(document.activeElement?.getAttribute("aria-label")).toBe("Eliminar carpeta Inglés");
    await user.keyboard("{ArrowRight}");
    await user.tab();
    expect(focused()).toBe("Biología Ver cartas");
    await user.keyboard("{ArrowRight}");
    expect(focused()).toBe("Biología Repasar");
    expect(screen.getByText("hace 3 días")).toBeTruthy();
  });

  it("searches descriptions, too, until the search is cleared", async () => {
    api.answer(folderEndpoints.list, [biology(), english()]);
    const { user } = renderApp(<FoldersPage />, "/folders");
    const box = await screen.findByPlaceholderText("Buscar carpetas...");
    await user.type(box, "celula");
    await waitFor(() => expect(names()).toEqual(["Biología"]));
    await user.type(box, "x");
    expect(await screen.findByText("Ninguna carpeta coincide")).toBeTruthy();
    await user.click(screen.getAllByRole("button", { name: "Borrar búsqueda" }).at(-1) as HTMLElement);
    await waitFor(() => expect(names()).toEqual(["Inglés", "Biología"]));
  });

  it("makes the face of a new folder from its name until one is chosen", async () => {
    api.answer(folderEndpoints.list, [english()]);
    api.answer(folderEndpoints.create, biology());
    const { user } = renderApp(<FoldersPage />, "/folders");
    await user.click(await screen.findByRole("button", { name: "Nueva carpeta" }));
    const button = await screen.findByRole("button", { name: "Color e icono" });
    expect(screen.queryByLabelText("Icono")).toBeNull();
    await user.type(screen.getByLabelText("Nombre"), "Química");
    expect(button.textContent).toBe("🧪");
    await user.click(button);
    await user.click(screen.getByRole("radio", { name: "Gris" }));
    await user.type(screen.getByLabelText("Icono"), "no");
    await user.click(button);
    expect(screen.queryByLabelText("Icono"), "closed").toBeNull();
    await user.click(screen.getByRole("button", { name: "Crear carpeta" }));
    expect(screen.getByText("El icono debe ser un solo emoji o una sola letra")).toBeTruthy();
    await user.click(button);
    await user.clear(screen.getByLabelText("Icono"));
    await user.click(screen.getByRole("button", { name: "🧬" }));
    expect(button.querySelector("[data-face=gray]")?.textContent).toBe("🧬");
    await user.click(screen.getByRole("button", { name: "Crear carpeta" }));
    await waitFor(() =>
      expect(api.callsTo(folderEndpoints.create)[0]?.body).toMatchObject({
        name: "Química",
        color: "gray",
        icon: "🧬",
      }),
    );
  });

  it("asks for a name and a face, with the rest under a fold, and for accents only where answers are typed", async () => {
    api.answer(folderEndpoints.list, [biology()]);
    const { user } = renderApp(<FoldersPage />, "/folders");
    await user.click(await screen.findByRole("button", { name: "Nueva carpeta" }));
    expect(screen.getByLabelText("Nombre").closest("details")).toBeNull();
    expect(document.activeElement).toBe(screen.getByLabelText("Nombre"));
    const rest = screen.getByText("Más opciones").closest("details");
    expect(rest).toHaveProperty("open", false);
    for (const label of ["Descripción (opcional)", "Idioma de las cartas", "Al estudiar"])
      expect(screen.getByLabelText(label).closest("details")).toBe(rest);
    await user.click(screen.getByText("Más opciones"));
    expect(screen.queryByRole("switch", { name: "Las tildes cuentan" })).toBeNull();
    await user.selectOptions(screen.getByLabelText("Al estudiar"), "Escribir solo las respuestas cortas");
    expect(screen.getByRole("switch", { name: "Las tildes cuentan" })).toBeTruthy();
  });

  it("can be loaded again after a failure", async () => {
    api.fail(folderEndpoints.list, 503, { message: "La base de datos no responde", code: "unavailable" });
    const { user } = renderApp(<FoldersPage />, "/folders");
    const retry = await screen.findByRole("button", { name: "Reintentar" });
    api.answer(folderEndpoints.list, [biology()]);
    await user.click(retry);
    await waitFor(() => expect(names()).toEqual(["Biología"]));
  });

  it("says below the folders that the classes could not be loaded, and loads them again", async () => {
    api.answer(folderEndpoints.list, [biology()]);
    api.fail(classEndpoints.list, 503, { message: "La base de datos no responde", code: "unavailable" });
    const { user } = renderApp(<FoldersPage />, "/folders");
    expect(await screen.findByText("No se pudieron cargar tus clases")).toBeTruthy();
    api.answer(classEndpoints.list, []);
    await user.click(screen.getByRole("button", { name: "Reintentar" }));
    await waitFor(() => expect(screen.queryByRole("heading", { name: "Clases" })).toBeNull());
    expect(names()).toEqual(["Biología"]);
  });
});
