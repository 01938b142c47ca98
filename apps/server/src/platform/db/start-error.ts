import { StartupError } from "#platform/process/startup-error.ts";
import { causes, codeOf, isDatabaseUnavailable, refusalOf } from "./database-errors.ts";

const NO_RIGHT = "42501";

/** Returns an error that says how to solve a problem of the database at start; undefined for an unknown one. */
export function databaseStartError(error: unknown): StartupError | undefined {
  const [first] = causes(error).slice(-1);
  const reason = first instanceof Error ? first.message || String(codeOf(first)) : String(error);
  const because = (sentence: string) => new StartupError(`${sentence} (${reason}).`, { cause: error });
  if (causes(error).some((cause) => codeOf(cause) === NO_RIGHT)) {
    return because("The database does not give its user the rights to create and change tables: grant them");
  }
  const refusal = refusalOf(error);
  if (refusal === "read_only") return because("The database is read-only: make it writable, or name the primary");
  if (refusal === "no_room") return because("There is no room on the disk of the database");
  return isDatabaseUnavailable(error) ? because("The database cannot be used") : undefined;
}
