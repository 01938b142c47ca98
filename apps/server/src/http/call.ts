import type { Endpoint, EndpointTable, HandlerInput, ResponseOf } from "@repasa/contract/endpoint.ts";
import type { Moment } from "#local-days.ts";
import type { OwnerId } from "#owner.ts";

export type Client = { address: string; userAgent: string | null };

export type SessionCookie = {
  /** The secret in the caller's cookie, null without one. */
  readonly token: string | null;
  set(token: string, expires: Date): void;
  clear(): void;
};

export type FoundSession = {
  userId: OwnerId;
  /** The hour at which the owner's days begin. */
  dayStartHour: number;
  /** Its new end when it was just prolonged. */
  prolongedTo: Date | null;
};

/** The parts of a call that are not its input. */
export type Caller = { moment: Moment; client: Client; cookie: SessionCookie };

/** One call, validated: what a handler gets. An endpoint with a session always has an owner. */
export type Call<E extends Endpoint> = HandlerInput<E> &
  Caller & { owner: E["session"] extends true ? OwnerId : OwnerId | null };

export type BodyOf<E extends Endpoint> = HandlerInput<E>["body"];

type Handler<E extends Endpoint> = (call: Call<E>) => Promise<ResponseOf<E> extends undefined ? void : ResponseOf<E>>;

/** A handler for each endpoint of a feature: one that is missing does not compile. */
export type Handlers<T extends EndpointTable> = { [K in keyof T]: Handler<T[K]> };
