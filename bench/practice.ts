import { judge } from "@repasa/answers/judge.ts";
import { type Example, readExamples } from "@repasa/answers/testing/examples.ts";
import { countSlips } from "@repasa/answers/testing/natural-slips.ts";
import { inspectQuestions } from "@repasa/answers/testing/questions.ts";
import { simulateTests, USUAL_STUDENTS } from "@repasa/answers/testing/students.ts";
import { readTriples, scoreTriples } from "@repasa/answers/testing/triples.ts";
import { catalog } from "@repasa/catalog/catalog.ts";
import { meetCards } from "@repasa/scheduler/testing/hinted-students.ts";
import { MEMORIES } from "@repasa/scheduler/testing/simulated-students.ts";
import { measureTyping } from "./practice.typing.ts";
import { atLeast, atMost, exactly, printed, type Row } from "./row.ts";
import { sized } from "./size.ts";

const QUESTIONS = sized(1_000, 20);

/** Compares judging, options and the score of quizzes with what a teacher, chance and the truth say, and measures typing. */
export async function measurePractice(): Promise<Row[]> {
  return [
    ...measureJudging(),
    ...measureTriples(),
    ...measureOptions(),
    ...measureEstimate(),
    ...measureHints(),
    ...(await measureTyping()),
  ];
}

function measureJudging(): Row[] {
  const examples = readExamples();
  const isJudgedAs = ({ accepted, typed, options, verdict }: Example) =>
    judge(accepted, typed, options).verdict === verdict;
  const confusable = examples.filter(({ options, verdict }) => options.others && verdict === "wrong");
  return [
    atLeast(
      `${examples.length} examples with the verdict of a teacher, %`,
      (100 * examples.filter(isJudgedAs).length) / examples.length,
      99,
      1,
    ),
    exactly(
      `answers of another card accepted, of ${confusable.length}`,
      confusable.filter((example) => !isJudgedAs(example)).length,
      0,
    ),
  ];
}

/** Measures what a strict, fair teacher would find, by class of difference, and slips that anybody makes while typing. */
function measureTriples(): Row[] {
  const scores = [...scoreTriples(readTriples())];
  const slips = countSlips();
  return [
    ...scores.map(([group, { of, exact }]) =>
      atLeast(`hard triples judged exactly, ${group}: ${of}, %`, (100 * exact) / of, 80, 1),
    ),
    ...scores
      .slice(-1)
      .flatMap(([, { of, wrong, accepted, refused }]) => [
        atMost("of the wrong ones among them accepted", (100 * accepted) / wrong, 10, "%", 1),
        atMost("of the others refused", (100 * refused) / (of - wrong), 15, "%", 1),
      ]),
    atLeast(`${slips.of} slips in the catalogue's words that are close, %`, (100 * slips.close) / slips.of, 95, 1),
  ];
}

function measureOptions(): Row[] {
  const folders = catalog.map(({ cards }) => cards.map(({ front, back }, id) => ({ id, answer: back, prompt: front })));
  const { questions, equal, secondRight, ranks, positions } = inspectQuestions(folders, QUESTIONS);
  const largest = (counts: readonly number[]) => (100 * Math.max(...counts)) / questions;
  return [
    exactly(`equal options in ${questions} questions of the catalogue`, equal, 0),
    exactly("second right options in them", secondRight, 0),
    atMost("right options with the most frequent length rank of four", largest(ranks), 30, "%", 1),
    atMost("right options in the most frequent place of four", largest(positions), 30, "%", 1),
  ];
}

function measureEstimate(): Row[] {
  const ways = { "typed or turned over": 0, "chosen, half of them": 0.5, chosen: 1 };
  return Object.entries(ways).flatMap(([way, choices]) => {
    const { coverage, error } = simulateTests({ ...USUAL_STUDENTS, choices });
    const words = `500 students, 20 of 140 cards, ${way}`;
    return [
      {
        ...printed(`${words}: the truth within the 90 % interval`, `${(100 * coverage).toFixed(1)} %`),
        goal: "87 to 93 %",
        met: coverage >= 0.87 && coverage <= 0.93,
      },
      atMost(`${words}: mean error of the share`, Math.abs(error), 0.01, "", 4),
    ];
  });
}

const SESSIONS = sized(40, 2);

/**
 * Compares the next day of cards that are first met with hints with that of cards met without, in sessions of 20 minutes. How much a
 * cue is worth is an assumption, so that both ends of it are measured.
 */
function measureHints(): Row[] {
  const simulate = (cueWorth: number | null) => {
    const sum = { met: 0, known: 0 };
    for (const weights of Object.values(MEMORIES)) {
      for (let seed = 1; seed <= SESSIONS; seed++) {
        const { met, known } = meetCards({ weights, cueWorth, minutes: 20, seed });
        sum.met += met;
        sum.known += known;
      }
    }
    return sum;
  };
  const plain = simulate(null);
  const worths = { "no more than reading the answer": 0, "as much as a hard recall": 1 };
  return Object.entries(worths).map(([worth, cueWorth]) => {
    const hinted = simulate(cueWorth);
    const recall = ({ met, known }: typeof plain) => `${((100 * known) / met).toFixed(1)} %`;
    return printed(
      `first met with hints, a cue worth ${worth}: recalled next day`,
      `${recall(hinted)} (${recall(plain)} without), ${((100 * hinted.known) / plain.known).toFixed(1)} % of the cards in 20 min`,
    );
  });
}
