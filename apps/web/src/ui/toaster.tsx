import { type ComponentType, useEffect, useRef, useState, useSyncExternalStore } from "react";
import { useLateComponent } from "#lib/use-late-component.ts";
import { dismissErrorToast, toastStore } from "#ui/toast.ts";
import type { ToastMessageProps } from "#ui/toast-message.tsx";

const HOTKEY = "F8";

let Message: ComponentType<ToastMessageProps> | null = null;

export async function loadToastMessage(): Promise<ComponentType<ToastMessageProps>> {
  Message = (await import("#ui/toast-message.tsx")).ToastMessage;
  return Message;
}

export function Toaster() {
  const item = useSyncExternalStore(toastStore.subscribe, toastStore.snapshot);
  const list = useRef<HTMLOListElement>(null);
  const used = useFirstUse();
  const Late = useLateComponent((used || item !== null) && !Message, loadToastMessage, item?.id);
  useEffect(() => {
    const focusList = (event: KeyboardEvent) => {
      if (event.key === HOTKEY) list.current?.focus();
    };
    document.addEventListener("keydown", focusList);
    document.addEventListener("submit", dismissErrorToast, { capture: true });
    return () => {
      document.removeEventListener("keydown", focusList);
      document.removeEventListener("submit", dismissErrorToast, { capture: true });
    };
  }, []);
  const Drawn = Message ?? Late;
  return (
    <section aria-label={`Notificaciones (${HOTKEY})`} className="toast-viewport">
      <ol ref={list} tabIndex={-1}>
        {item && Drawn && <Drawn key={item.id} item={item} />}
      </ol>
    </section>
  );
}

/** In milliseconds after the page is shown. */
const PRELOAD_DELAY_MS = 2000;

/**
 * Returns whether to load the code of the toasts: after the first press or key, because most toasts respond to one, or
 * after a delay. It must be loaded before a toast reports that the connection is lost.
 */
function useFirstUse(): boolean {
  const [used, setUsed] = useState(false);
  useEffect(() => {
    const use = () => setUsed(true);
    const once = { once: true, capture: true };
    document.addEventListener("pointerdown", use, once);
    document.addEventListener("keydown", use, once);
    const timer = setTimeout(use, PRELOAD_DELAY_MS);
    return () => {
      clearTimeout(timer);
      document.removeEventListener("pointerdown", use, once);
      document.removeEventListener("keydown", use, once);
    };
  }, []);
  return used;
}
