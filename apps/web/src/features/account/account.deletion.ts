import type { User } from "@repasa/contract/auth.ts";

type Subscriber = Pick<User, "subscription" | "statusMobile">;

/** Says what is deleted, when, and what becomes of a subscription. */
export function describeDeletion(user: Subscriber, waitsUntil: string | null): string {
  if (waitsUntil !== null) return describeDelayedDeletion(user, waitsUntil);
  return `Se eliminarán tu cuenta, tus carpetas, tus cartas y todo tu progreso.${subscriptionText(user)} No se puede deshacer.`;
}

const longTime = new Intl.DateTimeFormat("es", { dateStyle: "long", timeStyle: "short" });

/** May promise that nothing is charged: a subscription that would renew before the deletion is cancelled at once. */
function describeDelayedDeletion(user: Subscriber, waitsUntil: string): string {
  const charges = subscriptionText(user) === "" ? "" : " No se te volverá a cobrar.";
  return (
    "Has cambiado de correo hace poco. Tu cuenta se cerrará ahora, y el " +
    `${longTime.format(new Date(waitsUntil))} se eliminará con tus carpetas, tus cartas y todo tu progreso. ` +
    `Hasta entonces se puede recuperar desde el correo anterior.${charges}`
  );
}

function subscriptionText({ subscription, statusMobile }: Subscriber): string {
  const web = ["free", "canceled", "incomplete_expired"].includes(subscription)
    ? ""
    : " Tu suscripción se cancelará al momento y no se te volverá a cobrar.";
  const mobile = statusMobile === "active" ? " La que compraste en la aplicación móvil se cancela en su tienda." : "";
  return web + mobile;
}
