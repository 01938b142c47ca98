// Made from the contract by `npm run client-tables`.
import type { api } from "#api.ts";
import type { ClientEndpoint } from "#client.ts";
import type { Shape } from "#shape.ts";

const currentUserShape: Shape = { id: "number", email: "string", "firstName?": "string", "lastName?": "string",
  "isEmailVerified?": "boolean", "pendingEmail?": "string", subscription: "string", "statusMobile?": "string",
  "mobile?": "boolean", "web?": "boolean", "premium?": "boolean", "graceUntil?": "string", "createdAt?": "string" };
export const currentUser: ClientEndpoint<(typeof api)["auth"]["currentUser"]> = {
  method: "GET", path: "/api/auth/user", reads: ["user"], changes: [], shape: currentUserShape,
};
export const login: ClientEndpoint<(typeof api)["auth"]["login"]> = {
  method: "POST", path: "/api/auth/login", reads: [], changes: [], shape: currentUserShape,
};
export const register: ClientEndpoint<(typeof api)["auth"]["register"]> = {
  method: "POST", path: "/api/auth/register", reads: [], changes: [], shape: currentUserShape,
};
export const requestReset: ClientEndpoint<(typeof api)["auth"]["requestReset"]> = {
  method: "POST", path: "/api/auth/reset-password", reads: [], changes: [], shape: { message: "string" },
};
export const setNewPassword: ClientEndpoint<(typeof api)["auth"]["setNewPassword"]> = {
  method: "POST", path: "/api/auth/new-password", reads: [], changes: [], shape: { message: "string" },
};
export const unprovenSessions: ClientEndpoint<(typeof api)["auth"]["unprovenSessions"]> = {
  method: "POST", path: "/api/auth/verify-email/sessions", reads: [], changes: [], shape: [{ id: "string",
  "userAgent?": "string", createdAt: "string" }],
};
export const verifyEmail: ClientEndpoint<(typeof api)["auth"]["verifyEmail"]> = {
  method: "POST", path: "/api/auth/verify-email", reads: [], changes: ["user", "sessions", "factors"], shape: {
  message: "string" },
};
export const sendVerification: ClientEndpoint<(typeof api)["auth"]["sendVerification"]> = {
  method: "POST", path: "/api/auth/send-verification", reads: [], changes: [], shape: { message: "string" },
};
export const changeEmail: ClientEndpoint<(typeof api)["auth"]["changeEmail"]> = {
  method: "PUT", path: "/api/auth/email", reads: [], changes: ["user"], shape: { message: "string" },
};
export const undoEmailChange: ClientEndpoint<(typeof api)["auth"]["undoEmailChange"]> = {
  method: "POST", path: "/api/auth/undo-email", reads: [], changes: ["user", "sessions"], shape: {
  resetToken: "string" },
};
export const cancelEmailChange: ClientEndpoint<(typeof api)["auth"]["cancelEmailChange"]> = {
  method: "DELETE", path: "/api/auth/pending-email", reads: [], changes: ["user"], shape: null,
};
export const changePassword: ClientEndpoint<(typeof api)["auth"]["changePassword"]> = {
  method: "PUT", path: "/api/auth/password", reads: [], changes: ["user", "sessions"], shape: { message: "string" },
};
export const logout: ClientEndpoint<(typeof api)["auth"]["logout"]> = {
  method: "POST", path: "/api/auth/logout", reads: [], changes: [], shape: null,
};
export const clearCache: ClientEndpoint<(typeof api)["auth"]["clearCache"]> = {
  method: "POST", path: "/api/auth/clear-cache", reads: [], changes: [], shape: null,
};
export const sessions: ClientEndpoint<(typeof api)["auth"]["sessions"]> = {
  method: "GET", path: "/api/auth/sessions", reads: ["sessions"], changes: [], shape: [{ id: "string",
  current: "boolean", "userAgent?": "string", createdAt: "string", lastSeenAt: "string" }],
};
export const endSession: ClientEndpoint<(typeof api)["auth"]["endSession"]> = {
  method: "DELETE", path: "/api/auth/sessions/{id}", reads: [], changes: ["sessions"], shape: null,
};
