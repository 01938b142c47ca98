import { AssignmentView } from "#features/classes/components/assignment-view.tsx";
import { ClassList } from "#features/classes/components/class-list.tsx";
import { ClassView } from "#features/classes/components/class-view.tsx";
import { useAddressQuery } from "#lib/use-address-query.ts";
import { ASSIGNMENT } from "#paths.ts";

/** The classes of the user, one of them, or one of its assignments, which the query of the address names. */
export default function ClassesPage({ classId }: { classId: number | null }) {
  const [query] = useAddressQuery();
  const assignment = query.get(ASSIGNMENT) ?? "";
  if (classId === null) return <ClassList />;
  if (!/^[1-9]\d{0,14}$/.test(assignment)) return <ClassView classId={classId} />;
  return <AssignmentView key={assignment} classId={classId} assignmentId={Number(assignment)} />;
}
