import type { PendingFolder } from "@repasa/contract/stats.ts";
import { useQuery } from "@tanstack/react-query";
import { ArrowRight, RotateCcw, Shuffle, Undo2 } from "lucide-react";
import type { MouseEvent, ReactNode } from "react";
import { preferencesQuery } from "#features/preferences/preferences.loading.ts";
import { countSessionCards } from "#features/preferences/preferences.portion.ts";
import { type ActiveSession, selectDifficultCards } from "#features/study/study.state.ts";
import { formatNextPortion } from "#features/study/summary/summary.wording.ts";
import { formatCount } from "#lib/plural.ts";
import { formatChord } from "#lib/shortcut.ts";
import { paths } from "#paths.ts";
import { Button } from "#ui/button.tsx";
import { ButtonLink } from "#ui/button-link.tsx";
import { Kbd } from "#ui/kbd.tsx";

export type SummaryActionsProps = {
  session: ActiveSession;
  shortcuts: boolean;
  /** The folder to study next, shown once this folder has no pending cards left. */
  nextFolder: PendingFolder | undefined;
  /** False for the second tap of a double tap on a rating, in whose place these buttons have appeared. */
  isIntended: (click: { detail: number }) => boolean;
  onNextPortion: () => void;
  onAgain: () => void;
  onRepeatDifficult: () => void;
  onUndo: () => void;
  onDone: () => void;
};

/** The primary action leads on: to today's remaining cards, else to the next folder, else out of the session. */
export function SummaryActions({ session, shortcuts, nextFolder, isIntended, ...act }: SummaryActionsProps) {
  const difficult = selectDifficultCards(session).length;
  const press = (action: () => void) => (click: MouseEvent) => {
    if (isIntended(click)) action();
  };
  const next = nextStep(session.left, nextFolder, press(act.onNextPortion), isIntended);
  return (
    <div className="flex flex-col gap-2">
      {next}
      <Button variant={next ? "outline" : "primary"} size="lg" full onClick={press(act.onDone)}>
        Listo
      </Button>
      <div className="mt-1 flex flex-col items-center md:flex-row md:flex-wrap md:justify-center">
        {difficult > 0 && (
          <Quiet icon={<RotateCcw />} onClick={press(act.onRepeatDifficult)}>
            {difficult === 1 ? "Repetir la difícil" : `Repetir las difíciles (${formatCount(difficult)})`}
          </Quiet>
        )}
        <Quiet icon={session.round === 1 ? <Shuffle /> : <RotateCcw />} onClick={press(act.onAgain)}>
          {session.round === 1 ? "Estudiar de nuevo (orden aleatorio)" : "Estudiar de nuevo"}
        </Quiet>
        <Quiet
          icon={<Undo2 />}
          aria-keyshortcuts={shortcuts ? `U ${formatChord("Z").aria}` : undefined}
          onClick={press(act.onUndo)}
        >
          Deshacer la última valoración
          {shortcuts && <Kbd>U</Kbd>}
        </Quiet>
      </div>
    </div>
  );
}

type QuietProps = {
  icon: ReactNode;
  "aria-keyshortcuts"?: string | undefined;
  onClick: (click: MouseEvent) => void;
  children: ReactNode;
};

function Quiet(props: QuietProps) {
  return <Button {...props} variant="ghost" className="font-medium text-ink-soft [&_svg]:opacity-70" />;
}

function nextStep(
  left: number,
  nextFolder: PendingFolder | undefined,
  onNextPortion: (click: MouseEvent) => void,
  isIntended: SummaryActionsProps["isIntended"],
): ReactNode {
  if (left > 0) return <NextPortion left={left} onStudy={onNextPortion} />;
  if (!nextFolder) return null;
  return (
    // Replaces the history entry, so that Back leads to the screen where the first folder was chosen.
    <ButtonLink
      href={paths.study(nextFolder.folderId)}
      replace
      onClick={(click) => isIntended(click) || click.preventDefault()}
      size="lg"
      full
      icon={<ArrowRight />}
    >
      <span className="flex min-w-0 flex-col">
        Siguiente materia ({formatCount(nextFolder.total)})
        <span className="line-clamp-1 wrap-anywhere font-medium text-sm">{nextFolder.name}</span>
      </span>
    </ButtonLink>
  );
}

function NextPortion({ left, onStudy }: { left: number; onStudy: (click: MouseEvent) => void }) {
  const { data: preferences } = useQuery(preferencesQuery());
  return (
    <Button size="lg" full icon={<ArrowRight />} onClick={onStudy}>
      {formatNextPortion(countSessionCards(left, preferences?.sessionSize ?? null))}
    </Button>
  );
}
