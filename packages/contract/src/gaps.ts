import { findGaps, GAPS_MOST, gapNumbers } from "@repasa/card-text/gaps.ts";
import { removeEdges, replaceBraces } from "@repasa/card-text/placeholders.ts";

// Until the files that import this module import card-text.
export { findGaps as gapsOf, GAPS_MOST, gapNumbers, removeEdges as withoutEdges, replaceBraces };
