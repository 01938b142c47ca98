import type { Letter } from "#platform/mail/letter.ts";
import type { Block } from "#platform/mail/letter-blocks.ts";
import { formatPrice, type YearlyPrice } from "./billing.price.ts";

export type Addressed = { to: string; timeZone: string; appUrl: string; supportEmail: string };

type Paid = { isFirst: boolean; price: YearlyPrice; renewsAt: Date | null; renewal: YearlyPrice | null };

export function paidLetter(addressed: Addressed, { isFirst, price, renewsAt, renewal }: Paid): Letter {
  const paid = amountOf(price);
  return {
    to: addressed.to,
    subject: isFirst ? "Tu pago de Repasa Premium" : "Hemos renovado tu Repasa Premium",
    preview: `Hemos recibido tu pago de ${paid}.`,
    blocks: [
      { kind: "heading", text: isFirst ? "Ya tienes Premium" : "Un año más de Premium" },
      {
        kind: "text",
        text: isFirst
          ? `Hemos recibido tu pago de ${paid} por un año de Repasa Premium. Gracias.`
          : `Tu suscripción a Repasa Premium se ha renovado y hemos cobrado ${paid}. Gracias por seguir.`,
      },
      ...(renewsAt ? [{ kind: "text", text: nextCharge(addressed, renewsAt, renewal) } as const] : []),
      manage(addressed, "Ver mi suscripción"),
      { kind: "note", text: "Las facturas están en Ajustes, en «Gestionar suscripción»." },
      help(addressed),
    ],
  };
}

export function paymentFailedLetter(
  addressed: Addressed,
  { price, graceUntil }: { price: YearlyPrice | null; graceUntil: Date | null },
): Letter {
  const what = price ? `los ${amountOf(price)} de la renovación` : "la renovación";
  const consequence = graceUntil
    ? `Actualiza la tarjeta antes del ${dateOf(addressed, graceUntil)} para no perder Premium. Hasta entonces no cambia nada.`
    : "Premium está en pausa hasta que se pague. Tus carpetas y cartas siguen en su sitio.";
  return {
    to: addressed.to,
    subject: "No pudimos cobrar tu Repasa Premium",
    preview: graceUntil
      ? `Actualiza la tarjeta antes del ${dateOf(addressed, graceUntil)}.`
      : "Actualiza la tarjeta para recuperarlo.",
    blocks: [
      { kind: "heading", text: "El pago no ha funcionado" },
      { kind: "text", text: `No pudimos cobrar ${what} de Repasa Premium con la tarjeta que tenemos.` },
      { kind: "text", text: consequence },
      manage(addressed, "Actualizar la tarjeta"),
      { kind: "note", text: "Si ya no quieres Premium, no tienes que hacer nada, o cancélalo ahí mismo." },
      help(addressed),
    ],
  };
}

export function renewalLetter(
  addressed: Addressed,
  { renewsAt, price }: { renewsAt: Date; price: YearlyPrice | null },
): Letter {
  const date = dateOf(addressed, renewsAt);
  return {
    to: addressed.to,
    subject: `Tu Repasa Premium se renueva el ${date}`,
    preview: price ? `Ese día cobraremos ${amountOf(price)}.` : "Si quieres seguir, no tienes que hacer nada.",
    blocks: [
      { kind: "heading", text: "Tu suscripción se renueva pronto" },
      { kind: "text", text: nextCharge(addressed, renewsAt, price) },
      {
        kind: "text",
        text: "Si quieres seguir, no tienes que hacer nada. Si no, cancélala antes de ese día: conservas Premium hasta el final del año pagado.",
      },
      manage(addressed, "Gestionar mi suscripción"),
      help(addressed),
    ],
  };
}

export function priceChangedLetter(
  addressed: Addressed,
  { before, after, renewsAt }: { before: YearlyPrice; after: YearlyPrice; renewsAt: Date },
): Letter {
  const date = dateOf(addressed, renewsAt);
  return {
    to: addressed.to,
    subject: "Cambia el precio de tu Repasa Premium",
    preview: `A partir del ${date} son ${amountOf(after)} al año.`,
    blocks: [
      { kind: "heading", text: "Un precio nuevo" },
      {
        kind: "text",
        text: `Tu suscripción cuesta hasta ahora ${amountOf(before)} al año. Cuando se renueve, el ${date}, costará ${amountOf(after)} al año.`,
      },
      {
        kind: "text",
        text: "Lo que ya has pagado no cambia. Si el precio nuevo no te convence, cancela antes de ese día y no se te cobrará nada más.",
      },
      manage(addressed, "Gestionar mi suscripción"),
      help(addressed),
    ],
  };
}

function nextCharge(addressed: Addressed, renewsAt: Date, price: YearlyPrice | null): string {
  const amount = price ? ` por ${amountOf(price)}` : "";
  return `Se renueva cada año hasta que la canceles: la próxima vez, el ${dateOf(addressed, renewsAt)}${amount}.`;
}

/** To the settings, where the way to the provider's page is: that one only opens for who is signed in. */
function manage({ appUrl }: Addressed, text: string): Block {
  return { kind: "button", text, link: `${appUrl}/settings` };
}

function help({ supportEmail }: Addressed): Block {
  return { kind: "note", text: `Si necesitas ayuda, escríbenos a ${supportEmail}.` };
}

function amountOf(price: YearlyPrice): string {
  return formatPrice(price).annual;
}

function dateOf({ timeZone }: Addressed, date: Date): string {
  return new Intl.DateTimeFormat("es", { dateStyle: "long", timeZone }).format(date);
}
