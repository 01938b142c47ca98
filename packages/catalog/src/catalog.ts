import type { ReadyMadeFolder } from "#catalog-folder.ts";
import { capitalesDeAmerica } from "#folders/capitales-de-america.ts";
import { capitalesDeEuropa } from "#folders/capitales-de-europa.ts";
import { falsosAmigosPortugues } from "#folders/falsos-amigos-portugues.ts";
import { fechasHistoriaLatinoamerica } from "#folders/fechas-historia-latinoamerica.ts";
import { formulasDeFisica } from "#folders/formulas-de-fisica.ts";
import { huesosDelCuerpo } from "#folders/huesos-del-cuerpo.ts";
import { tablaPeriodica } from "#folders/tabla-periodica.ts";
import { verbosIrregularesIngleses } from "#folders/verbos-irregulares-ingleses.ts";

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
