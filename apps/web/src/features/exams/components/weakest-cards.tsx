import type { ExamForecast } from "@repasa/contract/exams.ts";
import { Play } from "lucide-react";
import { useState } from "react";
import { ConfusedInFolders } from "#features/cards/confusions/components/confused-in-folders.tsx";
import { formatQuestionLine } from "#features/cards/text/text.lines.ts";
import { percent } from "#lib/wording.ts";
import { paths, WEAKEST, withQuery } from "#paths.ts";
import { Button } from "#ui/button.tsx";
import { ButtonLink } from "#ui/button-link.tsx";
import { Link } from "#ui/link.tsx";

const SHOWN_AT_FIRST = 5;

type WeakestCardsProps = { examId: number; forecast: ExamForecast };

/** Lists the cards with the lowest forecast recall on the exam day, as of today. */
export function WeakestCards({ examId, forecast: { weakest, folders } }: WeakestCardsProps) {
  const [all, setAll] = useState(false);
  if (weakest.length === 0) return null;
  const shown = all ? weakest : weakest.slice(0, SHOWN_AT_FIRST);
  return (
    <section aria-labelledby="en-riesgo" className="surface-card min-w-0 p-4 md:p-5">
      <h2 id="en-riesgo" className="text-lg">
        Lo que está en riesgo
      </h2>
      <ul aria-label="Cartas más débiles" className="mt-3 divide-y divide-line">
        {shown.map(({ cardId, recall, ...question }) => (
          <li key={cardId} className="relative flex min-h-12 items-center gap-3 py-2">
            <Link
              href={paths.card(cardId)}
              dir="auto"
              className="line-clamp-2 min-w-0 flex-1 rounded-sm wrap-anywhere after:absolute after:inset-0 hover:underline"
            >
              {formatQuestionLine(question)}
            </Link>
            <span className="tabular shrink-0 font-semibold text-ink-soft">{percent(recall)}</span>
          </li>
        ))}
      </ul>
      <ConfusedInFolders folderIds={folders.map(({ folderId }) => folderId)} className="mt-3 text-ink-soft text-sm" />
      <div className="mt-3 flex flex-wrap items-center justify-between gap-2">
        {weakest.length > SHOWN_AT_FIRST && (
          <Button variant="ghost" aria-expanded={all} onClick={() => setAll(!all)} className="-ml-3">
            {all ? "Ver menos" : `Ver las ${weakest.length}`}
          </Button>
        )}
        <ButtonLink
          href={withQuery(paths.study(), { [WEAKEST]: examId })}
          variant="outline"
          icon={<Play aria-hidden />}
          className="max-md:grow md:ml-auto"
        >
          {weakest.length === 1 ? "Repasar la más débil" : `Repasar las ${weakest.length} más débiles`}
        </ButtonLink>
      </div>
    </section>
  );
}
