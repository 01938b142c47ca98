import type { QueryClient } from "@tanstack/react-query";
import { userQuery } from "#features/session/session.user.ts";

const KEY = "draftAtLimit";

type Fields = Readonly<Record<string, string | null | undefined>>;

type Draft = { userId: number; path: string; fields: Fields };

/**
 * Keeps what was typed when a limit was reached, in this tab, for this user and address: paying leaves the app, and
 * whoever comes back should find their text.
 */
export function keepDraft(queryClient: QueryClient, body: unknown): void {
  const user = queryClient.getQueryData(userQuery.queryKey);
  if (!user || typeof body !== "object" || body === null) return;
  const { clientId: _, ...fields } = body as Fields;
  const draft: Draft = { userId: user.id, path: window.location.pathname, fields };
  try {
    sessionStorage.setItem(KEY, JSON.stringify(draft));
  } catch {}
}

export function findDraft(queryClient: QueryClient): Fields | null {
  const user = queryClient.getQueryData(userQuery.queryKey);
  try {
    const draft = JSON.parse(sessionStorage.getItem(KEY) ?? "null") as Draft | null;
    if (!draft || draft.userId !== user?.id || draft.path !== window.location.pathname) return null;
    return draft.fields;
  } catch {
    return null;
  }
}

export function dropDraft(): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch {}
}
