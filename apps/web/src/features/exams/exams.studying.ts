import { FOR_EXAM, paths, withQuery } from "#paths.ts";

/** Returns where the cards that an exam asks for today are studied: in its folder, or in a session of its folders if it has several. */
export function findExamStudyPath(examId: number, folders: readonly { folderId: number }[]): string {
  const [only, ...others] = folders;
  if (only && others.length === 0) return paths.study(only.folderId);
  return withQuery(paths.study(), { [FOR_EXAM]: examId });
}
