import type { Exam } from "@repasa/contract/exams.ts";
import { counted, inDays } from "#lib/plural.ts";
import { shortDay } from "#lib/wording.ts";
import { paths } from "#paths.ts";
import { LinkedRow } from "#ui/linked-row.tsx";

export function ExamRow({ exam, level }: { exam: Exam; level: 2 | 3 }) {
  const { id, name, date, daysLeft, cards, folders } = exam;
  return (
    <LinkedRow title={name} level={level} link={{ href: paths.exams(id), text: "Ver examen" }}>
      {/* Items that do not fit are omitted rather than cut off. */}
      <p className="tabular flex h-[1lh] flex-wrap gap-x-3 overflow-hidden whitespace-nowrap text-ink-soft text-sm">
        {daysLeft >= 0 && <span className="font-semibold text-brand-ink">{inDays(daysLeft)}</span>}
        <time dateTime={date}>{shortDay(date)}</time>
        {folders.length === 0 ? (
          <span>Sin carpetas</span>
        ) : (
          <>
            <span>{counted(cards, "carta", "cartas")}</span>
            <span>{counted(folders.length, "carpeta", "carpetas")}</span>
          </>
        )}
      </p>
    </LinkedRow>
  );
}
