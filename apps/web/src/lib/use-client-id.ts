import { useRef } from "react";
import { newUuid } from "#lib/uuid.ts";

/**
 * Returns the id of what a form creates: the same when the same text is sent again after a failure, so that the server
 * makes one thing of both, and another for another text.
 */
export function useClientId(): (values: unknown) => string {
  const last = useRef<{ text: string; id: string }>(undefined);
  return (values) => {
    const text = JSON.stringify(values);
    if (last.current?.text !== text) last.current = { text, id: newUuid() };
    return last.current.id;
  };
}
