import type { Letter } from "#platform/mail/letter.ts";
import { type Block, button, heading, note, paragraph } from "#platform/mail/letter-blocks.ts";
import { formatPrice, type YearlyPrice } from "./billing.price.ts";

export type Recipient = { to: string; timeZone: string; appUrl: string; supportEmail: string };

type Paid = { isFirst: boolean; price: YearlyPrice; renewsAt: Date | null; renewal: YearlyPrice | null };

export function paidLetter(recipient: Recipient, { isFirst, price, renewsAt, renewal }: Paid): Letter {
  const paid = formatAmount(price);
  return {
    to: recipient.to,
    subject: isFirst ? "Tu pago de Repasa Premium" : "Hemos renovado tu Repasa Premium",
    preview: `Hemos recibido tu pago de ${paid}.`,
    blocks: [
      heading(isFirst ? "Ya tienes Premium" : "Un año más de Premium"),
      paragraph(
        isFirst
          ? `Hemos recibido tu pago de ${paid} por un año de Repasa Premium. Gracias.`
          : `Tu suscripción a Repasa Premium se ha renovado y hemos cobrado ${paid}. Gracias por seguir.`,
      ),
      ...(renewsAt ? [paragraph(describeNextCharge(recipient, renewsAt, renewal))] : []),
      manageButton(recipient, "Ver mi suscripción"),
      note("Las facturas están en Ajustes, en «Gestionar suscripción»."),
      helpNote(recipient),
    ],
  };
}

export function paymentFailedLetter(
  recipient: Recipient,
  { price, graceUntil }: { price: YearlyPrice | null; graceUntil: Date | null },
): Letter {
  const what = price ? `los ${formatAmount(price)} de la renovación` : "la renovación";
  const consequence = graceUntil
    ? `Actualiza la tarjeta antes del ${formatDate(recipient, graceUntil)} para no perder Premium. Hasta entonces no cambia nada.`
    : "Premium está en pausa hasta que se pague. Tus carpetas y cartas siguen en su sitio.";
  return {
    to: recipient.to,
    subject: "No pudimos cobrar tu Repasa Premium",
    preview: graceUntil
      ? `Actualiza la tarjeta antes del ${formatDate(recipient, graceUntil)}.`
      : "Actualiza la tarjeta para recuperarlo.",
    blocks: [
      heading("El pago no ha funcionado"),
      paragraph(`No pudimos cobrar ${what} de Repasa Premium con la tarjeta que tenemos.`),
      paragraph(consequence),
      manageButton(recipient, "Actualizar la tarjeta"),
      note("Si ya no quieres Premium, no tienes que hacer nada, o cancélalo ahí mismo."),
      helpNote(recipient),
    ],
  };
}

export function renewalLetter(
  recipient: Recipient,
  { renewsAt, price }: { renewsAt: Date; price: YearlyPrice | null },
): Letter {
  const date = formatDate(recipient, renewsAt);
  return {
    to: recipient.to,
    subject: `Tu Repasa Premium se renueva el ${date}`,
    preview: price ? `Ese día cobraremos ${formatAmount(price)}.` : "Si quieres seguir, no tienes que hacer nada.",
    blocks: [
      heading("Tu suscripción se renueva pronto"),
      paragraph(describeNextCharge(recipient, renewsAt, price)),
      paragraph(
        "Si quieres seguir, no tienes que hacer nada. Si no, cancélala antes de ese día: conservas Premium hasta el final del año pagado.",
      ),
      manageButton(recipient, "Gestionar mi suscripción"),
      helpNote(recipient),
    ],
  };
}

export function priceChangedLetter(
  recipient: Recipient,
  { before, after, renewsAt }: { before: YearlyPrice; after: YearlyPrice; renewsAt: Date },
): Letter {
  const date = formatDate(recipient, renewsAt);
  return {
    to: recipient.to,
    subject: "Cambia el precio de tu Repasa Premium",
    preview: `A partir del ${date} son ${formatAmount(after)} al año.`,
    blocks: [
      heading("Un precio nuevo"),
      paragraph(
        `Tu suscripción cuesta hasta ahora ${formatAmount(before)} al año. Cuando se renueve, el ${date}, costará ${formatAmount(after)} al año.`,
      ),
      paragraph(
        "Lo que ya has pagado no cambia. Si el precio nuevo no te convence, cancela antes de ese día y no se te cobrará nada más.",
      ),
      manageButton(recipient, "Gestionar mi suscripción"),
      helpNote(recipient),
    ],
  };
}

function describeNextCharge(recipient: Recipient, renewsAt: Date, price: YearlyPrice | null): string {
  const amount = price ? ` por ${formatAmount(price)}` : "";
  return `Se renueva cada año hasta que la canceles: la próxima vez, el ${formatDate(recipient, renewsAt)}${amount}.`;
}

/** Links to the settings, because the provider's page only opens from there, for a user who is signed in. */
function manageButton({ appUrl }: Recipient, text: string): Block {
  return button(text, `${appUrl}/settings`);
}

function helpNote({ supportEmail }: Recipient): Block {
  return note(`Si necesitas ayuda, escríbenos a ${supportEmail}.`);
}

function formatAmount(price: YearlyPrice): string {
  return formatPrice(price).annual;
}

function formatDate({ timeZone }: Recipient, date: Date): string {
  return new Intl.DateTimeFormat("es", { dateStyle: "long", timeZone }).format(date);
}
