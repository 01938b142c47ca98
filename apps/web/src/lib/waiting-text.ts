import { counted } from "#lib/plural.ts";

type Waiting = { newWaiting: number; dueWaiting: number };

/** Returns, for example, "140 repasos y 40 nuevas esperan su día"; undefined if no cards are waiting. */
export function describeWaiting({ newWaiting, dueWaiting }: Waiting): string | undefined {
  if (newWaiting + dueWaiting === 0) return undefined;
  const parts = [
    dueWaiting > 0 && counted(dueWaiting, "repaso", "repasos"),
    newWaiting > 0 && counted(newWaiting, "nueva", "nuevas"),
  ].filter((part) => part !== false);
  return `${parts.join(" y ")} ${newWaiting + dueWaiting === 1 ? "espera" : "esperan"} su día`;
}
