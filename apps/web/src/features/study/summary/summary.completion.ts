import { useEffect, useRef } from "react";
import { counted } from "#lib/plural.ts";
import { preserveToast, toast } from "#ui/toast.ts";

/**
 * In sessionStorage, because the screen that follows may be another document: after a reload, Back leads to one. Whoever leaves the
 * account leaves nothing here (`device.leaving.ts`).
 */
const NOTE = "repasa:completed-session";

/** Notes that a session is completed, which the screen after its summary will say. */
export function noteCompletion(studied: number): void {
  try {
    sessionStorage.setItem(NOTE, String(studied));
  } catch {
    // Nothing will be said.
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
 * Says that a session was completed, on the screen that follows its summary. Nothing lies over the summary itself.
 *
 * @param isNext True on a screen that follows; false on the summary, and while nothing is shown yet.
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
