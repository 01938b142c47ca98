import type { Card } from "@repasa/contract/cards.ts";
import * as cardEndpoints from "@repasa/contract/client/cards.ts";
import { QueryClientProvider } from "@tanstack/react-query";
import { act, renderHook, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { beforeEach, expect, it } from "vitest";
import { cardsQuery } from "#features/cards/cards.api.ts";
import { useFolderCards } from "#features/cards/list/use-folder-cards.ts";
import { useNeighbours } from "#features/cards/page/use-neighbours.ts";
import { createQueryClient } from "#lib/query.ts";
import { fakeApi } from "#testing/fake-api.ts";
import { sampleCard } from "#testing/sample-data.ts";

let api: ReturnType<typeof fakeApi>;
let cards: Card[];
/** Responses wait for this promise, if there is one. */
let gate: Promise<unknown> | null;
let isDown: boolean;

beforeEach(() => {
  api = fakeApi();
  cards = Array.from({ length: 130 }, (_, n) => sampleCard({ id: 1000 - n }));
  gate = null;
  isDown = false;
  api.on(cardEndpoints.listInFolder, async ({ url: { searchParams } }) => {
    await gate;
    if (isDown) return { status: 500, body: "" };
    const after = Number(searchParams.get("after") ?? 10_000);
    const rest = cards.filter(({ id }) => id < after);
    const rows = rest.slice(0, Number(searchParams.get("limit")));
    const next = rows.length < rest.length ? String(rows.at(-1)?.id) : null;
    return { status: 200, body: { cards: rows, total: cards.length, next } };
  });
});

async function renderWithQueries<T>(hook: () => T) {
  const queryClient = createQueryClient();
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
  );
  const rendered = renderHook(hook, { wrapper });
  await waitFor(() => expect(calls()).toBe(1));
  await waitFor(() => expect(queryClient.isFetching()).toBe(0));
  return { ...rendered, queryClient };
}

const calls = () => api.callsTo(cardEndpoints.listInFolder).length;
const { queryKey } = cardsQuery(1);

it("counts the loaded cards once all are loaded, even if a card was added meanwhile", async () => {
  const { result } = await renderWithQueries(() => useFolderCards(1));
  await waitFor(() => expect(result.current).toMatchObject({ total: 130, hasMore: true }));
  cards = [sampleCard({ id: 2000 }), ...cards];
  act(() => result.current.loadMore());
  await waitFor(() => expect(result.current).toMatchObject({ total: 130, hasMore: false }));
});

it("reloads portions whose reload has failed before it loads the next portion", async () => {
  const { result, queryClient } = await renderWithQueries(() => useFolderCards(1));
  await waitFor(() => expect(result.current.hasMore).toBe(true));
  cards = cards.map((card) => ({ ...card, tags: ["Examen"] }));
  isDown = true;
  await act(() => queryClient.invalidateQueries({ queryKey }));
  await waitFor(() => expect(result.current.failed).toBe(true));
  isDown = false;
  const rows = await act(() => result.current.loadRows(new AbortController().signal, 5000));
  expect(rows.filter(({ tags }) => tags.length === 1)).toHaveLength(130);
});

it("waits for portions that are being reloaded before it loads the next one", async () => {
  const { result, queryClient } = await renderWithQueries(() => useFolderCards(1));
  await waitFor(() => expect(result.current.hasMore).toBe(true));
  cards = cards.map((card) => ({ ...card, tags: ["Examen"] }));
  const { promise, resolve } = Promise.withResolvers<void>();
  gate = promise;
  act(() => void queryClient.invalidateQueries({ queryKey }));
  const loading = result.current.loadRows(new AbortController().signal, 5000);
  resolve();
  const rows = await act(() => loading);
  expect(rows.filter(({ tags }) => tags.length === 1)).toHaveLength(130);
});

it("continues from the last loaded card, even if it was reached while the list was being reloaded", async () => {
  let cardId = 1000;
  const { result, rerender, queryClient } = await renderWithQueries(() => useNeighbours(cardId, 1));
  await waitFor(() => expect(result.current.place?.number).toBe(1));
  const { promise, resolve } = Promise.withResolvers<void>();
  gate = promise;
  act(() => void queryClient.invalidateQueries({ queryKey }));
  await waitFor(() => expect(queryClient.isFetching()).toBe(1));
  cardId = 901;
  rerender();
  expect(result.current).toMatchObject({ place: { number: 100 }, next: undefined });
  resolve();
  await waitFor(() => expect(result.current.next?.id).toBe(900));
});
