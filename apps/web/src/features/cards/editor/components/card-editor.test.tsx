import * as accountEndpoints from "@repasa/contract/client/account.ts";
import * as cardEndpoints from "@repasa/contract/client/cards.ts";
import * as folderEndpoints from "@repasa/contract/client/folders.ts";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { CardDialog } from "#features/cards/editor/components/card-dialog.tsx";
import { fakeApi } from "#testing/fake-api.ts";
import { renderApp } from "#testing/render.tsx";
import { sampleCard, sampleFolder, samplePreferences } from "#testing/sample-data.ts";
import { fakeUploads } from "#testing/sample-imports.ts";
import { toasts } from "#testing/toasts.ts";

const field = (name: string) => screen.getByLabelText<HTMLTextAreaElement>(name);
const button = (name: string | RegExp) => screen.getByRole("button", { name });
const ID = "c".repeat(64);

function open(card = undefined as ReturnType<typeof sampleCard> | undefined) {
  const api = fakeApi();
  api.answer(cardEndpoints.search, { cards: [], nextCursor: null });
  api.answer(cardEndpoints.tags, [
    { tag: "Biología", cards: 3 },
    { tag: "tema 3", cards: 1 },
  ]);
  api.answer(cardEndpoints.create, sampleCard({ id: 9 }));
  api.answer(cardEndpoints.update, sampleCard({ id: 1 }));
  api.answer(folderEndpoints.list, [sampleFolder({ id: 1, name: "Anatomía" })]);
  api.answer(accountEndpoints.preferences, samplePreferences());
  return { api, ...renderApp(<CardDialog open onOpenChange={() => {}} folderId={1} card={card} />) };
}

const findFirstBody = (api: ReturnType<typeof fakeApi>, endpoint: Parameters<typeof api.callsTo>[0]) =>
  api.callsTo(endpoint)[0]?.body;

