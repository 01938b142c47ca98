import type { CallName } from "../contract-types.ts";
import type { Account } from "../state/account.ts";
import { checkObject, type ObjectName } from "../validation/schemas.ts";
import type { CallContext } from "./call.ts";
import { handlers } from "./calls.ts";
import { expandAll } from "./expansion.ts";

interface ApiObject {
  object: string;
  type?: string;
  deleted?: boolean;
  data?: unknown;
}

/** Objects of a list begin their expansions with `data.`, as its answer does. */
function checkAnswer(answer: ApiObject): number {
  if (answer.object === "list" || answer.object === "search_result") {
    const data = answer.data as ApiObject[];
    for (const one of data) checkAnswer(one);
    return data.length;
  }
  const kind = answer.object === "event" ? answer.type : answer.deleted ? `deleted_${answer.object}` : answer.object;
  checkObject(kind as ObjectName, answer);
  return 1;
}

/** Plays a valid call and answers with an object that has been checked against the types' schema. */
export function answerCall(account: Account, call: CallName, id: string, params: Record<string, unknown>) {
  const handle = handlers[call] as (context: CallContext<CallName>) => object;
  const context = { account, id, params } as CallContext<CallName>;
  const answer = expandAll(account, handle(context), params.expand as string[] | undefined);
  return { answer, checked: checkAnswer(answer as ApiObject) };
}
