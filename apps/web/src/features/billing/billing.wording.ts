import type { Plan } from "@repasa/contract/billing.ts";
import { counted, formatCount } from "#lib/plural.ts";

const longDate = new Intl.DateTimeFormat("es", { dateStyle: "long" });

function formatDate(instant: string): string {
  return longDate.format(new Date(instant));
}

export type PlanFace = {
  premium: boolean;
  title: string;
  text: string | null;
  alarming: boolean;
  /** The main action. "manage" and "reactivate" both open the provider's page. */
  way: "subscribe" | "manage" | "reactivate" | "none";
};

export const PREMIUM_ACTIVE = "Suscripción Premium Activa";
export const FREE_PLAN = "Plan gratuito";

const UNPAID = new Set(["past_due", "unpaid"]);

export function describePlan({ premium, subscription }: Plan, statusMobile: string | null): PlanFace {
  const live = subscription && !subscription.over && subscription.status !== "incomplete" ? subscription : null;
  const way = live?.manageable ? "manage" : "none";
  if (!premium) {
    if (!live) {
      const ended = subscription?.over && subscription.endsAt;
      const text = ended ? `Tu suscripción Premium terminó el ${formatDate(ended)}.` : null;
      return { premium: false, title: FREE_PLAN, text, alarming: false, way: "subscribe" };
    }
    const text = UNPAID.has(live.status) ? formatUnpaidNotice(null) : "Tu suscripción está en pausa.";
    return { premium: false, title: FREE_PLAN, text, alarming: UNPAID.has(live.status), way };
  }
  const calm = { premium: true, title: PREMIUM_ACTIVE, alarming: false };
  if (!live) {
    const text =
      statusMobile === "active"
        ? "La compraste en la aplicación móvil: se gestiona en la tienda de tu teléfono."
        : null;
    return { ...calm, text, way: "none" };
  }
  if (live.graceUntil && UNPAID.has(live.status)) {
    return { ...calm, text: formatUnpaidNotice(live.graceUntil), alarming: true, way };
  }
  if (live.endsAt) {
    const text = `Termina el ${formatDate(live.endsAt)}: no se renovará.`;
    return { ...calm, text, way: way === "manage" ? "reactivate" : way };
  }
  const price = live.renewalPrice ? ` por ${live.renewalPrice}` : "";
  return { ...calm, text: live.renewsAt && `Se renueva el ${formatDate(live.renewsAt)}${price}.`, way };
}

/** The text for a renewal that could not be charged. `graceUntil` is the end of the grace period if there is one. */
export function formatUnpaidNotice(graceUntil: string | null): string {
  return graceUntil
    ? `No pudimos cobrar tu suscripción. Actualiza la tarjeta antes del ${formatDate(graceUntil)} para no perder Premium.`
    : "No pudimos cobrar tu suscripción, y Premium está en pausa. Actualiza la tarjeta para recuperarlo.";
}

/** For users who also have premium from another source, such as the mobile app. */
export const UNPAID_BESIDE_PREMIUM = "No pudimos cobrar tu suscripción. Actualiza la tarjeta para conservarla.";

type Allowance = Plan["cards"];

/** Returns, for example, "3 de 10 carpetas". */
export function formatAllowance({ used, limit }: Allowance, one: string, many: string): string {
  if (limit === null) return counted(used, one, many);
  if (used <= limit) return `${formatCount(used)} de ${counted(limit, one, many)}`;
  return `${counted(used, one, many)} (el plan gratuito tiene sitio para ${formatCount(limit)}): siguen aquí para leer y estudiar`;
}
