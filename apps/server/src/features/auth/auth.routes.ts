import type { authEndpoints } from "@repasa/contract/auth.ts";
import type { Context } from "#context.ts";
import type { Handlers } from "#http/call.ts";
import { cancelEmailChange, changeEmail, sendVerification, verifyEmail } from "./auth.email-change.ts";
import { changePassword, requestReset, setNewPassword } from "./auth.new-password.ts";
import { currentUser, logIn, register } from "./auth.service.ts";
import { endSession, listSessions, logOut } from "./auth.sessions.ts";

export function authRoutes(ctx: Context): Handlers<typeof authEndpoints> {
  return {
    currentUser: ({ owner }) => currentUser(ctx, owner),
    login: (call) => logIn(ctx, call, call.body),
    register: (call) => register(ctx, call, call.body),
    requestReset: ({ client, body }) => requestReset(ctx, client, body.email),
    setNewPassword: (call) => setNewPassword(ctx, call, call.body),
    verifyEmail: (call) => verifyEmail(ctx, call, call.body.token),
    sendVerification: ({ owner }) => sendVerification(ctx, owner),
    changeEmail: ({ owner, moment, body }) => changeEmail(ctx, owner, moment.now, body),
    cancelEmailChange: ({ owner, moment }) => cancelEmailChange(ctx, owner, moment.now),
    changePassword: (call) => changePassword(ctx, call.owner, call, call.body),
    logout: ({ cookie }) => logOut(ctx, cookie),
    sessions: ({ owner, moment, cookie }) => listSessions(ctx, owner, moment.now, cookie),
    endSession: ({ owner, params }) => endSession(ctx, owner, params.id),
  };
}
