import type { Letter } from "#platform/mail/letter.ts";
import { heading, note, paragraph } from "#platform/mail/letter-blocks.ts";

const day = new Intl.DateTimeFormat("es", { dateStyle: "long", timeZone: "UTC" });

/** The reply of an operator; empty lines in `text` separate paragraphs. */
export function answerLetter(to: string, text: string, writtenAt: Date, supportEmail: string): Letter {
  const paragraphs = text.split(/\n\s*\n/).filter((part) => part.trim() !== "");
  return {
    to,
    subject: "Respuesta a tu opinión sobre Repasa",
    preview: "Gracias por escribirnos.",
    blocks: [
      heading("Gracias por escribirnos"),
      paragraph(`Esta es nuestra respuesta a lo que nos escribiste el ${day.format(writtenAt)}:`),
      ...paragraphs.map(paragraph),
      note(`Si quieres contarnos algo más, escríbenos a ${supportEmail}.`),
    ],
    reason: "Recibes este correo porque nos diste tu opinión en Repasa.",
  };
}
