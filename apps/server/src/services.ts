import type { Context } from "#context.ts";
import { type WithinLimits, withinLimits as withinLimitsOf } from "#features/billing/billing.service.ts";
import { createCardsService } from "#features/cards/cards.service.ts";
import { createFoldersService } from "#features/folders/folders.service.ts";
import { createProgressService } from "#features/progress/progress.service.ts";
import { createStatsService } from "#features/stats/stats.service.ts";
import { createStoreService } from "#features/store/store.service.ts";
import { createStudyService } from "#features/study/study.service.ts";

export type Services = ReturnType<typeof createServices>;

/** Puts the features together: what they need of each other is handed to them here. */
export function createServices(ctx: Context) {
  const { db, pool, settings } = ctx;
  const withinLimits: WithinLimits = (owner, adds, work) => withinLimitsOf(ctx, owner, adds, work);
  const folders = createFoldersService({
    db,
    withinLimits,
    settleDays: (owner, moment) => stats.settle(owner, moment),
  });
  const stats = createStatsService({ db, foldersByIds: folders.foldersByIds });
  const cards = createCardsService({ db, withinLimits, settleDays: stats.settle });
  const study = createStudyService({ db, pool, settings, settleDays: stats.settle });
  const progress = createProgressService({ db, settings });
  const store = createStoreService({ db, withinLimits, readFolder: folders.read });
  return { folders, stats, cards, study, progress, store };
}
