import type { AssignmentFigures, Class, StudentRow } from "@repasa/contract/classes.ts";
import { counted, formatCount } from "#lib/plural.ts";
import { dayAndMonth, percent, percentBand } from "#lib/wording.ts";
import type { Figure } from "#ui/figure-list.tsx";

/** Returns, for example, "Das clase a 12 estudiantes" or "Estudiante". */
export function describeRole({ role, members }: Pick<Class, "role" | "members">): string {
  if (role === "student") return "Estás como estudiante";
  return members === 1 ? "Aún no hay estudiantes" : counted(members - 1, "estudiante", "estudiantes");
}

/** Returns a code in two halves, which are easier to read out. */
export const splitCode = (code: string): string => `${code.slice(0, 4)} ${code.slice(4)}`;

/** Returns, for example, "2 carpetas · Examen el 14 de diciembre". */
export function describeAssignment({ folderIds, date }: { folderIds: readonly number[]; date: string | null }): string {
  const folders =
    folderIds.length === 0 ? "Sus carpetas están llegando" : counted(folderIds.length, "carpeta", "carpetas");
  return date === null ? folders : `${folders} · Examen el ${dayAndMonth(date)}`;
}

/** What a teacher sees of a student, and the student of herself, in the same words. */
export function describeStudent({ seen, expected }: Pick<StudentRow, "seen" | "expected">): string {
  const cards = seen === 0 ? "No ha visto ninguna carta" : `Ha visto ${counted(seen, "carta", "cartas")}`;
  return expected === null ? cards : `${cards} y se espera que recuerde el ${percent(expected)}`;
}

type ClassFigures = NonNullable<AssignmentFigures["class"]>;

/** The figures of a class, each with its name. */
export function listClassFigures({ began, seen, expected }: ClassFigures): Figure[] {
  const figures: Figure[] = [
    { name: "Estudiantes que han empezado", value: formatCount(began) },
    { name: "Cartas vistas, de media", value: percent(seen) },
  ];
  if (!expected) return figures;
  const { mean, low, high } = expected;
  return [...figures, { name: "Recuerdo esperado ese día", value: percent(mean), more: percentBand(low, high) }];
}
