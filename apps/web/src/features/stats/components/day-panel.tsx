import type { Folder } from "@repasa/contract/folders.ts";
import type { ScheduledFolder } from "@repasa/contract/stats.ts";
import { useQuery } from "@tanstack/react-query";
import { CalendarClock, CircleCheck, CircleX, Minus, TreePalm } from "lucide-react";
import type { ReactNode } from "react";
import { completedQuery, scheduledQuery } from "#features/stats/stats.api.ts";
import { formatFullDate, selectUncompleted } from "#features/stats/stats.days.ts";
import type { StripDay } from "#features/stats/use-days.ts";
import { capitalize } from "#lib/capitalize.ts";
import { counted } from "#lib/plural.ts";
import { failureOf } from "#lib/query-failure.ts";
import { paths } from "#paths.ts";
import { EmptyState } from "#ui/empty-state.tsx";
import { ErrorState } from "#ui/error-state.tsx";
import { FolderFace } from "#ui/folder-face.tsx";
import { Link } from "#ui/link.tsx";
import { SkeletonGroup } from "#ui/skeleton.tsx";

export function PastPanel({ day }: { day: StripDay }) {
  const completed = useQuery(completedQuery(day.date));
  const scheduled = useQuery(scheduledQuery(day.date));
  if (day.status === "neutral") {
    return (
      <EmptyState
        level={3}
        icon={<Minus />}
        title={capitalize(formatFullDate(day.date))}
        text="Ese día aún no usabas Repasa."
      />
    );
  }
  if (completed.isPending || scheduled.isPending) return <PanelSkeleton />;
  if (day.status === "break" && completed.data?.length === 0)
    return <BreakDay day={day} text="Ese día no tocaba nada." />;
  if (!completed.data || !scheduled.data) {
    return <ErrorState title="No se pudo cargar ese día" {...failureOf(completed, scheduled)} />;
  }
  const missed = selectUncompleted(scheduled.data, completed.data);
  return (
    <div className="flex flex-col gap-6">
      <Section title="Materias Completadas">
        {completed.data.length > 0 ? (
          <FolderLines folders={completed.data} icon={<CircleCheck className="text-easy" />} count={cardCount} />
        ) : (
          <EmptyNote>Ninguna materia fue completada</EmptyNote>
        )}
      </Section>
      {scheduled.data.length === 0 ? (
        <EmptyNote>Sin materias programadas</EmptyNote>
      ) : (
        missed.length > 0 && (
          <Section title={`Materias no Completadas (${missed.length})`}>
            <FolderLines folders={missed} icon={<CircleX className="text-hard" />} count={cardCount} />
          </Section>
        )
      )}
    </div>
  );
}

function BreakDay({ day, text }: { day: StripDay; text: string }) {
  return (
    <EmptyState level={3} icon={<TreePalm />} title={`${capitalize(formatFullDate(day.date))}, en pausa`} text={text} />
  );
}

export function FuturePanel({ day }: { day: StripDay }) {
  const { data: folders, isPending } = useQuery(scheduledQuery(day.date));
  if (day.status === "break")
    return <BreakDay day={day} text="No te tocará nada: lo que venza se reparte a la vuelta." />;
  const asking = folders?.filter((folder) => countAsked(folder) > 0) ?? [];
  if (asking.length === 0) {
    return isPending ? (
      <PanelSkeleton />
    ) : (
      // Without a large icon, which would move the text below the edge of a phone's screen.
      <Section title="Las carpetas aparecerán aquí">
        <EmptyNote>Por ahora no te espera ninguna carta ese día.</EmptyNote>
      </Section>
    );
  }
  return (
    <Section title={describeAsked(day, asking.length)}>
      <FolderLines folders={asking} icon={<CalendarClock className="text-ink-soft" />} count={countAsked} />
      <p className="mt-3 text-ink-soft text-sm">
        <span>Las carpetas aparecerán aquí</span> ese día, listas para repasar.
      </p>
    </Section>
  );
}

function describeAsked({ asked }: StripDay, folders: number): string {
  const where = counted(folders, "carpeta", "carpetas");
  if (asked === undefined) return where;
  return `Te ${asked === 1 ? "espera" : "esperan"} ${counted(asked, "carta", "cartas")} de ${where}`;
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h3 className="mb-3 text-base">{title}</h3>
      {children}
    </section>
  );
}

function EmptyNote({ children }: { children: string }) {
  return (
    <p className="rounded-card border border-line border-dashed px-4 py-5 text-center text-ink-soft">{children}</p>
  );
}

const cardCount = (folder: Folder) => folder.cardCount;
const countAsked = (folder: ScheduledFolder) => folder.asked ?? 0;

type FolderLinesProps<F> = { folders: readonly F[]; icon: ReactNode; count: (folder: F) => number };

function FolderLines<F extends Folder>({ folders, icon, count }: FolderLinesProps<F>) {
  return (
    <ul className="grid gap-2 md:grid-cols-2">
      {folders.map((folder) => (
        <li key={folder.id} className="min-w-0">
          <Link
            href={paths.folder(folder.id)}
            className="surface-card flex min-h-13 items-center gap-3 px-4 py-2.5 hover:bg-sunken"
          >
            <FolderFace face={folder} size="sm" />
            <span className="line-clamp-3 wrap-anywhere min-w-0 flex-1 font-semibold">{folder.name}</span>
            <span aria-hidden className="[&_svg]:size-5">
              {icon}
            </span>
            <span className="tabular shrink-0 text-ink-soft text-sm">{counted(count(folder), "carta", "cartas")}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

function PanelSkeleton() {
  return (
    <SkeletonGroup
      className="flex flex-col gap-2"
      shapes={["mb-1 h-6 w-48", "h-13 rounded-card", "h-13 rounded-card"]}
    />
  );
}
