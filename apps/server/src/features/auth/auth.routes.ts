import type { authEndpoints } from "@repasa/contract/auth.ts";
import type { Context } from "#context.ts";
import type { Handlers } from "#platform/http/call.ts";
import { cancelEmailChange, changeEmail, sendVerification, verifyEmail } from "./auth.email-change.ts";
import { changePassword, requestReset, setNewPassword } from "./auth.new-password.ts";
import type { SecondFactor } from "./auth.second-factor.ts";
import { logIn, readCurrentUser, register } from "./auth.service.ts";
import { endSession, listSessions, logOut } from "./auth.sessions.ts";
import { listUnprovenSessions } from "./auth.unproven-access.ts";
import { undoEmailChange } from "./undoing/undoing.service.ts";

export function authRoutes(ctx: Context, second: SecondFactor): Handlers<typeof authEndpoints> {
  return {
    currentUser: ({ owner }) => readCurrentUser(ctx, owner),
    login: (call) => logIn(ctx, call, call.body, second),
    register: (call) => register(ctx, call, call.body),
    requestReset: (call) => requestReset(ctx, call, call.body.email),
    setNewPassword: (call) => setNewPassword(ctx, call, call.body, second),
    unprovenSessions: (call) => listUnprovenSessions(ctx, call, call.body.token),
    verifyEmail: (call) => verifyEmail(ctx, call, call.body, second),
    sendVerification: ({ owner }) => sendVerification(ctx, owner),
    changeEmail: async (call) => {
      await second.requireFactor(call.owner, call);
      return changeEmail(ctx, call.owner, call, call.body);
    },
    undoEmailChange: (call) => undoEmailChange(ctx, call, call.body.token, second),
    cancelEmailChange: ({ owner, moment }) => cancelEmailChange(ctx, owner, moment.now),
    changePassword: async (call) => {
      await second.requireFactor(call.owner, call);
      return changePassword(ctx, call.owner, call, call.body);
    },
    logout: (call) => logOut(ctx, call),
    clearCache: async ({ cookie }) => cookie.clearCache(),
    sessions: ({ owner, moment, cookie }) => listSessions(ctx, owner, moment.now, cookie),
    endSession: (call) => endSession(ctx, call.owner, call, call.params.id, second),
  };
}
