// Ratings that waited on a device and arrive together.
import { statusOfError } from "@repasa/contract/errors.ts";
import { type ListedRating, type ListedResult, rating } from "@repasa/contract/study.ts";
import { type Context, perContext } from "#context.ts";
import type { OwnerId } from "#platform/db/owner.ts";
import { AppError } from "#platform/http/app-error.ts";
import { toAppError } from "#platform/http/error-mapper.ts";
import { parseInput } from "#platform/http/input.ts";
import { createUnitBudgets } from "#platform/http/write-budgets.ts";
import type { Moment } from "#platform/time/local-days.ts";
import { rateCard } from "./study.service.ts";

/** As many as a device brings from weeks without a network, and fifty times as many as a student gives in a minute. */
const RATINGS_A_MINUTE = 5000;
const listedRatings = perContext(() =>
  createUnitBudgets(
    { atOnce: RATINGS_A_MINUTE, perMinute: RATINGS_A_MINUTE },
    "Has enviado muchas respuestas seguidas",
  ),
);

/**
 * Applies ratings one after another, each as its own call would, so that a refused one stops no other.
 *
 * @throws AppError `rate_limited`, before anything is stored; an error that time mends, such as that of an unreachable database: the ratings before it are stored, and the same list
 *   answers them again.
 */
export async function rateCards(
  ctx: Context,
  owner: OwnerId,
  moment: Moment,
  ratings: readonly Pick<ListedRating, "cardId" | "reviewId">[],
): Promise<{ results: ListedResult[] }> {
  if (ctx.config.rateLimit) listedRatings(ctx).take(owner, ratings.length, moment.now);
  const results: ListedResult[] = [];
  const failed = new Map<number, ListedResult>();
  for (const listed of ratings) {
    // A card's later ratings must not overtake one that failed.
    const { cardId, reviewId } = listed;
    const before = failed.get(cardId);
    const result = before ? { ...before, reviewId } : await rateListed(ctx, owner, moment, listed);
    if (result.status >= 500) failed.set(cardId, result);
    results.push(result);
  }
  return { results };
}

async function rateListed(
  ctx: Context,
  owner: OwnerId,
  moment: Moment,
  listed: Pick<ListedRating, "cardId" | "reviewId">,
): Promise<ListedResult> {
  const { cardId, reviewId } = listed;
  try {
    const { card } = await rateCard(ctx, owner, moment, cardId, parseInput(rating, listed));
    return { cardId, reviewId, status: 200, card };
  } catch (error) {
    const { code, message } = toAppError(error);
    if (code !== "internal" && !(error instanceof AppError)) throw error;
    if (code === "internal") ctx.log.error({ err: error, reviewId }, "unexpected error in a list of ratings");
    return { cardId, reviewId, status: statusOfError[code], message, code };
  }
}
