import { listMediaIdsOfCard } from "@repasa/contract/media.ts";
import { encodeForSearch } from "#features/cards/cards.words.ts";
import { storeDerived } from "#features/cards/derived/derived.service.ts";
import type { Check } from "./checks.difference.ts";
import {
  deleteStoredForecast,
  selectCardsWithDerived,
  selectExamsWithForecast,
  selectMediaWithData,
  updateMediaSize,
} from "./checks.queries.ts";

const PAGE = 500;
/** A small number, because all bytes of the files are read. */
const FILES_PER_PAGE = 20;

/** The search text of a card and the media that it refers to must follow from its texts. */
export const checkTexts: Check = async function* (db, owner) {
  let page = await selectCardsWithDerived(db, owner, 0, PAGE);
  for (; page.length > 0; page = await selectCardsWithDerived(db, owner, page.at(-1)?.id ?? 0, PAGE)) {
    for (const card of page) {
      const wrong = [
        ...(card.folded && Buffer.compare(card.folded, encodeForSearch(card)) === 0
          ? []
          : ["searches see another text"]),
        ...(card.media.join() === listMediaIdsOfCard(card).sort().join()
          ? []
          : ["it is noted with other media than it names"]),
      ];
      if (wrong.length === 0) continue;
      yield { what: `card ${card.id}: ${wrong.join("; ")}`, mend: (db) => storeDerived(db, owner, [card]) };
    }
  }
};

/** A file's id must be the SHA-256 of its bytes. */
export const checkMedia: Check = async function* (db, owner) {
  let page = await selectMediaWithData(db, owner, "", FILES_PER_PAGE);
  for (; page.length > 0; page = await selectMediaWithData(db, owner, page.at(-1)?.id ?? "", FILES_PER_PAGE)) {
    for (const { id, bytes, stored, sha256 } of page) {
      if (stored === null || sha256 !== id) {
        const why = stored === null ? "its bytes are missing" : "its bytes are damaged";
        yield { what: `media ${id}: ${why}, which only a backup can mend`, mend: null };
      } else if (bytes !== stored) {
        yield {
          what: `media ${id}: it is counted with ${bytes} bytes and has ${stored}`,
          mend: (db) => updateMediaSize(db, owner, id, stored),
        };
      }
    }
  }
};

/** A stored forecast must be a share, computed on a date up to the exam's. An invalid one is deleted, and computed again later. */
export const checkExams: Check = async function* (db, owner) {
  for (const { id, date, foretold } of await selectExamsWithForecast(db, owner)) {
    const { on, mean, low, high } = foretold;
    const isShare = [mean, low, high].every((share) => typeof share === "number" && share >= 0 && share <= 1);
    if (isShare && low <= high && on <= date) continue;
    yield {
      what: `exam ${id}: foretold are ${low} to ${high} on ${on} for ${date}`,
      mend: (db) => deleteStoredForecast(db, owner, id),
    };
  }
};
