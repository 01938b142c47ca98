import type { DecidingExam, QueuedCard } from "@repasa/contract/study.ts";
import type { LastRating, SeenCard } from "#features/cards/cards.memory.ts";
import { addDays, daysBetween, utcMidnight } from "#lib/local-date.ts";
import { counted } from "#lib/plural.ts";
import { percent } from "#lib/wording.ts";

type Circumstances = {
  today: string;
  /** The share of cards that the student wants to recall, 0 to 1; null if it is not known. */
  retention: number | null;
  /** The exam that has decided on the day, if one has. */
  exam?: DecidingExam | undefined;
};

const ratingNames = { easy: "Fácil", medium: "Medio", hard: "Difícil" } satisfies Record<
  Exclude<LastRating, "forgotten">,
  string
>;

/** Why a card is asked today, in one sentence; null stands for one that was never rated. */
export function whyToday(card: SeenCard | null, { today, retention, exam }: Circumstances): string {
  if (card === null) return "Es nueva: todavía no la has visto.";
  if (card.dueDate > today) return howRemembered(card, { today, retention, exam });
  const seen = lastSeen(card, today);
  if (exam) {
    const back = card.dueDate < today ? `; le tocaba ${dayText(card.dueDate, today)}` : ": vuelve hoy";
    return `${seen}${back} porque ${examText(exam, today)}.`;
  }
  const aim = aimText(card, retention);
  if (card.dueDate < today) {
    const late = `${seen}; le tocaba ${dayText(card.dueDate, today)}`;
    return card.recall === null ? `${late}.` : `${late}: hoy ${recallText(card.recall)}${aim}.`;
  }
  if (card.recall !== null && aim !== "") return `${seen}: hoy ${recallText(card.recall)}${aim}.`;
  const due = cameBackAtOnce(card) ? "por eso vuelve hoy" : "le toca hoy";
  return card.recall === null ? `${seen}: ${due}.` : `${seen}: ${due}, cuando ${recallText(card.recall)}.`;
}

/** How a card stands that is not due yet, and when it comes back; `recallDue` is what will be left by then, 0 to 1. */
export function howRemembered(
  card: SeenCard,
  { today, exam, recallDue }: Circumstances & { recallDue?: number },
): string {
  const seen = lastSeen(card, today);
  const recall = card.recall === null ? "." : `: hoy ${recallText(card.recall)}.`;
  const back = ` Vuelve ${dayText(card.dueDate, today)}`;
  if (exam) return `${seen}${recall}${back} porque ${examText(exam, today)}.`;
  return `${seen}${recall}${back}${recallDue === undefined ? "" : `, cuando quede un ${percent(recallDue)}`}.`;
}

/** Why a card is practised that is not due. */
export function whyPractised(card: SeenCard | null, circumstances: Circumstances): string {
  if (card === null || card.dueDate <= circumstances.today) return whyToday(card, circumstances);
  return `No le toca hasta ${dayText(card.dueDate, circumstances.today)}: la practicas porque lo has pedido.`;
}

/** When a card would come back by each button. */
export function whenRated({ easy, medium, hard }: QueuedCard["nextIntervals"], today: string): string {
  const after = (days: number) => dayText(addDays(today, days), today);
  return `Si pulsas Fácil volverá ${after(easy)}; con Medio, ${after(medium)}; con Difícil, ${after(hard)}.`;
}

function lastSeen({ lastDate, lastRating }: SeenCard, today: string): string {
  const ago = agoText(Math.max(0, daysBetween(lastDate, today)));
  return lastRating === "forgotten" ? `La fallaste ${ago}` : `La viste ${ago} y fue ${ratingNames[lastRating]}`;
}

function recallText(recall: number): string {
  return `la recordarías con un ${percent(recall)} de probabilidad`;
}

/** Nothing where the card came back for another reason than that its recall has fallen so far. */
function aimText(card: SeenCard, retention: number | null): string {
  if (retention === null || card.recall === null || cameBackAtOnce(card)) return "";
  // As they are read: 90.4 % has fallen to 90 %.
  return Math.round(card.recall * 100) > Math.round(retention * 100) ? "" : `, y repasamos al ${percent(retention)}`;
}

/** What was not recalled or was difficult comes back the day after, however well it is remembered. */
function cameBackAtOnce({ lastRating, lastDate, dueDate }: SeenCard): boolean {
  return (lastRating === "forgotten" || lastRating === "hard") && daysBetween(lastDate, dueDate) <= 1;
}

/** "tu examen «Anatomía» es en 3 días". */
function examText({ name, date }: DecidingExam, today: string): string {
  const days = daysBetween(today, date);
  return `tu examen «${name}» ${days < 0 ? "fue" : "es"} ${days > 1 ? `en ${days} días` : dayText(date, today)}`;
}

function agoText(days: number): string {
  return ["hoy", "ayer", "anteayer"][days] ?? `hace ${counted(days, "día", "días")}`;
}

const dayMonth = new Intl.DateTimeFormat("es", { day: "numeric", month: "long", timeZone: "UTC" });
const dayMonthYear = new Intl.DateTimeFormat("es", { dateStyle: "long", timeZone: "UTC" });

/** "mañana", "el 3 de marzo"; with the year where it is another one. */
function dayText(date: string, today: string): string {
  const near = ["ayer", "hoy", "mañana", "pasado mañana"][daysBetween(today, date) + 1];
  const format = date.slice(0, 4) === today.slice(0, 4) ? dayMonth : dayMonthYear;
  return near ?? `el ${format.format(utcMidnight(date))}`;
}
