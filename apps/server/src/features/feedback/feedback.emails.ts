import type { Letter } from "#platform/mail/letter.ts";

const day = new Intl.DateTimeFormat("es", { dateStyle: "long", timeZone: "UTC" });

/** The reply of an operator; empty lines in `text` separate paragraphs. */
export function answerLetter(to: string, text: string, writtenAt: Date, supportEmail: string): Letter {
  const paragraphs = text.split(/\n\s*\n/).filter((paragraph) => paragraph.trim() !== "");
  return {
    to,
    subject: "Respuesta a tu opinión sobre Repasa",
    preview: "Gracias por escribirnos.",
    blocks: [
      { kind: "heading", text: "Gracias por escribirnos" },
      { kind: "text", text: `Esta es nuestra respuesta a lo que nos escribiste el ${day.format(writtenAt)}:` },
      ...paragraphs.map((paragraph) => ({ kind: "text", text: paragraph }) as const),
      { kind: "note", text: `Si quieres contarnos algo más, escríbenos a ${supportEmail}.` },
    ],
    reason: "Recibes este correo porque nos diste tu opinión en Repasa.",
  };
}
