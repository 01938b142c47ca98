import type { PendingFolder } from "@repasa/contract/stats.ts";
import { useQuery } from "@tanstack/react-query";
import { ArrowRight, RotateCcw, Shuffle, Undo2 } from "lucide-react";
import type { ReactNode } from "react";
import { preferencesQuery } from "#features/preferences/preferences.api.ts";
import { countSessionCards } from "#features/preferences/preferences.portion.ts";
import { type ActiveSession, selectDifficultCards } from "#features/study/study.session.ts";
import { formatNextPortion } from "#features/study/study.wording.ts";
import { formatCount } from "#lib/plural.ts";
import { formatChord } from "#lib/shortcut.ts";
import { paths } from "#paths.ts";
import { Button, type ButtonLook } from "#ui/button.tsx";
import { ButtonLink } from "#ui/button-link.tsx";
import { Kbd } from "#ui/kbd.tsx";

export type SummaryActionsProps = {
  session: ActiveSession;
  shortcuts: boolean;
  /** The folder to study next, shown once this folder has no pending cards left. */
  nextFolder: PendingFolder | undefined;
  onNextPortion: () => void;
  onAgain: () => void;
  onRepeatDifficult: () => void;
  onUndo: () => void;
  onDone: () => void;
};

type Look = Pick<ButtonLook, "variant" | "size">;

/** Exactly one action is the primary one: today's remaining cards, else the difficult cards, else "Listo". */
export function SummaryActions({ session, shortcuts, nextFolder, ...act }: SummaryActionsProps) {
  const difficult = selectDifficultCards(session).length;
  const next = nextStep(session.left, nextFolder, act.onNextPortion);
  const look = (isFirst: boolean): Look => (isFirst ? { variant: "primary", size: "lg" } : { variant: "outline" });
  return (
    <div className="flex flex-col gap-2">
      {next}
      {difficult > 0 && (
        <Button {...look(!next)} full icon={<RotateCcw />} onClick={act.onRepeatDifficult}>
          {difficult === 1 ? "Repetir la difícil" : `Repetir las difíciles (${formatCount(difficult)})`}
        </Button>
      )}
      <div className="grid gap-2 md:grid-cols-[1fr_minmax(9rem,auto)]">
        <Button variant="outline" icon={session.round === 1 ? <Shuffle /> : <RotateCcw />} onClick={act.onAgain}>
          {session.round === 1 ? "Estudiar de nuevo (orden aleatorio)" : "Estudiar de nuevo"}
        </Button>
        <Button {...look(!next && difficult === 0)} onClick={act.onDone}>
          Listo
        </Button>
      </div>
      <Button
        variant="ghost"
        icon={<Undo2 />}
        aria-keyshortcuts={shortcuts ? `U ${formatChord("Z").aria}` : undefined}
        onClick={act.onUndo}
        className="self-center text-ink-soft"
      >
        Deshacer la última valoración
        {shortcuts && <Kbd>U</Kbd>}
      </Button>
    </div>
  );
}

function nextStep(left: number, nextFolder: PendingFolder | undefined, onNextPortion: () => void): ReactNode {
  if (left > 0) return <NextPortion left={left} onStudy={onNextPortion} />;
  if (!nextFolder) return null;
  return (
    // Replaces the history entry, so that Back leads to the screen where the first folder was chosen.
    <ButtonLink href={paths.study(nextFolder.folderId)} replace size="lg" full icon={<ArrowRight />}>
      <span className="flex min-w-0 flex-col">
        Siguiente materia ({formatCount(nextFolder.total)})
        <span className="line-clamp-1 wrap-anywhere font-medium text-sm">{nextFolder.name}</span>
      </span>
    </ButtonLink>
  );
}

function NextPortion({ left, onStudy }: { left: number; onStudy: () => void }) {
  const { data: preferences } = useQuery(preferencesQuery());
  return (
    <Button size="lg" full icon={<ArrowRight />} onClick={onStudy}>
      {formatNextPortion(countSessionCards(left, preferences?.sessionSize ?? null))}
    </Button>
  );
}
