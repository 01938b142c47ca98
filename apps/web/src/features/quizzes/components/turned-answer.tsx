import { useQuery } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useState } from "react";
import { SideText } from "#features/cards/text/components/card-text.tsx";
import { getAnswer } from "#features/cards/text/text.sides.ts";
import type { AnswerProps } from "#features/quizzes/quizzes.answering.ts";
import { askedCardQuery } from "#features/quizzes/quizzes.api.ts";
import { failureOf } from "#lib/query-failure.ts";
import { Button } from "#ui/button.tsx";
import { Kbd } from "#ui/kbd.tsx";
import { LoadFailure } from "#ui/load-failure.tsx";
import { Spinner } from "#ui/spinner.tsx";

/** The answer is loaded when it is asked for, so that nothing of it is on the page before. */
export function TurnedAnswer({ question, given, onAnswer, onNext }: AnswerProps) {
  const [shown, setShown] = useState(given !== null);
  const query = useQuery(askedCardQuery(question.cardId, shown));
  const { data, isPending } = query;
  const rate = (recalled: boolean) => {
    onAnswer({ recalled });
    onNext();
  };
  useRatingKeys((key) => {
    if (!shown && key !== "1" && key !== "2") setShown(true);
    else if (shown && key === "1") rate(true);
    else if (shown && key === "2") rate(false);
    else return false;
    return true;
  });
  if (!shown) {
    return (
      <Button size="lg" full onClick={() => setShown(true)}>
        Ver la respuesta
        <Kbd>↵</Kbd>
      </Button>
    );
  }
  return (
    <>
      {data ? (
        <div dir="auto" className="surface-card wrap-anywhere p-5 text-center text-lg">
          <SideText side={getAnswer(data.card)} />
        </div>
      ) : isPending ? (
        <Spinner />
      ) : (
        <LoadFailure what="la respuesta" {...failureOf(query)} />
      )}
      <div className="grid grid-cols-2 gap-2">
        <Button variant="outline" size="lg" aria-pressed={given === true} onClick={() => rate(true)}>
          La sabía
          <Kbd>1</Kbd>
        </Button>
        <Button variant="outline" size="lg" aria-pressed={given === false} onClick={() => rate(false)}>
          No la sabía
          <Kbd>2</Kbd>
        </Button>
      </div>
    </>
  );
}

/** Enter and Space show the answer; 1 and 2 say whether it was recalled. `press` returns whether it has used the key. */
function useRatingKeys(press: (key: string) => boolean): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || event.repeat) return;
    const target = event.target as HTMLElement;
    if (target.closest("[role=dialog], [role=alertdialog], [role=menu]")) return;
    const presses = event.key === "Enter" || event.key === " ";
    if (presses && target.closest("button, a, audio")) return;
    if ((presses || event.key === "1" || event.key === "2") && press(event.key)) event.preventDefault();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event);
    window.addEventListener("keydown", listen);
    return () => window.removeEventListener("keydown", listen);
  }, []);
}
