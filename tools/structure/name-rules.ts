// Rules about the names and folders of files. Biome checks kebab-case and barrels.
import { posix } from "node:path";
import { isForTests, parsePlace } from "./places.ts";
import type { SourceFile, Violation } from "./source-file.ts";

const WORD = "[a-z0-9]+(?:-[a-z0-9]+)*";
const TEST = `${WORD}(?:\\.${WORD})?\\.test\\.tsx?`;
/** Names whose form shows the contents, so that they need not name their feature or room. */
const FREE_NAMES: Record<string, RegExp> = {
  "apps/server": new RegExp(`^${TEST}$`),
  "apps/web": new RegExp(`^(?:${TEST}|${WORD}-page\\.tsx|use-${WORD}\\.tsx?|components/(?:${WORD}\\.tsx|${TEST}))$`),
};

/** A file's name contains its feature or room, so that it shows in an editor's tab and in a stack trace. */
export function featureFileNames(files: readonly SourceFile[]): Violation[] {
  return files.flatMap(({ path }): Violation[] => {
    const { workspace, feature, inFeature } = parsePlace(path);
    const freeNames = FREE_NAMES[workspace];
    if (feature === undefined || freeNames === undefined || freeNames.test(inFeature)) return [];
    const [, room, name = ""] = new RegExp(`^(?:(${WORD})/)?(.+)$`).exec(inFeature) ?? [];
    if (new RegExp(`^${room ?? feature}\\.${WORD}\\.ts$`).test(name) || (room && freeNames.test(name))) return [];
    const web = workspace === "apps/web" ? ", <x>-page.tsx, use-<x>.ts or components/<x>.tsx" : "";
    const message = `"${inFeature}" does not name its feature or room — ${feature}.<noun>.ts, <room>/<room>.<noun>.ts${web}, tests beside them`;
    return [{ path, line: 1, rule: "feature-file-names", message }];
  });
}

const MAX_ROOM_FILES = 12;

/** A room shows at a glance what is inside: it has at most 12 files beside its components and its tests. */
export function smallRooms(files: readonly SourceFile[]): Violation[] {
  const inRooms = files.filter(({ path }) => /^(?!components\/)[^/]+\/[^/]+$/.test(parsePlace(path).inFeature));
  const rooms = Map.groupBy(
    inRooms.filter(({ path }) => !isForTests(path)),
    ({ path }) => posix.dirname(path),
  );
  return [...rooms].flatMap(([room, { length, [MAX_ROOM_FILES]: first }]): Violation[] => {
    if (!first) return [];
    const message = `${room}/ has ${length} files — give a part of its subject a room of its own, of at most ${MAX_ROOM_FILES}`;
    return [{ path: first.path, line: 1, rule: "small-rooms", message }];
  });
}

const EMPTY_NAMES = /(?:^|[/.-])(utils?|helpers?|misc|common|index(?=\.[^/]+$))(?=[/.-])/i;

/** A name that would suit any file describes none. */
export function noEmptyNames(files: readonly SourceFile[]): Violation[] {
  return files.flatMap(({ path }): Violation[] => {
    const word = EMPTY_NAMES.exec(path)?.[1];
    if (word === undefined) return [];
    const message = `"${posix.basename(path)}": "${word}" says nothing about the contents — name the file after what it does`;
    return [{ path, line: 1, rule: "no-empty-names", message }];
  });
}
