export type Clock = {
  /** Wall-clock time in milliseconds since 1970. It is comparable across pages, but the user can set it. */
  now: () => number;
  /** Milliseconds on a clock that nobody can set, and that starts with this page. */
  monotonic: () => number;
  setTimeout: (callback: () => void, ms: number) => unknown;
  clearTimeout: (timer: unknown) => void;
  random: () => number;
};

export const browserClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  setTimeout: (callback, ms) => setTimeout(callback, ms),
  clearTimeout: (timer) => clearTimeout(timer as ReturnType<typeof setTimeout> | undefined),
  random: Math.random,
};
