import { resolveAnswerMode } from "@repasa/contract/folders.choices.ts";
import type { Folder } from "@repasa/contract/folders.ts";
import { useQuery } from "@tanstack/react-query";
import { type ComponentType, useEffect, useState } from "react";
import { preferencesQuery } from "#features/preferences/preferences.loading.ts";
import { findChoosingParts, findTypingParts, loadTypingParts, type Way } from "#features/study/deck/deck.ways.ts";
import { FlippedTable, type QuestionProps } from "#features/study/flipping/components/flipped-table.tsx";
import { type ActiveSession, getCurrentCard } from "#features/study/study.state.ts";
import { useStudiedFolder } from "#features/study/use-studied-folder.ts";

type Asking = {
  folder: Folder | undefined;
  /** True if cards are typed in this session, as far as they can be. */
  isTyping: boolean;
  /** False among options, which are hints: whoever has seen them must not give an answer that counts as typed. */
  isSwitchable: boolean;
  /** True if Enter in an empty field takes a hint. */
  isOnLadder: boolean;
  /** Asks the current card. */
  Table: ComponentType<QuestionProps>;
  /** Says why the question has no options in a session of choosing. */
  Note?: ComponentType<{ isTyped: boolean }> | false | undefined;
};

/**
 * Decides how the current card is asked: as the student has chosen for this session, as it was asked in the quiz of the session, or
 * as its folder says. A card without good options is typed, and one that cannot be typed is turned over.
 */
export function useWayOfAsking(session: ActiveSession, way: Way): Asking {
  const { phase, checked, typing = way === "flip" ? false : undefined } = session;
  const card = getCurrentCard(session);
  const { data: preferences } = useQuery(preferencesQuery());
  const folder = useStudiedFolder(card?.folderId ?? 0);
  const isAskedToType = card?.isTyped || way === "type" || way === "choose";
  const mode = isAskedToType ? "type" : resolveAnswerMode(folder, preferences);
  const isTyping = typing ?? mode !== "flip";
  const isSwitchable = way !== "choose";
  const [parts, setParts] = useState(findTypingParts);
  const isMissing = isTyping && !parts;
  useEffect(() => {
    // Without it, cards are turned over.
    if (isMissing) loadTypingParts().then(setParts, () => {});
  }, [isMissing]);
  const [choosing] = useState(findChoosingParts);
  const isAnswered = phase === "answer";
  const isChosen = way === "choose" && !isAnswered && card && choosing?.isCardChosen(card);
  const asked = isTyping && card && !isAnswered ? parts?.askCard(card, mode, typing) : undefined;
  const isOnLadder = asked?.isOnLadder === true;
  const asking = { folder, isTyping, isSwitchable, isOnLadder };
  if (choosing && (isChosen || phase === "verdict")) return { ...asking, Table: choosing.ChooseTable };
  const isTyped = isAnswered ? checked?.mode === "type" : asked?.isTyped;
  const Note = way === "choose" && !isAnswered && choosing?.TooFewOptions;
  return { ...asking, Table: (isTyped && parts?.TypedTable) || FlippedTable, Note };
}
