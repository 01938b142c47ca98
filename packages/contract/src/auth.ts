import * as z from "zod/mini";
import {
  credentials,
  emailChange,
  linkToken,
  newPasswordForm,
  passwordChange,
  registration,
  resetRequest,
} from "#auth.forms.ts";
import { defineEndpoint } from "#endpoint.ts";
import { dispensable, id, instant, pathUuid } from "#fields.ts";

export const user = z.object({
  id,
  email: z.string(),
  firstName: z.nullable(z.string()),
  lastName: z.nullable(z.string()),
  isEmailVerified: dispensable(z.boolean()),
  /** The address that replaces `email` when its owner opens the link that was sent to it. */
  pendingEmail: z.nullable(z.string()),
  subscription: z.string(),
  statusMobile: z.nullable(z.string()),
  mobile: dispensable(z.boolean()),
  web: dispensable(z.boolean()),
  premium: dispensable(z.boolean()),
  /** The end of the grace period in which premium lasts although the renewal is unpaid. */
  graceUntil: z.nullable(instant),
  createdAt: dispensable(z.iso.datetime({ error: "Fecha y hora no válidas" })),
});
export type User = z.output<typeof user>;

const session = z.object({
  id: z.string(),
  current: z.boolean(),
  userAgent: z.nullable(z.string()),
  createdAt: instant,
  lastSeenAt: instant,
});
export type Session = z.output<typeof session>;

/** A session of an account whose owner has not proved yet that the mailbox is theirs. */
const openSession = z.pick(session, { id: true, userAgent: true, createdAt: true });
export type OpenSession = z.output<typeof openSession>;

/** An account has at most this many sessions. */
const MAX_SESSIONS = 50;

const message = z.object({ message: z.string() });

export const authEndpoints = {
  currentUser: defineEndpoint("GET /api/auth/user", {
    summary: "Returns the signed-in user",
    reads: ["user"],
    securesAccount: true,
    response: user,
  }),
  login: defineEndpoint("POST /api/auth/login", {
    summary: "Signs in and sets the session cookie",
    changes: [],
    securesAccount: true,
    session: false,
    body: credentials,
    response: user,
    errors: ["invalid_credentials", "second_factor_required"],
  }),
  register: defineEndpoint("POST /api/auth/register", {
    summary: "Creates an account and signs in",
    changes: [],
    securesAccount: true,
    session: false,
    status: 201,
    body: registration,
    response: user,
    errors: ["email_taken"],
  }),
  requestReset: defineEndpoint("POST /api/auth/reset-password", {
    summary: "Asks for a link to set a new password; the response never tells whether the account exists",
    changes: [],
    securesAccount: true,
    session: false,
    body: resetRequest,
    response: message,
  }),
  setNewPassword: defineEndpoint("POST /api/auth/new-password", {
    summary:
      "Sets a new password with the token of a reset link and ends all sessions; factors added in the last seven days go, and all of them if the address was never confirmed",
    changes: [],
    securesAccount: true,
    session: false,
    body: newPasswordForm,
    response: message,
    errors: ["invalid_token"],
  }),
  unprovenSessions: defineEndpoint("POST /api/auth/verify-email/sessions", {
    summary:
      "Lists, for a mailed token, the other sessions that a first confirmation would end; empty for other tokens",
    changes: [],
    securesAccount: true,
    session: false,
    body: linkToken,
    response: z.array(openSession),
  }),
  verifyEmail: defineEndpoint("POST /api/auth/verify-email", {
    summary:
      "Confirms an address by its mailed token; a first one removes factors and sessions not in `keptSessions`, a new one is refused (`conflict`) outside of a session if the account has a factor",
    changes: ["user", "sessions", "factors"],
    securesAccount: true,
    session: false,
    body: z.object({
      ...linkToken.shape,
      keptSessions: z.optional(z.array(z.uuid()).check(z.maxLength(MAX_SESSIONS))),
    }),
    response: message,
    errors: ["invalid_token", "email_taken", "conflict"],
  }),
  sendVerification: defineEndpoint("POST /api/auth/send-verification", {
    summary: "Sends the link that confirms the account's address, or its pending one, again",
    changes: [],
    securesAccount: true,
    response: message,
  }),
  changeEmail: defineEndpoint("PUT /api/auth/email", {
    summary:
      "Asks for another address, which counts once its mailed link is opened; the response never tells whether it has an account",
    changes: ["user"],
    securesAccount: true,
    body: emailChange,
    response: message,
    errors: ["invalid_credentials", "confirmation_required"],
  }),
  undoEmailChange: defineEndpoint("POST /api/auth/undo-email", {
    summary:
      "Takes the account back to an address that it has left, by its mailed token; ends all sessions and returns a token for a new password",
    changes: ["user", "sessions"],
    securesAccount: true,
    session: false,
    body: linkToken,
    response: z.object({ resetToken: z.string() }),
    errors: ["invalid_token"],
  }),
  cancelEmailChange: defineEndpoint("DELETE /api/auth/pending-email", {
    summary: "Forgets the address that was asked for; its links no longer work",
    changes: ["user"],
    securesAccount: true,
    status: 204,
  }),
  changePassword: defineEndpoint("PUT /api/auth/password", {
    summary: "Changes the password, ends all sessions and begins a new one for the caller",
    changes: ["user", "sessions"],
    securesAccount: true,
    body: passwordChange,
    response: message,
    errors: ["invalid_credentials", "confirmation_required"],
  }),
  logout: defineEndpoint("POST /api/auth/logout", {
    summary: "Ends this session",
    changes: [],
    securesAccount: true,
    status: 204,
  }),
  clearCache: defineEndpoint("POST /api/auth/clear-cache", {
    summary:
      "Lets the browser remove the images and sounds that it has kept, for a session that ended without signing out here",
    changes: [],
    securesAccount: true,
    session: false,
    status: 204,
  }),
  sessions: defineEndpoint("GET /api/auth/sessions", {
    summary: "Lists the sessions of this account",
    reads: ["sessions"],
    securesAccount: true,
    response: z.array(session),
  }),
  endSession: defineEndpoint("DELETE /api/auth/sessions/{id}", {
    summary:
      "Signs out one of the account's sessions; another one within ten minutes of signing in or confirming who one is",
    changes: ["sessions"],
    securesAccount: true,
    status: 204,
    params: z.object({ id: pathUuid }),
    errors: ["not_found", "confirmation_required"],
  }),
};
