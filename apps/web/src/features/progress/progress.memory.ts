import type { Memory } from "@repasa/contract/progress.ts";
import { counted, formatCount } from "#lib/plural.ts";

/** Returns the texts about the learner's memory: a title, and one or two sentences. */
export function describeMemory({ on, reviews, needed, learned }: Memory): { title: string; text: string } {
  const title = learned ? `Tu memoria, aprendida de ${counted(reviews, "repaso", "repasos")}` : "Tu memoria";
  if (!on) return { title: "Tu memoria", text: "El calendario no se ajusta a tu memoria: sigue la de la mayoría." };
  if (learned) return { title, text: learned.own ? describeError(learned) : REFUSED };
  if (reviews >= needed)
    return {
      title,
      text: `Llevas ${counted(reviews, "repaso", "repasos")}: muy pronto habremos aprendido cómo olvidas tú.`,
    };
  return {
    title,
    text: `A partir de ${counted(needed, "repaso", "repasos")} aprendemos cómo olvidas tú. Llevas ${formatCount(reviews)}. ${COUNTED}`,
  };
}

const COUNTED = "Cuentan los de cartas que vuelven otro día, desde que usas «No la recordé».";
const REFUSED = "De momento, tus últimos repasos se parecen más a los de la mayoría: el calendario sigue esa memoria.";

/** Describes errors in whole cards of a hundred, because smaller differences are chance. */
function describeError({ before, after }: NonNullable<Memory["learned"]>): string {
  const [then, now] = [Math.round(before * 100), Math.round(after * 100)];
  const error = `Al prever cuántas cartas recordarás, nos equivocamos de media en ${now} de cada 100`;
  return now === then ? `${error}, igual que antes.` : `${error}; antes, en ${then}.`;
}
