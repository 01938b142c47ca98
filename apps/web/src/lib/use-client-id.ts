import { useRef } from "react";
import { newUuid } from "#lib/uuid.ts";

/** Ids for what a form creates: the same id while the same text is sent again, so that the server creates it once. */
export function useClientId(): (values: unknown) => string {
  const last = useRef<{ text: string; id: string }>(undefined);
  return (values) => {
    const text = JSON.stringify(values);
    if (last.current?.text !== text) last.current = { text, id: newUuid() };
    return last.current.id;
  };
}
