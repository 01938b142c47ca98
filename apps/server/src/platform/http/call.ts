import type { Readable } from "node:stream";
import type { MultipartFile } from "@fastify/multipart";
import type { Endpoint, EndpointTable, HandlerInput, ResponseOf } from "@repasa/contract/endpoint.ts";
import type { OwnerId } from "#platform/db/owner.ts";
import type { Queryable } from "#platform/db/pool.ts";
import type { LongList } from "#platform/http/long-list.ts";
import type { Moment } from "#platform/time/local-days.ts";

export type Client = { address: string; userAgent: string | null };

export type SessionCookie = {
  /** The secret in the caller's cookie, null without one. */
  readonly token: string | null;
  set(token: string, expires: Date): void;
  clear(): void;
};

/** By which accounts recognise the browser: one token for each of the latest that signed in there. */
export type DeviceCookie = {
  readonly tokens: readonly string[];
  set(tokens: readonly string[], expires: Date): void;
  clear(): void;
};

export type FoundSession = {
  userId: OwnerId;
  /** The hour at which the owner's days begin. */
  dayStartHour: number;
  /** Its new end when it was just prolonged. */
  prolongedTo: Date | null;
};

/** A file that a client sends, as the bytes of the body. */
export type RawUpload = {
  readonly contentType: string;
  /** As the client says; null where it does not. */
  readonly length: number | null;
  readonly stream: Readable;
};

/** A form as a client sends it: one part after another, each to be read before the next. */
export type FormUpload = { readonly parts: AsyncIterable<FormPart> };
export type FormPart =
  | { readonly name: string; readonly text: string }
  | { readonly name: string; readonly file: MultipartFile["file"]; readonly fileName: string };

type UploadOf<E extends Endpoint> = E["upload"] extends "raw"
  ? RawUpload
  : E["upload"] extends "form"
    ? FormUpload
    : null;

/** The headers by which a client asks for a part of a file, or for nothing where it has it already. */
export type AskedPart = {
  readonly range: string | null;
  readonly ifRange: string | null;
  readonly ifNoneMatch: string | null;
};

/** A file as an answer. */
export type Download = {
  /** 200 unless told. */
  readonly status?: 200 | 206 | 304 | 416;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Readable | Uint8Array;
};

/** The parts of a call that are not its input. */
export type Caller = {
  moment: Moment;
  /** The request's id in the log and in the answer's header `x-request-id`. */
  requestId: string;
  client: Client;
  cookie: SessionCookie;
  device: DeviceCookie;
  /** Which ties a sign-in that takes more than one call to the browser it was begun in. */
  step: SessionCookie;
};

/** One call, validated: what a handler gets. An endpoint with a session always has an owner. */
export type Call<E extends Endpoint> = HandlerInput<E> &
  Caller & {
    owner: E["session"] extends true ? OwnerId : OwnerId | null;
    upload: UploadOf<E>;
    /** The database to read from, which may be a replica, for endpoints that are `mayBeStale`. */
    readDb: E extends { readonly mayBeStale: true } ? Queryable : unknown;
    /** Which only downloads look at. */
    asked: AskedPart;
  };

export type BodyOf<E extends Endpoint> = HandlerInput<E>["body"];

type Handler<E extends Endpoint> = (
  call: Call<E>,
) => Promise<
  E["download"] extends true
    ? Download
    : ResponseOf<E> extends undefined
      ? void
      : ResponseOf<E> | LongListOf<ResponseOf<E>>
>;

type LongListOf<Response> = Response extends readonly (infer Item)[] ? LongList<Item> : never;

/** A handler for each endpoint of a feature: one that is missing does not compile. */
export type Handlers<T extends EndpointTable> = { [K in keyof T]: Handler<T[K]> };
