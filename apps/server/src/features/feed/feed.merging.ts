import { isDeepStrictEqual } from "node:util";

/**
 * Returns the fields of a change that are to be written: those that the caller set to another value than it had found. Another
 * device may have changed the other fields meanwhile.
 *
 * @param base The values that the caller found. Fields that it does not name are written.
 */
export function omitUnchanged<Fields extends object>(
  fields: Fields,
  base: { [Name in keyof Fields]?: Fields[Name] | undefined } = {},
): Partial<Fields> {
  const names = Object.keys(fields) as (keyof Fields)[];
  const isWritten = (name: keyof Fields) =>
    fields[name] !== undefined && !(base[name] !== undefined && isDeepStrictEqual(fields[name], base[name]));
  return Object.fromEntries(names.filter(isWritten).map((name) => [name, fields[name]])) as Partial<Fields>;
}
