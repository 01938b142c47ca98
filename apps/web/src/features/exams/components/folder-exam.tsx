import { useQuery } from "@tanstack/react-query";
import { CalendarClock } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { useLocation } from "wouter";
import { examsQuery } from "#features/exams/exams.api.ts";
import { useStartsWithDraft } from "#features/session/use-draft-key.ts";
import { inDays } from "#lib/plural.ts";
import { paths } from "#paths.ts";
import { IconButton } from "#ui/icon-button.tsx";
import { Link, textLink } from "#ui/link.tsx";
import { preserveToast } from "#ui/toast.ts";
import { Tooltip } from "#ui/tooltip.tsx";

const ExamDialog = lazy(async () => ({
  default: (await import("#features/exams/components/exam-dialog.tsx")).ExamDialog,
}));

/** The button that creates an exam for a folder. */
export function NewExamButton({ folderId }: { folderId: number }) {
  const [open, setOpen] = useState(useStartsWithDraft({ newExamOf: folderId }));
  const [wasOpened, setWasOpened] = useState(open);
  const [, navigate] = useLocation();
  return (
    <>
      <Tooltip label="Examen">
        <IconButton
          label="Examen"
          icon={<CalendarClock />}
          onClick={() => {
            setWasOpened(true);
            setOpen(true);
          }}
          className="border border-line bg-surface"
        />
      </Tooltip>
      {wasOpened && (
        <Suspense>
          <ExamDialog
            open={open}
            onOpenChange={setOpen}
            folderId={folderId}
            onSaved={({ id }) => {
              preserveToast();
              navigate(paths.exams(id));
            }}
          />
        </Suspense>
      )}
    </>
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
    <ul aria-label="Exámenes de esta carpeta" className="mb-4 grid gap-1 md:mb-6">
      {toCome.map(({ id, name, daysLeft }) => (
        <li key={id} className="flex min-w-0 items-center gap-2">
          <CalendarClock aria-hidden className="size-5 shrink-0 text-brand-ink" />
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
