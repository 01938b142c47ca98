import type { Quiz } from "@repasa/contract/quizzes.ts";
import { paths } from "#paths.ts";

/** Returns the path of what a quiz tests: the exam, or the folder if there is only one, else all folders. */
export function findSource({ examId, folderIds }: Pick<Quiz, "examId" | "folderIds">): string {
  // What was deleted before its account was copied into this one has an id below 1.
  if (examId !== null && examId > 0) return paths.exams(examId);
  const [only = 0, ...others] = folderIds;
  return examId === null && only > 0 && others.length === 0 ? paths.folder(only) : paths.folders();
}
