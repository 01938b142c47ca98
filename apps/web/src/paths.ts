import { type ScreenName, type Screens, screenNames, screens } from "@repasa/contract/screens.ts";

type Id = number | string;

/** What a screen's address is made from: the id in its pattern, if there is one. */
type PathArguments<Pattern extends string> = Pattern extends `${string}/:${string}?`
  ? [id?: Id | null]
  : Pattern extends `${string}/:${string}`
    ? [id: Id]
    : [];

type Paths = { [Name in ScreenName]: (...id: PathArguments<Screens[Name]["pattern"]>) => string };

/** The address of every screen. */
export const paths = Object.fromEntries(
  screenNames.map((name) => [
    name,
    (id?: Id | null) => screens[name].pattern.replace(/\/:\w+\??$/, id === null || id === undefined ? "" : `/${id}`),
  ]),
) as Paths;
