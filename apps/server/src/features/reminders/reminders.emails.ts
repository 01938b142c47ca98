import type { Letter } from "#platform/mail/letter.ts";
import { button, heading, paragraph } from "#platform/mail/letter-blocks.ts";
import { buildSecretLink } from "#platform/mail/secret-link.ts";
import { formatCount, formatWaitingCards } from "./reminders.wording.ts";

type Links = { appUrl: string; unsubscribeToken: string };
type Addressee = { to: string; firstName: string | null };

export type DigestContent = {
  folders: readonly { folderId: number; name: string; total: number }[];
  /** True if Home offers to spread these cards over days: then today asks for a part of them only. */
  offersPlan: boolean;
  /** The current streak in days, which ends if nothing is studied today. */
  streak: number;
};

const MAX_NAMED_FOLDERS = 8;

/** The subject contains no names of folders, because it is displayed on locked screens. */
export function digestLetter(
  { to, firstName }: Addressee,
  { folders, offersPlan, streak }: DigestContent,
  { appUrl, unsubscribeToken }: Links,
): Letter {
  const cards = folders.reduce((sum, { total }) => sum + total, 0);
  const byCount = folders.toSorted((a, b) => b.total - a.total);
  // Naming one folder more takes no more room than counting it.
  const named = byCount.slice(0, byCount.length === MAX_NAMED_FOLDERS + 1 ? MAX_NAMED_FOLDERS + 1 : MAX_NAMED_FOLDERS);
  const others = byCount.length - named.length;
  const days = `Tu racha: ${formatCount(streak, "día", "días")}`;
  return {
    to,
    subject: offersPlan ? formatWaitingCards(cards) : `${formatWaitingCards(cards)} hoy`,
    preview: streak > 0 ? `${days}. Un repaso hoy la mantiene.` : describeWayUpToDate(offersPlan),
    blocks: [
      heading(formatGreeting(firstName)),
      paragraph(describePending(formatCount(cards, "carta pendiente", "cartas pendientes"), offersPlan)),
      {
        kind: "list",
        items: named.map(({ folderId, name, total }) => ({
          name,
          detail: formatCount(total, "carta", "cartas"),
          link: `${appUrl}/study/${folderId}`,
        })),
      },
      ...(others > 0 ? [paragraph(`Y ${formatCount(others, "carpeta más", "carpetas más")}.`)] : []),
      ...(streak > 0 ? [paragraph(`${days}. Un repaso hoy la mantiene.`)] : []),
      button("Estudiar ahora", `${appUrl}/study`),
    ],
    unsubscribe: buildUnsubscription(appUrl, unsubscribeToken),
  };
}

const describePending = (pending: string, offersPlan: boolean) =>
  offersPlan
    ? `Tienes ${pending}. No hace falta hacerlas hoy: puedes repartirlas en varios días.`
    : `Hoy tienes ${pending} de repaso.`;

const describeWayUpToDate = (offersPlan: boolean) =>
  offersPlan ? "Puedes repartirlas en varios días." : "Un repaso corto basta para ponerte al día.";

export function farewellLetter({ to, firstName }: Addressee, { appUrl, unsubscribeToken }: Links): Letter {
  return {
    to,
    subject: "Dejamos de escribirte por ahora",
    preview: "Tus cartas siguen aquí para cuando quieras volver.",
    blocks: [
      heading(formatGreeting(firstName)),
      paragraph(
        "Hace dos semanas que no pasas por Repasa y no queremos llenarte el buzón, así que este es el último recordatorio por ahora.",
      ),
      paragraph(
        "No pasa nada: tus cartas siguen aquí, tal como las dejaste. El día que vuelvas, los recordatorios vuelven contigo.",
      ),
      button("Volver a estudiar", `${appUrl}/study`),
    ],
    unsubscribe: buildUnsubscription(appUrl, unsubscribeToken),
  };
}

/** Mail providers post to the address of the header, so that one has its secret in the query (decision 013). */
function buildUnsubscription(appUrl: string, token: string): NonNullable<Letter["unsubscribe"]> {
  return {
    link: buildSecretLink("/unsubscribe", appUrl, token),
    oneClick: `${appUrl}/unsubscribe?token=${token}`,
  };
}

function formatGreeting(firstName: string | null): string {
  return firstName ? `Hola, ${firstName}:` : "Hola:";
}
