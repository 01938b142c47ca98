import type { CheckoutSession, Plan, PortalSession, Price, RestoredPurchase } from "@repasa/contract/billing.ts";
import type { Logger } from "pino";
import { AppError } from "#app-error.ts";
import type { Clock } from "#clock.ts";
import type { StripeKeys } from "#config.ts";
import type { Context } from "#context.ts";
import type { Queryable } from "#db/pool.ts";
import type { Throttle } from "#http/throttle.ts";
import type { JobHandlers } from "#jobs/job.ts";
import type { OwnerId } from "#owner.ts";
import { createTurns } from "#turns.ts";
import { createCheckouts } from "./billing.checkout.ts";
import { createGateway, isMissing, isProviderError } from "./billing.gateway.ts";
import type { billingJobs } from "./billing.jobs.ts";
import { createLimits, type FreeLimits, isPremium, type Material } from "./billing.limits.ts";
import { subscriptionOf } from "./billing.plan.ts";
import { createPriceList } from "./billing.price-list.ts";
import {
  countCards,
  countFolders,
  deleteEventsBefore,
  endGraces,
  lockBilling,
  selectBilling,
  selectCustomers,
  setCustomer,
  writeState,
} from "./billing.queries.ts";
import { billingState, isOver } from "./billing.state.ts";
import { createSync } from "./billing.sync.ts";

type Dependencies = {
  db: Queryable;
  clock: Clock;
  log: Logger;
  throttle: Throttle;
  appUrl: () => string;
  /** Null: nothing is sold. */
  keys: StripeKeys | null;
  limits: FreeLimits;
  adFrame: string | null;
};

export type { WithinLimits } from "./billing.limits.ts";
export type BillingService = ReturnType<typeof createBillingService>;

/** Does work that adds materials, in a transaction that fails with `limit_reached` beyond what a free account may hold. */
export function withinLimits<T>(
  ctx: Context,
  owner: OwnerId,
  adds: readonly Material[],
  work: (transaction: Queryable) => Promise<T>,
): Promise<T> {
  return createLimits(ctx.db, ctx.config.freeLimits)(owner, adds, work);
}

const AN_HOUR_SECONDS = 3600;
const EVENT_MEMORY_MS = 90 * 86_400_000;
const PAGE = 100;

/** Calls to the provider while a connection to the database is held: few, so that they never take them all. */
const PROVIDER_TURNS = { atOnce: 4, waiting: 200 };

