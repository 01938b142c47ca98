import type { LocalDate } from "@repasa/scheduler/local-dates.ts";

// The format of Anki's schema 11, from its public description: github.com/ankidroid/Anki-Android/wiki/Database-Structure.

/** Names of files in a package, and in the folder where they are made. */
export const COLLECTION = "collection.anki21";
export const WHOLE_JSON = "repasa.json";

export const TABLES = `
  create table col (id integer primary key, crt integer not null, mod integer not null, scm integer not null,
    ver integer not null, dty integer not null, usn integer not null, ls integer not null, conf text not null,
    models text not null, decks text not null, dconf text not null, tags text not null);
  create table notes (id integer primary key, guid text not null, mid integer not null, mod integer not null,
    usn integer not null, tags text not null, flds text not null, sfld integer not null, csum integer not null,
    flags integer not null, data text not null);
  create table cards (id integer primary key, nid integer not null, did integer not null, ord integer not null,
    mod integer not null, usn integer not null, type integer not null, queue integer not null, due integer not null,
    ivl integer not null, factor integer not null, reps integer not null, lapses integer not null,
    left integer not null, odue integer not null, odid integer not null, flags integer not null, data text not null);
  create table revlog (id integer primary key, cid integer not null, usn integer not null, ease integer not null,
    ivl integer not null, lastIvl integer not null, factor integer not null, time integer not null,
    type integer not null);
  create table graves (usn integer not null, oid integer not null, type integer not null);`;

/** Created after the rows are inserted, which is faster. */
export const INDEXES = `
  create index ix_notes_usn on notes (usn);
  create index ix_cards_usn on cards (usn);
  create index ix_revlog_usn on revlog (usn);
  create index ix_cards_nid on cards (nid);
  create index ix_cards_sched on cards (did, queue, due);
  create index ix_revlog_cid on revlog (cid);
  create index ix_notes_csum on notes (csum);`;

type NoteType = { id: number; name: string; isCloze: boolean; fields: string[]; templates: Template[] };
type Template = { name: string; question: string; answer: string };

const createTemplate = (question: string, answer: string): Template => ({
  name: "",
  question,
  answer: `{{FrontSide}}\n\n<hr id=answer>\n\n${answer}`,
});

const [forwards, backwards] = [
  { ...createTemplate("{{Pregunta}}", "{{Respuesta}}"), name: "Carta 1" },
  { ...createTemplate("{{Respuesta}}", "{{Pregunta}}"), name: "Carta 2" },
];

/** These ids must never change, because Anki recognises note types by them. */
export const noteTypes = {
  basic: {
    id: 1_790_000_000_001,
    name: "Repasa: básica",
    isCloze: false,
    fields: ["Pregunta", "Respuesta"],
    templates: [forwards],
  },
  reversed: {
    id: 1_790_000_000_002,
    name: "Repasa: con reverso",
    isCloze: false,
    fields: ["Pregunta", "Respuesta"],
    templates: [forwards, backwards],
  },
  cloze: {
    id: 1_790_000_000_003,
    name: "Repasa: huecos",
    isCloze: true,
    fields: ["Texto", "Extra"],
    templates: [{ name: "Huecos", question: "{{cloze:Texto}}", answer: "{{cloze:Texto}}<br>\n{{Extra}}" }],
  },
} as const satisfies Record<string, NoteType | { [K in keyof NoteType]: unknown }>;

const CSS = `.card {
  font-family: arial;
  font-size: 20px;
  text-align: center;
  color: black;
  background-color: white;
}
.cloze {
  font-weight: bold;
  color: blue;
}
.nightMode .cloze {
  color: lightblue;
}
pre, table, ul, ol {
  display: inline-block;
  text-align: left;
}
th, td {
  border: 1px solid gray;
  padding: 4px 8px;
}
`;

const LATEX_BEFORE =
  "\\documentclass[12pt]{article}\n\\special{papersize=3in,5in}\n\\usepackage[utf8]{inputenc}\n\\usepackage{amssymb,amsmath}\n\\pagestyle{empty}\n\\setlength{\\parindent}{0in}\n\\begin{document}\n";

