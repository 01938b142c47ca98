import type { Readable } from "node:stream";
import type { MultipartFile } from "@fastify/multipart";
import type { Endpoint, EndpointTable, HandlerInput, ResponseOf } from "@repasa/contract/endpoint.ts";
import type { OwnerId } from "#platform/db/owner.ts";
import type { Queryable } from "#platform/db/pool.ts";
import type { LongList } from "#platform/http/long-list.ts";
import type { WithStatus } from "#platform/http/with-status.ts";
import type { Moment } from "#platform/time/local-days.ts";

export type Client = { address: string; userAgent: string | null };

export type SecretCookie = {
  /** The secret in the caller's cookie; null without a cookie. */
  readonly token: string | null;
  set(token: string, expires: Date): void;
  clear(): void;
};

/** The cookie of a session, and with it the one that names the session's account to the app. */
export type SessionCookie = Omit<SecretCookie, "set"> & {
  set(token: string, expires: Date, owner: OwnerId): void;
  /** Lets the browser remove what it has kept of responses: images and sounds. `clear` does so as well. */
  clearCache(): void;
};

/** Lets accounts recognise the browser: it holds one token for each of the accounts that signed in there last. */
export type DeviceCookie = {
  readonly tokens: readonly string[];
  set(tokens: readonly string[], expires: Date): void;
  clear(): void;
};

export type FoundSession = {
  userId: OwnerId;
  /** The hour at which the owner's days begin. */
  dayStartHour: number;
  expire: Date;
  /** Whether this call has prolonged the session. */
  isProlonged: boolean;
};

/** A file that a client sends, as the bytes of the body. */
export type RawUpload = {
  readonly contentType: string;
  /** The length that the client declares; null if it declares none. */
  readonly length: number | null;
  readonly stream: Readable;
};

/** A form, as a sequence of parts. Each part has to be read before the next. */
export type FormUpload = { readonly parts: AsyncIterable<FormPart> };
export type FormPart =
  | { readonly name: string; readonly text: string }
  | { readonly name: string; readonly file: MultipartFile["file"]; readonly fileName: string };

type UploadOf<E extends Endpoint> = E["upload"] extends "raw"
  ? RawUpload
  : E["upload"] extends "form"
    ? FormUpload
    : null;

/** The headers by which a client requests a range of a file, or only a file that has changed. */
export type RequestedPart = {
  readonly range: string | null;
  readonly ifRange: string | null;
  readonly ifNoneMatch: string | null;
};

/** A response that is a file. */
export type Download = {
  /** 200 by default. */
  readonly status?: 200 | 206 | 304 | 416;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Readable | Uint8Array;
};

/** The parts of a call that are not its input. */
export type Caller = {
  moment: Moment;
  /** The request's id in the log and in the response's header `x-request-id`. */
  requestId: string;
  client: Client;
  cookie: SessionCookie;
  device: DeviceCookie;
  /** Binds a sign-in that takes more than one call to the browser in which it was started. */
  step: SecretCookie;
};

/** A validated call, as a handler receives it. A call of an endpoint with a session always has an owner. */
export type Call<E extends Endpoint> = HandlerInput<E> &
  Caller & {
    owner: E["session"] extends true ? OwnerId : OwnerId | null;
    upload: UploadOf<E>;
    /** The database to read from, which may be a replica, for endpoints that are `mayBeStale`. */
    readDb: E extends { readonly mayBeStale: true } ? Queryable : unknown;
    /** Only used by downloads. */
    requestedPart: RequestedPart;
  };

export type BodyOf<E extends Endpoint> = HandlerInput<E>["body"];

type Handler<E extends Endpoint> = (
  call: Call<E>,
) => Promise<
  E["download"] extends true
    ? Download
    : ResponseOf<E> extends undefined
      ? void
      : ResponseOf<E> | LongListOf<ResponseOf<E>> | OtherStatusOf<E>
>;

type OtherStatusOf<E extends Endpoint> = E extends { readonly otherStatuses: readonly number[] }
  ? WithStatus<ResponseOf<E>>
  : never;

type LongListOf<Response> = Response extends readonly (infer Item)[] ? LongList<Item> : never;

/** A handler for each endpoint of a feature: one that is missing does not compile. */
export type Handlers<T extends EndpointTable> = { [K in keyof T]: Handler<T[K]> };
