import type { authEndpoints } from "@repasa/contract/auth.ts";
import type { Handlers } from "#http/call.ts";
import type { AuthService } from "./auth.service.ts";

export function authRoutes(auth: AuthService): Handlers<typeof authEndpoints> {
  return {
    currentUser: ({ owner }) => auth.currentUser(owner),
    login: ({ body, moment, client, cookie }) => auth.login({ now: moment.now, client, cookie }, body),
    register: ({ body, moment, client, cookie }) => auth.register({ now: moment.now, client, cookie }, body),
    requestReset: ({ body, client }) => auth.requestReset(client, body.email),
    setNewPassword: ({ body, moment, client }) => auth.setNewPassword({ now: moment.now, client }, body),
    verifyEmail: ({ body, moment, client }) => auth.verifyEmail({ now: moment.now, client }, body.token),
    sendVerification: ({ owner }) => auth.sendVerification(owner),
    changeEmail: ({ owner, moment, body }) => auth.changeEmail(owner, moment.now, body),
    cancelEmailChange: ({ owner, moment }) => auth.cancelEmailChange(owner, moment.now),
    changePassword: ({ owner, moment, cookie, body }) => auth.changePassword(owner, { now: moment.now, cookie }, body),
    logout: ({ cookie }) => auth.logout(cookie),
    sessions: ({ owner, moment, cookie }) => auth.sessions(owner, moment.now, cookie),
    endSession: ({ owner, params }) => auth.endSession(owner, params.id),
  };
}
