import type { ComponentType } from "react";
import { useLateComponent } from "#lib/use-late-component.ts";
import { toast } from "#ui/toast.ts";

/** Loads the code of a dialog when it opens, and returns null until then. Without the code, it closes and a toast says why. */
export function useLateDialog<P>(
  open: boolean,
  load: () => Promise<ComponentType<P>>,
  close: () => void,
): ComponentType<P> | null {
  return useLateComponent(open, load, 0, () => {
    close();
    toast({ description: "No se pudo abrir. Comprueba tu conexión e inténtalo de nuevo.", variant: "error" });
  });
}
