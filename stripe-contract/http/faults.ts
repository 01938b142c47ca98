import type { CallName } from "../contract-types.ts";

export interface FaultPlan {
  /** `server-error` 500, `rate-limit` 429, `reset` a cut connection, `slow` a late answer. */
  kind: "server-error" | "rate-limit" | "reset" | "slow";
  /** How many calls it hits; one by default. */
  times?: number;
  /** Only this call; any by default. */
  call?: CallName;
  /** For `slow`. */
  delayMs?: number;
  /** The call takes effect and its answer is lost: what idempotency keys are for. */
  afterEffect?: boolean;
}

export interface ArmedFault extends FaultPlan {
  left: number;
}

/** Faults that wait for the next calls. */
export class Faults {
  #armed: ArmedFault[] = [];

  failNext(plan: FaultPlan): void {
    this.#armed.push({ ...plan, left: plan.times ?? 1 });
  }

  clear(): void {
    this.#armed = [];
  }

  take(call: CallName): FaultPlan | undefined {
    const fault = this.#armed.find((one) => one.call === undefined || one.call === call);
    if (!fault) return undefined;
    fault.left -= 1;
    if (fault.left <= 0) this.#armed = this.#armed.filter((one) => one !== fault);
    return fault;
  }
}
