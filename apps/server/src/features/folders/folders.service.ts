import type { Folder, FolderStats } from "@repasa/contract/folders.ts";
import { notFound } from "#app-error.ts";
import type { Queryable } from "#db/pool.ts";
import type { WithinLimits } from "#features/billing/billing.service.ts";
import { endOfDay, type Moment } from "#local-days.ts";
import type { OwnerId } from "#owner.ts";
import {
  deleteFolder,
  type FolderRow,
  insertFolder,
  selectFolder,
  selectFolderStats,
  selectFolders,
  updateFolder,
} from "./folders.queries.ts";

type FolderInput = { name: string; description?: string | null | undefined };
type Dependencies = {
  db: Queryable;
  withinLimits: WithinLimits;
  /** Settles the user's past days, which are told from the cards as they are before any is deleted. */
  settleDays: (owner: OwnerId, moment: Moment) => Promise<void>;
};

export type FoldersService = ReturnType<typeof createFoldersService>;

export function createFoldersService({ db, withinLimits, settleDays }: Dependencies) {
  async function read(owner: OwnerId, moment: Moment, id: number): Promise<Folder> {
    const row = await selectFolder(db, owner, endOfToday(moment), id);
    if (!row) throw noSuchFolder();
    return folderOf(row);
  }

  async function list(owner: OwnerId, moment: Moment): Promise<Folder[]> {
    return (await selectFolders(db, owner, endOfToday(moment))).map(folderOf);
  }

  return {
    list,

    /** Those of the folders that the user has, in the order of the list. */
    async foldersByIds(owner: OwnerId, moment: Moment, ids: readonly number[]): Promise<Folder[]> {
      if (ids.length === 0) return [];
      // One pass over all the user's cards costs less than the planner's guess of how many rows some folders have.
      const wanted = new Set(ids);
      return (await list(owner, moment)).filter(({ id }) => wanted.has(id));
    },

    read,

    async create(owner: OwnerId, moment: Moment, input: FolderInput): Promise<Folder> {
      const row = await withinLimits(owner, ["folders"], (transaction) =>
        insertFolder(transaction, owner, input, moment.now),
      );
      return folderOf({ ...row, cardCount: 0, dueCount: 0, hasStudiedCards: false });
    },

    async update(owner: OwnerId, moment: Moment, id: number, input: FolderInput): Promise<Folder> {
      if (!(await updateFolder(db, owner, id, input, moment.now))) throw noSuchFolder();
      return read(owner, moment, id);
    },

    async remove(owner: OwnerId, moment: Moment, id: number): Promise<void> {
      await settleDays(owner, moment);
      if (!(await deleteFolder(db, owner, id))) throw noSuchFolder();
    },

    async stats(owner: OwnerId, moment: Moment, id: number): Promise<FolderStats> {
      const stats = await selectFolderStats(db, owner, endOfToday(moment), id);
      if (!stats) throw noSuchFolder();
      return stats;
    },
  };
}

function noSuchFolder() {
  return notFound("La carpeta no existe");
}

export function folderOf(row: FolderRow): Folder {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    difficultyLevel: row.difficultyLevel,
    hasStudiedCards: row.hasStudiedCards,
    cardCount: row.cardCount,
    dueCount: row.dueCount,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}

function endOfToday({ today, timeZone }: Moment): Date {
  return endOfDay(today, timeZone);
}
