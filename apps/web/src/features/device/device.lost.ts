// What this device had to give up of an account's unsent work, in numbers: its texts are gone.

import { studyDatabase } from "#features/device/device.database.ts";
import { type EntryCounts, findEditKind } from "#features/device/edits/edits.kinds.ts";
import type { OutboxEntry } from "#features/device/outbox/outbox.entry.ts";
import { countAnswers } from "#features/device/outbox/outbox.journal.ts";
import { counted } from "#lib/plural.ts";

const names: Record<keyof EntryCounts, readonly [one: string, many: string]> = {
  "card.create": ["carta nueva", "cartas nuevas"],
  "card.update": ["carta editada", "cartas editadas"],
  "card.remove": ["carta eliminada", "cartas eliminadas"],
  "card.batch": ["acción sobre cartas", "acciones sobre cartas"],
  "folder.create": ["carpeta nueva", "carpetas nuevas"],
  "folder.update": ["carpeta editada", "carpetas editadas"],
  "folder.remove": ["carpeta eliminada", "carpetas eliminadas"],
  preferences: ["ajuste", "ajustes"],
  answer: ["respuesta de tu estudio", "respuestas de tu estudio"],
  draft: ["texto a medias", "textos a medias"],
};

export function countEntries(entries: readonly OutboxEntry[]): EntryCounts {
  const answers = countAnswers(entries);
  const counts: EntryCounts = answers > 0 ? { answer: answers } : {};
  for (const entry of entries) {
    const kind = entry.kind === "change" && findEditKind(entry.call, entry.input);
    if (kind) counts[kind] = (counts[kind] ?? 0) + 1;
  }
  return counts;
}

export function addCounts(one: EntryCounts, other: EntryCounts): EntryCounts {
  const sum = { ...one };
  for (const [kind, count] of Object.entries(other) as [keyof EntryCounts, number][]) {
    sum[kind] = (sum[kind] ?? 0) + count;
  }
  return sum;
}

/** Returns, for example, "3 cartas nuevas y 1 carta editada". */
export function describeCounts(counts: EntryCounts): string {
  const kinds = (Object.keys(names) as (keyof EntryCounts)[]).filter((kind) => counts[kind]);
  const list = new Intl.ListFormat("es", { type: "conjunction" });
  return list.format(kinds.map((kind) => counted(counts[kind] ?? 0, ...names[kind])));
}

/** Its owner has taken note. */
export async function forgetLost(userId: number): Promise<void> {
  await studyDatabase.use((database) => database.delete("lost", userId));
}
