import type { Card } from "@repasa/contract/cards.ts";
import * as accountEndpoints from "@repasa/contract/client/account.ts";
import * as cardEndpoints from "@repasa/contract/client/cards.ts";
import * as folderEndpoints from "@repasa/contract/client/folders.ts";
import * as followingEndpoints from "@repasa/contract/client/following.ts";
import * as studyEndpoints from "@repasa/contract/client/study.ts";
import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { changeByBatch } from "#features/cards/batch/batch.changes.ts";
import CardPage from "#features/cards/page/card-page.tsx";
import { noteReached, noteUnreached } from "#lib/connection.ts";
import { fakeApi } from "#testing/fake-api.ts";
import { renderApp } from "#testing/render.tsx";
import { sampleCard, samplePreferences } from "#testing/sample-data.ts";

const changed = sampleCard({
  back: "Mi respuesta",
  upstream: { state: "changed", front: "¿Qué es una célula?", back: "La del autor", format: "plain", variant: null },
});

let api: ReturnType<typeof fakeApi>;
beforeEach(() => {
  api = fakeApi();
  noteReached();
  // A call without an answer would count as a network that is gone.
  api.answer(cardEndpoints.versions, { versions: [] });
  api.answer(cardEndpoints.listInFolder, []);
  api.answer(folderEndpoints.list, []);
  api.answer(accountEndpoints.preferences, samplePreferences());
});

const answerCard = (card: Card) =>
  api.answer(studyEndpoints.history, { card, reviews: [], recall: null, stability: null, exam: null } as never);

function renderCard(card: Card) {
  answerCard(card);
  return renderApp(<CardPage cardId={1} />, "/cards/1");
}

const notice = async (name: string) => within(await screen.findByRole("region", { name }));

describe("a card that its author has changed, too", () => {
  it("shows both texts where they differ, and one tap keeps one's own", async () => {
    const { user } = renderCard(changed);
    const region = await notice("El autor la ha cambiado");
    expect(region.getByText("Mi respuesta")).toBeTruthy();
    expect(region.getByText("La del autor")).toBeTruthy();
    expect(region.queryByText("Pregunta")).toBeNull();
    const chosen = { ...changed, upstream: { state: "same" as const } };
    api.on(followingEndpoints.choose, () => {
      answerCard(chosen);
      return { status: 200, body: chosen };
    });
    await user.click(region.getByRole("button", { name: "Quedarme con el mío" }));
    await waitFor(() => expect(screen.queryByRole("region", { name: "El autor la ha cambiado" })).toBeNull());
    expect(screen.getByText("Mi respuesta")).toBeTruthy();
    expect(api.callsTo(followingEndpoints.choose).map(({ body }) => body)).toEqual([{ take: "mine" }]);
    expect(document.activeElement?.tagName).toBe("H1");
  });

  it("can be read without a network, which choosing needs", async () => {
    renderCard(changed);
    const region = await notice("El autor la ha cambiado");
    noteUnreached();
    expect(await region.findByText("Para elegir hace falta conexión.")).toBeTruthy();
    expect(region.getByText("La del autor")).toBeTruthy();
    for (const button of region.getAllByRole("button")) expect(button).toHaveProperty("disabled", true);
  });
});

describe("a card that its author has deleted", () => {
  const deleted = sampleCard({ suspended: true, upstream: { state: "deleted" } });

  it("becomes one without a network, too", () => {
    const resume = { cardIds: [1], action: "resume" as const };
    expect(changeByBatch(deleted, resume)).toEqual({ suspended: false, upstream: null });
    const same = sampleCard({ suspended: true, upstream: { state: "same" } });
    expect(changeByBatch(same, resume)).toEqual({ suspended: false });
  });
});

it("says nothing of a card that is as its author has it, and of an own one", async () => {
  renderCard(sampleCard({ upstream: { state: "same" } }));
  expect(await screen.findByText("La unidad de la vida")).toBeTruthy();
  expect(screen.queryByText(/^El autor/)).toBeNull();
});
