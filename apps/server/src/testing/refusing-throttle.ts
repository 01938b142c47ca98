import { noThrottle, type Throttle } from "#platform/http/throttle.ts";

/** Creates a throttle that refuses every attempt with "too many"; `taken` lists the arguments of the attempts. */
export function refusingThrottle(): { throttle: Throttle; taken: unknown[] } {
  const taken: unknown[] = [];
  const take: Throttle["take"] = async (...args) => {
    taken.push(args);
    throw new Error("too many");
  };
  return { throttle: { ...noThrottle, take }, taken };
}
