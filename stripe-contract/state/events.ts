import Stripe from "stripe";
import type { EventName, EventTypes } from "../contract-types.ts";
import { checkObject } from "../validation/schemas.ts";
import { newId } from "./ids.ts";
import type { ContractTime } from "./time.ts";

/** Any event that this server emits; `type` tells which. */
export type ContractEvent = EventTypes[EventName];

/** The call that is being answered, which its events name. */
export interface RequestOrigin {
  id: string | null;
  idempotency_key: string | null;
}

type Listener = (event: ContractEvent) => void;

/** Everything that has happened in the account, oldest first. Snapshots: what changes later does not change them. */
export class EventLog {
  readonly all: ContractEvent[] = [];
  origin: RequestOrigin = { id: null, idempotency_key: null };
  readonly #time: ContractTime;
  readonly #listeners: Listener[] = [];

  constructor(time: ContractTime) {
    this.#time = time;
  }

  onEvent(listener: Listener): void {
    this.#listeners.push(listener);
  }

  record<N extends EventName>(type: N, object: EventTypes[N]["data"]["object"], previous?: object): void {
    const event = {
      id: newId("evt"),
      object: "event",
      api_version: Stripe.API_VERSION,
      created: this.#time.now(),
      data: {
        object: structuredClone(object),
        ...(previous ? { previous_attributes: structuredClone(previous) } : {}),
      },
      livemode: false,
      pending_webhooks: 1,
      request: { ...this.origin },
      type,
    };
    checkObject(type, event);
    this.all.push(event as unknown as ContractEvent);
    for (const listener of this.#listeners) listener(event as unknown as ContractEvent);
  }

  /** The events that something made happen. */
  during(act: () => void): ContractEvent[] {
    const before = this.all.length;
    act();
    return this.all.slice(before);
  }
}

/** The old values of what a change touches, as `previous_attributes` has them; undefined when nothing changes. */
export function previousOf(object: object, patch: object): Record<string, unknown> | undefined {
  const old = object as Record<string, unknown>;
  const changed = Object.entries(patch).filter(([key, value]) => JSON.stringify(old[key]) !== JSON.stringify(value));
  return changed.length > 0 ? Object.fromEntries(changed.map(([key]) => [key, old[key]])) : undefined;
}
