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

/** Returns whether the path is the study screen, of one folder or of all. */
export const isStudyPath = (path: string): boolean => path === paths.study() || path.startsWith(`${paths.study()}/`);

/** Query parameter of the study screen: the id of the exam whose weakest cards the session contains. */
export const WEAKEST = "examen";

/** Query parameter of the study screen: the id of the exam whose folders are studied today. */
export const FOR_EXAM = "para";

/** Query parameter of the study screen: the id of the quiz whose missed cards the session contains. */
export const MISSED = "test";

/** Query parameter of the study screen: the ids of two cards, separated by a comma, that are studied side by side. */
export const CONFUSED = "confundidas";

/** Query parameter of the study screen: another way of asking than that of the folder, by its name in the address. */
export const WAY = "forma";
export const ways = { flip: "voltear", type: "escribir", choose: "elegir", pairs: "parejas" } as const;

/** Query parameter of the folders and of a folder: opens the form for a new card. */
export const NEW_CARD = "nueva";

/** Query parameter of a class: the id of the assignment that is shown. */
export const ASSIGNMENT = "tarea";

/** Query parameter of the classes: opens the form to join with this code. */
export const CLASS_CODE = "codigo";

/** Query parameter of the folders, and fragment of the registration: the token of a link whose folder is to be followed. */
export const FOLLOWED_LINK = "seguir";

/** Query parameter of a folder: the number of images and sounds that did not fit when it was followed a moment ago. */
export const MISSING_MEDIA = "faltan";

/** Appends a query to a path, without the empty and null values. */
export function withQuery(path: string, query: Record<string, Id | null>): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    if (value !== null && value !== "") params.set(name, String(value));
  return params.size > 0 ? `${path}?${params}` : path;
}
