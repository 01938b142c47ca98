// The calls that may wait without a network, and their titles in the lists of edits.

import type { BatchAction } from "@repasa/contract/cards.ts";
import * as accountEndpoints from "@repasa/contract/client/account.ts";
import * as cardEndpoints from "@repasa/contract/client/cards.ts";
import * as folderEndpoints from "@repasa/contract/client/folders.ts";
import type { ClientEndpoint } from "@repasa/contract/client.ts";
import type { OutboxEntry } from "#features/device/outbox/outbox.entry.ts";
import type { AnyInput } from "#lib/server-calls.ts";

export type EditKind =
  | "folder.create"
  | "folder.update"
  | "folder.remove"
  | "card.create"
  | "card.update"
  | "card.remove"
  | "card.batch"
  | "preferences";

/** How many entries of the outbox there are of each kind; `answer` stands for ratings, `draft` for half-written texts beside it. */
export type EntryCounts = Partial<Record<EditKind | "answer" | "draft", number>>;

type Call = Pick<ClientEndpoint, "method" | "path">;

const kinds = new Map<string, EditKind>([
  [nameCall(folderEndpoints.create), "folder.create"],
  [nameCall(folderEndpoints.update), "folder.update"],
  [nameCall(folderEndpoints.remove), "folder.remove"],
  [nameCall(cardEndpoints.create), "card.create"],
  [nameCall(cardEndpoints.update), "card.update"],
  [nameCall(cardEndpoints.remove), "card.remove"],
  [nameCall(cardEndpoints.batch), "card.batch"],
  [nameCall(accountEndpoints.setPreferences), "preferences"],
]);

/** The others need the server: a reset computes schedules, and a replacement may touch thousands of texts. */
const ACTIONS_WITHOUT_SERVER: readonly BatchAction[] = ["move", "delete", "suspend", "resume", "tag", "untag"];

function nameCall({ method, path }: Call): string {
  return `${method} ${path}`;
}

/** Returns the kind of an edit that may wait without a network; undefined if the call needs the server. */
export function findEditKind(call: Call, { body }: AnyInput): EditKind | undefined {
  const kind = kinds.get(nameCall(call));
  if (kind === "card.batch" && !ACTIONS_WITHOUT_SERVER.includes((body as { action: BatchAction }).action))
    return undefined;
  return kind;
}

const batchTitles: Partial<Record<BatchAction, string>> = {
  move: "Mover",
  delete: "Eliminar",
  suspend: "Suspender",
  resume: "Reanudar",
  tag: "Etiquetar",
  untag: "Quitar etiqueta",
};

const titles: Record<Exclude<EditKind, "card.batch">, string> = {
  "folder.create": "Carpeta nueva",
  "folder.update": "Carpeta editada",
  "folder.remove": "Carpeta eliminada",
  "card.create": "Carta nueva",
  "card.update": "Carta editada",
  "card.remove": "Carta eliminada",
  preferences: "Ajuste",
};

/** Returns the heading of an entry in the lists of what waits and of what was refused. */
export function titleEntry(entry: OutboxEntry): string {
  if (entry.kind !== "change") return entry.kind === "review" ? "Respuesta de tu estudio" : "Respuesta deshecha";
  const { call, input } = entry;
  const kind = findEditKind(call, input);
  if (kind === "card.batch") return batchTitles[(input.body as { action: BatchAction }).action] ?? "Cartas";
  return kind ? titles[kind] : "Cambio";
}
