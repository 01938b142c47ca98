import type { authEndpoints } from "@repasa/contract/auth.ts";
import type { Handlers } from "#http/call.ts";
import type { AuthService } from "./auth.service.ts";

export function authRoutes(auth: AuthService): Handlers<typeof authEndpoints> {
  return {
    currentUser: ({ owner }) => auth.currentUser(owner),
    login: ({ body, moment, client, cookie }) => auth.login({ now: moment.now, client, cookie }, body),
    register: ({ body, moment, client, cookie }) => auth.register({ now: moment.now, client, cookie }, body),
    requestReset: ({ body, moment, client }) => auth.requestReset({ now: moment.now, client }, body.email),
    setNewPassword: ({ body, moment, client }) => auth.setNewPassword({ now: moment.now, client }, body),
    logout: ({ cookie }) => auth.logout(cookie),
    sessions: ({ owner, moment, cookie }) => auth.sessions(owner, moment.now, cookie),
    endSession: ({ owner, params }) => auth.endSession(owner, params.id),
  };
}
