import { useEffect, useEffectEvent, useState } from "react";
import {
  isFinished,
  type Pair,
  type PairsState,
  pickTile,
  startPairs,
  type Tile,
} from "#features/study/pairs/pairs.tiles.ts";
import { useVisibleClock } from "#features/study/pairs/use-visible-clock.ts";
import { counted } from "#lib/plural.ts";
import { Button } from "#ui/button.tsx";
import { cx } from "#ui/cx.ts";
import { Kbd } from "#ui/kbd.tsx";

type PairsGameProps = {
  pairs: readonly Pair[];
  language: string | null;
  shortcuts: boolean;
  onAgain: () => void;
  onLeave: () => void;
};

/** The keys of questions and of answers, in the order of their tiles. */
const KEYS = { question: "123456", answer: "abcdef" };

/** One round: a question and its answer are picked one after the other, in any order. */
export function PairsGame({ pairs, language, shortcuts, onAgain, onLeave }: PairsGameProps) {
  const [state, setState] = useState(() => startPairs(pairs, Math.random));
  const finished = isFinished(state);
  const seconds = useVisibleClock(!finished);
  const pick = (tile: Tile) => setState((before) => pickTile(before, tile));
  useTileKeys(shortcuts && !finished, state, pick);
  if (finished) return <Finished state={state} seconds={seconds} onAgain={onAgain} onLeave={onLeave} />;
  const column = (side: Tile["side"], ids: readonly number[]) =>
    ids.map((id, index) => {
      const pair = pairs.find((one) => one.id === id);
      const text = pair?.[side] ?? "";
      const tile = { side, id };
      return (
        <TileButton
          key={id}
          text={text}
          language={language}
          letter={KEYS[side].charAt(index).toUpperCase()}
          look={describeTile(state, tile)}
          shortcuts={shortcuts}
          onPick={() => pick(tile)}
        />
      );
    });
  return (
    <>
      <div className="tabular mt-2 flex justify-between gap-3 text-ink-soft text-sm">
        <p role="status">
          {state.missed.length > 0 && <span className="sr-only">No son pareja. </span>}
          {state.found.length} de {counted(pairs.length, "pareja", "parejas")}
        </p>
        <span role="timer">{formatClock(seconds)}</span>
      </div>
      <div className="mt-4 grid min-h-0 flex-1 grid-cols-2 gap-3">
        <section className="grid auto-rows-fr gap-2" aria-label="Preguntas">
          {column("question", state.questions)}
        </section>
        <section className="grid auto-rows-fr gap-2" aria-label="Respuestas">
          {column("answer", state.answers)}
        </section>
      </div>
    </>
  );
}

type Look = "free" | "selected" | "missed" | "found";

function describeTile({ found, selected, missed }: PairsState, { side, id }: Tile): Look {
  if (found.includes(id)) return "found";
  if (selected?.side === side && selected.id === id) return "selected";
  return missed.some((tile) => tile.side === side && tile.id === id) ? "missed" : "free";
}

const looks: Record<Look, string> = {
  free: "border-line-strong/60 bg-surface hover:border-line-strong",
  selected: "border-brand bg-brand-soft text-brand-ink ring-1 ring-brand",
  missed: "border-hard-mark border-dashed bg-hard-soft text-hard",
  found: "border-transparent bg-easy-soft text-easy",
};

type TileButtonProps = {
  text: string;
  language: string | null;
  letter: string;
  look: Look;
  shortcuts: boolean;
  onPick: () => void;
};

function TileButton({ text, language, letter, look, shortcuts, onPick }: TileButtonProps) {
  const mark = { free: "", selected: "", missed: "✗", found: "✓" }[look];
  return (
    <button
      type="button"
      aria-pressed={look === "selected"}
      aria-disabled={look === "found" || undefined}
      aria-keyshortcuts={shortcuts ? letter : undefined}
      onClick={onPick}
      className={cx(
        "relative flex min-h-14 min-w-0 select-none items-center justify-center gap-2 rounded-control border px-2.5 py-1.5 text-center font-semibold text-base leading-tight",
        "transition-[border-color,background-color] duration-100",
        looks[look],
      )}
    >
      <span className="wrap-anywhere line-clamp-4 min-w-0 flex-1" dir="auto" lang={language ?? undefined}>
        {text}
      </span>
      {look === "found" && <span className="sr-only">, encontrada</span>}
      {mark && (
        <span aria-hidden className="absolute top-1.5 right-2 text-sm">
          {mark}
        </span>
      )}
      {/* A mark takes no place in the row, and a key keeps its own, so that no text moves or breaks anew. */}
      {shortcuts && <Kbd className={cx(mark && "invisible")}>{letter}</Kbd>}
    </button>
  );
}

type FinishedProps = { state: PairsState; seconds: number; onAgain: () => void; onLeave: () => void };

function Finished({ state, seconds, onAgain, onLeave }: FinishedProps) {
  return (
    <div className="m-auto grid w-full max-w-sm justify-items-center gap-2 py-8 text-center">
      <h2 tabIndex={-1} ref={(heading) => heading?.focus()} className="text-xl">
        {counted(state.found.length, "pareja", "parejas")} en {formatClock(seconds)}
      </h2>
      <p className="text-ink-soft">
        {state.misses === 0 ? "Sin ningún fallo." : `Con ${counted(state.misses, "fallo", "fallos")}.`}
      </p>
      <div className="mt-6 grid w-full gap-2">
        <Button size="lg" full onClick={onAgain}>
          Otra ronda
        </Button>
        <Button variant="ghost" full onClick={onLeave}>
          Listo
        </Button>
      </div>
    </div>
  );
}

/** Returns "1:05". */
function formatClock(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

function useTileKeys(enabled: boolean, { questions, answers }: PairsState, pick: (tile: Tile) => void): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.repeat || event.ctrlKey || event.metaKey || event.altKey) return;
    const key = event.key.toLowerCase();
    const [question, answer] = [questions[KEYS.question.indexOf(key)], answers[KEYS.answer.indexOf(key)]];
    if (question !== undefined) pick({ side: "question", id: question });
    else if (answer !== undefined) pick({ side: "answer", id: answer });
  });
  useEffect(() => {
    if (!enabled) return;
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, [enabled]);
}
