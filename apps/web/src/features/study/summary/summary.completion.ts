import { useEffect, useRef } from "react";
import { counted } from "#lib/plural.ts";
import { preserveToast, toast } from "#ui/toast.ts";

/**
 * The key in sessionStorage, because the next screen may be another document: after a reload, Back leads to one. Signing out removes
 * it (`device.leaving.ts`).
 */
const NOTE = "repasa:completed-session";

/** Stores that a session is completed, for the toast on the screen after its summary. */
export function noteCompletion(studied: number): void {
  try {
    sessionStorage.setItem(NOTE, String(studied));
  } catch {
    // Without storage, no toast is shown.
  }
}

/** Called when the session goes on, because its last rating was undone. */
export function forgetCompletion(): void {
  takeCompletion();
}

function takeCompletion(): number {
  try {
    const studied = Number(sessionStorage.getItem(NOTE));
    sessionStorage.removeItem(NOTE);
    return studied;
  } catch {
    return 0;
  }
}

/**
 * Shows a toast about a completed session on the screen after its summary, so that it does not cover the summary itself.
 *
 * @param isNext False on the summary and while a screen is loading; true on all other screens.
 */
export function useCompletionToast(isNext: boolean, path?: string): void {
  const isNavigation = useRef(true);
  useEffect(() => {
    if (!isNext) return;
    const studied = takeCompletion();
    if (studied > 0) {
      toast({
        title: "¡Sesión de estudio completada!",
        description: `Estudiaste ${counted(studied, "carta", "cartas")}.`,
        variant: "success",
      });
      // Otherwise the navigation that led here would dismiss it.
      if (isNavigation.current || path !== undefined) preserveToast();
    }
    isNavigation.current = false;
  }, [isNext, path]);
}
