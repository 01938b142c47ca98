import * as z from "zod/mini";
import { LATEST_DAY_START_HOUR } from "#account.choices.ts";
import { accountDeletion } from "#account.forms.ts";
import { desiredRetention } from "#account.retention.ts";
import { defineEndpoint } from "#endpoint.ts";
import { instant, localDate } from "#fields.ts";
import { ANSWER_MODES, INVALID_ANSWER_MODE } from "#folders.choices.ts";
import { freeText } from "#texts.ts";

/** The highest `newCardsPerDay`. */
export const MAX_NEW_CARDS_PER_DAY = 1000;

const NEW_CARDS = "Las cartas nuevas por día deben ser un número de 0 a 1000";
const REVIEWS = "Los repasos por día deben ser un número de 1 a 9999";
const HOUR = "La hora debe estar entre 0 y 23";
const MINUTE = "Los minutos deben ser 0 o 30";
const CHANNELS = "Elige correo, avisos o los dos";
const QUIET_DAYS = "Los días tranquilos son siete pesos de 0 a 1, y al menos uno mayor que 0";
const DAY_START = "El día debe empezar entre las 0 y las 6";

/** The weights for a week whose days are all as full as usual. */
export const NO_QUIET_DAYS: readonly number[] = [1, 1, 1, 1, 1, 1, 1];

export const DEFAULT_SESSION_SIZE = 20;

/** The settings that the user may change. */
const settable = z.object({
  /** The colour scheme: `system` follows the device. */
  theme: z.enum(["system", "light", "dark"], { error: "Elige sistema, claro u oscuro" }),
  shortcuts: z.boolean({ error: "Debe ser verdadero o falso" }),
  /** The recall probability at which a card falls due, 0.80 to 0.95. */
  desiredRetention,
  /** The local hour, 0 to 6, at which a study day begins wherever the user is; all local dates follow from it. */
  dayStartHour: z
    .int({ error: DAY_START })
    .check(z.gte(0, { error: DAY_START }), z.lte(LATEST_DAY_START_HOUR, { error: DAY_START })),
  /** The most new cards that are pending on a day, over all folders; null for no limit. */
  newCardsPerDay: z.nullable(
    z
      .int({ error: NEW_CARDS })
      .check(z.gte(0, { error: NEW_CARDS }), z.lte(MAX_NEW_CARDS_PER_DAY, { error: NEW_CARDS })),
  ),
  /** The most due cards that are pending on a day, those lost soonest first; null for no limit. */
  reviewsPerDay: z.nullable(
    z.int({ error: REVIEWS }).check(z.gte(1, { error: REVIEWS }), z.lte(9999, { error: REVIEWS })),
  ),
  /** The desired amount of work on each weekday, Monday first: 7 weights from 0 (free) to 1 (a usual day). */
  quietDays: z
    .array(z.number({ error: QUIET_DAYS }).check(z.gte(0, { error: QUIET_DAYS }), z.lte(1, { error: QUIET_DAYS })), {
      error: QUIET_DAYS,
    })
    .check(
      z.length(7, { error: QUIET_DAYS }),
      z.refine((weights) => weights.some((weight) => weight > 0), { error: QUIET_DAYS }),
    ),
  /** The number of cards that a session offers when more are due; null for all. */
  sessionSize: z.nullable(z.literal([10, 20, 40], { error: "Elige 10, 20, 40 o todas" })),
  /** How the cards of folders are answered for which nothing was chosen. */
  answerMode: z.enum(ANSWER_MODES, { error: INVALID_ANSWER_MODE }),
  /** True if a daily number of new cards has been offered, whether or not it was accepted. */
  newCardsOffered: z.boolean({ error: "Debe ser verdadero o falso" }),
  /** True if the user was asked whether they know the button "No la recordé". */
  forgottenExplained: z.boolean({ error: "Debe ser verdadero o falso" }),
  /** The last date on which the end of a session named the cards that take most of the time; null if none did. */
  costlyNamedOn: z.nullable(localDate),
  /** True if the memory model's weights are to be fitted to the user. */
  refit: z.boolean({ error: "Debe ser verdadero o falso" }),
  /** The local time from which reminders are sent on days with pending cards: an hour from 0 to 23, and 0 or 30 minutes. */
  reminder: z.boolean({ error: "Debe ser verdadero o falso" }),
  reminderHour: z.int({ error: HOUR }).check(z.gte(0, { error: HOUR }), z.lte(23, { error: HOUR })),
  /** 0 in a change that sets only the hour. */
  reminderMinute: z.literal([0, 30], { error: MINUTE }),
  /**
   * How reminders are sent, at least one way: `reminder` switches them off. Without a device that receives pushes, those of `push`
   * are mailed.
   */
  reminderChannels: z.array(z.enum(["mail", "push"], { error: CHANNELS }), { error: CHANNELS }).check(
    z.minLength(1, { error: CHANNELS }),
    z.refine((channels) => new Set(channels).size === channels.length, { error: CHANNELS }),
  ),
});

