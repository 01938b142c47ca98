import * as z from "zod/mini";
import { defineEndpoint } from "#endpoint.ts";
import { email, id, instant, knownPassword, newPassword, pathUuid, requiredText } from "#fields.ts";

export const user = z.object({
  id,
  email: z.string(),
  firstName: z.nullable(z.string()),
  lastName: z.nullable(z.string()),
  isEmailVerified: z.boolean(),
  subscription: z.string(),
  statusMobile: z.nullable(z.string()),
  mobile: z.boolean(),
  web: z.boolean(),
  premium: z.boolean(),
  createdAt: instant,
});
export type User = z.output<typeof user>;

const SHORT_PASSWORD = "Password must be at least 8 characters";
const passwords = {
  password: newPassword(SHORT_PASSWORD),
  confirmPassword: newPassword("Password confirmation is required"),
};
const passwordsMatch = z.refine<{ password: string; confirmPassword: string }>(
  (form) => form.password === form.confirmPassword,
  { error: "Passwords don't match", path: ["confirmPassword"] },
);

export const credentials = z.object({
  email,
  password: knownPassword("Password is required"),
});

/** What the registration form sends; the names and the mobile flag come from other clients. */
export const registration = z
  .object({
    email,
    ...passwords,
    firstName: z.optional(requiredText(100, "First name is required")),
    lastName: z.optional(requiredText(100, "Last name is required")),
    mobile: z.optional(z.boolean({ error: "Debe ser verdadero o falso" })),
  })
  .check(passwordsMatch);

export const resetRequest = z.object({ email });

export const newPasswordForm = z
  .object({
    token: z.string({ error: "Token is required" }).check(z.minLength(1, { error: "Token is required" })),
    ...passwords,
  })
  .check(passwordsMatch);

export const session = z.object({
  id: z.string(),
  current: z.boolean(),
  userAgent: z.nullable(z.string()),
  createdAt: instant,
  lastSeenAt: instant,
});
export type Session = z.output<typeof session>;

const message = z.object({ message: z.string() });

export const authEndpoints = {
  currentUser: defineEndpoint({
    method: "GET",
    path: "/api/auth/user",
    summary: "The signed-in user",
    response: user,
  }),
  login: defineEndpoint({
    method: "POST",
    path: "/api/auth/login",
    summary: "Signs in and sets the session cookie",
    session: false,
    body: credentials,
    response: user,
    errors: ["invalid_credentials"],
  }),
  register: defineEndpoint({
    method: "POST",
    path: "/api/auth/register",
    summary: "Creates an account and signs in",
    session: false,
    status: 201,
    body: registration,
    response: user,
    errors: ["email_taken"],
  }),
  requestReset: defineEndpoint({
    method: "POST",
    path: "/api/auth/reset-password",
    summary: "Asks for a link to set a new password; the answer never tells whether the account exists",
    session: false,
    body: resetRequest,
    response: message,
  }),
  setNewPassword: defineEndpoint({
    method: "POST",
    path: "/api/auth/new-password",
    summary: "Sets a new password with the token of a reset link",
    session: false,
    body: newPasswordForm,
    response: message,
    errors: ["invalid_token"],
  }),
  logout: defineEndpoint({
    method: "POST",
    path: "/api/auth/logout",
    summary: "Ends this session",
    status: 204,
  }),
  sessions: defineEndpoint({
    method: "GET",
    path: "/api/auth/sessions",
    summary: "Where this account is signed in",
    response: z.array(session),
  }),
  endSession: defineEndpoint({
    method: "DELETE",
    path: "/api/auth/sessions/{id}",
    summary: "Signs out one of the account's sessions",
    status: 204,
    params: z.object({ id: pathUuid }),
    errors: ["not_found"],
  }),
};
