import { CARDS_IN_BATCH } from "@repasa/contract/cards.forms.ts";
import { act, renderHook } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { useSelection } from "#features/cards/use-selection.ts";
import { sampleCard } from "#testing/sample-data.ts";
import { toastStore } from "#ui/toast.ts";

afterEach(() => toastStore.clear());

const cards = [sampleCard({ id: 1 }), sampleCard({ id: 2 })];

/** A list that has only begun; `arrive` brings all of it. */
function begun() {
  const { promise, resolve } = Promise.withResolvers<{ id: number }[]>();
  const load = vi.fn((_: AbortSignal) => promise);
  const hook = renderHook(({ key }) => useSelection(cards, { key, load }), { initialProps: { key: "adn" } });
  act(() => hook.result.current.selectAll());
  return { ...hook, load, arrive: (all: { id: number }[] = cards) => act(async () => resolve(all)) };
}

describe("all cards of a partly loaded list", () => {
  it("are selected after loading, which happens once", async () => {
    const { result, load, arrive } = begun();
    act(() => result.current.selectAll());
    expect(load).toHaveBeenCalledOnce();
    expect(result.current).toMatchObject({ choosing: true, gathering: true, chosen: [] });
    await arrive();
    expect(result.current).toMatchObject({ gathering: false, chosen: cards });
    expect(toastStore.snapshot()).toBeNull();
  });

  it("are not selected after the selection has ended", async () => {
    const { result, load, arrive } = begun();
    act(() => result.current.end());
    expect(load.mock.calls[0]?.[0].aborted).toBe(true);
    await arrive();
    expect(result.current).toMatchObject({ choosing: false, gathering: false });
  });

  it("are not selected in another list", async () => {
    const { result, load, rerender, arrive } = begun();
    rerender({ key: "arn" });
    expect(load.mock.calls[0]?.[0].aborted).toBe(true);
    await arrive();
    expect(result.current).toMatchObject({ choosing: true, gathering: false, chosen: [] });
  });

  it("are selected up to the maximum of one call, with a message", async () => {
    const { arrive } = begun();
    await arrive(Array.from({ length: CARDS_IN_BATCH + 1 }, (_, n) => ({ id: n + 1 })));
    expect(toastStore.snapshot()?.description).toBe("Se han seleccionado las primeras 5.000.");
  });
});
