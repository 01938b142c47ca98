import type { ExamForecast, ExamLoad, ExamOutcome, UnseenCards } from "@repasa/contract/exams.ts";
import { capitalize } from "#lib/capitalize.ts";
import { counted, formatCount } from "#lib/plural.ts";
import { dayAndMonth, percent, percentBand, shortDay } from "#lib/wording.ts";

/** Returns the number of cards of the exam that the plan schedules for today. */
export function countCardsToday({ plan: [today] }: Pick<ExamForecast, "plan">): number {
  return today ? Math.round(today.reviews + today.newCards) : 0;
}

/** Explains the expected recall: of how many cards, how certain it is, and how many of them were seen. */
function describeExpected({ cards, seen, expected }: Pick<ExamForecast, "cards" | "seen" | "expected">): string {
  const band = percentBand(expected.low, expected.high);
  return `Se espera el ${percent(expected.mean)} de ${counted(cards, "carta", "cartas")}, con nueve posibilidades de diez ${band}. Has visto ${counted(seen, "carta", "cartas")}.`;
}

/** Explains all figures of an exam's page: the expected recall, and what its chart and its list of cards show. */
export function explainForecast(forecast: Pick<ExamForecast, "cards" | "seen" | "expected" | "course">): string {
  const chart = "La curva es lo que recordarías cada día; su banda acierta nueve veces de diez.";
  const day = forecast.course.length > 1 ? "ese día" : "hoy";
  const risk = `De las cartas en riesgo se dice lo que recordarías ${day} si no las repasas más.`;
  return [describeExpected(forecast), ...(forecast.course.length > 1 ? [chart] : []), risk].join(" ");
}

/** Returns "Hoy 6 min para llegar al 95 %", in the numbers of the exam's page. */
export function describeTodayGoal({ plan, expected }: Pick<ExamForecast, "plan" | "expected">): string {
  const [today] = plan;
  const share = percent(expected.mean);
  if (!today) return "Hoy es el día. Suerte.";
  if (countCardsToday({ plan }) === 0) return `Hoy no toca nada: vas camino del ${share}`;
  const minutes = Math.round(today.minutes);
  return `Hoy ${minutes < 1 ? "menos de un minuto" : `${minutes} min`} para llegar al ${share}`;
}

/** Returns "Hoy: 23 cartas, unos 5 minutos". */
export function describeToday({ plan }: Pick<ExamForecast, "plan">): string {
  const [today] = plan;
  if (!today) return "Hoy es el día. Suerte.";
  const cards = countCardsToday({ plan });
  if (cards === 0) return "Hoy no toca nada.";
  return `Hoy: ${counted(cards, "carta", "cartas")}, ${formatMinutes(today.minutes)}`;
}

/**
 * Describes the average study time of the days until the exam, and the longest day if it takes at least twice as long.
 */
export function describeUsualDay(plan: ExamForecast["plan"]): string {
  const usual = plan.reduce((sum, day) => sum + day.minutes, 0) / Math.max(1, plan.length);
  const most = Math.round(Math.max(0, ...plan.map(({ minutes }) => minutes)));
  const peak = most >= PEAK_MINUTES && most >= 2 * usual ? `, y hasta ${most} los días que más` : "";
  return `${capitalize(formatMinutes(usual))} al día${peak}, si los días se parecen a los últimos.`;
}

/** A longest day with fewer minutes is not mentioned, because it is short anyway. */
const PEAK_MINUTES = 3;

function formatMinutes(minutes: number): string {
  const whole = Math.round(minutes);
  return whole < 1 ? "menos de un minuto" : `unos ${counted(whole, "minuto", "minutos")}`.replace("unos 1 ", "un ");
}

/** Returns "Con 10 cartas nuevas al día no verás 23 antes del examen." Without a limit only a break can be the reason. */
export function describeUnseenCards({ missed, limit }: UnseenCards): string {
  if (limit === null) return `Con tus pausas no verás ${counted(missed, "carta", "cartas")} antes del examen.`;
  const pace = limit === 0 ? "Sin cartas nuevas" : formatNewCardsLimit(limit);
  return `${pace} no verás ${formatCount(missed)} antes del examen.`;
}

/** Describes the effect of a sufficient daily number of new cards; null is no limit. */
export function describeSufficientPace(limit: number | null): string {
  return `${formatNewCardsLimit(limit)} las verás todas antes del examen.`;
}

function formatNewCardsLimit(limit: number | null): string {
  return limit === null
    ? "Sin límite de cartas nuevas"
    : `Con ${counted(limit, "carta nueva", "cartas nuevas")} al día`;
}

