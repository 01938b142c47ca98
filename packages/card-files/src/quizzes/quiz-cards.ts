// Makes cards of the questions of a quiz.
import { MAX_SIDE_LENGTH } from "@repasa/contract/cards.limits.ts";
import { deckToFolder } from "#anki/note-fields.ts";
import { escapeGaps } from "#html/gaps.ts";
import { readHtml } from "#html/html.ts";
import { toPlainText, writeMarkdown } from "#html/markdown.ts";
import { LossCounter } from "#losses.ts";
import type { Material, MaterialCard } from "#material.ts";
import { NO_MEDIA } from "#media/archived-media.ts";
import { formatSides } from "#notes/note-text.ts";
import { createCards, type Draft } from "#tables/table-cards.ts";
import type { Gift, GiftQuestion } from "./gift.ts";

/** Returns the questions of a quiz in GIFT as cards; what is no question is a loss. */
export function openGift({ questions, others }: Gift): Material {
  const losses = new LossCounter();
  return {
    format: "table",
    table: null,
    *cards() {
      losses.clear();
      for (const [place, question] of questions.entries()) yield* readQuestion(question, place, losses);
      for (const line of others) losses.add("unrecognizedLines", 1, line);
    },
    losses: () => losses.list(),
    async *media() {},
    close: async () => {},
  };
}

type Sides = { readonly front: string; readonly back: string };

function* readQuestion(question: GiftQuestion, place: number, losses: LossCounter): Iterable<MaterialCard> {
  const sides = listSides(question);
  if (sides.length === 0) losses.add("missingBack", 1, question.before);
  for (const one of sides) {
    losses.beginCard();
    const { format } = question;
    const draft: Draft = {
      ...(format === "html" ? convertHtml(one, losses) : convertText(one, format, losses)),
      tags: [],
      folder: deckToFolder(question.category.replaceAll("/", "::")),
      guid: null,
    };
    if (draft.front === "" || draft.back === "") losses.add("incompleteRow", 1, one.front);
    else if (draft.front.length > MAX_SIDE_LENGTH || draft.back.length > MAX_SIDE_LENGTH)
      losses.add("longSide", 1, one.front);
    else yield* createCards(draft, place);
  }
}

function convertHtml({ front, back }: Sides, losses: LossCounter) {
  const context = { losses, sample: () => front, media: NO_MEDIA.find };
  const roots = [front, back].map((side) => readHtml(escapeGaps(side), context));
  const plain = roots.map(toPlainText);
  const isPlain = plain.every((text) => text !== null);
  const [question = "", answer = ""] = isPlain ? (plain as string[]) : roots.map(writeMarkdown);
  return { front: question.trim(), back: answer.trim(), format: isPlain ? ("plain" as const) : ("markdown" as const) };
}

function convertText({ front, back }: Sides, format: GiftQuestion["format"], losses: LossCounter) {
  if (format === "markdown") return formatSides(front, back, { losses, media: NO_MEDIA });
  return { front, back, format: "plain" as const };
}

/** Moodle writes each answer as a paragraph. */
function unwrapParagraph(html: string): string {
  return /^<p\b[^<>]*>((?:[^<]|<(?!\/?p\b))*)<\/p>$/i.exec(html)?.[1] ?? html;
}

/** A gap in a sentence, as Moodle shows it. */
const GAP = "_____";

/** Returns the sides of each card, in the format of the question. Only pairs make several cards. */
function listSides({ before, after, format, answers, feedback }: GiftQuestion): Sides[] {
  const isHtml = format === "html";
  const text = after === "" ? before : `${before} ${GAP}${/^[.,;:!?)]/.test(after) ? "" : " "}${after}`;
  const add = (some: string, more: string) => (more === "" ? some : `${some}${isHtml ? "<br><br>" : "\n\n"}${more}`);
  const list = (items: readonly string[]) =>
    isHtml
      ? `<ul>${items.map((item) => `<li>${unwrapParagraph(item)}</li>`).join("")}</ul>`
      : items.map((item) => `- ${item}`).join("\n");
  const join = (items: readonly string[]) => (items.length === 1 ? (items[0] as string) : list(items));
  switch (answers.kind) {
    case "truth":
      return [{ front: text, back: add(answers.isTrue ? "Verdadero" : "Falso", feedback) }];
    case "numbers":
      return [{ front: text, back: add(join(answers.values), feedback) }];
    case "pairs":
      return answers.pairs.map(([one, other]) => ({ front: add(text, one), back: add(other, feedback) }));
    case "choice": {
      const right = answers.options.filter(({ isRight }) => isRight).map((option) => option.text);
      const isShort = answers.options.every(({ isRight }) => isRight);
      const options = isShort ? "" : list(answers.options.map((option) => option.text));
      return [{ front: isHtml ? text + options : add(text, options), back: add(join(right), feedback) }];
    }
    case "none":
      return [];
  }
}
