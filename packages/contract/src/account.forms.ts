import * as z from "zod/mini";
import { knownPassword } from "#fields.ts";

export const PASSWORD_REQUIRED = "Escribe tu contraseña para eliminar la cuenta";

export const accountDeletion = z.object({ password: knownPassword(PASSWORD_REQUIRED) });
