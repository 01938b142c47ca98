import type { CallName } from "../contract-types.ts";

export interface Rejection {
  method: string;
  path: string;
  status: number;
  message: string;
  param?: string;
}

/** What the server has seen. Tests assert on it: nothing rejected, no answer malformed. */
export interface ContractStats {
  /** Requests that are well made: their parameters fit the schema of their call and the rules beyond the types. */
  validated: number;
  /** Requests that are not: no such call, no key, unknown, missing, misspelt or senseless parameters. */
  rejected: Rejection[];
  /** Those of the validated that were impossible: no such customer, a session that is over. */
  refused: Rejection[];
  /** How often each call was made, whatever came of it. */
  calls: Partial<Record<CallName, number>>;
  /** Answers checked against the schemas of the responses. */
  answersChecked: number;
  /** Answers of the idempotency store. */
  replayed: number;
  /** Faults that were injected. */
  faults: number;
  /** Errors of this server itself. */
  broken: string[];
}

export function newStats(): ContractStats {
  return { validated: 0, rejected: [], refused: [], calls: {}, answersChecked: 0, replayed: 0, faults: 0, broken: [] };
}
