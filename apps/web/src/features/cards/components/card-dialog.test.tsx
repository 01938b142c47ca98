import { type Card, cardEndpoints } from "@repasa/contract/cards.ts";
import { act, screen, waitFor, within } from "@testing-library/react";
import { useState } from "react";
import { beforeEach, describe, expect, it } from "vitest";
import { cardsQuery } from "#features/cards/cards.api.ts";
import { CardDialog } from "#features/cards/components/card-dialog.tsx";
import { flattenPortions } from "#lib/portion-query.ts";
import { fakeApi } from "#testing/fake-api.ts";
import { renderApp } from "#testing/render.tsx";
import { sampleCard } from "#testing/sample-data.ts";

const portionsOf = (...portions: Card[][]) => {
  const total = portions.flat().length;
  return { pages: portions.map((cards) => ({ cards, total, next: null })), pageParams: portions.map(() => null) };
};

let api: ReturnType<typeof fakeApi>;
beforeEach(() => {
  api = fakeApi();
});

function WithDialog({ card }: { card?: Card }) {
  const [open, setOpen] = useState(true);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Abrir
      </button>
      <CardDialog open={open} onOpenChange={setOpen} folderId={1} card={card} />
    </>
  );
}

const UUID = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/;

const toasts = () => within(screen.getByLabelText(/^Notificaciones/));
const front = () => screen.getByLabelText<HTMLTextAreaElement>("Anverso");
const back = () => screen.getByLabelText<HTMLTextAreaElement>("Reverso");
const button = (name: RegExp) => screen.getByRole("button", { name });

