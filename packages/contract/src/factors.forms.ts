import * as z from "zod/mini";
import { requiredText } from "#fields.ts";

/** Six digits from an app, or a recovery code, with any spaces and hyphens. */
const CODE = "Escribe el código";
const code = requiredText(40, CODE);

export const factorCode = z.object({ code });

export const PASSKEY_NAME_MOST = 60;

export const passkeyName = z.object({ name: requiredText(PASSKEY_NAME_MOST, "Escribe un nombre") });
