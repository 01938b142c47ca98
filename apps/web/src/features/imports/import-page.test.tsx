import * as folderEndpoints from "@repasa/contract/client/folders.ts";
import * as importEndpoints from "@repasa/contract/client/imports.ts";
import { QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import ImportPage from "#features/imports/import-page.tsx";
import { importQuery } from "#features/imports/imports.api.ts";
import { startUpload, uploadStore } from "#features/imports/imports.upload.ts";
import { stopWatching } from "#features/imports/imports.watch.ts";
import { replaceUser } from "#features/session/session.user.ts";
import { fakeApi } from "#testing/fake-api.ts";
import { renderApp } from "#testing/render.tsx";
import { sampleFolder, sampleUser } from "#testing/sample-data.ts";
import {
  fakeUploads,
  IMPORT_ID,
  sampleImport,
  samplePreview,
  sampleResult,
  sampleTable,
} from "#testing/sample-imports.ts";
import { Toaster } from "#ui/toaster.tsx";

let api: ReturnType<typeof fakeApi>;
beforeEach(() => {
  api = fakeApi();
  api.answer(folderEndpoints.list, [sampleFolder({ id: 7, name: "Astronomía" })]);
  api.answer(importEndpoints.list, []);
});
afterEach(() => {
  stopWatching();
  uploadStore.clear();
});

const IMPORT_ADDRESS = `/import?import=${IMPORT_ID}`;
const TEXT = "sol\testrella\nluna\tsatélite";
const answerUploads = (status: number, body: unknown) => fakeUploads(() => ({ status, body }));
const button = (name: string | RegExp) => screen.findByRole("button", { name });
const paste = (target: Element, text: string, files: File[] = []) =>
  fireEvent.paste(target, { clipboardData: { getData: () => text, files, types: [] } });
const listStartedOptions = () =>
  api.callsTo(importEndpoints.start).map(({ body }) => (body as { options: object }).options);

describe("ImportPage", () => {
  it("explains why nothing of a file can be imported, and shows no import button", async () => {
    const message = "Ninguna carta de este archivo se puede traer: cartas sin respuesta (3).";
    const unsupported = [{ reason: "Cartas sin respuesta", count: 3, sample: "uno" }];
    const preview = samplePreview({ cards: 0, folders: [], samples: [], unsupported });
    api.answer(importEndpoints.read, sampleImport({ preview, error: { code: "no_cards", message } }));
    renderApp(<ImportPage />, IMPORT_ADDRESS);
    expect(await screen.findByText(message)).toBeTruthy();
    expect(screen.getByText(/^Cartas sin respuesta/)).toBeTruthy();
    expect(screen.queryByRole("button", { name: /^Importar/ })).toBeNull();
    expect(screen.getByRole("button", { name: "Cancelar" })).toBeTruthy();
  });

  it("offers to import a backup with folders and reviews but no cards", async () => {
    const folders = [{ name: "Vacía", cards: 0, existing: false }];
    const preview = samplePreview({ cards: 0, folders, samples: [], reviews: 3, duplicates: 0 });
    api.answer(importEndpoints.read, sampleImport({ preview, error: null }));
    renderApp(<ImportPage />, IMPORT_ADDRESS);
    expect(await screen.findByText(/^1 carpeta · 3 repasos/)).toBeTruthy();
    expect(screen.getByRole("button", { name: "Importar" })).toBeTruthy();
  });

  it("reports imported reviews if all cards already existed, and offers to undo them", async () => {
    answerUploads(202, sampleImport());
    api.answer(importEndpoints.start, sampleImport({ status: "running" }));
    const result = sampleResult({ skipped: 2, reviews: 3 });
    api.answer(importEndpoints.read, sampleImport({ status: "done", result }));
    const { user } = renderApp(<ImportPage />, "/import?folder=7");
    await screen.findByText("En «Astronomía»");
    paste(screen.getByLabelText("Pega tus cartas"), TEXT);
    await user.click(await button("Importar 2 cartas"));
    expect(await screen.findByRole("heading", { name: "Tus repasos ya están aquí" })).toBeTruthy();
    expect(screen.getByText("3 repasos de tu historial")).toBeTruthy();
    expect(await button("Deshacer la importación")).toBeTruthy();
  });

  it("accepts files and text pasted or dropped anywhere on the page", async () => {
    const uploads = answerUploads(202, sampleImport());
    renderApp(<ImportPage />, "/import");
    await screen.findByLabelText("Pega tus cartas");
    const file = new File(["x"], "mazo.apkg");
    fireEvent.drop(document.body, { dataTransfer: { getData: () => "", files: [file], types: ["Files"] } });
    await waitFor(() => expect(uploads).toHaveLength(1));
    expect(uploads[0]?.body.get("file")).toMatchObject({ name: "mazo.apkg" });
  });

  it("rejects a file that is too large before sending it, and shows why the server rejects a text", async () => {
    const uploads = answerUploads(409, { code: "conflict", message: "Termina antes una de tus importaciones." });
    const { user } = renderApp(<ImportPage />, "/import");
    const huge = new File(["x"], "todo.colpkg");
    Object.defineProperty(huge, "size", { value: 301 * 1024 * 1024 });
    await user.upload(await screen.findByLabelText("Archivo con tus cartas"), huge);
    expect((await screen.findByRole("alert")).textContent).toContain("más de 300 MB");
    expect(uploads).toEqual([]);
    paste(screen.getByLabelText("Pega tus cartas"), TEXT);
    expect(await screen.findByText("Termina antes una de tus importaciones.")).toBeTruthy();
  });

  it("preserves the text that could not be sent until the page is left", async () => {
    answerUploads(503, { code: "unavailable", message: "Ahora no." });
    const { unmount } = renderApp(<ImportPage />, "/import");
    paste(await screen.findByLabelText("Pega tus cartas"), TEXT);
    expect(await screen.findByText("Ahora no.")).toBeTruthy();
    expect(screen.getByLabelText("Pega tus cartas")).toHaveProperty("value", TEXT);
    window.history.replaceState(null, "", "/folders");
    unmount();
    expect(uploadStore.snapshot()).toEqual({ status: "idle" });
  });

  it("reports the outcome of an upload on another screen, and asks before the tab is closed meanwhile", async () => {
    let answer = (_: { status: number; body: unknown }) => {};
    fakeUploads(
      () =>
        new Promise((resolve) => {
          answer = resolve;
        }),
    );
    const { rerender, queryClient } = renderApp(<ImportPage />, "/import");
    const leaving = () => !window.dispatchEvent(new Event("beforeunload", { cancelable: true }));
    paste(await screen.findByLabelText("Pega tus cartas"), TEXT);
    await screen.findByRole("heading", { name: "Enviando" });
    window.history.replaceState(null, "", "/folders");
    rerender(
      <QueryClientProvider client={queryClient}>
        <Toaster />
      </QueryClientProvider>,
    );
    expect(leaving()).toBe(true);
    api.answer(importEndpoints.read, sampleImport());
    answer({ status: 202, body: sampleImport() });
    expect(await screen.findByText("«Texto pegado» está listo para importar")).toBeTruthy();
    expect(leaving()).toBe(false);
    uploadStore.clear();
    const again = startUpload(queryClient, { text: TEXT });
    answer({ status: 503, body: { code: "unavailable", message: "Ahora no." } });
    await again;
    expect(await screen.findByText("Ahora no.")).toBeTruthy();
  });

  it("cancels an upload when the user signs out", async () => {
    fakeUploads(() => new Promise(() => {}));
    const { queryClient } = renderApp(<ImportPage />, "/import");
    replaceUser(queryClient, sampleUser());
    paste(await screen.findByLabelText("Pega tus cartas"), TEXT);
    await screen.findByRole("heading", { name: "Enviando" });
    replaceUser(queryClient, null);
    expect(uploadStore.snapshot()).toEqual({ status: "idle" });
  });

  it("cancels an upload on request", async () => {
    fakeUploads(() => new Promise(() => {}));
    const { user } = renderApp(<ImportPage />, "/import");
    paste(await screen.findByLabelText("Pega tus cartas"), TEXT);
    const sending = await screen.findByRole("heading", { name: "Enviando" });
    expect(document.activeElement).toBe(sending);
    await user.click(await button("Cancelar"));
    expect(await screen.findByLabelText("Pega tus cartas")).toBeTruthy();
    expect(document.activeElement).not.toBe(document.body);
  });
});

describe("the preview of an import", () => {
  it("shows what can and cannot be imported and why, and the limits of a free account", async () => {
    const preview = samplePreview({
      folders: [
        { name: "Anatomía / Huesos", cards: 30, existing: true },
        { name: "Anatomía", cards: 12, existing: false },
      ],
      cards: 42,
      duplicates: 3,
      reviews: 120,
      media: 4,
      unsupported: [{ reason: "Tienen imágenes ocultas por partes", count: 5, sample: "Cráneo" }],
      limits: { message: "Caben 20 cartas más en tu cuenta gratuita." },
    });
    api.answer(importEndpoints.read, sampleImport({ format: "apkg", fileName: "anatomia.apkg", preview }));
    api.answer(importEndpoints.start, sampleImport({ status: "running" }));
    const { user } = renderApp(<ImportPage />, IMPORT_ADDRESS);
    expect(await screen.findByRole("heading", { name: "anatomia.apkg" })).toBeTruthy();
    expect(screen.getByText("42 cartas · 120 repasos · 4 imágenes y audios")).toBeTruthy();
    expect(screen.getByText("3 ya las tienes.")).toBeTruthy();
    expect(screen.getByText("Caben 20 cartas más en tu cuenta gratuita.")).toBeTruthy();
    await user.click(screen.getByText("5 cosas no se pueden traer"));
    expect(screen.getByText("Tienen imágenes ocultas por partes")).toBeTruthy();
    const folders = screen.getByText("Anatomía / Huesos").closest("ul") as HTMLElement;
    expect(
      within(folders)
        .getAllByText(/Ya existe|Nueva/)
        .map((badge) => badge.textContent),
    ).toEqual(["Ya existe", "Nueva"]);
    await user.click(screen.getByLabelText("Traer mi historial"));
    await user.click(screen.getByRole("radio", { name: "Actualizarlas" }));
    await user.selectOptions(await screen.findByLabelText("Dónde"), "Astronomía");
    api.answer(importEndpoints.read, sampleImport({ status: "done", result: sampleResult({ cards: 42 }), preview }));
    await user.click(await button("Importar 42 cartas"));
    expect(listStartedOptions()).toEqual([{ folderId: 7, duplicates: "update", history: false, media: true }]);
    // The link leads to the chosen folder, although the file names other ones.
    const study = await screen.findByRole("link", { name: "Estudiar ahora" });
    expect(study.getAttribute("href")).toBe("/study/7");
    expect(document.activeElement).toBe(screen.getByRole("heading", { name: "Tus cartas ya están aquí" }));
  });

  const STUDY = {
    recall: 0.826,
    reviews: 9000,
    retentions: [
      { retention: 0.83, perDay: 94.6 },
      { retention: 0.9, perDay: 140.2 },
    ],
    catchUp: { due: 376, days: 6, perDay: 110 },
  };

  it("of a student of Anki may aim for the present setting", async () => {
    api.answer(importEndpoints.read, sampleImport({ preview: samplePreview({ reviews: 9000, study: STUDY }) }));
    api.answer(importEndpoints.start, sampleImport({ status: "running" }));
    const { user } = renderApp(<ImportPage />, IMPORT_ADDRESS);
    const group = await screen.findByRole("group", { name: /^Hasta ahora recordabas el 83\s%$/ });
    await user.click(within(group).getByRole("radio", { name: /^Recordar el 90\s%$/ }));
    expect(screen.getByText(/^Unas 140 cartas al día las próximas dos semanas/)).toBeTruthy();
    await user.click(await button("Importar 2 cartas"));
    expect(listStartedOptions()).toEqual([{ duplicates: "skip", history: true, media: true, retention: 0.9 }]);
  });

  it("says what was recalled without a choice to who has made it, and nothing without the history", async () => {
    const study = { ...STUDY, retentions: [{ retention: 0.85, perDay: 0.4 }], catchUp: null };
    api.answer(importEndpoints.read, sampleImport({ preview: samplePreview({ reviews: 9000, study }) }));
    api.answer(importEndpoints.start, sampleImport({ status: "running" }));
    const { user } = renderApp(<ImportPage />, IMPORT_ADDRESS);
    expect((await screen.findByText("Hasta ahora recordabas el 83 %")).tagName).toBe("P");
    expect(screen.getByText(/^Alrededor de una carta al día/)).toBeTruthy();
    await user.click(screen.getByLabelText("Traer mi historial"));
    expect(screen.queryByText("Hasta ahora recordabas el 83 %")).toBeNull();
    await user.click(await button("Importar 2 cartas"));
    expect(listStartedOptions()[0]).not.toHaveProperty("retention");
  });

  it("preselects the folder of the address, even if the import is loaded before the folders", async () => {
    let answer = () => {};
    api.answer(importEndpoints.read, sampleImport());
    api.on(folderEndpoints.list, async () => {
      await new Promise<void>((resolve) => {
        answer = resolve;
      });
      return { status: 200, body: [sampleFolder({ id: 7, name: "Astronomía" })] };
    });
    api.answer(importEndpoints.start, sampleImport({ status: "running" }));
    const { user, queryClient } = renderApp(<ImportPage />, `${IMPORT_ADDRESS}&folder=7`);
    await queryClient.prefetchQuery(importQuery(IMPORT_ID));
    answer();
    await user.click(await button("Importar 2 cartas"));
    expect(listStartedOptions()).toMatchObject([{ folderId: 7 }]);
  });

  it("cannot start with one column, and sends how the table is read", async () => {
    api.answer(importEndpoints.read, sampleImport({ preview: samplePreview({ table: sampleTable() }) }));
    api.fail(importEndpoints.start, 400, { code: "validation_failed", message: "La columna 9 no existe." });
    const { user } = renderApp(<ImportPage />, IMPORT_ADDRESS);
    await user.selectOptions(await screen.findByLabelText("Las columnas se separan con"), "Barra vertical");
    expect(screen.getByText(/no hay dos columnas/)).toBeTruthy();
    expect(await button("Importar")).toHaveProperty("disabled", true);
    await user.selectOptions(screen.getByLabelText("Las columnas se separan con"), "Tabulación");
    await user.click(screen.getByLabelText("La primera fila es un título"));
    await user.click(await button("Importar"));
    expect(listStartedOptions()).toMatchObject([
      { separator: "\t", header: true, columns: { front: 0, back: 1, tags: null, folder: null, extra: null } },
    ]);
    // The error is shown, and the preview does not change.
    expect((await screen.findAllByText("La columna 9 no existe.")).length).toBeGreaterThan(0);
    expect(await button("Importar")).toHaveProperty("disabled", false);
  });
});

describe("the preview of a table with a third column", () => {
  const rows = [
    ["Término", "Definición", "Tema"],
    ["sol", "estrella", "astros"],
  ];
  const table = { separator: "", header: true, columns: { front: 0, back: 1 }, rows };

  it("offers the column as extra text, and no separator for a spreadsheet", async () => {
    api.answer(importEndpoints.read, sampleImport({ fileName: "libro.xlsx", preview: samplePreview({ table }) }));
    const { user } = renderApp(<ImportPage />, IMPORT_ADDRESS);
    expect(await screen.findByText("La columna «Tema» no se importa.")).toBeTruthy();
    await user.click(await button("Añadirla a la respuesta"));
    expect(screen.getByLabelText("Columna 3")).toHaveProperty("value", "extra");
    expect(screen.getByRole("heading", { name: "Así quedarán" }).closest("section")?.textContent).toContain("astros");
    expect(screen.getByText("Hoja de cálculo")).toBeTruthy();
    expect(screen.queryByLabelText("Las columnas se separan con")).toBeNull();
    expect(screen.getByLabelText("La primera fila es un título")).toBeTruthy();
  });
});

describe("an import that was started", () => {
  it("is shown when the page is opened again, survives a failed request, and is no longer polled at its end", async () => {
    const running = sampleImport({ status: "running", progress: { done: 10, total: 40 } });
    api.answer(importEndpoints.list, [running]);
    let requests = 0;
    api.on(importEndpoints.read, () => {
      requests += 1;
      if (requests === 2) return { status: 503, body: { code: "unavailable", message: "Ahora no." } };
      return {
        status: 200,
        body: requests > 2 ? { ...running, status: "done", result: sampleResult({ cards: 40 }) } : running,
      };
    });
    renderApp(<ImportPage />, "/import");
    expect(await screen.findByText("10 de 40")).toBeTruthy();
    expect(await screen.findByText(/seguimos intentándolo/)).toBeTruthy();
    expect(await screen.findByText("40 cartas nuevas")).toBeTruthy();
    expect(window.location.search).toBe(`?import=${IMPORT_ID}`);
    const requestsAtEnd = requests;
    await new Promise((resolve) => setTimeout(resolve, 600));
    expect(requests).toBe(requestsAtEnd);
  });

  it("is reported on another screen that was opened before the server responded", async () => {
    const done = sampleImport({ status: "done", result: sampleResult({ cards: 2 }) });
    let answer = () => {};
    api.answer(importEndpoints.read, sampleImport());
    api.on(importEndpoints.start, async () => {
      await new Promise<void>((resolve) => {
        answer = resolve;
      });
      return { status: 202, body: sampleImport({ status: "running" }) };
    });
    const { user, rerender, queryClient } = renderApp(<ImportPage />, IMPORT_ADDRESS);
    await user.click(await button("Importar 2 cartas"));
    window.history.replaceState(null, "", "/folders");
    rerender(
      <QueryClientProvider client={queryClient}>
        <Toaster />
      </QueryClientProvider>,
    );
    api.answer(importEndpoints.read, done);
    answer();
    expect(await screen.findByText("Importación terminada: 2 cartas nuevas")).toBeTruthy();
  });

  it("shows why it failed, and the earlier imports", async () => {
    const error = { code: "unreadable", message: "El archivo está dañado." };
    const before = sampleImport({
      id: IMPORT_ID.replace("3", "4"),
      status: "done",
      fileName: "huesos.csv",
      result: sampleResult({ cards: 8 }),
    });
    api.answer(importEndpoints.list, [before]);
    api.answer(importEndpoints.read, sampleImport({ status: "failed", error, preview: null }));
    const { user } = renderApp(<ImportPage />, IMPORT_ADDRESS);
    expect(await screen.findByText("El archivo está dañado.")).toBeTruthy();
    await user.click(await button("Probar con otro archivo"));
    expect(await screen.findByLabelText("Pega tus cartas")).toBeTruthy();
    expect(await screen.findByText(/^8 cartas nuevas · hace/)).toBeTruthy();
  });

  it("is left at once, although the list still says that it is being read", async () => {
    const reading = sampleImport({ status: "reading", preview: null });
    const error = { code: "unreadable", message: "El archivo está dañado." };
    api.answer(importEndpoints.read, reading);
    api.answer(importEndpoints.list, [reading]);
    const { user } = renderApp(<ImportPage />, IMPORT_ADDRESS);
    await screen.findByText("Leyendo");
    const slow = Promise.withResolvers<void>();
    api.on(importEndpoints.list, async () => {
      await slow.promise;
      return { status: 200, body: [] };
    });
    api.answer(importEndpoints.read, { ...reading, status: "failed", error });
    await user.click(await button("Probar con otro archivo"));
    await user.type(await screen.findByLabelText("Pega tus cartas"), "sol");
    expect(window.location.search).toBe("");
    slow.resolve();
  });
});
