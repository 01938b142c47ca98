import { useQuery } from "@tanstack/react-query";
import { CalendarClock } from "lucide-react";
import { Suspense, useState } from "react";
import { useLocation } from "wouter";
import { examsQuery } from "#features/exams/exams.api.ts";
import { lazyPart } from "#lib/lazy-part.ts";
import { inDays } from "#lib/plural.ts";
import { paths } from "#paths.ts";
import { Link, textLink } from "#ui/link.tsx";

const ExamDialog = lazyPart(async () => (await import("#features/exams/components/exam-dialog.tsx")).ExamDialog);

type NewExamDialogProps = { folderId: number; open: boolean; onOpenChange: (open: boolean) => void };

/** Creates an exam for a folder. It is loaded when it is first opened. */
export function NewExamDialog({ folderId, open, onOpenChange }: NewExamDialogProps) {
  const [wasOpened, setWasOpened] = useState(open);
  const [, navigate] = useLocation();
  if (open && !wasOpened) setWasOpened(true);
  if (!wasOpened) return null;
  return (
    <Suspense>
      <ExamDialog
        open={open}
        onOpenChange={onOpenChange}
        folderId={folderId}
        onSaved={({ id }) => {
          navigate(paths.exams(id));
        }}
      />
    </Suspense>
  );
}

/** Lists the upcoming exams of a folder; renders nothing without any. */
export function ExamsOfFolder({ folderId }: { folderId: number }) {
  const { data: exams = [] } = useQuery(examsQuery());
  const toCome = exams.filter(
    ({ daysLeft, folders }) => daysLeft >= 0 && folders.some((folder) => folder.folderId === folderId),
  );
  if (toCome.length === 0) return null;
  return (
    <ul aria-label="Exámenes de esta carpeta" className="flex min-w-0 flex-wrap gap-x-4">
      {toCome.map(({ id, name, daysLeft }) => (
        <li key={id} className="flex min-w-0 items-center gap-1.5">
          <CalendarClock aria-hidden className="size-4 shrink-0 text-brand-ink" />
          <span className="min-w-0 wrap-anywhere">
            <span className="tabular">{inDays(daysLeft)}:</span>{" "}
            <Link href={paths.exams(id)} className={textLink}>
              {name}
            </Link>
          </span>
        </li>
      ))}
    </ul>
  );
}
