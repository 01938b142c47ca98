import type { Material, MaterialCard } from "@repasa/card-files/material.ts";
import { UnreadableFile } from "@repasa/card-files/unreadable-file.ts";
import type { ImportPreview } from "@repasa/contract/imports.ts";
import { listMediaIdsOfCard } from "@repasa/contract/media.ts";
import { toStorable } from "@repasa/contract/texts.ts";
import { createLimitError, readRemainingRoom } from "#features/billing/billing.limits.ts";
import type { OwnerId } from "#platform/db/owner.ts";
import type { Queryable } from "#platform/db/pool.ts";
import type { StoredLoss, StoredPreview } from "#schema/imports.ts";
import { createStudySummary } from "../arriving/arriving.study.ts";
import type { ImportTask, Progress } from "../imports.task.ts";
import { readStorableCards } from "../incoming/incoming.cards.ts";
import { createRecognizer, type TargetFolder } from "../incoming/incoming.known.ts";
import { selectFolderNames, selectKnownCards } from "../incoming/incoming.queries.ts";
import { isAccountEmpty } from "../restoring/restoring.queries.ts";
import { findExportedAccount } from "../restoring/restoring.service.ts";

const MAX_SAMPLES = 10;
const MAX_FOLDERS = 2_000;
const PAGE_SIZE = 5_000;
/** The number of cards between two reports of progress. */
const REPORT_INTERVAL = 1_000;

const MAX_SAMPLE_LENGTH = 120;

type PreviewTask = Pick<ImportTask, "owner" | "limits" | "options" | "fileName" | "moment" | "settings">;

/** Computes what an import of a file would add. */
export async function createPreview(
  db: Queryable,
  task: PreviewTask,
  material: Material,
  reportProgress: (progress: Progress) => void,
): Promise<StoredPreview> {
  const recognizer = await createAccountRecognizer(
    db,
    { ...task, options: { ...task.options, duplicates: "skip" } },
    material,
  );
  const counts = new Map(recognizer.folders().map((folder) => [folder, { cards: 0, added: 0 }]));
  const media = new Set<string>();
  const samples = createSamples();
  const study = createStudySummary(task);
  const sums = { cards: 0, duplicates: 0, reviews: 0 };
  const cleaned: string[] = [];
  for (const card of readStorableCards(material, (front) => void cleaned.push(front.slice(0, MAX_SAMPLE_LENGTH)))) {
    const { action, folder } = recognizer.decide(card);
    const count = counts.get(folder) ?? { cards: 0, added: 0 };
    counts.set(folder, { cards: count.cards + 1, added: count.added + (action === "add" ? 1 : 0) });
    if (counts.size > MAX_FOLDERS) throw new UnreadableFile("tooManyFolders", { most: MAX_FOLDERS });
    sums.cards++;
    if (action === "add") study.add(card);
    else sums.duplicates++;
    sums.reviews += card.exact?.reviews.length ?? card.reviews.length;
    for (const id of listMediaIdsOfCard(card)) media.add(id);
    samples.add(folder, card);
    if (sums.cards % REPORT_INTERVAL === 0) reportProgress({ done: sums.cards, total: 0 });
  }
  const account = findExportedAccount(task, material);
  for (const _review of account?.otherReviews() ?? []) sums.reviews++;
  const isAccountInUse = account !== null && !(await isAccountEmpty(db, task.owner));
  const inUse: StoredLoss[] = isAccountInUse ? [{ key: "accountInUse", count: 1, sample: "" }] : [];
  // Control characters are counted here, because `readStorableCards` removes them for every format.
  const unsupported: StoredLoss[] = [...material.losses(), ...toCleanedLosses(cleaned), ...inUse];
  if (sums.cards === 0 && counts.size === 0 && sums.reviews === 0 && unsupported.length === 0) {
    throw new UnreadableFile("noCards");
  }
  const isNew = (folder: TargetFolder, added: number) => folder.id === null && (added > 0 || folder.record !== null);
  const added = [...counts].map(([folder, count]) => ({ isNew: isNew(folder, count.added), ...count }));
  const summary = await study.summarize(db);
  return cleanTexts({
    folders: [...counts].map(([{ name, id }, { cards }]) => ({ name, cards, existing: id !== null })),
    ...sums,
    media: media.size,
    unsupported,
    samples: samples.chosen(),
    ...(material.table && { table: material.table }),
    ...(summary && { study: summary }),
    limits: await checkLimits(db, task, {
      folders: added.filter(({ isNew }) => isNew).length,
      cards: sums.cards - sums.duplicates,
    }),
  });
}

/** Creates a recognizer that knows the cards and folders of the account. */
export async function createAccountRecognizer(
  db: Queryable,
  { owner, options, fileName }: Pick<PreviewTask, "owner" | "options" | "fileName">,
  { own }: Pick<Material, "own">,
) {
  const folders = await selectFolderNames(db, owner);
  const recognizer = createRecognizer(folders, options, fileName);
  recognizer.addExportedFolders(own?.folders ?? []);
  for await (const card of readKnownCards(db, owner, options.folderId ?? null)) recognizer.addKnown(card);
  return recognizer;
}

async function* readKnownCards(db: Queryable, owner: OwnerId, folderId: number | null) {
  for (let after = 0; ; ) {
    const page = await selectKnownCards(db, owner, folderId, after, PAGE_SIZE);
    yield* page;
    const last = page.at(-1);
    if (last === undefined || page.length < PAGE_SIZE) return;
    after = last.id;
  }
}

/** Chooses sample cards: one of each of the first folders, then the first of the remaining ones. */
function createSamples() {
  const first: { folder: TargetFolder; card: MaterialCard }[] = [];
  const others: typeof first = [];
  return {
    add(folder: TargetFolder, card: MaterialCard): void {
      if (first.length >= MAX_SAMPLES) return;
      if (!first.some((sample) => sample.folder === folder)) first.push({ folder, card });
      else if (others.length < MAX_SAMPLES) others.push({ folder, card });
    },
    chosen(): ImportPreview["samples"] {
      return [...first, ...others]
        .slice(0, MAX_SAMPLES)
        .map(({ folder, card: { front, back, format } }) => ({ folder: folder.name, front, back, format }));
    },
  };
}

const NAMES = { cards: ["carta", "cartas"], folders: ["carpeta", "carpetas"] } as const;

async function checkLimits(
  db: Queryable,
  { owner, limits }: PreviewTask,
  added: { folders: number; cards: number },
): Promise<ImportPreview["limits"]> {
  const room = await readRemainingRoom({ db, config: limits }, owner);
  for (const kind of ["cards", "folders"] as const) {
    const left = room[kind];
    if (left === null || added[kind] <= left) continue;
    const { message } = createLimitError({ config: limits }, kind);
    const formatCount = (count: number) => count.toLocaleString("es");
    const [one, more] = NAMES[kind];
    const newOnes = added[kind] === 1 ? `1 ${one} nueva` : `${formatCount(added[kind])} ${more} nuevas`;
    return {
      message: `${message} ${left === 1 ? "Queda" : "Quedan"} ${formatCount(left)} y el archivo trae ${newOnes}.`,
    };
  }
  return null;
}

function toCleanedLosses(cleaned: readonly string[]): StoredLoss[] {
  const [sample] = cleaned;
  return sample === undefined ? [] : [{ key: "controlCharacters", count: cleaned.length, sample }];
}

function cleanTexts<T>(value: T): T {
  return JSON.parse(JSON.stringify(value, (_key, one) => (typeof one === "string" ? toStorable(one) : one)));
}