/** Describes the study time that upcoming exams cost or save, and their busiest day; null without upcoming exams. */
export function describeExamCost({ exams, until, extraMinutes, busiest, days: [today] }: ExamLoad): string | null {
  const [nearest, ...others] = exams.filter(
    ({ date }) => today && until !== null && date > today.date && date <= until,
  );
  if (!nearest || until === null) return null;
  const isOne = others.length === 0;
  const subject = isOne ? `El examen «${nearest.name}»` : `Tus ${1 + others.length} exámenes`;
  const minutes = Math.round(Math.abs(extraMinutes));
  const peak = busiest === null ? "" : describePeak(busiest);
  if (minutes === 0) return `${subject} apenas ${isOne ? "cambia" : "cambian"} lo que estudias al día.${peak}`;
  const verb = extraMinutes > 0 ? (isOne ? "suma" : "suman") : isOne ? "te ahorra" : "te ahorran";
  const each = `${formatMinutes(minutes)} al día hasta el ${dayAndMonth(until)}`;
  const why = extraMinutes > 0 ? "" : ", porque hasta los últimos días sus cartas vuelven más espaciadas";
  return `${subject} ${verb} ${each}${why}.${peak}`;
}

/** Describes the busiest day; empty unless exams add at least half of its cards without exams, and at least 10. */
function describePeak({ date, withExams, without }: NonNullable<ExamLoad["busiest"]>): string {
  const isPeak = withExams.cards >= 1.5 * without.cards && withExams.cards >= without.cards + 10;
  if (!isPeak) return "";
  return ` El día más lleno será el ${dayAndMonth(date)}, con unas ${counted(Math.round(withExams.cards), "carta", "cartas")}.`;
}

/** Returns the label of an exam's day in a chart. */
export function formatExamLabel({ name }: { name: string }): string {
  return /^ex[aá]men/i.test(name) ? name : `Examen ${name}`;
}

/** With fewer reviews the share of recalled cards would be mostly chance. */
const MIN_REVIEWS = 10;

/**
 * Returns the outcome of a past exam in one figure, and a text about it. The figure is null without at least two reviews
 * that show what was recalled.
 */
export function summarizeOutcome(outcome: ExamOutcome): { figure: string | null; text: string } {
  const { reviews, recalled, predicted } = outcome;
  if (reviews === 0 || predicted === null) {
    return { figure: null, text: `En los días del examen ${describeMissingReviews(outcome)}.` };
  }
  if (reviews === 1) {
    const what = `${recalled === 1 ? "" : "no "}recordaste la única carta que repasaste`;
    return { figure: null, text: `En los días del examen ${what}.` };
  }
  if (reviews < MIN_REVIEWS) {
    return { figure: `${recalled} de ${reviews}`, text: "Son pocas cartas para compararlas con lo previsto." };
  }
  return { figure: percent(recalled / reviews), text: `Se esperaba el ${percent(predicted)}.` };
}

/** Explains what the outcome of a past exam was computed from, and what had been forecast for its day. */
export function explainOutcome({ foretold, reviews }: ExamOutcome): string {
  if (reviews === 0) return describeForecast(foretold);
  const what = `${counted(reviews, "repaso", "repasos")} de sus cartas, desde tres días antes hasta siete después`;
  return `Son ${what}: no es el examen. ${describeForecast(foretold)}`;
}

function describeForecast(foretold: ExamOutcome["foretold"]): string {
  if (!foretold) return "No se guardó ninguna previsión: se guarda cuando miras esta página antes del examen.";
  const band = percentBand(foretold.low, foretold.high);
  return `El ${shortDay(foretold.on)} se esperaba que ese día recordaras el ${percent(foretold.mean)} de las cartas, ${band}.`;
}

/** Explains why no review can be compared: nothing was due, nothing was studied, or nothing shows what was recalled. */
function describeMissingReviews({ studied, due }: ExamOutcome): string {
  if (studied > 0) {
    const them = studied === 1 ? "la" : "las";
    return `estudiaste ${formatCount(studied)} de sus cartas, sin ningún repaso que diga si ${them} recordabas`;
  }
  if (due === 0) return "no volvió ninguna de sus cartas";
  if (due === 1) return "te tocaba 1 de sus cartas y no la estudiaste";
  return `te tocaban ${formatCount(due)} de sus cartas y no estudiaste ninguna`;
}

/** Compares the recall with its prediction, allowing for chance (two standard errors); null with too few reviews. */
export function describeVerdict({ reviews, recalled, predicted }: ExamOutcome): string | null {
  if (reviews < MIN_REVIEWS || predicted === null) return null;
  const off = recalled / reviews - predicted;
  const chance = 2 * Math.sqrt((predicted * (1 - predicted)) / reviews);
  if (Math.abs(off) <= Math.max(chance, 0.02)) return "Más o menos lo que se esperaba.";
  if (off > 0) return "Recordaste más de lo que se esperaba. Tus próximas previsiones ya lo tienen en cuenta.";
  return "Recordaste menos de lo que se esperaba. Tus próximas previsiones ya lo tienen en cuenta, y las cartas que fallaste vuelven antes.";
}
