/** Where the time comes from. Everything that needs to know it takes a clock, so that a test can move it. */
export type Clock = { now(): Date };

export const systemClock: Clock = { now: () => new Date() };
