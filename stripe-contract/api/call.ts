import type { CallName, RequestTypes } from "../contract-types.ts";
import { notPlayed } from "../refusal.ts";
import type { Account } from "../state/account.ts";

export interface CallContext<N extends CallName> {
  account: Account;
  /** The id in the path; empty where the path has none. */
  id: string;
  /** Valid by the schema. What the client sent as null is an empty text. */
  params: RequestTypes[N];
}

/** Answers one call with an object of the account, unexpanded, or throws a Refusal. */
export type Handler<N extends CallName> = (context: CallContext<N>) => object;

export type Handlers<N extends CallName> = { [K in N]: Handler<K> };

/** Refuses what Stripe would take and this server has no behaviour for. */
export function playsOnly(params: object, call: string, played: readonly string[]): void {
  const other = Object.keys(params).find((name) => name !== "expand" && !played.includes(name));
  if (other !== undefined) throw notPlayed(`${other} of ${call}`, other);
}
