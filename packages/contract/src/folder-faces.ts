// The face of a folder: a colour and an icon by which it is recognised before its name is read.
import { foldText } from "@repasa/card-text/folding.ts";
import { FOLDER_COLORS, type FolderColor } from "#folders.choices.ts";

export type FolderFace = { color: FolderColor; icon: string };

/** The colours that a name can lead to. Grey is only chosen: as a default it would look disabled. */
const COLORS = FOLDER_COLORS.filter((color) => color !== "gray");
type AutomaticColor = (typeof COLORS)[number];

/** Folded words of subjects, by icon. A word that ends in `*` stands for all words that begin with it. */
const SUBJECTS: Readonly<Record<string, string>> = {
  "🧬": "bio biolog* genetic* celula* celular*",
  "🌱": "botanic* ecolog* ambiental*",
  "🦴": "anatom* hueso*",
  "🩺": "medicina medico* medica medicas fisiolog* patolog* clinica*",
  "💉": "enfermer*",
  "💊": "farmac*",
  "🦷": "odontolog*",
  "🐾": "veterinari* zoolog* animal*",
  "🏛️": "histor*",
  "🌍": "geograf* capitales",
  "🪨": "geolog* mineral*",
  "🔭": "astronom* astrofisic*",
  "➗": "mates matematic* algebra* calculo aritmetic*",
  "📐": "geometr* trigonometr* dibujo",
  "📊": "estadistic* probabilidad*",
  "⚛️": "fisic*",
  "🧪": "quimic* bioquimic* periodica",
  // "Español" is what the subject of the own language is called in Latin America, so it gets no country's flag.
  "📚": "lengua lenguaje literatur* lectur* espanol castellano",
  "✍️": "gramatic* ortograf* sintaxis redaccion",
  "🤔": "filosof* etica logica",
  "🧠": "psicolog* neurolog* neurocienci*",
  "🎵": "music* solfeo",
  "🎨": "arte artes artistic* pintur*",
  "⚖️": "derecho leyes juridic* constitucion*",
  "📈": "econom* finanz* contabil* empresa*",
  "💻": "informatic* programac* computac* tecnolog*",
  "⚽": "deporte* gimnasia",
  "🙏": "religion* teolog*",
  "🍳": "cocina* gastronom* nutricion*",
  "🚗": "conducir autoescuela vial",
  "🇬🇧": "ingles ingleses inglesa inglesas english",
  "🇫🇷": "frances francesa francais",
  "🇩🇪": "aleman alemana deutsch",
  "🇮🇹": "italian*",
  "🇵🇹": "portugues portuguesa",
  "🇯🇵": "japones japonesa kanji hiragana katakana",
  "🇨🇳": "chino mandarin",
  "🏺": "latin griego",
};

const SUBJECT_WORDS = Object.entries(SUBJECTS).map(([icon, words]) => ({ icon, words: words.split(" ") }));

const FALLBACK = "📁";

/** A number of at most six digits, or a Roman numeral from 1 to 39 that is a word. */
const NUMBER = /\d{1,6}|(?<!\p{L})(?=[xvi])x{0,3}(?:ix|iv|v?i{0,3})(?!\p{L})/gu;

/** How far apart the colours of two numbers in a row are, so that they are not neighbours. Coprime to the number of colours. */
const STEP = 4;

/**
 * Makes a folder's face from its name: the icon of the first word that names a subject, else the first letter or digit. Names
 * that are equal when folded have the same face, and the result is always valid (`folderIcon`). Names that differ only in one
 * number, as in "Tema 1" and "Tema 2", differ in colour unless their numbers are a multiple of 11 apart.
 */
export function makeFolderFace(name: string): FolderFace {
  const folded = foldText(name).trim();
  return {
    color: COLORS[(hash(folded.replace(NUMBER, "#")) + STEP * countUp(folded)) % COLORS.length] as FolderColor,
    icon: findSubject(folded) ?? takeLetter(folded),
  };
}

/** Returns the face of a folder, of which each part is made from the name unless it was chosen. */
export function resolveFolderFace(name: string, chosen: { color: string | null; icon: string | null }): FolderFace {
  const made = makeFolderFace(name);
  return { color: (chosen.color as FolderColor | null) ?? made.color, icon: chosen.icon ?? made.icon };
}

