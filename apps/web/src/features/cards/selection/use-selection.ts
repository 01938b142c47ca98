import { MAX_BATCH_CARDS } from "@repasa/contract/cards.limits.ts";
import type { Card } from "@repasa/contract/cards.ts";
import { type KeyboardEvent, useEffect, useEffectEvent, useRef, useState } from "react";
import {
  EMPTY_SELECTION,
  extendSelection,
  listSelected,
  type Selection,
  selectAllCards,
  toggleCard,
} from "#features/cards/selection/selection.range.ts";
import { counted, formatCount } from "#lib/plural.ts";
import { announce } from "#ui/announcer.tsx";
import { toast } from "#ui/toast.ts";

const FIELD = "input:not([type=checkbox]), textarea, select, [contenteditable]";
const DIALOG = "[role=dialog], [role=alertdialog], [role=menu]";

type Listed = readonly Pick<Card, "id">[];

type Whole = {
  /** Identifies the list: another key means another list. */
  key: string;
  /** Loads the whole list, or as much of it as possible; undefined if the list is complete. */
  load: ((signal: AbortSignal) => Promise<Listed>) | undefined;
};

/** Holds the selection of a list, for a screen of which another part can start it. */
export function useSelectionState() {
  const [selection, setSelection] = useState<Selection>(null);
  const start = () => setSelection((before) => before ?? EMPTY_SELECTION);
  return { selection, setSelection, isSelecting: selection !== null, start };
}

export type SelectionState = ReturnType<typeof useSelectionState>;

/** Manages the selection of cards in a list, for actions on all of them. */
export function useSelection(cards: readonly Card[], state: SelectionState, whole?: Whole) {
  const { selection, setSelection, isSelecting, start } = state;
  const { isLoadingAll, loadAll, cancelLoading } = useWholeList(whole?.key);
  const selectedCards = listSelected(selection, cards);
  const listed = () => cards.map(({ id }) => id);

  useEffect(() => {
    if (!isSelecting) return;
    return () => void announce("Selección terminada");
  }, [isSelecting]);
  useEffect(() => {
    if (isSelecting) announce(counted(selectedCards.length, "carta seleccionada", "cartas seleccionadas"));
  }, [isSelecting, selectedCards.length]);

  const selectList = (all: Listed) => {
    setSelection(selectAllCards(all.map(({ id }) => id)));
    if (all.length <= MAX_BATCH_CARDS) return;
    toast({ description: `Se han seleccionado las primeras ${formatCount(MAX_BATCH_CARDS)}.` });
  };
  const selectAll = () => {
    if (!whole?.load) return selectList(cards);
    start();
    void loadAll(whole.load, selectList);
  };
  const end = () => {
    cancelLoading();
    setSelection(null);
  };
  const handleKey = useEffectEvent((event: globalThis.KeyboardEvent) => {
    if (event.defaultPrevented || document.querySelector(DIALOG)) return;
    const typing = event.target instanceof Element && event.target.closest(FIELD) !== null;
    if (event.key === "Escape" && isSelecting) end();
    else if (event.key === "a" && (event.ctrlKey || event.metaKey) && !typing && cards.length > 0) {
      event.preventDefault();
      selectAll();
    }
  });
  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent) => handleKey(event);
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, []);

  return {
    isSelecting,
    selectedCards,
    has: (id: number) => selection?.ids.has(id) ?? false,
    toggle: (id: number) => setSelection((before) => toggleCard(before, id)),
    extend: (id: number) => setSelection((before) => extendSelection(before, id, listed())),
    start,
    selectAll,
    isLoadingAll,
    end,
  };
}

/** Loads a whole list, one run at a time. Results that arrive after `cancelLoading` or for another list are ignored. */
function useWholeList(key: string | undefined) {
  const run = useRef<AbortController>(null);
  const [isLoadingAll, setIsLoadingAll] = useState(false);
  const cancelLoading = () => {
    run.current?.abort();
    run.current = null;
    setIsLoadingAll(false);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: for each list
  useEffect(() => cancelLoading, [key]);
  const loadAll = async (load: (signal: AbortSignal) => Promise<Listed>, onLoaded: (all: Listed) => void) => {
    if (run.current) return;
    run.current = new AbortController();
    const { signal } = run.current;
    setIsLoadingAll(true);
    const all = await load(signal);
    if (signal.aborted) return;
    cancelLoading();
    onLoaded(all);
  };
  return { isLoadingAll, loadAll, cancelLoading };
}

export type CardSelection = ReturnType<typeof useSelection>;

/**
 * Handles the keys of a focused row: Space selects it, Shift with an arrow key extends the selection to the next row.
 */
export function selectByKeys(event: KeyboardEvent<HTMLElement>, selection: CardSelection): void {
  if (event.defaultPrevented || !(event.target instanceof HTMLElement)) return;
  const row = event.target.closest<HTMLElement>("[data-card]");
  if (!row || !event.target.closest("a, input[type=checkbox]")) return;
  if (event.key === " " && event.target.closest("a")) {
    event.preventDefault();
    if (event.shiftKey) selection.extend(Number(row.dataset.card));
    else selection.toggle(Number(row.dataset.card));
  } else if (event.shiftKey && (event.key === "ArrowDown" || event.key === "ArrowUp")) {
    event.preventDefault();
    const rows = [...event.currentTarget.querySelectorAll<HTMLElement>("[data-card]")];
    const next = rows[rows.indexOf(row) + (event.key === "ArrowDown" ? 1 : -1)];
    if (!next) return;
    if (!selection.isSelecting) selection.toggle(Number(row.dataset.card));
    selection.extend(Number(next.dataset.card));
    next.querySelector<HTMLElement>("article a")?.focus({ preventScroll: true });
    next.scrollIntoView({ block: "nearest" });
  }
}
