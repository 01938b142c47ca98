import * as z from "zod/mini";
import { knownPassword } from "#texts.ts";

const PASSWORD_REQUIRED = "Escribe tu contraseña para eliminar la cuenta";

export const accountDeletion = z.object({ password: knownPassword(PASSWORD_REQUIRED) });
