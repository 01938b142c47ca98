import type { Card } from "@repasa/contract/cards.ts";
import * as cardEndpoints from "@repasa/contract/client/cards.ts";
import { act, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { cardsQuery } from "#features/cards/cards.api.ts";
import { flattenPortions } from "#lib/portion-query.ts";
import { backField, frontField, ReopenableCardDialog } from "#testing/card-dialog.tsx";
import { fakeApi } from "#testing/fake-api.ts";
import { renderApp } from "#testing/render.tsx";
import { sampleCard } from "#testing/sample-data.ts";

const createPortions = (...portions: Card[][]) => {
  const total = portions.flat().length;
  return { pages: portions.map((cards) => ({ cards, total, next: null })), pageParams: portions.map(() => null) };
};

let api: ReturnType<typeof fakeApi>;
beforeEach(() => {
  api = fakeApi();
});

const UUID = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/;

const toasts = () => within(screen.getByLabelText(/^Notificaciones/));
const button = (name: RegExp) => screen.getByRole("button", { name });

describe("CardDialog", () => {
  it("shows one error while a side is empty, and focuses that side", async () => {
    const { user } = renderApp(<ReopenableCardDialog />);
    expect(screen.getByRole("dialog", { name: "Crear nueva carta" })).toBeTruthy();
    await user.type(frontField(), "   ");
    await user.click(button(/^Guardar$/));
    expect(screen.getAllByText("Se requieren tanto el anverso como el reverso")).toHaveLength(1);
    expect(document.activeElement).toBe(frontField());
    await user.type(frontField(), "Hola");
    await user.click(button(/^Guardar$/));
    expect(screen.getAllByText("Se requieren tanto el anverso como el reverso")).toHaveLength(1);
    expect(document.activeElement).toBe(backField());
    expect(api.callsTo(cardEndpoints.create)).toEqual([]);
  });

  it("creates a trimmed card by Ctrl+Shift+Enter, closes, and puts the card first in the cached list", async () => {
    const created = sampleCard({ id: 9, front: "Hola", back: "Hello" });
    api.answer(cardEndpoints.create, created);
    const { user, queryClient } = renderApp(<ReopenableCardDialog />);
    const { queryKey } = cardsQuery(1);
    queryClient.setQueryData(queryKey, createPortions([sampleCard()]));
    await user.type(frontField(), " Hola ");
    await user.type(backField(), "Hello");
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

  it("creates one card if the button is clicked twice in one frame", async () => {
    const answer = Promise.withResolvers<{ status: number; body: Card }>();
    api.on(cardEndpoints.create, () => answer.promise);
    const { user } = renderApp(<ReopenableCardDialog />);
    await user.type(frontField(), "Hola");
    await user.type(backField(), "Hello");
    const save = button(/^Guardar$/);
    await act(async () => {
      save.click();
      save.click();
    });
    await act(async () => answer.resolve({ status: 201, body: sampleCard() }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(api.callsTo(cardEndpoints.create)).toHaveLength(1);
  });

  it("sends a new id for a changed text after a failure", async () => {
    const clientIds = () =>
      api.callsTo(cardEndpoints.create).map(({ body }) => (body as { clientId: string }).clientId);
    api.fail(cardEndpoints.create, 500, "");
    const { user } = renderApp(<ReopenableCardDialog />);
    await user.type(frontField(), "Hola");
    await user.type(backField(), "Hello");
    await user.click(button(/^Guardar$/));
    await waitFor(() => expect(clientIds()).toHaveLength(1));
    await user.type(backField(), ", hi");
    await user.click(button(/^Guardar$/));
    await waitFor(() => expect(clientIds()).toHaveLength(2));
    expect(new Set(clientIds()).size).toBe(2);
  });

  it("updates only the texts of an edited card in the cached list", async () => {
    const card = sampleCard({ reviewCount: 3 });
    api.answer(cardEndpoints.update, { ...card, back: "Otra", reviewCount: 2 });
    const { user, queryClient } = renderApp(<ReopenableCardDialog card={card} />);
    const { queryKey } = cardsQuery(1);
    queryClient.setQueryData(queryKey, createPortions([card], [sampleCard({ id: 2 })]));
    expect(screen.getByRole("dialog", { name: "Editar carta" })).toBeTruthy();
    expect(screen.queryByRole("button", { name: /añadir otra/ })).toBeNull();
    await user.clear(backField());
    await user.type(backField(), "Otra");
    await user.click(button(/^Guardar$/));
    await waitFor(() => expect(toasts().getByText("Carta actualizada exitosamente")).toBeTruthy());
    const cards = flattenPortions(queryClient.getQueryData(queryKey));
    expect(cards?.map(({ back, reviewCount }) => [back, reviewCount])).toEqual([
      ["Otra", 3],
      ["La unidad de la vida", 0],
    ]);
  });
});
