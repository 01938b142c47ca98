import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { getAnswer } from "#features/cards/cards.sides.ts";
import { SideText } from "#features/cards/components/card-text.tsx";
import type { AnswerProps } from "#features/tests/tests.answering.ts";
import { askedCardQuery } from "#features/tests/tests.api.ts";
import { Button } from "#ui/button.tsx";
import { LoadFailure } from "#ui/load-failure.tsx";
import { Spinner } from "#ui/spinner.tsx";

/** The answer is loaded when it is asked for, so that nothing of it is on the page before. */
export function TurnedAnswer({ question, given, onAnswer, onNext }: AnswerProps) {
  const [shown, setShown] = useState(given !== null);
  const { data, error, isPending, isFetching, refetch } = useQuery(askedCardQuery(question.cardId, shown));
  if (!shown) {
    return (
      <Button size="lg" full autoFocus onClick={() => setShown(true)}>
        Ver la respuesta
      </Button>
    );
  }
  const rate = (recalled: boolean) => {
    onAnswer({ recalled });
    onNext();
  };
  return (
    <>
      {data ? (
        <div dir="auto" className="surface-card wrap-anywhere p-5 text-center text-lg">
          <SideText side={getAnswer(data.card)} />
        </div>
      ) : isPending ? (
        <Spinner />
      ) : (
        <LoadFailure
          title="No se pudo cargar la respuesta"
          offline="La respuesta se verá cuando haya conexión."
          error={error}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      )}
      <div className="grid grid-cols-2 gap-2">
        <Button variant="outline" size="lg" aria-pressed={given === true} onClick={() => rate(true)}>
          La sabía
        </Button>
        <Button variant="outline" size="lg" aria-pressed={given === false} onClick={() => rate(false)}>
          No la sabía
        </Button>
      </div>
    </>
  );
}