/** In degrees, as the design system draws them. */
export const HUES: Readonly<Record<Exclude<FolderColor, "gray">, number>> = {
  red: 22,
  orange: 52,
  amber: 82,
  lime: 122,
  green: 152,
  teal: 182,
  cyan: 212,
  blue: 247,
  indigo: 277,
  violet: 307,
  pink: 347,
};

/** Counts the folders that have each face, so that a face beside many others is chosen without looking at them all. */
export class FaceCounts {
  readonly #counts = new Map<string, number>();

  constructor(faces: Iterable<FolderFace> = []) {
    for (const face of faces) this.add(face);
  }

  add(face: FolderFace): void {
    this.#counts.set(keyOf(face), this.of(face) + 1);
  }

  of(face: FolderFace): number {
    return this.#counts.get(keyOf(face)) ?? 0;
  }
}

const keyOf = ({ color, icon }: FolderFace) => `${color} ${icon}`;

/**
 * Chooses the face of a folder that is created or changed. An automatic colour is chosen when the folder gets its icon, and stays
 * until it gets another one.
 *
 * @param chosen The name, and what the student has chosen of the face; null for what follows from the name.
 * @param before The face with the automatic colour that the folder has; null for a new folder, or if its colour was chosen.
 * @param others Those of the account's other folders.
 */
export function chooseFolderFace(
  { name, color, icon }: { name: string; color: string | null; icon: string | null },
  before: FolderFace | null,
  others: FaceCounts,
): FolderFace {
  const face = resolveFolderFace(name, { color, icon });
  if (color !== null) return face;
  return { ...face, color: before?.icon === face.icon ? before.color : chooseFreeColor(face, others) };
}

/**
 * Returns a colour that few other folders with this icon have, if possible none; among these, the one whose hue is farthest from all
 * that more of them have; and that of the face, which is made from the name, where this leaves a choice.
 */
function chooseFreeColor({ color: made, icon }: FolderFace, others: FaceCounts): FolderColor {
  const uses = new Map<FolderColor, number>(COLORS.map((color) => [color, others.of({ color, icon })]));
  const fewest = Math.min(...uses.values());
  const taken = COLORS.filter((color) => uses.get(color) !== fewest);
  const measureRoom = (color: AutomaticColor) => Math.min(...taken.map((other) => measureHueDistance(color, other)));
  const from = COLORS.indexOf(made as AutomaticColor);
  const free = [...COLORS.slice(from), ...COLORS.slice(0, from)].filter((color) => uses.get(color) === fewest);
  return free.reduce((best, color) => (measureRoom(color) > measureRoom(best) ? color : best));
}

/** In degrees, from 0 to 180. */
function measureHueDistance(one: AutomaticColor, other: AutomaticColor): number {
  const apart = Math.abs(HUES[one] - HUES[other]);
  return Math.min(apart, 360 - apart);
}

function findSubject(folded: string): string | undefined {
  // The second of these two words names another subject.
  const words = folded.replace("educacion fisica", "gimnasia").match(/\p{L}+/gu) ?? [];
  for (const word of words) {
    const found = SUBJECT_WORDS.find(({ words }) => words.some((known) => matches(word, known)));
    if (found) return found.icon;
  }
  return undefined;
}

function matches(word: string, known: string): boolean {
  return known.endsWith("*") ? word.startsWith(known.slice(0, -1)) : word === known;
}

function takeLetter(folded: string): string {
  const [letter] = /[\p{L}\p{N}]/u.exec(folded) ?? [];
  if (letter === undefined) return FALLBACK;
  const upper = letter.toUpperCase();
  // Some letters have capitals of two letters, such as "ß".
  return [...upper].length === 1 ? upper : letter;
}

/** Returns a count that is one higher if the last number of a text is, and changes with each of its numbers. */
function countUp(text: string): number {
  return (text.match(NUMBER) ?? []).reduce((count, number) => (3 * count + readNumber(number)) % COLORS.length, 0);
}

const ROMAN = { x: 10, v: 5, i: 1 } as const;

function readNumber(text: string): number {
  if (/\d/.test(text)) return Number(text);
  const values = [...text].map((letter) => ROMAN[letter as keyof typeof ROMAN]);
  return values.reduce<number>((sum, value, at) => sum + (value < (values[at + 1] ?? 0) ? -value : value), 0);
}

/** FNV-1a over UTF-16 units, with a last mix because only the remainder of a small divisor is used. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  return (value ^ (value >>> 15)) >>> 0;
}
