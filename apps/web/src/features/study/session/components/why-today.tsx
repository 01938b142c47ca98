import { useQuery } from "@tanstack/react-query";
import { useEffect, useEffectEvent } from "react";
import { historyQuery } from "#features/cards/cards.api.ts";
import { preferencesQuery } from "#features/preferences/preferences.loading.ts";
import { useToday } from "#features/preferences/use-today.ts";
import { describeReturn, explainWhyAsked, needsReviews } from "#features/study/session/session.reason.ts";
import type { ActiveSession, StudyCard } from "#features/study/study.state.ts";
import { announce } from "#ui/announcer.tsx";
import { Kbd } from "#ui/kbd.tsx";
import { Skeleton } from "#ui/skeleton.tsx";

const NAME = "¿Por qué hoy?";

type ReasonProps = { session: ActiveSession; card: StudyCard; onToggle: () => void };
type WhyTodayProps = ReasonProps & { open: boolean; shortcuts: boolean };

/** Opens the reason on top of the answer, so that neither the card nor the buttons below it move. */
export function WhyToday({ open, shortcuts, ...reason }: WhyTodayProps) {
  return (
    <>
      <button
        type="button"
        aria-expanded={open}
        aria-keyshortcuts={shortcuts ? "Q" : undefined}
        onClick={reason.onToggle}
        className="-outline-offset-2 short:hidden inline-flex h-full items-center gap-2 rounded-control px-4 font-medium text-ink-soft text-sm transition-colors duration-100 hover:text-ink"
      >
        {NAME}
        {shortcuts && <Kbd>Q</Kbd>}
      </button>
      {open && <Reason {...reason} />}
    </>
  );
}

function Reason({ session, card, onToggle }: ReasonProps) {
  const today = useToday();
  const preferences = useQuery(preferencesQuery());
  const history = useQuery({ ...historyQuery(card.id), enabled: needsReviews(session, card) });
  const retention = preferences.data?.desiredRetention ?? null;
  const reviews = history.data?.reviews;
  const why = history.isLoading ? null : explainWhyAsked(session, card, { today, retention, reviews });
  const back = describeReturn(card, today);
  useEffect(() => (why === null ? undefined : announce(back === null ? why : `${why} ${back}`)), [why, back]);
  useEscape(onToggle);
  return (
    <section
      aria-label={NAME}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
      tabIndex={0}
      className="surface-card absolute inset-x-2 bottom-[44px] max-h-[calc(100%-52px)] overflow-y-auto px-4 py-3 text-start"
    >
      {why === null ? <Skeleton className="h-5 w-4/5" /> : <p>{why}</p>}
      {back !== null && <p className="mt-1 text-ink-soft text-sm">{back}</p>}
    </section>
  );
}

function useEscape(close: () => void) {
  const press = useEffectEvent(({ key, defaultPrevented }: KeyboardEvent) => {
    if (key === "Escape" && !defaultPrevented) close();
  });
  useEffect(() => {
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, []);
}
