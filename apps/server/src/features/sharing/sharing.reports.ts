// What operators read of links, and do about them (`npm run admin -- shares`).
import type { Context } from "#context.ts";
import type { OwnerId } from "#platform/db/owner.ts";
import { StartupError } from "#platform/process/startup-error.ts";
import { barFromSharing, selectOwnerOfShare, selectReports, selectShares } from "./sharing.queries.ts";
import { endShares } from "./sharing.service.ts";

const MAX_LISTED = 100;

/** Lists the latest reports, newest first. `path` is that of the link's page; null for a link that has ended. */
export async function listReports({ db }: Pick<Context, "db">) {
  const reports = await selectReports(db, MAX_LISTED);
  const paths = new Map<number, string | null>();
  for (const { author, shareId } of reports) {
    if (paths.has(shareId)) continue;
    const [share] = await selectShares(db, author, { id: shareId });
    paths.set(shareId, share ? `/c/${share.token}` : null);
  }
  return reports.map((report) => ({ ...report, path: paths.get(report.shareId) ?? null }));
}

type Ctx = Pick<Context, "db" | "clock" | "enqueue">;

/** Ends a link for everybody; returns false if it had ended. */
export async function endReportedShare(ctx: Ctx, id: number): Promise<boolean> {
  const owner = await findOwnerOfShare(ctx, id);
  const end = (transaction: Context["db"]) => endShares(ctx, transaction, owner, { id }, ctx.clock.now());
  return (await ctx.db.transaction(end)) > 0;
}

/** Ends all links of the account that has created a link, and lets it create no others. The link itself may have ended. */
export async function barSharing(ctx: Ctx, id: number): Promise<{ account: OwnerId; ended: number }> {
  const account = await findOwnerOfShare(ctx, id);
  const now = ctx.clock.now();
  const ended = await ctx.db.transaction(async (transaction) => {
    await barFromSharing(transaction, account, now);
    return endShares(ctx, transaction, account, {}, now);
  });
  return { account, ended };
}

async function findOwnerOfShare({ db }: Pick<Context, "db">, id: number): Promise<OwnerId> {
  const owner = Number.isSafeInteger(id) ? await selectOwnerOfShare(db, id) : undefined;
  if (owner === undefined) throw new StartupError(`There is no link ${id}, or its account has been deleted.`);
  return owner;
}
