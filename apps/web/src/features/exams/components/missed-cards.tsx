import type { UnseenCards } from "@repasa/contract/exams.ts";
import { useState } from "react";
import { describeSufficientPace, describeUnseenCards } from "#features/exams/exams.wording.ts";
import { useSetPreferences } from "#features/preferences/preferences.api.ts";
import { formatCount } from "#lib/plural.ts";
import { Button } from "#ui/button.tsx";

/** Warns that new cards will not be seen in time, with a button that sets a sufficient daily number if a limit is the reason. */
export function MissedCards({ newCards }: { newCards: UnseenCards }) {
  const { mutate, isPending } = useSetPreferences();
  const [chosen, setChosen] = useState<number | null>();
  const { missed, limit, enough } = newCards;
  if (missed === 0) return chosen === undefined ? null : <p role="status">{describeSufficientPace(chosen)}</p>;
  const choose = () => mutate({ newCardsPerDay: enough }, { onSuccess: () => setChosen(enough) });
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 rounded-control bg-medium-soft px-4 py-3">
      <p className="min-w-0 flex-1 basis-52">{describeUnseenCards(newCards)}</p>
      {limit !== null && (
        <Button variant="outline" loading={isPending} onClick={choose}>
          {enough === null ? "Quitar el límite" : `Ver ${formatCount(enough)} al día`}
        </Button>
      )}
    </div>
  );
}
