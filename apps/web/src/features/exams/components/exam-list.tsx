import type { Exam } from "@repasa/contract/exams.ts";
import { useQuery } from "@tanstack/react-query";
import { CalendarCheck, FolderPlus, Plus } from "lucide-react";
import { useState } from "react";
import { useLocation } from "wouter";
import { ExamDialog } from "#features/exams/components/exam-dialog.tsx";
import { ExamRow } from "#features/exams/components/exam-row.tsx";
import { choosableFoldersQuery, examsQuery } from "#features/exams/exams.api.ts";
import { useStartsWithDraft } from "#features/session/use-draft-key.ts";
import { failureOf } from "#lib/query-failure.ts";
import { paths } from "#paths.ts";
import { Button } from "#ui/button.tsx";
import { ButtonLink } from "#ui/button-link.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { LoadFailure } from "#ui/load-failure.tsx";
import { NeedsConnection } from "#ui/needs-connection.tsx";
import { PageHeader } from "#ui/page-header.tsx";
import { RowList, RowListSkeleton } from "#ui/row-list.tsx";

export function ExamList() {
  const query = useQuery(examsQuery());
  const { data: exams, isPending } = query;
  const [creating, setCreating] = useState(useStartsWithDraft({ newExamOf: null }));
  const [, navigate] = useLocation();
  const create = () => setCreating(true);
  return (
    <>
      <PageHeader
        title="Exámenes"
        backHref={paths.folders()}
        actions={
          exams && exams.length > 0 ? (
            <Button icon={<Plus />} onClick={create}>
              Nuevo examen
            </Button>
          ) : undefined
        }
      />
      {exams && <NeedsConnection>Para crear o cambiar exámenes hace falta conexión.</NeedsConnection>}
      {exams ? (
        exams.length === 0 ? (
          <NoExams onCreate={create} />
        ) : (
          <Exams exams={exams} />
        )
      ) : isPending ? (
        <RowListSkeleton rows={3} />
      ) : (
        <LoadFailure what="tus exámenes" {...failureOf(query)} />
      )}
      <ExamDialog
        open={creating}
        onOpenChange={setCreating}
        onSaved={({ id }) => {
          navigate(paths.exams(id));
        }}
      />
    </>
  );
}

function Exams({ exams }: { exams: readonly Exam[] }) {
  const toCome = exams.filter(({ daysLeft }) => daysLeft >= 0);
  const over = exams.filter(({ daysLeft }) => daysLeft < 0);
  return (
    <div className="grid gap-8">
      {toCome.length > 0 && (
        <RowList
          label="Exámenes por venir"
          items={toCome}
          itemKey={({ id }) => id}
          renderItem={(exam) => <ExamRow exam={exam} level={2} />}
        />
      )}
      {over.length > 0 && (
        <section aria-labelledby="examenes-pasados">
          <h2 id="examenes-pasados" className="mb-3 text-lg">
            Ya pasaron
          </h2>
          <RowList
            label="Exámenes que ya pasaron"
            items={over}
            itemKey={({ id }) => id}
            renderItem={(exam) => <ExamRow exam={exam} level={3} />}
          />
        </section>
      )}
    </div>
  );
}

function NoExams({ onCreate }: { onCreate: () => void }) {
  const { data: folders } = useQuery(choosableFoldersQuery());
  const title = "Llega a tu examen con todo fresco";
  if (folders?.length === 0) {
    return (
      <EmptyState
        icon={<FolderPlus />}
        title={title}
        text="Primero necesitas una carpeta con cartas. Después dices qué día te examinas, y Repasa las prepara para esa fecha."
        action={<ButtonLink href={paths.folders()}>Ir a Carpetas</ButtonLink>}
      />
    );
  }
  return (
    <EmptyState
      icon={<CalendarCheck />}
      title={title}
      text="Di qué día te examinas y de qué carpetas. Hasta entonces sus cartas volverán cuando más te sirva para recordarlas ese día."
      action={
        <Button size="lg" onClick={onCreate}>
          Crear examen
        </Button>
      }
    />
  );
}
