import { toOptionCard } from "@repasa/answers/card-answers.ts";
import type { OptionCard } from "@repasa/answers/distractors.ts";
import { sample, spreadSiblings } from "@repasa/answers/sample.ts";
import type { BodyOf } from "@repasa/contract/endpoint.ts";
import type { QuizKind } from "@repasa/contract/quizzes.forms.ts";
import type { quizEndpoints } from "@repasa/contract/quizzes.ts";
import { toDayNumber } from "@repasa/scheduler/days.ts";
import { predictRecall } from "@repasa/scheduler/schedule.ts";
import { type Context, perContext } from "#context.ts";
import { readExam } from "#features/exams/exams.service.ts";
import { folderNotFound } from "#features/folders/folders.service.ts";
import { findLearner } from "#features/schedule/schedule.service.ts";
import { toLearner } from "#features/schedule/schedule.state.ts";
import { findConfusions } from "#features/study/confusions/confusions.service.ts";
import { AccountTurns } from "#platform/concurrency/account-turns.ts";
import type { OwnerId } from "#platform/db/owner.ts";
import { AppError } from "#platform/http/app-error.ts";
import type { Moment } from "#platform/time/local-days.ts";
import type { QuizRow } from "#schema/quizzes.ts";
import {
  type AskedCard,
  countQuizzes,
  type DrawnCard,
  insertQuiz,
  selectAskedCards,
  selectDrawnCards,
  selectQuizByClientId,
  selectQuizFolders,
} from "./quizzes.queries.ts";
import { buildQuestions } from "./quizzes.questions.ts";

type NewQuiz = BodyOf<typeof quizEndpoints.create>;

/** A quiz has at most 200,000 characters of cards' texts, and mostly a few thousand. */
const MAX_QUIZZES = 500;
/** The number of cards, chosen at random, of which the options of a whole quiz may be made. */
const MAX_POOL = 1000;
const MINUTE_MS = 60_000;

/** Drawing a quiz of many choices takes some tenths of a second. */
const turns = perContext((_ctx: Context) => new AccountTurns({ atOnce: 2 }));

/** Draws a quiz, or finds the one that was created with the same `clientId`. */
export async function createQuiz(ctx: Context, owner: OwnerId, moment: Moment, form: NewQuiz): Promise<QuizRow> {
  const { clientId } = form;
  // A repeated request adds nothing, so it must not fail because of a limit or of what has changed since.
  const created = clientId === undefined ? undefined : await selectQuizByClientId(ctx.db, owner, clientId);
  return created ?? turns(ctx).run(owner, () => drawQuiz(ctx, owner, moment, form));
}

async function drawQuiz(ctx: Context, owner: OwnerId, moment: Moment, form: NewQuiz): Promise<QuizRow> {
  const { clientId = null, minutes } = form;
  const source = await findSource(ctx, owner, moment, form);
  await requireQuizzesLeft(ctx, owner);
  const all = await predictCards(ctx, owner, moment, source);
  if (all.length === 0) throw noCards();
  const drawn = sample(all, form.questions, Math.random);
  const endsAt = minutes === undefined ? null : new Date(moment.now.getTime() + minutes * MINUTE_MS);
  const questions = await askCards(ctx, owner, moment, { source, all, drawn, kinds: form.kinds });
  // All of the drawn cards were deleted in the meantime.
  if (questions.length === 0) throw noCards();
  const inserted = await insertQuiz(ctx.db, owner, {
    name: source.name,
    examId: form.examId ?? null,
    folderIds: source.folders.map(({ id }) => id),
    startedAt: moment.now,
    endsAt,
    timeZone: moment.timeZone,
    cards: all.length,
    questionCount: questions.length,
    questions,
    predicted: computePredicted(drawn),
    attentionAt: endsAt,
    clientId,
  });
  return inserted ?? ((await selectQuizByClientId(ctx.db, owner, clientId as string)) as QuizRow);
}

function noCards(): AppError {
  return new AppError("conflict", "No hay cartas para hacer un test");
}

type Source = {
  name: string;
  isExam: boolean;
  folders: Awaited<ReturnType<typeof selectQuizFolders>>;
};

/** Returns the folders of a quiz; answers 404 for those that the user does not have. */
async function findSource(
  ctx: Context,
  owner: OwnerId,
  moment: Moment,
  { examId, folderIds }: NewQuiz,
): Promise<Source> {
  if (examId !== undefined) {
    const exam = await readExam(ctx, owner, moment, examId);
    const ids = exam.folders.map(({ folderId }) => folderId);
    return { name: exam.name, isExam: true, folders: await selectQuizFolders(ctx.db, owner, ids) };
  }
  const ids = new Set(folderIds);
  const folders = await selectQuizFolders(ctx.db, owner, [...ids]);
  if (folders.length < ids.size) throw folderNotFound();
  const byId = new Map(folders.map((folder) => [folder.id, folder]));
  const ordered = [...ids].flatMap((id) => byId.get(id) ?? []);
  return { name: nameFolders(ordered.map(({ name }) => name)), isExam: false, folders: ordered };
}

const MAX_NAME = 255;

