import type { Follows, Pull } from "@repasa/contract/following.rows.ts";
import { counted, formatCount } from "#lib/plural.ts";

/** A kind of news: its words after a number, and those in the line's first place, which names cards. */
type News = { count: number; one: string; many: string };

/** Returns, for example, "3 cartas nuevas, 1 con cambios y 1 que conserva tu texto". */
export function describePull({ added, changed, kept, suspended }: Omit<Pull, "batchId">): string {
  const news: News[] = [
    { count: added, one: "nueva", many: "nuevas" },
    { count: changed, one: "con cambios", many: "con cambios" },
    { count: kept, one: "que conserva tu texto", many: "que conservan tu texto" },
    { count: suspended, one: "suspendida", many: "suspendidas" },
  ];
  const parts = news
    .filter(({ count }) => count > 0)
    .map(({ count, one, many }, place) => {
      const words = count === 1 ? one : many;
      return place === 0 ? `${counted(count, "carta", "cartas")} ${words}` : `${formatCount(count)} ${words}`;
    });
  const last = parts.pop() ?? "";
  return parts.length > 0 ? `${parts.join(", ")} y ${last}` : last;
}

/** Says how many files did not fit when a folder was followed. */
export function describeMissingMedia(count: number): string {
  return `${counted(count, "imagen o audio no cabe", "imágenes y audios no caben")} en tu espacio. Las cartas están completas en lo demás.`;
}

/** Says whose changes a followed folder takes. The name is that of an author or of a class. */
export function describeSource({ from, ended }: Pick<Follows, "from" | "ended">): string {
  const source = from === null ? "Compartida contigo" : `De ${from}`;
  return ended ? `${source} · Ya no se comparte; tus cartas se quedan` : source;
}
