import * as z from "zod/mini";
import { email, knownPassword, newPassword, requiredText } from "#texts.ts";

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

/** Names and the mobile flag are sent by other clients; the web form sends neither. */
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

const token = z.string({ error: "Token is required" }).check(z.minLength(1, { error: "Token is required" }));

export const newPasswordForm = z
  .object({
    token,
    ...passwords,
  })
  .check(passwordsMatch);

const currentPassword = knownPassword("Escribe tu contraseña actual");

/** A new address takes effect when the link sent to it is opened. */
export const emailChange = z.object({ email, currentPassword });

export const passwordChange = z.object({ currentPassword, ...passwords }).check(passwordsMatch);

export const linkToken = z.object({ token });
