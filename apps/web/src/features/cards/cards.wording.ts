import type { DecidingExam, QueuedCard } from "@repasa/contract/study.ts";
import type { LastRating, ReviewedCard } from "#features/cards/cards.memory.ts";
import { addDays, daysBetween, utcMidnight } from "#lib/local-date.ts";
import { counted } from "#lib/plural.ts";
import { percent } from "#lib/wording.ts";

type Circumstances = {
  today: string;
  /** The desired retention, 0 to 1; null if it is unknown. */
  retention: number | null;
  /** The exam that determined the due date, if one did. */
  exam?: DecidingExam | undefined;
};

const ratingNames = { easy: "Fácil", medium: "Medio", hard: "Difícil" } satisfies Record<
  Exclude<LastRating, "forgotten">,
  string
>;

/** Explains in one sentence why a card is asked today; null is a card that was never rated. */
export function explainWhyToday(card: ReviewedCard | null, { today, retention, exam }: Circumstances): string {
  if (card === null) return "Es nueva: todavía no la has visto.";
  if (card.dueDate > today) return describeRecall(card, { today, retention, exam });
  const seen = describeLastReview(card, today);
  if (exam) {
    const back = card.dueDate < today ? `; le tocaba ${formatDay(card.dueDate, today)}` : ": vuelve hoy";
    return `${seen}${back} porque ${formatExam(exam, today)}.`;
  }
  const aim = formatRetention(card, retention);
  if (card.dueDate < today) {
    const late = `${seen}; le tocaba ${formatDay(card.dueDate, today)}`;
    return card.recall === null ? `${late}.` : `${late}: hoy ${formatRecall(card.recall)}${aim}.`;
  }
  if (card.recall !== null && aim !== "") return `${seen}: hoy ${formatRecall(card.recall)}${aim}.`;
  const due = cameBackAtOnce(card) ? "por eso vuelve hoy" : "le toca hoy";
  return card.recall === null ? `${seen}: ${due}.` : `${seen}: ${due}, cuando ${formatRecall(card.recall)}.`;
}

/**
 * Describes the recall of a card that is not due yet, and its due date; `recallDue` is the recall on that date, 0 to 1.
 */
export function describeRecall(
  card: ReviewedCard,
  { today, exam, recallDue }: Circumstances & { recallDue?: number },
): string {
  const seen = describeLastReview(card, today);
  const recall = card.recall === null ? "." : `: hoy ${formatRecall(card.recall)}.`;
  const back = ` Vuelve ${formatDay(card.dueDate, today)}`;
  if (exam) return `${seen}${recall}${back} porque ${formatExam(exam, today)}.`;
  return `${seen}${recall}${back}${recallDue === undefined ? "" : `, cuando quede un ${percent(recallDue)}`}.`;
}

/** Explains why a card that is not due is practised. */
export function explainPractice(card: ReviewedCard | null, circumstances: Circumstances): string {
  if (card === null || card.dueDate <= circumstances.today) return explainWhyToday(card, circumstances);
  return `No le toca hasta ${formatDay(card.dueDate, circumstances.today)}: la practicas porque lo has pedido.`;
}

/** Describes when each rating would make the card due again. */
export function describeNextDates({ easy, medium, hard }: QueuedCard["nextIntervals"], today: string): string {
  const after = (days: number) => formatDay(addDays(today, days), today);
  return `Si pulsas Fácil volverá ${after(easy)}; con Medio, ${after(medium)}; con Difícil, ${after(hard)}.`;
}

function describeLastReview({ lastDate, lastRating }: ReviewedCard, today: string): string {
  const ago = formatDaysAgo(Math.max(0, daysBetween(lastDate, today)));
  return lastRating === "forgotten" ? `La fallaste ${ago}` : `La viste ${ago} y fue ${ratingNames[lastRating]}`;
}

function formatRecall(recall: number): string {
  return `la recordarías con un ${percent(recall)} de probabilidad`;
}

/**
 * Mentions the desired retention; empty if the card is due for another reason than that its recall has fallen to it.
 */
function formatRetention(card: ReviewedCard, retention: number | null): string {
  if (retention === null || card.recall === null || cameBackAtOnce(card)) return "";
  // Compares the percentages as shown: 90.4 % counts as having fallen to 90 %.
  return Math.round(card.recall * 100) > Math.round(retention * 100) ? "" : `, y repasamos al ${percent(retention)}`;
}

/** A forgotten or hard card is due the day after its review, whatever its recall. */
function cameBackAtOnce({ lastRating, lastDate, dueDate }: ReviewedCard): boolean {
  return (lastRating === "forgotten" || lastRating === "hard") && daysBetween(lastDate, dueDate) <= 1;
}

/** Returns "tu examen «Anatomía» es en 3 días". */
function formatExam({ name, date }: DecidingExam, today: string): string {
  const days = daysBetween(today, date);
  return `tu examen «${name}» ${days < 0 ? "fue" : "es"} ${days > 1 ? `en ${days} días` : formatDay(date, today)}`;
}

function formatDaysAgo(days: number): string {
  return ["hoy", "ayer", "anteayer"][days] ?? `hace ${counted(days, "día", "días")}`;
}

const dayMonth = new Intl.DateTimeFormat("es", { day: "numeric", month: "long", timeZone: "UTC" });
const dayMonthYear = new Intl.DateTimeFormat("es", { dateStyle: "long", timeZone: "UTC" });

/** Returns "mañana" or "el 3 de marzo", with the year if it is not the current one. */
function formatDay(date: string, today: string): string {
  const near = ["ayer", "hoy", "mañana", "pasado mañana"][daysBetween(today, date) + 1];
  const format = date.slice(0, 4) === today.slice(0, 4) ? dayMonth : dayMonthYear;
  return near ?? `el ${format.format(utcMidnight(date))}`;
}
