import { dropMark, readList } from "@repasa/answers/lists.ts";
import { resolveAnswerMode } from "@repasa/contract/folders.choices.ts";
import { useQuery } from "@tanstack/react-query";
import { folderNamesQuery } from "#features/cards/cards.api.ts";
import { preferencesQuery } from "#features/preferences/preferences.loading.ts";

type ListNoticeProps = { answer: string; folderId: number };

/** Informs that lines without marks are a list, which may be meant as alternatives, where answers are typed. */
export function ListNotice({ answer, folderId }: ListNoticeProps) {
  const isUnmarked = readList(answer) !== null && dropMark(answer) === answer.trim();
  const { data: folders } = useQuery({ ...folderNamesQuery(), enabled: isUnmarked });
  const { data: preferences } = useQuery({ ...preferencesQuery(), enabled: isUnmarked });
  const folder = folders?.find(({ id }) => id === folderId);
  const isTyped = resolveAnswerMode(folder, preferences) !== "flip";
  return (
    <p role="status" className="text-ink-soft text-sm empty:hidden">
      {isUnmarked &&
        folder &&
        isTyped &&
        "Al escribirla, la respuesta es una lista de la que no puede faltar ninguna línea. Si son alternativas, sepáralas con «;»."}
    </p>
  );
}
