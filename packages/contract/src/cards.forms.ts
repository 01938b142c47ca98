import * as z from "zod/mini";
import { requiredText } from "#fields.ts";

export const CARD_SIDES_REQUIRED = "Se requieren tanto el anverso como el reverso";
const side = requiredText(20_000, CARD_SIDES_REQUIRED);
export const cardForm = z.object({ front: side, back: side });
