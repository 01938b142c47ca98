import type { Judgement } from "@repasa/answers/judge.ts";

/** Says what is wrong with a list: "Falta: azul". Undefined if nothing is. */
export function describeListVerdict({ missing, items }: Pick<Judgement, "missing" | "items">): string | undefined {
  const extra = items.filter(({ nearest }) => nearest === null).map(({ typed }) => typed);
  if (missing.length > 0) return `${missing.length === 1 ? "Falta" : "Faltan"}: ${missing.join(", ")}`;
  if (items.some(({ nearest, verdict }) => nearest !== null && verdict === "wrong")) return "El orden cuenta";
  return extra.length > 0 ? `${extra.length === 1 ? "Sobra" : "Sobran"}: ${extra.join(", ")}` : undefined;
}
