// The colours of folders for which none was chosen: each is chosen once, when its folder gets an icon, and then stored.
import { chooseFolderFace, FaceCounts, type FolderFace, resolveFolderFace } from "@repasa/contract/folder-faces.ts";
import type { FolderColor } from "@repasa/contract/folders.choices.ts";
import type { OwnerId } from "#platform/db/owner.ts";
import type { Queryable } from "#platform/db/pool.ts";
import { selectFaces } from "./folders.queries.ts";

/** The name of a folder, and what is stored of its face: colour and icon only if they were chosen. */
type NamedFace = {
  name: string;
  color?: string | null | undefined;
  icon?: string | null | undefined;
  automaticColor?: string | null | undefined;
};

export function toFace({ name, color, automaticColor, icon }: NamedFace): FolderFace {
  return resolveFolderFace(name, { color: color ?? automaticColor ?? null, icon: icon ?? null });
}

/**
 * Chooses the automatic colours of folders that are added, one after the other; null where a colour was chosen. A folder of an
 * export keeps its automatic colour unless a folder of the account has the same face.
 */
export async function chooseColors(
  db: Queryable,
  owner: OwnerId,
  added: readonly NamedFace[],
): Promise<(FolderColor | null)[]> {
  const faces = (await selectFaces(db, owner)).map(toFace);
  const [existing, all] = [new FaceCounts(faces), new FaceCounts(faces)];
  return added.map((folder) => {
    const { name, color = null, icon = null } = folder;
    const exported = folder.automaticColor && color === null ? toFace(folder) : null;
    const isFree = exported !== null && existing.of(exported) === 0;
    const face = chooseFolderFace({ name, color, icon }, isFree ? exported : null, all);
    all.add(face);
    return color === null ? face.color : null;
  });
}

/**
 * Returns the automatic colour of a folder that is changed: undefined if the change does not concern the face, null if the colour was
 * chosen, or if the folder does not exist.
 */
export async function chooseNewColor(
  db: Queryable,
  owner: OwnerId,
  id: number,
  change: { [Name in keyof NamedFace]?: NamedFace[Name] | undefined },
): Promise<FolderColor | null | undefined> {
  if (change.name === undefined && change.color === undefined && change.icon === undefined) return undefined;
  const faces = await selectFaces(db, owner);
  const stored = faces.find((face) => face.id === id);
  const { name = stored?.name, color = stored?.color ?? null, icon = stored?.icon ?? null } = change;
  if (!stored || name === undefined || color !== null) return null;
  const before = stored.color === null ? toFace(stored) : null;
  const others = new FaceCounts(faces.filter((face) => face.id !== id).map(toFace));
  return chooseFolderFace({ name, color, icon }, before, others).color;
}
