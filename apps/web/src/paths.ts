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
