import type { ReadyMadeFolder } from "#catalog-folder.ts";
import capitalesDeAmerica from "#folders/capitales-de-america.json" with { type: "json" };
import capitalesDeEuropa from "#folders/capitales-de-europa.json" with { type: "json" };
import falsosAmigosPortugues from "#folders/falsos-amigos-portugues.json" with { type: "json" };
import fechasHistoriaLatinoamerica from "#folders/fechas-historia-latinoamerica.json" with { type: "json" };
import formulasDeFisica from "#folders/formulas-de-fisica.json" with { type: "json" };
import huesosDelCuerpo from "#folders/huesos-del-cuerpo.json" with { type: "json" };
import tablaPeriodica from "#folders/tabla-periodica.json" with { type: "json" };
import verbosIrregularesIngleses from "#folders/verbos-irregulares-ingleses.json" with { type: "json" };

export type { CatalogCard, ReadyMadeFolder } from "#catalog-folder.ts";

/** The store's ready-made folders for Spanish-speaking students, in the order in which the store shows them. */
export const catalog: readonly ReadyMadeFolder[] = [
  verbosIrregularesIngleses,
  tablaPeriodica,
  capitalesDeAmerica,
  capitalesDeEuropa,
  fechasHistoriaLatinoamerica,
  huesosDelCuerpo,
  formulasDeFisica,
  falsosAmigosPortugues,
];