export function createBillingService({ db, clock, log, throttle, appUrl, keys, limits, adFrame }: Dependencies) {
  const provider = keys && connect(keys);
  const inTurn = createTurns(PROVIDER_TURNS);
  const eventsInTurn = createTurns(PROVIDER_TURNS);
  const restoring = new Map<OwnerId, Promise<void>>();

  function connect(configured: StripeKeys) {
    const gateway = createGateway(configured, clock);
    const sync = createSync({ db, gateway, clock, log });
    const prices = createPriceList({ gateway, clock, log });
    return { gateway, sync, prices, checkouts: createCheckouts({ db, gateway, sync, appUrl }), configured };
  }

  function connected() {
    if (provider) return provider;
    throw new AppError("unavailable", "Los pagos no están disponibles en este momento", {
      retryAfterSeconds: AN_HOUR_SECONDS,
    });
  }

  /** What fails at the provider may work later; what it said is for the log alone. */
  async function asking<T>(work: () => Promise<T>, turns = inTurn): Promise<T> {
    try {
      return await turns(work);
    } catch (error) {
      if (!isProviderError(error)) throw error;
      log.error({ err: error }, "the payment provider failed");
      throw new AppError("unavailable", "El servicio de pagos no responde. Inténtalo de nuevo.");
    }
  }

  /** One at a time for a user: who asks again meanwhile gets the same answer, and takes nobody's turn. */
  function restore(owner: OwnerId, work: () => Promise<void>): Promise<void> {
    const asked = asking(work).finally(() => restoring.delete(owner));
    restoring.set(owner, asked);
    return asked;
  }

  async function reconcile(): Promise<void> {
    if (!provider) return;
    let failed = 0;
    let page = await selectCustomers(db, null, PAGE);
    for (let last = page.at(-1); last; last = page.at(-1)) {
      for (const { customerId } of page) {
        await asking(() => provider.sync.syncSubscription(customerId)).catch(() => failed++);
      }
      page = await selectCustomers(db, last.userId, PAGE);
    }
    await deleteEventsBefore(db, new Date(clock.now().getTime() - EVENT_MEMORY_MS));
    if (failed > 0) throw new Error(`${failed} customers could not be read`);
  }

  const handlers: JobHandlers<typeof billingJobs> = {
    reconcile,
    endGraces: (_, { now }) => endGraces(db, now),
  };

  return {
    handlers,
    withinLimits: createLimits(db, limits),

    async price(): Promise<Price> {
      const { prices, configured } = connected();
      const { annual, monthly } = prices.fresh() ?? (await asking(() => prices.yearly()));
      return { formatted_annual: annual, formatted_monthly: monthly, publishableKey: configured.publishableKey };
    },

    async plan(owner: OwnerId): Promise<Plan> {
      const premium = await isPremium(db, owner);
      const limitOf = (limit: number) => (premium || limit === 0 ? null : limit);
      return {
        premium,
        subscription: subscriptionOf(await selectBilling(db, owner)),
        folders: { used: await countFolders(db, owner), limit: limitOf(limits.folders) },
        cards: { used: await countCards(db, owner), limit: limitOf(limits.cards) },
        adFrame: premium ? null : adFrame,
      };
    },

    async createCheckout(owner: OwnerId): Promise<CheckoutSession> {
      const { checkouts } = connected();
      await throttle.take("checkoutAccount", String(owner));
      return asking(() => checkouts.begin(owner));
    },

    async createPortal(owner: OwnerId): Promise<PortalSession> {
      const { checkouts } = connected();
      await throttle.take("checkoutAccount", String(owner));
      return asking(() => checkouts.openPortal(owner));
    },

    /** Asks the provider itself, as its event may be late, or lost. */
    async restore(owner: OwnerId): Promise<RestoredPurchase> {
      const { sync } = connected();
      await throttle.take("restoreAccount", String(owner));
      const customerId = (await selectBilling(db, owner))?.customerId;
      if (customerId) await (restoring.get(owner) ?? restore(owner, () => sync.syncSubscription(customerId)));
      return { premium: await isPremium(db, owner) };
    },

    /** What arrives at the webhook. A failure makes the provider deliver the event again. */
    async receiveEvent(body: Buffer, signature: string): Promise<void> {
      const { gateway, sync } = connected();
      const event = gateway.readEvent(body, signature);
      if (!event) throw new AppError("validation_failed", "La firma de la notificación no es válida");
      const { customerId } = event;
      if (customerId !== null) await asking(() => sync.syncSubscription(customerId, event), eventsInTurn);
    },

    /** Before an account is deleted: nothing may be charged for it any more, now or later. */
    async endForGood(owner: OwnerId): Promise<void> {
      const row = await selectBilling(db, owner);
      if (!row?.customerId) return;
      // Nothing is sold here any more, and nothing goes on.
      if (!provider && (row.status === null || isOver(row.status))) return setCustomer(db, owner, null);
      const { gateway } = connected();
      await asking(() =>
        db.transaction(async (transaction) => {
          const { customerId } = await lockBilling(transaction, owner);
          if (customerId === null) return;
          await gateway.forget(customerId, isOver).catch((error: unknown) => {
            if (!isMissing(error)) throw error;
          });
          await setCustomer(transaction, owner, null);
          // Should the deletion fail after this, nobody would tell any more that premium has ended.
          await writeState(transaction, owner, billingState([], clock.now()), clock.now());
        }),
      );
    },
  };
}