describe("CardDialog", () => {
  it("says that three short lines are a list where answers are typed, and how they become alternatives", async () => {
    const { api, user } = open();
    api.answer(folderEndpoints.list, [sampleFolder({ id: 1, answerMode: "mix" })]);
    await user.type(field("Respuesta"), "uno\ndos");
    const notice = () => screen.queryByText(/^Al escribirla, la respuesta es una lista/);
    expect(notice()).toBeNull();
    await user.type(field("Respuesta"), "\ntres");
    await waitFor(() => expect(notice()).toBeTruthy());
    await user.clear(field("Respuesta"));
    await user.type(field("Respuesta"), "- uno\n- dos\n- tres");
    expect(notice()).toBeNull();
  });

  it("says so where the settings ask for typing, and the folder for nothing else", async () => {
    const { api, user } = open();
    api.answer(accountEndpoints.preferences, samplePreferences({ answerMode: "type" }));
    await user.type(field("Respuesta"), "uno\ndos\ntres");
    expect(await screen.findByText(/^Al escribirla/)).toBeTruthy();
  });

  it("says nothing of lists where cards are turned over", async () => {
    const { api, user } = open();
    await user.type(field("Respuesta"), "uno\ndos\ntres");
    await waitFor(() => expect(api.callsTo(folderEndpoints.list)).toHaveLength(1));
    expect(screen.queryByText(/^Al escribirla/)).toBeNull();
  });

  it("suggests tags in use, and sends the tags and the request for a reverse", async () => {
    const { api, user } = open();
    await user.type(field("Pregunta"), "hueso");
    await user.type(field("Respuesta"), "bone");
    await user.click(screen.getByRole("switch", { name: "También al revés" }));
    await user.type(screen.getByRole("combobox"), "biol");
    await user.click(await screen.findByRole("option", { name: "Biología" }));
    await user.type(screen.getByRole("combobox"), "inglés,");
    await user.click(button("Guardar"));
    await waitFor(() =>
      expect(findFirstBody(api, cardEndpoints.create)).toMatchObject({ reverse: true, tags: ["Biología", "inglés"] }),
    );
  });

  it("sends a changed format and tags again after a failed save", async () => {
    const { api, user } = open(sampleCard({ id: 1 }));
    api.fail(cardEndpoints.update, 500, "");
    await user.click(screen.getByRole("switch", { name: "Con formato" }));
    await user.type(screen.getByRole("combobox"), "inglés,");
    await user.click(button("Guardar"));
    await waitFor(() => expect(api.callsTo(cardEndpoints.update)).toHaveLength(1));
    await user.type(field("Respuesta"), "x");
    await user.click(button("Guardar"));
    await waitFor(() => expect(api.callsTo(cardEndpoints.update)).toHaveLength(2));
    expect(api.callsTo(cardEndpoints.update)[1]?.body).toMatchObject({ format: "markdown", tags: ["inglés"] });
  });

  it("splits a pasted text into tags, and shows an error for too many or too long ones", async () => {
    const { api, user } = open(sampleCard({ id: 1 }));
    const tags = () => screen.getByRole("combobox");
    await user.click(tags());
    await user.paste("uno, dos , ,UNO, tres");
    await user.keyboard("{Enter}");
    expect(screen.getAllByLabelText(/^Quitar la etiqueta/)).toHaveLength(3);
    await user.paste(Array.from({ length: 18 }, (_, index) => `n${index}`).join());
    await user.keyboard("{Control>}{Enter}{/Control}");
    expect(screen.getByText("Una carta puede tener hasta 20 etiquetas")).toBeTruthy();
    await user.click(button("Quitar la etiqueta n17"));
    await user.click(button("Quitar la etiqueta n16"));
    expect(screen.queryByText(/hasta 20/)).toBeNull();
    await user.click(tags());
    await user.paste("x".repeat(51));
    await user.click(button("Guardar"));
    expect(screen.getByText("Una etiqueta puede tener hasta 50 caracteres")).toBeTruthy();
    expect(api.callsTo(cardEndpoints.update)).toHaveLength(0);
  });

  it("clears a half-typed tag by Escape, and stays open", async () => {
    const { user } = open();
    await user.type(screen.getByRole("combobox"), "bio{Escape}");
    expect(screen.getByRole("combobox")).toHaveProperty("value", "");
    expect(screen.queryByRole("alertdialog")).toBeNull();
  });

  it("names the folder of a card with the same question, and can save nevertheless", async () => {
    const { api, user } = open();
    api.answer(cardEndpoints.search, { cards: [sampleCard({ id: 5, front: "¿Qué es un HUESO?" })], nextCursor: null });
    await user.type(field("Pregunta"), "¿Qué es un hueso?");
    expect(await screen.findByText("Ya tienes una carta con esta pregunta en «Anatomía».")).toBeTruthy();
    await user.type(field("Respuesta"), "x");
    await user.click(button("Guardar"));
    await waitFor(() => expect(api.callsTo(cardEndpoints.create)).toHaveLength(1));
  });

  it("does not take the card that was just saved for a duplicate of the next one", async () => {
    const { api, user } = open();
    api.answer(cardEndpoints.search, { cards: [sampleCard({ id: 5, front: "¿Qué es un hueso?" })], nextCursor: null });
    await user.type(field("Pregunta"), "¿Qué es un hueso?");
    await screen.findByText(/Ya tienes una carta/);
    await user.type(field("Respuesta"), "x{Control>}{Enter}{/Control}");
    expect(field("Pregunta").value).toBe("");
    expect(screen.queryByText(/Ya tienes una carta/)).toBeNull();
  });

  it("saves an edited card while the cache contains the search for its duplicates", async () => {
    const card = sampleCard();
    const { api, user } = open(card);
    api.answer(cardEndpoints.search, { cards: [], nextCursor: null });
    api.answer(cardEndpoints.update, { ...card, front: "¿Otra cosa?" });
    await user.clear(field("Pregunta"));
    await user.type(field("Pregunta"), "¿Otra cosa?");
    await waitFor(() => expect(api.callsTo(cardEndpoints.search)).not.toHaveLength(0));
    await user.click(button("Guardar"));
    expect(await toasts().findByText("Carta actualizada exitosamente")).toBeTruthy();
  });

  it("asks before it removes a gap together with its card", async () => {
    const gaps = { format: "markdown" as const, front: "{{c1::a}} {{c2::b}}", back: "", variant: "c1" };
    const { api, user } = open(sampleCard({ ...gaps, groupId: "5f0c3a4e-6a0b-4a53-9f0e-1d2c3b4a5968" }));
    expect(screen.getByText(/es de varias cartas/)).toBeTruthy();
    fireEvent.input(field("Pregunta"), { target: { value: "{{c1::a}} b" } });
    await user.click(button("Guardar"));
    expect((await screen.findByRole("alertdialog")).textContent).toContain("hueco 2");
    await user.click(button("Seguir editando"));
    expect(api.callsTo(cardEndpoints.update)).toHaveLength(0);
    await user.click(button("Guardar"));
    await user.click(await screen.findByRole("button", { name: "Quitar y guardar" }));
    await waitFor(() => expect(api.callsTo(cardEndpoints.update)).toHaveLength(1));
  });
});

