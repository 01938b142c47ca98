import type { DeviceKeys } from "./message-encryption.ts";
import type { VapidKeys } from "./vapid.ts";

/** The address and the keys with which a browser has subscribed. */
export type PushTarget = DeviceKeys & { readonly endpoint: string };

export type Push = {
  readonly target: PushTarget;
  /** The text that the browser receives. */
  readonly message: string;
  /** The time for which the service stores the message while the device is not reachable. */
  readonly ttlSeconds: number;
  /** The service stores only the last message of a topic: at most 32 characters of base64url. */
  readonly topic: string;
  readonly keys: VapidKeys;
  readonly now: Date;
};

/**
 * The result of an attempt.
 *
 * - `gone`: the subscription no longer exists.
 * - `refused`: another attempt with the same message would be refused as well.
 * - `failed`: another attempt may succeed, not before `retryAfterSeconds` if the service named a time. It may also have delivered the
 *   message.
 */
export type PushResult =
  | { readonly outcome: "sent" }
  | { readonly outcome: "gone" }
  | { readonly outcome: "refused"; readonly reason: string }
  | { readonly outcome: "failed"; readonly reason: string; readonly retryAfterSeconds: number | null };

/** Makes one attempt. Reasons never contain an endpoint: whoever knows it can address the device. */
export type SendPush = (push: Push) => Promise<PushResult>;
