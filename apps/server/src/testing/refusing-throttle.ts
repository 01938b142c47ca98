import { noThrottle, type Throttle } from "#platform/http/throttle.ts";

/** Refuses whatever is counted with "too many", and lists in `taken` what that was. */
export function refusingThrottle(): { throttle: Throttle; taken: unknown[] } {
  const taken: unknown[] = [];
  const take: Throttle["take"] = async (...args) => {
    taken.push(args);
    throw new Error("too many");
  };
  return { throttle: { ...noThrottle, take }, taken };
}