describe("the preview of a card", () => {
  const preview = () => within(screen.getByRole("region", { name: "Vista previa" }));
  const side = (name: "Anverso" | "Reverso") => preview().getByRole("region", { name });
  const gaps = { format: "markdown" as const, front: "{{c1::Madrid}} y {{c2::Lima}}", back: "Capitales" };

  it("asks the question, hides its gap until it is turned, and steps through its siblings", async () => {
    const { user } = open(sampleCard({ ...gaps, variant: "c2", groupId: "5f0c3a4e-6a0b-4a53-9f0e-1d2c3b4a5968" }));
    expect(preview().getByText("Carta 2 de 2")).toBeTruthy();
    await waitFor(() => expect(side("Anverso").textContent).toBe("Madrid y [...]"));
    await user.click(preview().getByRole("button", { name: "Mostrar Respuesta" }));
    expect(side("Reverso").textContent).toBe("Madrid y LimaCapitales");
    await user.click(preview().getByRole("button", { name: "Carta anterior" }));
    expect(side("Anverso").textContent).toBe("[...] y Lima");
    await user.click(side("Anverso"));
    expect(side("Reverso").textContent).toContain("Madrid");
  });

  it("includes the reverse that will be created", async () => {
    const { user } = open();
    await user.click(screen.getByRole("switch", { name: "Con formato" }));
    await user.type(field("Pregunta"), "hueso");
    await user.type(field("Respuesta"), "bone");
    await user.click(screen.getByRole("switch", { name: "También al revés" }));
    await user.click(preview().getByRole("button", { name: "Carta siguiente" }));
    await waitFor(() => expect(side("Anverso").textContent).toBe("bone"));
  });
});

describe("a file pasted into a card", () => {
  /** Resolves the uploads, the oldest first. */
  let uploads: ((response: { status: number; body: unknown }) => void)[] = [];
  beforeEach(() => {
    uploads = [];
    fakeUploads(() => new Promise((resolve) => uploads.push(resolve)));
  });
  const paste = (file: File) =>
    fireEvent.paste(field("Pregunta"), { clipboardData: { files: [file], getData: () => "" } });
  const image = new File(["x"], "fémur.png", { type: "image/png" });

  it("shows the progress of its upload, delays saving, and is then embedded in the text", async () => {
    const { api, user } = open();
    await user.type(field("Pregunta"), "Hueso");
    await user.type(field("Respuesta"), "x");
    field("Pregunta").focus();
    paste(image);
    expect((await screen.findByRole("progressbar")).getAttribute("aria-valuetext")).toBe("50 %");
    await user.click(button("Guardar"));
    expect(await screen.findByText(/Espera a que termine de subir/)).toBeTruthy();
    uploads[0]?.({ status: 201, body: { id: ID, contentType: "image/png", bytes: 1 } });
    await waitFor(() => expect(field("Pregunta").value).toBe(`Hueso\n![fémur](media:${ID})`));
    await user.click(button("Guardar"));
    await waitFor(() => expect(findFirstBody(api, cardEndpoints.create)).toMatchObject({ format: "markdown" }));
  });

  it("is embedded in the side that it was pasted into, without moving the focus", async () => {
    open();
    paste(image);
    await waitFor(() => expect(uploads).toHaveLength(1));
    field("Respuesta").focus();
    uploads[0]?.({ status: 201, body: { id: ID, contentType: "image/png", bytes: 1 } });
    await waitFor(() => expect(field("Pregunta").value).toBe(`![fémur](media:${ID})`));
    expect(field("Respuesta").value).toBe("");
    expect(document.activeElement).toBe(field("Respuesta"));
  });

  it("is not embedded, with an error message, if the response is not the server's own", async () => {
    open();
    paste(image);
    await waitFor(() => expect(uploads).toHaveLength(1));
    uploads[0]?.({ status: 200, body: "<html>" });
    expect(await screen.findByText(/^No se pudo subir el archivo/)).toBeTruthy();
    expect(screen.queryByRole("progressbar")).toBeNull();
  });

  it("is rejected with a reason by the browser or by the server", async () => {
    open();
    paste(new File(["x"], "tema.pdf", { type: "application/pdf" }));
    expect((await screen.findByRole("alert")).textContent).toContain("Solo se admiten imágenes");
    expect(uploads).toHaveLength(0);
    paste(image);
    await waitFor(() => expect(uploads).toHaveLength(1));
    uploads[0]?.({ status: 402, body: { code: "unsupported_media_type", message: "El archivo no es una imagen" } });
    expect(await screen.findByText("El archivo no es una imagen")).toBeTruthy();
    expect(field("Pregunta").value).toBe("");
  });
});
