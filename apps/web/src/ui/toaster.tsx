import { type ComponentType, useEffect, useRef, useState, useSyncExternalStore } from "react";
import { useLateComponent } from "#lib/use-late-component.ts";
import { dismissRefusal, toastStore } from "#ui/toast.ts";
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
  const Late = useLateComponent((used || item !== null) && !Message, loadToastMessage, () => {}, item?.id);
  useEffect(() => {
    const focusList = (event: KeyboardEvent) => {
      if (event.key === HOTKEY) list.current?.focus();
    };
    document.addEventListener("keydown", focusList);
    document.addEventListener("submit", dismissRefusal, { capture: true });
    return () => {
      document.removeEventListener("keydown", focusList);
      document.removeEventListener("submit", dismissRefusal, { capture: true });
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

/** After the page has come up, in milliseconds. */
const REST = 2000;

/**
 * Most toasts answer a tap or a key. Loaded by the first, or when the page has come to rest, how they look is there when
 * one says that the connection is lost.
 */
function useFirstUse(): boolean {
  const [used, setUsed] = useState(false);
  useEffect(() => {
    const use = () => setUsed(true);
    const once = { once: true, capture: true };
    document.addEventListener("pointerdown", use, once);
    document.addEventListener("keydown", use, once);
    const timer = setTimeout(use, REST);
    return () => {
      clearTimeout(timer);
      document.removeEventListener("pointerdown", use, once);
      document.removeEventListener("keydown", use, once);
    };
  }, []);
  return used;
}
