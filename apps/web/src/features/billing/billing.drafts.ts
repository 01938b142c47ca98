import type { QueryClient } from "@tanstack/react-query";
import { userQuery } from "#features/session/session.user.ts";

const KEY = "draftAtLimit";

/** What was typed into the fields of a form, by their names. */
type Fields = Readonly<Record<string, string | null | undefined>>;

type Draft = { userId: number; path: string; fields: Fields };

/**
 * Keeps what was typed when a limit was met: the way to the payment page and back leaves the app, and whoever has paid
 * should find their text where they left it. It stays in this tab, for this user and at this address.
 */
export function keepDraft(queryClient: QueryClient, fields: Fields): void {
  const user = queryClient.getQueryData(userQuery.queryKey);
  if (!user) return;
  const draft: Draft = { userId: user.id, path: window.location.pathname, fields };
  try {
    sessionStorage.setItem(KEY, JSON.stringify(draft));
  } catch {
    // Without a memory the text stays where it is for as long as the page does.
  }
}

/** What this user had typed at this address when a limit was met there, or null. */
export function draftHere(queryClient: QueryClient): Fields | null {
  const user = queryClient.getQueryData(userQuery.queryKey);
  try {
    const draft = JSON.parse(sessionStorage.getItem(KEY) ?? "null") as Draft | null;
    if (!draft || draft.userId !== user?.id || draft.path !== window.location.pathname) return null;
    return draft.fields;
  } catch {
    return null;
  }
}

/** Forgets it: it was saved, or thrown away. */
export function dropDraft(): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // There was nothing to forget.
  }
}
