import type { CostlyCards } from "@repasa/contract/study.ts";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useEffect, useState } from "react";
import { ConfusedPair } from "#features/cards/confusions/components/confused-pair.tsx";
import { confusionsQuery } from "#features/cards/confusions/confusions.loading.ts";
import { CostlyCardsLine } from "#features/cards/costly/components/costly-cards-line.tsx";
import { findDueCostly } from "#features/cards/costly/costly.loading.ts";
import { useNoteCostlyNamed, useNoteForgottenExplained } from "#features/preferences/preferences.api.ts";
import { preferencesQuery } from "#features/preferences/preferences.loading.ts";
import { useToday } from "#features/preferences/use-today.ts";
import type { ActiveSession } from "#features/study/study.state.ts";
import type { SummaryActionsProps } from "#features/study/summary/components/summary-actions.tsx";
import { findSessionPair } from "#features/study/summary/summary.confused.ts";
import {
  hasUsedForgotten,
  isForgottenHintDue,
  markForgottenButtonKnown,
} from "#features/study/summary/summary.forgotten-hint.ts";

type SummaryNoteProps = Pick<SummaryActionsProps, "session" | "isIntended">;

/**
 * At most one line about how the session went: the fourth button, two cards that are taken for each other, or those that take a
 * quarter of the time. A line that loads later is not shown, so that nothing moves under a finger.
 */
export function SummaryNote({ session, isIntended }: SummaryNoteProps) {
  const hint = useForgottenHint(session);
  const queryClient = useQueryClient();
  const [pair] = useState(() => findSessionPair(session, queryClient.getQueryData(confusionsQuery().queryKey)));
  const today = useToday();
  const [costly] = useState(() => (hint === null && !pair ? findDueCostly(queryClient, today) : undefined));
  if (hint !== null) return <Note>{hint}</Note>;
  if (costly) return <CostlyNote costly={costly} today={today} isIntended={isIntended} />;
  if (!pair) return null;
  return (
    <ConfusedPair
      pair={pair}
      replace
      onClick={(click) => isIntended(click) || click.preventDefault()}
      className="mt-3 text-center text-ink-soft text-sm"
    />
  );
}

type CostlyNoteProps = { costly: CostlyCards; today: string } & Pick<SummaryNoteProps, "isIntended">;

function CostlyNote({ costly, today, isIntended }: CostlyNoteProps) {
  const { mutate: noteNamed } = useNoteCostlyNamed();
  useEffect(() => noteNamed(today), [noteNamed, today]);
  return (
    <Note>
      <CostlyCardsLine costly={costly} onClick={(click) => isIntended(click) || click.preventDefault()} />
    </Note>
  );
}

function Note({ children }: { children: ReactNode }) {
  return <p className="mt-3 text-balance text-center text-ink-soft text-sm">{children}</p>;
}

/**
 * Explains the fourth button, once, to students who press Difícil instead, and asks those who have recalled many cards in a
 * row, once per account, whether they know it. Returns null if there is nothing to say.
 */
function useForgottenHint({ ratings }: Pick<ActiveSession, "ratings">): string | null {
  const { data: preferences } = useQuery(preferencesQuery());
  const [isDue] = useState(() => isForgottenHintDue(ratings));
  const [asks] = useState(() => preferences?.asksAboutForgotten === true && !hasUsedForgotten(ratings));
  const { mutate: noteAsked } = useNoteForgottenExplained();
  useEffect(() => {
    if (isDue || asks || hasUsedForgotten(ratings)) markForgottenButtonKnown();
  }, [isDue, asks, ratings]);
  useEffect(() => {
    if (asks) noteAsked();
  }, [asks, noteAsked]);
  if (isDue) return "¿No recordabas alguna? Pulsa «No la recordé» y volverá en la misma sesión.";
  return asks
    ? "Últimamente lo recuerdas todo. ¿Conoces «No la recordé»? Si una carta no te sale, púlsalo y volverá pronto."
    : null;
}
