import type { Assignment, Class } from "@repasa/contract/classes.ts";
import { ClipboardList } from "lucide-react";
import { useId } from "react";
import { describeAssignment } from "#features/classes/classes.wording.ts";
import { useAssignments } from "#features/classes/use-assignments.ts";
import { failureOf } from "#lib/query-failure.ts";
import { ASSIGNMENT, paths, withQuery } from "#paths.ts";
import { LinkedRow } from "#ui/linked-row.tsx";
import { LoadFailure } from "#ui/load-failure.tsx";
import { RowListSkeleton } from "#ui/row-list.tsx";

/** The assignments of a class, the newest first. */
export function AssignmentList({ one }: { one: Class }) {
  const heading = useId();
  const query = useAssignments(one.id);
  const { data: assignments, isPending } = query;
  return (
    <section aria-labelledby={heading} className="min-w-0">
      <h2 id={heading} className="mb-2 text-lg">
        Tareas
      </h2>
      {assignments ? (
        assignments.length === 0 ? (
          <NoAssignments role={one.role} />
        ) : (
          <ul className="grid gap-2">
            {assignments.map((assignment) => (
              <li key={assignment.id}>
                <Row classId={one.id} assignment={assignment} />
              </li>
            ))}
          </ul>
        )
      ) : isPending ? (
        <RowListSkeleton rows={2} />
      ) : (
        <LoadFailure what="las tareas" {...failureOf(query)} />
      )}
    </section>
  );
}

function Row({ classId, assignment }: { classId: number; assignment: Assignment }) {
  return (
    <LinkedRow
      title={assignment.name}
      level={3}
      link={{ href: withQuery(paths.classes(classId), { [ASSIGNMENT]: assignment.id }), text: "Ver la tarea" }}
    >
      <p className="tabular text-ink-soft text-sm">{describeAssignment(assignment)}</p>
    </LinkedRow>
  );
}

function NoAssignments({ role }: Pick<Class, "role">) {
  return (
    <p className="surface-card flex items-start gap-3 p-4 text-ink-soft md:p-5">
      <ClipboardList aria-hidden className="size-5 shrink-0" />
      {role === "teacher"
        ? "Una tarea reparte tus carpetas a la clase. Con una fecha, también pone el examen."
        : "Aún no hay tareas. Cuando tu docente ponga una, sus carpetas aparecen en las tuyas."}
    </p>
  );
}
