import type { DailyReview, PresentBreak, UserStats } from "@repasa/contract/stats.ts";
import { TreePalm } from "lucide-react";
import { useEndBreak } from "#features/pace/pace.api.ts";
import { describeOngoingBreak } from "#features/pace/pace.wording.ts";
import { focusPageTitle } from "#lib/page-title.ts";
import { paths } from "#paths.ts";
import { Button } from "#ui/button.tsx";
import { ButtonLink } from "#ui/button-link.tsx";

type OnBreakProps = { present: PresentBreak; review: DailyReview; stats: UserStats | undefined };

/** Replaces the card of today's pending cards during a break. */
export function OnBreak({ present, review, stats }: OnBreakProps) {
  const { mutate, isPending } = useEndBreak();
  const end = () => {
    focusPageTitle();
    mutate(present);
  };
  return (
    <section aria-labelledby="en-pausa" className="flex flex-col gap-4 p-4 md:p-6">
      <div className="flex items-center gap-4">
        <span
          aria-hidden
          className="grid size-12 shrink-0 place-items-center rounded-full bg-brand-soft text-brand-ink md:size-14"
        >
          <TreePalm className="size-6" />
        </span>
        <div className="min-w-0 flex-1">
          <h2 id="en-pausa" className="text-lg">
            {describeOngoingBreak(present)}
          </h2>
          <p className="text-ink-soft">
            {stats && stats.currentStreak > 0 ? "Tu racha te espera." : "Hoy no te toca nada."}
          </p>
        </div>
      </div>
      <div className="flex flex-col gap-2 sm:flex-row">
        {review.totalDue > 0 && (
          <ButtonLink href={paths.study()} variant="outline">
            Estudiar de todos modos
          </ButtonLink>
        )}
        <Button variant="outline" onClick={end} loading={isPending}>
          Terminar la pausa
        </Button>
      </div>
    </section>
  );
}
