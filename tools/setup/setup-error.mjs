// @ts-check
/** An expected failure: its message is one line for the person at the terminal. */
export class SetupError extends Error {}
