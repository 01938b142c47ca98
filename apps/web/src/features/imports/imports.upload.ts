import * as importEndpoints from "@repasa/contract/client/imports.ts";
import type { QueryClient } from "@tanstack/react-query";
import { navigate } from "wouter/use-browser-location";
import { importQuery, invalidateImports } from "#features/imports/imports.api.ts";
import { watchImport } from "#features/imports/imports.watch.ts";
import { handleUnauthorized } from "#features/session/session.expiry.ts";
import { userQuery } from "#features/session/session.user.ts";
import { errorMessage, explainFailure } from "#lib/error-message.ts";
import { addListener } from "#lib/listeners.ts";
import { type UploadProgress, upload } from "#lib/upload.ts";
import { paths } from "#paths.ts";
import { toast } from "#ui/toast.ts";

/** In bytes. A server may have a lower limit, which its error message contains. */
const MAX_FILE_BYTES = 300 * 1024 * 1024;

export type Source = { file: File } | { text: string };

export type UploadState =
  | { status: "idle" }
  | ({ status: "sending"; name: string | null } & UploadProgress)
  | { status: "sent"; importId: string }
  /** `text` is the pasted text that could not be sent, so that the user can try again; empty for a file. */
  | { status: "failed"; message: string; text: string };

const IDLE: UploadState = { status: "idle" };

let state: UploadState = IDLE;
let abort: AbortController | null = null;
const listeners = new Set<() => void>();

function set(next: UploadState): void {
  state = next;
  for (const listener of listeners) listener();
}

/** At most one upload at a time. It continues while other screens are shown. */
export const uploadStore = {
  subscribe(listener: () => void) {
    return addListener(listeners, listener);
  },
  snapshot: () => state,
  /** Called once the page has handled the end of the upload. */
  clear: () => set(IDLE),
  /** Called when the page that shows a failure is left. */
  clearFailure: () => state.status === "failed" && set(IDLE),
};

export async function startUpload(queryClient: QueryClient, source: Source): Promise<void> {
  if (state.status === "sending") return;
  const refusal = checkSource(source);
  if (refusal !== null) return reportFailure(source, refusal);
  cancelOnUserChange(queryClient);
  const form = new FormData();
  if ("file" in source) form.set("file", source.file);
  else form.set("text", source.text);
  const name = "file" in source ? source.file.name : null;
  set({ status: "sending", name, sent: 0, total: "file" in source ? source.file.size : source.text.length });
  const control = new AbortController();
  abort = control;
  window.addEventListener("beforeunload", askBeforeLeaving);
  try {
    const onProgress = (progress: UploadProgress) => {
      if (!control.signal.aborted) set({ status: "sending", name, ...progress });
    };
    const created = await upload(importEndpoints.create, form, { onProgress, signal: control.signal });
    queryClient.setQueryData(importQuery(created.id).queryKey, created);
    void invalidateImports(queryClient);
    set({ status: "sent", importId: created.id });
    if (!isPageShown()) watchImport(queryClient, created.id);
  } catch (error) {
    if (control.signal.aborted) set(IDLE);
    else if (handleUnauthorized(queryClient, error)) set(IDLE);
    else reportFailure(source, errorMessage(error, `No se pudo enviar. ${explainFailure(error)}`));
  } finally {
    window.removeEventListener("beforeunload", askBeforeLeaving);
  }
}

/** The import page shows the failure; on other screens a toast does, which links to that page. */
function reportFailure(source: Source, message: string): void {
  set({ status: "failed", message, text: "text" in source ? source.text : "" });
  if (isPageShown()) return;
  const action = { label: "Ver", onClick: () => navigate(paths.import()) };
  toast({ description: message, variant: "error", action });
}

function isPageShown(): boolean {
  return window.location.pathname === paths.import();
}

/** Makes the browser ask before the page is closed, which would abort the upload. */
function askBeforeLeaving(event: BeforeUnloadEvent): void {
  event.preventDefault();
}

let unsubscribe = () => {};

/** Aborts the upload when another user signs in, or nobody is signed in any more. */
function cancelOnUserChange(queryClient: QueryClient): void {
  unsubscribe();
  const userId = () => queryClient.getQueryData(userQuery.queryKey)?.id;
  const sender = userId();
  unsubscribe = queryClient.getQueryCache().subscribe(() => {
    if (userId() === sender) return;
    unsubscribe();
    cancelUpload();
    set(IDLE);
  });
}

export function cancelUpload(): void {
  abort?.abort();
}

/** Checks a source before it is sent. Returns the reason for a refusal, or null. */
function checkSource(source: Source): string | null {
  if ("text" in source) return source.text.trim() === "" ? "No hay nada que importar: el texto está vacío." : null;
  if (source.file.size > MAX_FILE_BYTES)
    return "El archivo ocupa más de 300 MB, que es lo máximo que se puede importar.";
  return source.file.size === 0 ? "El archivo está vacío." : null;
}
