import { systemClock } from "pg-boss";

/**
 * Creates a clock for the queue that never goes back. pg-boss waits for instants of the wall clock: if that is set back, it does
 * nothing until the old time has come again, and it spins if the wait exceeds the 2^31 ms of Node's timers. This clock follows
 * the wall clock forward, and continues from its last value when the wall clock is set back.
 */
export function createQueueClock(): typeof systemClock {
  let lead = 0;
  let latest = systemClock.now();
  const now = () => {
    const wall = systemClock.now();
    lead = Math.max(lead, latest - wall);
    latest = wall + lead;
    return latest;
  };
  return { ...systemClock, now };
}