/** Lists the first two folders, such as "Historia, Arte y 3 más". */
function nameFolders(names: readonly string[]): string {
  const more = names.length > 2 ? ` y ${names.length - 2} más` : "";
  const listed = names.slice(0, 2).join(more === "" ? " y " : ", ");
  return listed.length + more.length <= MAX_NAME
    ? `${listed}${more}`
    : `${listed.slice(0, MAX_NAME - more.length - 1).toWellFormed()}…${more}`;
}

async function requireQuizzesLeft(ctx: Context, owner: OwnerId): Promise<void> {
  if ((await countQuizzes(ctx.db, owner)) < MAX_QUIZZES) return;
  throw new AppError("conflict", `Puedes guardar hasta ${MAX_QUIZZES} tests. Elimina alguno.`);
}

/** `recall` is the predicted recall now; null for a card that was never rated. */
type PredictedCard = DrawnCard & { recall: number | null };

async function predictCards(
  ctx: Context,
  owner: OwnerId,
  { today }: Moment,
  { folders }: Source,
): Promise<PredictedCard[]> {
  const ids = folders.map(({ id }) => id);
  const [cards, stored] = await Promise.all([selectDrawnCards(ctx.db, owner, ids), findLearner(ctx.db, owner)]);
  const learner = toLearner(stored, ctx.scheduleSettings);
  const day = toDayNumber(today);
  return cards.map((card) => {
    const { stability, memoryDifficulty, lastReviewDate } = card;
    const isRated = stability !== null && memoryDifficulty !== null && lastReviewDate !== null;
    const reviewed = isRated
      ? { memory: { stability, difficulty: memoryDifficulty }, lastReviewDay: toDayNumber(lastReviewDate) }
      : { memory: null, lastReviewDay: null };
    return { ...card, recall: predictRecall(reviewed, day, learner) };
  });
}

/** With a smaller share of rated cards, their predicted recall says too little about the whole quiz. */
const MIN_RATED = 0.8;

/** Returns the mean predicted recall of the drawn cards that had been rated; null if these are too few. */
function computePredicted(drawn: readonly PredictedCard[]): number | null {
  const recalls = drawn.flatMap(({ recall }) => recall ?? []);
  if (recalls.length === 0 || recalls.length < MIN_RATED * drawn.length) return null;
  return recalls.reduce((sum, recall) => sum + recall, 0) / recalls.length;
}

type Asking = {
  source: Source;
  all: readonly DrawnCard[];
  drawn: readonly PredictedCard[];
  kinds: readonly QuizKind[];
};

async function askCards(ctx: Context, owner: OwnerId, { today }: Moment, { source, all, drawn, kinds }: Asking) {
  const withChoices = kinds.includes("choose");
  // The options of a folder's card are answers of that folder, those of an exam's card of the whole exam.
  const scopeOf = ({ folderId }: { folderId: number }) => (source.isExam ? 0 : folderId);
  const pool = withChoices ? drawPool(all, new Set(drawn.map(scopeOf)), scopeOf) : [];
  const ids = drawn.map(({ id }) => id);
  const confusions = withChoices ? await findConfusions(ctx, owner, { today }) : [];
  const confused = Map.groupBy(confusions, ({ cardId }) => cardId);
  const findConfused = (cardId: number) => (confused.get(cardId) ?? []).map(({ otherId }) => otherId);
  const rows = await selectAskedCards(ctx.db, owner, ids, [...pool, ...ids.flatMap(findConfused)]);
  const folders = new Map(source.folders.map((folder) => [folder.id, folder]));
  // Neither asked nor an option: a card that was deleted or moved in the meantime, and one of another folder that was confused.
  const present = rows.filter(({ folderId }) => folders.has(folderId));
  const options = Map.groupBy(withChoices ? toOptionCards(present) : [], ({ card }) => scopeOf(card));
  const pools = new Map([...options].map(([scope, entries]) => [scope, entries.map(({ option }) => option)]));
  const unrated = new Set(drawn.filter(({ recall }) => recall === null).map(({ id }) => id));
  const byId = new Map(present.map((row) => [row.id, row]));
  const asked = ids.flatMap((id) => byId.get(id) ?? []);
  return buildQuestions(spreadSiblings(asked), {
    kinds,
    findPool: (card) => pools.get(scopeOf(card)) ?? [],
    findConfused,
    findFolder: (folderId) => folders.get(folderId) ?? { language: null, strictAccents: false },
    isNew: (cardId) => unrated.has(cardId),
    random: Math.random,
  });
}

/** Draws the cards of which options may be made: the same number in each scope. */
function drawPool(
  all: readonly DrawnCard[],
  scopes: ReadonlySet<number>,
  scopeOf: (card: DrawnCard) => number,
): number[] {
  const most = Math.floor(MAX_POOL / scopes.size);
  return [...Map.groupBy(all, scopeOf)]
    .filter(([scope]) => scopes.has(scope))
    .flatMap(([, cards]) =>
      sample(
        cards.map(({ id }) => ({ id, recall: null })),
        most,
        Math.random,
      ),
    )
    .map(({ id }) => id);
}

function toOptionCards(rows: readonly AskedCard[]): { card: AskedCard; option: OptionCard }[] {
  return rows.flatMap((card) => {
    const option = toOptionCard(card);
    return option === null ? [] : [{ card, option }];
  });
}
