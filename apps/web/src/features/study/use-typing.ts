import type { Folder } from "@repasa/contract/folders.ts";
import { useEffect, useState } from "react";
import { type ActiveSession, getCurrentCard } from "#features/study/study.session.ts";
import { findTypingParts, loadTypingParts } from "#features/study/study.typing-parts.ts";
import { useStudiedFolder } from "#features/study/use-studied-folder.ts";

type Typing = {
  folder: Folder | undefined;
  /** True if cards are typed in this session, as far as they can be. */
  isOn: boolean;
  /** Asks the current card; null if that is turned over. */
  TypedTable: NonNullable<ReturnType<typeof findTypingParts>>["TypedTable"] | null;
};

/**
 * Decides whether the current card is typed: as the student has chosen for this session, or as its folder says.
 *
 * @param isWanted True if the session was begun in order to type.
 */
export function useTyping(session: ActiveSession, isWanted: boolean): Typing {
  const { phase, checked, typing = isWanted || undefined } = session;
  const card = getCurrentCard(session);
  const folder = useStudiedFolder(card?.folderId ?? 0);
  const mode = typing === undefined ? (folder?.answerMode ?? "flip") : typing ? "type" : "flip";
  const isOn = mode !== "flip";
  const [parts, setParts] = useState(findTypingParts);
  const isMissing = isOn && !parts;
  useEffect(() => {
    // Without it, cards are turned over.
    if (isMissing) loadTypingParts().then(setParts, () => {});
  }, [isMissing]);
  const isTyped = phase === "answer" ? checked?.mode === "type" : isOn && card && parts?.isCardTyped(mode, card);
  return { folder, isOn, TypedTable: (isTyped && parts?.TypedTable) || null };
}
