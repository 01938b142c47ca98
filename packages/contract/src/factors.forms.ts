import * as z from "zod/mini";
import { requiredText } from "#texts.ts";

/** Six digits from an app, or a recovery code, with any spaces and hyphens. */
const CODE = "Escribe el código";
const code = requiredText(40, CODE);

export const factorCode = z.object({ code });

export const MAX_PASSKEY_NAME_LENGTH = 60;

export const passkeyName = z.object({ name: requiredText(MAX_PASSKEY_NAME_LENGTH, "Escribe un nombre") });
