import { cardEndpoints } from "@repasa/contract/cards.ts";
import { folderEndpoints } from "@repasa/contract/folders.ts";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { CardDialog } from "#features/cards/components/card-dialog.tsx";
import { fakeApi } from "#testing/fake-api.ts";
import { renderApp } from "#testing/render.tsx";
import { sampleCard, sampleFolder } from "#testing/sample-data.ts";

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
  return { api, ...renderApp(<CardDialog open onOpenChange={() => {}} folderId={1} card={card} />) };
}

const bodyOf = (api: ReturnType<typeof fakeApi>, endpoint: Parameters<typeof api.callsTo>[0]) =>
  api.callsTo(endpoint)[0]?.body;

describe("writing a card with formatting", () => {
  it("starts plain, with the focus on the front and no toolbar", () => {
    open();
    expect(document.activeElement).toBe(field("Anverso"));
    expect(screen.queryByRole("toolbar")).toBeNull();
  });

  it("makes gaps by a key, which numbers them, and needs no back then", async () => {
    const { api, user } = open();
    await user.type(field("Anverso"), "Madrid y Lima");
    field("Anverso").setSelectionRange(0, 6);
    fireEvent.keyDown(field("Anverso"), { code: "KeyC", ctrlKey: true, shiftKey: true });
    field("Anverso").setSelectionRange(17, 21);
    fireEvent.keyDown(field("Anverso"), { code: "KeyC", ctrlKey: true, shiftKey: true });
    expect(field("Anverso").value).toBe("{{c1::Madrid}} y {{c2::Lima}}");
    expect(screen.getByLabelText("Texto extra (opcional)")).toBeTruthy();
    await user.click(button("Guardar"));
    await waitFor(() =>
      expect(bodyOf(api, cardEndpoints.create)).toMatchObject({
        format: "markdown",
        front: "{{c1::Madrid}} y {{c2::Lima}}",
      }),
    );
  });

  it("puts signs around a selection, and takes them away again", async () => {
    const { user } = open();
    await user.type(field("Anverso"), "uno dos");
    await user.click(screen.getByRole("switch", { name: "Markdown" }));
    field("Anverso").setSelectionRange(4, 7);
    await user.click(button("Negrita"));
    expect(field("Anverso").value).toBe("uno **dos**");
    await user.click(button("Negrita"));
    expect(field("Anverso").value).toBe("uno dos");
  });

  it("sends tags and the reverse, and completes tags in use", async () => {
    const { api, user } = open();
    await user.type(field("Anverso"), "hueso");
    await user.type(field("Reverso"), "bone");
    await user.click(screen.getByRole("switch", { name: "También al revés" }));
    await user.type(screen.getByRole("combobox"), "biol");
    await user.click(await screen.findByRole("option", { name: "Biología" }));
    await user.type(screen.getByRole("combobox"), "inglés,");
    await user.click(button("Guardar"));
    await waitFor(() =>
      expect(bodyOf(api, cardEndpoints.create)).toMatchObject({ reverse: true, tags: ["Biología", "inglés"] }),
    );
  });

  it("keeps formatting and tags of an edited card that could not be saved", async () => {
    const { api, user } = open(sampleCard({ id: 1 }));
    api.fail(cardEndpoints.update, 500, "");
    await user.click(screen.getByRole("switch", { name: "Markdown" }));
    await user.type(screen.getByRole("combobox"), "inglés,");
    await user.click(button("Guardar"));
    await waitFor(() => expect(api.callsTo(cardEndpoints.update)).toHaveLength(1));
    await user.type(field("Reverso"), "x");
    await user.click(button("Guardar"));
    await waitFor(() => expect(api.callsTo(cardEndpoints.update)).toHaveLength(2));
    expect(api.callsTo(cardEndpoints.update)[1]?.body).toMatchObject({ format: "markdown", tags: ["inglés"] });
  });

  it("takes several tags at once, and tells which are too many or too long", async () => {
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

  it("takes half a tag back by Escape, and stays open", async () => {
    const { user } = open();
    await user.type(screen.getByRole("combobox"), "bio{Escape}");
    expect(screen.getByRole("combobox")).toHaveProperty("value", "");
    expect(screen.queryByRole("alertdialog")).toBeNull();
  });

  it("leaves Control's own keys to a Mac", async () => {
    vi.spyOn(navigator, "platform", "get").mockReturnValue("MacIntel");
    const { user } = open();
    await user.type(field("Anverso"), "uno");
    field("Anverso").setSelectionRange(0, 3);
    fireEvent.keyDown(field("Anverso"), { code: "KeyB", ctrlKey: true });
    expect(field("Anverso").value).toBe("uno");
    fireEvent.keyDown(field("Anverso"), { code: "KeyB", metaKey: true });
    expect(field("Anverso").value).toBe("**uno**");
    vi.restoreAllMocks();
  });

  it("tells in which folder the question is already, and saves all the same", async () => {
    const { api, user } = open();
    api.answer(cardEndpoints.search, { cards: [sampleCard({ id: 5, front: "¿Qué es un HUESO?" })], nextCursor: null });
    await user.type(field("Anverso"), "¿Qué es un hueso?");
    expect(await screen.findByText("Ya tienes una carta con esta pregunta en «Anatomía».")).toBeTruthy();
    await user.type(field("Reverso"), "x");
    await user.click(button("Guardar"));
    await waitFor(() => expect(api.callsTo(cardEndpoints.create)).toHaveLength(1));
  });

  it("saves a changed card whose question was looked for", async () => {
    const card = sampleCard();
    const { api, user } = open(card);
    api.answer(cardEndpoints.search, { cards: [], nextCursor: null });
    api.answer(cardEndpoints.update, { ...card, front: "¿Otra cosa?" });
    await user.clear(field("Anverso"));
    await user.type(field("Anverso"), "¿Otra cosa?");
    await waitFor(() => expect(api.callsTo(cardEndpoints.search)).not.toHaveLength(0));
    await user.click(button("Guardar"));
    expect(await screen.findByText("Carta actualizada exitosamente")).toBeTruthy();
  });

  it("asks before a gap goes with its card", async () => {
    const gaps = { format: "markdown" as const, front: "{{c1::a}} {{c2::b}}", back: "", variant: "c1" };
    const { api, user } = open(sampleCard({ ...gaps, groupId: "5f0c3a4e-6a0b-4a53-9f0e-1d2c3b4a5968" }));
    expect(screen.getByText(/es de varias cartas/)).toBeTruthy();
    fireEvent.input(field("Anverso"), { target: { value: "{{c1::a}} b" } });
    await user.click(button("Guardar"));
    expect((await screen.findByRole("alertdialog")).textContent).toContain("hueco 2");
    await user.click(button("Seguir editando"));
    expect(api.callsTo(cardEndpoints.update)).toHaveLength(0);
    await user.click(button("Guardar"));
    await user.click(await screen.findByRole("button", { name: "Quitar y guardar" }));
    await waitFor(() => expect(api.callsTo(cardEndpoints.update)).toHaveLength(1));
  });
});

describe("a file in a card", () => {
  let sent: { body: Blob; answer: (status: number, body: unknown) => void }[] = [];
  beforeEach(() => {
    sent = [];
    class Request {
      upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {};
      status = 0;
      statusText = "";
      responseText = "";
      onload = () => {};
      open() {}
      setRequestHeader() {}
      abort() {}
      getResponseHeader() {
        return null;
      }
      send(body: Blob) {
        this.upload.onprogress?.({ loaded: 1, total: 2 });
        const answer = (status: number, text: unknown) => {
          Object.assign(this, { status, responseText: JSON.stringify(text) });
          this.onload();
        };
        sent.push({ body, answer });
      }
    }
    vi.stubGlobal("XMLHttpRequest", Request);
  });
  const paste = (file: File) =>
    fireEvent.paste(field("Anverso"), { clipboardData: { files: [file], getData: () => "" } });
  const image = new File(["x"], "fémur.png", { type: "image/png" });

  it("is sent, shows how far, holds up saving, and stands in the text then", async () => {
    const { api, user } = open();
    await user.type(field("Anverso"), "Hueso");
    await user.type(field("Reverso"), "x");
    field("Anverso").focus();
    paste(image);
    expect((await screen.findByRole("progressbar")).getAttribute("aria-valuetext")).toBe("50 %");
    await user.click(button("Guardar"));
    expect(await screen.findByText(/Espera a que termine de subir/)).toBeTruthy();
    sent[0]?.answer(201, { id: ID, contentType: "image/png", bytes: 1 });
    await waitFor(() => expect(field("Anverso").value).toBe(`Hueso\n![fémur](media:${ID})`));
    await user.click(button("Guardar"));
    await waitFor(() => expect(bodyOf(api, cardEndpoints.create)).toMatchObject({ format: "markdown" }));
  });

  it("lands where it was sent from, and leaves the focus where it is", async () => {
    open();
    paste(image);
    await waitFor(() => expect(sent).toHaveLength(1));
    field("Reverso").focus();
    sent[0]?.answer(201, { id: ID, contentType: "image/png", bytes: 1 });
    await waitFor(() => expect(field("Anverso").value).toBe(`![fémur](media:${ID})`));
    expect(field("Reverso").value).toBe("");
    expect(document.activeElement).toBe(field("Reverso"));
  });

  it("fails aloud where the answer is none of ours", async () => {
    open();
    paste(image);
    await waitFor(() => expect(sent).toHaveLength(1));
    sent[0]?.answer(200, "<html>");
    expect(await screen.findByText(/^No se pudo subir el archivo/)).toBeTruthy();
    expect(screen.queryByRole("progressbar")).toBeNull();
  });

  it("says why it is not taken", async () => {
    open();
    paste(new File(["x"], "tema.pdf", { type: "application/pdf" }));
    expect((await screen.findByRole("alert")).textContent).toContain("Solo se admiten imágenes");
    expect(sent).toHaveLength(0);
    paste(image);
    await waitFor(() => expect(sent).toHaveLength(1));
    sent[0]?.answer(402, { code: "unsupported_media_type", message: "El archivo no es una imagen" });
    expect(await screen.findByText("El archivo no es una imagen")).toBeTruthy();
    expect(field("Anverso").value).toBe("");
  });
});