describe("CardDialog", () => {
  it("asks for both sides, once", async () => {
    const { user } = renderApp(<WithDialog />);
    expect(screen.getByRole("dialog", { name: "Crear nueva carta" })).toBeTruthy();
    await user.type(front(), "   ");
    await user.click(button(/^Guardar$/));
    expect(screen.getAllByText("Se requieren tanto el anverso como el reverso")).toHaveLength(1);
    expect(document.activeElement).toBe(front());
    await user.type(front(), "Hola");
    await user.click(button(/^Guardar$/));
    expect(screen.getAllByText("Se requieren tanto el anverso como el reverso")).toHaveLength(1);
    expect(document.activeElement).toBe(back());
    expect(api.calls).toEqual([]);
  });

  it("creates by Ctrl+Shift+Enter, trimmed, closes, and puts the card first in its list", async () => {
    const created = sampleCard({ id: 9, front: "Hola", back: "Hello" });
    api.answer(cardEndpoints.create, created);
    const { user, queryClient } = renderApp(<WithDialog />);
    const { queryKey } = cardsQuery(1);
    queryClient.setQueryData(queryKey, portionsOf([sampleCard()]));
    await user.type(front(), " Hola ");
    await user.type(back(), "Hello");
    await user.keyboard("{Control>}{Shift>}{Enter}{/Shift}{/Control}");
    await waitFor(() => expect(toasts().getByText("Carta creada exitosamente")).toBeTruthy());
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(api.callsTo(cardEndpoints.create).map(({ body }) => body)).toEqual([
      { front: "Hola", back: "Hello", clientId: expect.stringMatching(UUID) },
    ]);
    const list = queryClient.getQueryData(queryKey);
    expect(flattenPortions(list)?.map(({ id }) => id)).toEqual([9, 1]);
    expect(list?.pages[0]?.total).toBe(2);
  });

  it("stays for another card, empty and with the focus on the front", async () => {
    api.answer(cardEndpoints.create, sampleCard());
    const { user } = renderApp(<WithDialog />);
    await user.type(front(), "Hola");
    await user.type(back(), "Hello");
    await user.click(button(/Guardar y añadir otra/));
    await waitFor(() => expect(front().value).toBe(""));
    expect(back().value).toBe("");
    expect(document.activeElement).toBe(front());
    expect(screen.getByRole("dialog", { name: "Crear nueva carta" })).toBeTruthy();
  });

  it("creates one card of two clicks in one frame", async () => {
    const answer = Promise.withResolvers<{ status: number; body: Card }>();
    api.on(cardEndpoints.create, () => answer.promise);
    const { user } = renderApp(<WithDialog />);
    await user.type(front(), "Hola");
    await user.type(back(), "Hello");
    const save = button(/^Guardar$/);
    await act(async () => {
      save.click();
      save.click();
    });
    await act(async () => answer.resolve({ status: 201, body: sampleCard() }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(api.callsTo(cardEndpoints.create)).toHaveLength(1);
  });

  it("sends the same id again after a failure, another for another text, and another for the next card", async () => {
    const clientIds = () =>
      api.callsTo(cardEndpoints.create).map(({ body }) => (body as { clientId: string }).clientId);
    api.fail(cardEndpoints.create, 500, "");
    const { user } = renderApp(<WithDialog />);
    await user.type(front(), "Hola");
    await user.type(back(), "Hello");
    await user.click(button(/Guardar y añadir otra/));
    await waitFor(() => expect(toasts().getByText("Error al crear la carta")).toBeTruthy());
    api.answer(cardEndpoints.create, sampleCard());
    await user.click(button(/Guardar y añadir otra/));
    await waitFor(() => expect(front().value).toBe(""));
    expect(new Set(clientIds()).size).toBe(1);
    await user.type(front(), "Hola");
    await user.type(back(), "Hello");
    api.fail(cardEndpoints.create, 500, "");
    await user.click(button(/^Guardar$/));
    await waitFor(() => expect(clientIds()).toHaveLength(3));
    await user.type(back(), ", hi");
    await user.click(button(/^Guardar$/));
    await waitFor(() => expect(clientIds()).toHaveLength(4));
    expect(new Set(clientIds()).size).toBe(3);
  });

  it.each([
    ["the server's message", 409, { message: "La carpeta ya no está", code: "conflict" }, "La carpeta ya no está"],
    ["the default", 500, "", "Error al crear la carta"],
  ])("keeps the text on an error and shows %s", async (_, status, body, message) => {
    api.fail(cardEndpoints.create, status, body);
    const { user } = renderApp(<WithDialog />);
    await user.type(front(), "Hola");
    await user.type(back(), "Hello");
    await user.click(button(/^Guardar$/));
    await waitFor(() => expect(toasts().getByText(message)).toBeTruthy());
    expect([front().value, back().value]).toEqual(["Hola", "Hello"]);
    expect(screen.getByRole("dialog", { name: "Crear nueva carta" })).toBeTruthy();
  });

  it("changes a card in its list, and only its texts", async () => {
    const card = sampleCard({ reviewCount: 3 });
    api.answer(cardEndpoints.update, { ...card, back: "Otra", reviewCount: 2 });
    const { user, queryClient } = renderApp(<WithDialog card={card} />);
    const { queryKey } = cardsQuery(1);
    queryClient.setQueryData(queryKey, portionsOf([card], [sampleCard({ id: 2 })]));
    expect(screen.getByRole("dialog", { name: "Editar carta" })).toBeTruthy();
    expect(screen.queryByRole("button", { name: /añadir otra/ })).toBeNull();
    await user.clear(back());
    await user.type(back(), "Otra");
    await user.click(button(/^Guardar$/));
    await waitFor(() => expect(toasts().getByText("Carta actualizada exitosamente")).toBeTruthy());
    const cards = flattenPortions(queryClient.getQueryData(queryKey));
    expect(cards?.map(({ back, reviewCount }) => [back, reviewCount])).toEqual([
      ["Otra", 3],
      ["La unidad de la vida", 0],
    ]);
  });

  it("asks before it throws text away, and starts empty afterwards", async () => {
    const { user } = renderApp(<WithDialog />);
    await user.type(front(), "Hola");
    await user.keyboard("{Escape}");
    expect(screen.getByRole("alertdialog", { name: "¿Descartar lo que escribiste?" })).toBeTruthy();
    await user.click(button(/Seguir editando/));
    expect(front().value).toBe("Hola");
    await user.click(button(/^Cancelar$/));
    await user.click(button(/^Descartar$/));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    await user.click(button(/^Abrir$/));
    expect(front().value).toBe("");
  });

  it("says that the session is gone and goes to the login after half a second", async () => {
    api.fail(cardEndpoints.create, 401, { message: "Unauthorized" });
    const { user } = renderApp(<WithDialog />, "/folders/1");
    await user.type(front(), "Hola");
    await user.type(back(), "Hello");
    await user.click(button(/^Guardar$/));
    await waitFor(() => expect(toasts().getByText("No autorizado")).toBeTruthy());
    expect(toasts().getByText("Has cerrado sesión. Iniciando sesión de nuevo...")).toBeTruthy();
    expect(screen.queryByText("Error al crear la carta")).toBeNull();
    expect(window.location.pathname).toBe("/folders/1");
    await waitFor(() => expect(window.location.pathname).toBe("/login"));
  });
});
