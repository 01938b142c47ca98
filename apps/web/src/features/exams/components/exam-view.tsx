import type { Exam } from "@repasa/contract/exams.ts";
import { useQuery } from "@tanstack/react-query";
import { ChartSpline, Pencil, Table2, Trash2 } from "lucide-react";
import { useState } from "react";
import { useLocation } from "wouter";
import { DeleteExamDialog } from "#features/exams/components/delete-exam-dialog.tsx";
import { ExamDialog } from "#features/exams/components/exam-dialog.tsx";
import { ExamFolderList } from "#features/exams/components/exam-folder-list.tsx";
import { ExamForecast } from "#features/exams/components/exam-forecast.tsx";
import { ExamOutcome } from "#features/exams/components/exam-outcome.tsx";
import { examsQuery } from "#features/exams/exams.api.ts";
import { ExamQuizzes } from "#features/quizzes/components/exam-quizzes.tsx";
import { inDays } from "#lib/plural.ts";
import { failureOf } from "#lib/query-failure.ts";
import { useTablesChoice } from "#lib/tables-choice.ts";
import { longDay, longDayOfYear } from "#lib/wording.ts";
import { paths } from "#paths.ts";
import { ChartTables } from "#ui/chart-or-table.tsx";
import { LoadFailure } from "#ui/load-failure.tsx";
import { MissingState } from "#ui/missing-state.tsx";
import { PageHeader } from "#ui/page-header.tsx";
import { PageMenu } from "#ui/page-menu.tsx";
import { SkeletonGroup } from "#ui/skeleton.tsx";

export function ExamView({ examId }: { examId: number }) {
  const query = useQuery(examsQuery());
  const { data: exams, isPending, isFetching } = query;
  const exam = exams?.find(({ id }) => id === examId);
  if (exam) return <KnownExam exam={exam} />;
  // An exam that was just created may still be loading.
  if (isPending || isFetching) return <ExamSkeleton />;
  if (exams) return <MissingState of="exam" />;
  return <LoadFailure what="el examen" {...failureOf(query)} />;
}

function KnownExam({ exam }: { exam: Exam }) {
  const [shown, setShown] = useState<"none" | "edit" | "delete">("none");
  const [asTables, chooseTables] = useTablesChoice();
  const tables = { shown: asTables, toggle: () => chooseTables(!asTables) };
  const [, navigate] = useLocation();
  const { name, date, daysLeft } = exam;
  const hide = (open: boolean) => {
    if (!open) setShown("none");
  };
  return (
    <>
      <PageHeader
        title={name}
        subtitle={
          <>
            {daysLeft >= 0 && <strong className="text-brand-ink">{inDays(daysLeft)}, </strong>}
            <time dateTime={date}>{daysLeft >= 0 ? longDayOfYear(date) : longDay(date)}</time>
          </>
        }
        backHref={paths.exams()}
        menu={
          <ExamMenu
            tables={daysLeft >= 0 ? tables : null}
            onEdit={() => setShown("edit")}
            onDelete={() => setShown("delete")}
          />
        }
      />
      {daysLeft >= 0 ? (
        <ChartTables shown={tables.shown}>
          <ExamForecast exam={exam} onEdit={() => setShown("edit")} />
        </ChartTables>
      ) : (
        <ExamOutcome exam={exam}>
          <div className="grid gap-4 md:gap-6">
            <ExamQuizzes exam={exam} withButton />
            <ExamFolderList exam={exam} onEdit={() => setShown("edit")} />
          </div>
        </ExamOutcome>
      )}
      <ExamDialog open={shown === "edit"} onOpenChange={hide} exam={exam} />
      <DeleteExamDialog
        open={shown === "delete"}
        onOpenChange={hide}
        subject={exam}
        onDeleted={() => navigate(paths.exams(), { replace: true })}
      />
    </>
  );
}

type ExamMenuProps = {
  /** Whether charts are shown as tables; null without charts. */
  tables: { shown: boolean; toggle: () => void } | null;
  onEdit: () => void;
  onDelete: () => void;
};

function ExamMenu({ tables, onEdit, onDelete }: ExamMenuProps) {
  const items = [
    { label: "Editar examen", icon: <Pencil />, onSelect: onEdit },
    ...(tables
      ? [
          tables.shown
            ? { label: "Ver como gráficas", icon: <ChartSpline />, onSelect: tables.toggle }
            : { label: "Ver como tablas", icon: <Table2 />, onSelect: tables.toggle },
        ]
      : []),
    { label: "Eliminar examen", icon: <Trash2 />, onSelect: onDelete },
  ];
  return <PageMenu label="Más opciones del examen" items={items} />;
}

function ExamSkeleton() {
  return <SkeletonGroup shapes={["mt-1 mb-2 h-9 w-56", "mb-7 h-5 w-72 max-w-full", "h-73 rounded-card md:h-51"]} />;
}
