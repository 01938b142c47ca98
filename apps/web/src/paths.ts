import { type ScreenName, type Screens, screenNames, screens } from "@repasa/contract/screens.ts";

type Id = number | string;

type PathArguments<Pattern extends string> = Pattern extends `${string}/:${string}?`
  ? [id?: Id | null]
  : Pattern extends `${string}/:${string}`
    ? [id: Id]
    : [];

type Paths = { [Name in ScreenName]: (...id: PathArguments<Screens[Name]["pattern"]>) => string };

export const paths = Object.fromEntries(
  screenNames.map((name) => [
    name,
    (id?: Id | null) => screens[name].pattern.replace(/\/:\w+\??$/, id === null || id === undefined ? "" : `/${id}`),
  ]),
) as Paths;

/** Names the exam of which a session asks the weakest cards, in the query of the address of study. */
export const WEAKEST = "examen";

/** An address with a query; what is empty or null is left out. */
export function withQuery(path: string, query: Record<string, Id | null>): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    if (value !== null && value !== "") params.set(name, String(value));
  return params.size > 0 ? `${path}?${params}` : path;
}
