import { paths } from "#paths.ts";

/** Returns where the cards of an exam are studied: in its folder, or with all others if it has several. */
export function findExamStudyPath(folders: readonly { folderId: number }[]): string {
  const [only, ...others] = folders;
  return only && others.length === 0 ? paths.study(only.folderId) : paths.study();
}
