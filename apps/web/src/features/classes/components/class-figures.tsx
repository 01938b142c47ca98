import type { AssignmentFigures, StudentRow } from "@repasa/contract/classes.ts";
import { useId } from "react";
import { formatAnswerLine, formatQuestionLine } from "#features/cards/text/text.lines.ts";
import { describeStudent, listClassFigures } from "#features/classes/classes.wording.ts";
import { timeAgo } from "#lib/relative-time.ts";
import { useNow } from "#lib/use-now.ts";
import { percent } from "#lib/wording.ts";
import { FigureList } from "#ui/figure-list.tsx";
import { ShortList } from "#ui/short-list.tsx";

type FiguresProps = { figures: AssignmentFigures };

/** The class as a whole, the same for its teacher and its students. */
export function ClassFigures({ figures }: FiguresProps) {
  const { asOf, class: ofClass } = figures;
  const heading = useId();
  const now = useNow();
  return (
    <section aria-labelledby={heading} className="surface-card min-w-0 p-4 md:p-5">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id={heading} className="text-lg">
          La clase
        </h2>
        {asOf !== null && (
          <p className="text-ink-soft text-sm">
            Cifras de <time dateTime={asOf}>{timeAgo(asOf, now)}</time>
          </p>
        )}
      </div>
      {ofClass ? (
        <>
          <FigureList figures={listClassFigures(ofClass)} />
          <Weakest cards={ofClass.weakest} />
        </>
      ) : (
        <p role="status" className="mt-2 text-ink-soft">
          {asOf === null
            ? "Las primeras cifras estarán en unos segundos."
            : "Las cifras de la clase aparecen cuando hayan empezado al menos cinco estudiantes."}
        </p>
      )}
    </section>
  );
}

function Weakest({ cards }: { cards: NonNullable<AssignmentFigures["class"]>["weakest"] }) {
  if (cards.length === 0) return null;
  return (
    <>
      <h3 className="mt-5 text-base">Lo que peor se recuerda</h3>
      <ShortList items={cards}>
        {(card, place) => (
          // Two cards may have the same texts, so that only their place tells them apart.
          <li key={place} className="flex min-h-12 items-center gap-3 py-2">
            <div className="min-w-0 flex-1">
              <p dir="auto" className="wrap-anywhere line-clamp-2 font-semibold">
                {formatQuestionLine(card)}
              </p>
              <p dir="auto" className="truncate text-ink-soft">
                {formatAnswerLine(card)}
              </p>
            </div>
            <span className="tabular shrink-0 font-semibold text-ink-soft">{percent(card.recall)}</span>
          </li>
        )}
      </ShortList>
    </>
  );
}

/** A student's own row, in the words that the teacher reads. */
export function OwnFigures({ row }: { row: StudentRow }) {
  const heading = useId();
  return (
    <section aria-labelledby={heading} className="surface-card min-w-0 p-4 md:p-5">
      <h2 id={heading} className="text-lg">
        Tu progreso
      </h2>
      <p className="text-ink-soft text-sm">Así lo ve tu docente, si lo compartes.</p>
      <Row row={row} />
    </section>
  );
}

/** The students who share their progress, for the teacher. */
export function Students({ figures: { asOf, students } }: FiguresProps) {
  const heading = useId();
  if (asOf === null) return null;
  return (
    <section aria-labelledby={heading} className="surface-card min-w-0 p-4 md:p-5">
      <h2 id={heading} className="text-lg">
        Estudiantes
      </h2>
      {students.length === 0 && <p className="mt-2 text-ink-soft">Nadie comparte su progreso todavía.</p>}
      <ShortList items={students}>
        {(row) => (
          <li key={row.memberId}>
            <Row row={row} />
          </li>
        )}
      </ShortList>
    </section>
  );
}

function Row({ row }: { row: StudentRow }) {
  return (
    <div className="py-2">
      <p className="wrap-anywhere font-semibold">{row.name}</p>
      <p className="tabular text-ink-soft">{describeStudent(row)}</p>
    </div>
  );
}
