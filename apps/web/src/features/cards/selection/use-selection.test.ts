import { MAX_BATCH_CARDS } from "@repasa/contract/cards.limits.ts";
import { act, renderHook } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { useSelection, useSelectionState } from "#features/cards/selection/use-selection.ts";
import { sampleCard } from "#testing/sample-data.ts";
import { toastStore } from "#ui/toast.ts";

afterEach(() => toastStore.clear());

const cards = [sampleCard({ id: 1 }), sampleCard({ id: 2 })];

/** Selects all cards of a partly loaded list. `finishLoading` resolves the request for the whole list. */
function selectAllOfPartialList() {
  const { promise, resolve } = Promise.withResolvers<{ id: number }[]>();
  const load = vi.fn((_: AbortSignal) => promise);
  const hook = renderHook(({ key }) => useSelection(cards, useSelectionState(), { key, load }), {
    initialProps: { key: "adn" },
  });
  act(() => hook.result.current.selectAll());
  return { ...hook, load, finishLoading: (all: { id: number }[] = cards) => act(async () => resolve(all)) };
}

describe("all cards of a partly loaded list", () => {
  it("are selected after loading, which happens once", async () => {
    const { result, load, finishLoading } = selectAllOfPartialList();
    act(() => result.current.selectAll());
    expect(load).toHaveBeenCalledOnce();
    expect(result.current).toMatchObject({ isSelecting: true, isLoadingAll: true, selectedCards: [] });
    await finishLoading();
    expect(result.current).toMatchObject({ isLoadingAll: false, selectedCards: cards });
    expect(toastStore.snapshot()).toBeNull();
  });

  it("are not selected after the selection has ended", async () => {
    const { result, load, finishLoading } = selectAllOfPartialList();
    act(() => result.current.end());
    expect(load.mock.calls[0]?.[0].aborted).toBe(true);
    await finishLoading();
    expect(result.current).toMatchObject({ isSelecting: false, isLoadingAll: false });
  });

  it("are not selected in another list", async () => {
    const { result, load, rerender, finishLoading } = selectAllOfPartialList();
    rerender({ key: "arn" });
    expect(load.mock.calls[0]?.[0].aborted).toBe(true);
    await finishLoading();
    expect(result.current).toMatchObject({ isSelecting: true, isLoadingAll: false, selectedCards: [] });
  });

  it("are selected up to the maximum of one call, with a message", async () => {
    const { finishLoading } = selectAllOfPartialList();
    await finishLoading(Array.from({ length: MAX_BATCH_CARDS + 1 }, (_, n) => ({ id: n + 1 })));
    expect(toastStore.snapshot()?.description).toBe("Se han seleccionado las primeras 5.000.");
  });
});