export const preferences = z.extend(settable, {
  /** Set when reminders were switched off because the mailbox refused them; `new` until Home has notified the user. */
  reminderStop: z.nullable(z.enum(["new", "seen"])),
  /** True until the user was asked, if they have recalled many cards in a row and never pressed "No la recordé". */
  asksAboutForgotten: z.boolean(),
  /**
   * The date from which Home asks once whether to raise the desired retention, which was chosen at an import; null if there is
   * nothing to ask. Setting the retention, even to the same value, answers the question.
   */
  retentionQuestionFrom: z.nullable(localDate),
});
export type Preferences = z.output<typeof preferences>;

/** A key pair of P-256 as a JSON Web Key (RFC 7518): the coordinates of the public point, and the private number `d`, in base64url. */
const deviceKey = z.object({
  kty: z.literal("EC"),
  crv: z.literal("P-256"),
  x: z.string(),
  y: z.string(),
  d: z.string(),
});
export type DeviceKey = z.output<typeof deviceKey>;

const accessEvent = z.object({
  email: freeText(255),
  mobile: z.boolean({ error: "Debe ser verdadero o falso" }),
});

const deletion = z.object({
  /**
   * The instant until which an address that the account has left can take it back. A deletion closes the account at once and
   * deletes it at this instant. Null if a deletion takes effect at once.
   */
  waitsUntil: z.nullable(instant),
});
export type AccountDeletion = z.output<typeof deletion>;

export const accountEndpoints = {
  preferences: defineEndpoint("GET /api/user/preferences", {
    summary: "Returns the user's preferences",
    reads: ["preferences"],
    securesAccount: true,
    response: preferences,
  }),
  setPreferences: defineEndpoint("PUT /api/user/preferences", {
    summary: "Changes the preferences that are given and keeps the others",
    changes: ["preferences"],
    securesAccount: true,
    body: z.partial(settable),
    response: preferences,
  }),
  deviceKey: defineEndpoint("GET /api/user/device-key", {
    summary:
      "Returns the account's key pair, always the same: devices keep the public half, and seal with it what a session that ends has not sent",
    reads: ["user"],
    securesAccount: true,
    response: deviceKey,
  }),
  trackAccess: defineEndpoint("POST /api/track-access", {
    summary: "Counts a visit",
    changes: [],
    securesAccount: true,
    session: false,
    status: 204,
    body: accessEvent,
    // The error if the session's account is being deleted at the same time.
    errors: ["unauthorized"],
  }),
  deletion: defineEndpoint("GET /api/auth/delete-account", {
    summary: "Tells whether a deletion of the account would be delayed, and until when",
    reads: ["user"],
    securesAccount: true,
    response: deletion,
  }),
  deleteAccount: defineEndpoint("DELETE /api/auth/delete-account", {
    summary:
      "Deletes the account, or closes it until an address that it has just left can no longer take it back; without the password only in the first 10 minutes of a session",
    changes: [],
    securesAccount: true,
    status: 204,
    body: z.partial(accountDeletion),
    errors: ["invalid_credentials", "password_required", "confirmation_required", "conflict"],
  }),
};