function createNoteTypeJson({ id, name, isCloze, fields, templates }: NoteType, seconds: number) {
  return {
    id,
    name,
    type: isCloze ? 1 : 0,
    mod: seconds,
    usn: -1,
    sortf: 0,
    did: 1,
    tmpls: templates.map((template, ord) => ({
      name: template.name,
      ord,
      qfmt: template.question,
      afmt: template.answer,
      bqfmt: "",
      bafmt: "",
      did: null,
      bfont: "",
      bsize: 0,
    })),
    flds: fields.map((field, ord) => ({
      name: field,
      ord,
      sticky: false,
      rtl: false,
      font: "Arial",
      size: 20,
      description: "",
      media: [],
    })),
    css: CSS,
    latexPre: LATEX_BEFORE,
    latexPost: "\\end{document}",
    latexsvg: false,
    req: isCloze ? [[0, "any", [0]]] : templates.map((_, ord) => [ord, "any", [ord]]),
    tags: [],
    vers: [],
  };
}

const NO_COUNT = [0, 0];

function createDeckJson(id: number, name: string, seconds: number) {
  return {
    id,
    name,
    mod: seconds,
    usn: -1,
    lrnToday: NO_COUNT,
    revToday: NO_COUNT,
    newToday: NO_COUNT,
    timeToday: NO_COUNT,
    collapsed: false,
    browserCollapsed: false,
    desc: "",
    dyn: 0,
    conf: 1,
    extendNew: 0,
    extendRev: 0,
  };
}

const DECK_OPTIONS = {
  id: 1,
  name: "Default",
  mod: 0,
  usn: 0,
  maxTaken: 60,
  autoplay: true,
  timer: 0,
  replayq: true,
  dyn: false,
  new: { bury: true, delays: [1, 10], initialFactor: 2500, ints: [1, 4, 0], order: 1, perDay: 20 },
  rev: { bury: true, ease4: 1.3, ivlFct: 1, maxIvl: 36500, perDay: 200, hardFactor: 1.2 },
  lapse: { delays: [10], leechAction: 1, leechFails: 8, minInt: 1, mult: 0 },
};

/** The start of a collection (its first local date, and the instant at which it begins), and how its days are counted. */
export type CollectionTime = {
  readonly now: number;
  readonly began: number;
  readonly firstDate: LocalDate;
  readonly dayStartHour: number;
  /** The UTC offset at that instant, in minutes west of UTC. */
  readonly minutesWest: number;
};

/** Creates the only row of `col`: settings, note types and decks, as JSON. */
export function createCollectionRow(time: CollectionTime, decks: ReadonlyMap<number, string>): (number | string)[] {
  const seconds = Math.floor(time.now / 1000);
  const conf = {
    nextPos: 1,
    estTimes: true,
    activeDecks: [1],
    sortType: "noteFld",
    timeLim: 0,
    sortBackwards: false,
    addToCur: true,
    curDeck: 1,
    newSpread: 0,
    dueCounts: true,
    curModel: String(noteTypes.basic.id),
    collapseTime: 1200,
    dayLearnFirst: false,
    schedVer: 2,
    sched2021: true,
    rollover: time.dayStartHour,
    creationOffset: time.minutesWest,
    fsrs: true,
  };
  const models = Object.values(noteTypes).map((type) => [
    String(type.id),
    createNoteTypeJson(type as unknown as NoteType, seconds),
  ]);
  const deckList = [[1, "Default"] as const, ...decks].map(([id, name]) => [
    String(id),
    createDeckJson(id, name, seconds),
  ]);
  const json = [conf, Object.fromEntries(models), Object.fromEntries(deckList), { "1": DECK_OPTIONS }, {}];
  return [1, Math.floor(time.began / 1000), time.now, time.now, 11, 0, 0, 0, ...json.map((one) => JSON.stringify(one))];
}
