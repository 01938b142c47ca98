import type { PastReview } from "@repasa/contract/study.ts";
import { useId, useState } from "react";
import { useToday } from "#features/preferences/use-today.ts";
import { capitalize } from "#lib/capitalize.ts";
import { difficultyLabels } from "#lib/difficulty.ts";
import { counted } from "#lib/plural.ts";
import { longDay, shortDay } from "#lib/wording.ts";
import { Badge } from "#ui/badge.tsx";
import { Button } from "#ui/button.tsx";
import { cx } from "#ui/cx.ts";
import { DifficultyDot } from "#ui/difficulty-dot.tsx";

const SHOWN_AT_FIRST = 10;

/** Every review of a card, newest first. */
export function ReviewHistory({ reviews }: { reviews: readonly PastReview[] }) {
  const heading = useId();
  const [all, setAll] = useState(false);
  const shown = all ? reviews : reviews.slice(0, SHOWN_AT_FIRST);
  if (reviews.length === 0) return null;
  return (
    <section aria-labelledby={heading} className="surface-card min-w-0 p-4 md:p-5">
      <h2 id={heading} className="text-lg">
        Historial
      </h2>
      <ol aria-labelledby={heading} className="mt-2">
        {shown.map((review) => (
          <ReviewRow key={review.reviewId} review={review} />
        ))}
      </ol>
      {shown.length < reviews.length && (
        <Button variant="ghost" onClick={() => setAll(true)} className="mt-2">
          Ver los {counted(reviews.length, "repaso", "repasos")}
        </Button>
      )}
    </section>
  );
}

function ReviewRow({ review }: { review: PastReview }) {
  const { date, difficulty, answerResult, interval, practice, undone } = review;
  const today = useToday();
  const forgotten = answerResult === "incorrect";
  return (
    <li className="flex items-start gap-2.5 border-line border-t py-2.5 first:border-t-0">
      <DifficultyDot difficulty={forgotten ? "hard" : difficulty} decorative className="mt-1.5" />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className={cx("font-semibold", undone && "text-ink-soft line-through")}>
            {forgotten ? "No la recordé" : capitalize(difficultyLabels[difficulty])}
          </span>
          {practice && <Badge>Práctica</Badge>}
          {undone && <Badge>Deshecha</Badge>}
        </p>
        {!undone && <p className="text-ink-soft text-sm">Intervalo: {counted(interval, "día", "días")}</p>}
      </div>
      <time dateTime={date} title={longDay(date)} className="tabular shrink-0 text-ink-soft text-sm">
        {date === today ? "Hoy" : formatDay(date, today)}
      </time>
    </li>
  );
}

/** Includes the year, unless it is the current one. */
function formatDay(date: string, today: string): string {
  const [year] = date.split("-");
  return today.startsWith(`${year}-`) ? shortDay(date) : `${shortDay(date)} ${year}`;
}
