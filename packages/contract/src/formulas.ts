import { convertToDollars, excludeMoney, isFormula } from "@repasa/card-text/formulas.ts";

// Until the files that import this module import card-text.
export { convertToDollars as withDollars, excludeMoney as withoutMoney, isFormula };
