import type { ImportPreview } from "@repasa/contract/imports.ts";

/** What may be lost on the way, each with what becomes of it. */
const LOSSES = {
  script: "Programas (JavaScript): las cartas vienen sin ellos",
  occlusion: "Oclusión de imágenes: estas cartas no se pueden traer",
  colours: "Colores y fondos del texto: el texto viene sin ellos",
  underlines: "Subrayados: vienen en cursiva",
  hidden: "Textos ocultos: vienen a la vista",
  stylesheet: "Estilos de la plantilla que distinguen textos: vienen sin ellos",
  embedded: "Dibujos SVG, vídeos y páginas incrustadas: las cartas vienen sin ellos",
  remote: "Imágenes y audios de otros sitios: vienen como enlaces",
  missing:
    "Imágenes o audios que no están en el archivo: expórtalo otra vez con ellos (en Anki, como .apkg y con «Incluir multimedia»)",
  notMedia: "Archivos que no son imágenes ni audios que se puedan mostrar",
  inText: "Imágenes o audios escritos dentro del texto que no se pueden mostrar",
  largeMedia: "Imágenes o audios de más de 5 MB",
  latex: "LaTeX que no se puede mostrar: viene tal como está escrito",
  deep: "Formato demasiado complejo: viene solo el texto",
  speech: "Lectura en voz alta de la plantilla: la carta se puede escuchar con la voz del dispositivo",
  noFront: "Cartas sin pregunta",
  noBack: "Cartas sin respuesta",
  noGap: "Cartas cuyo hueco ya no está en el texto",
  gapNumber: "Huecos con números mayores que 500",
  tooLong: "Cartas de más de 20.000 caracteres por lado",
  noNote: "Cartas cuya nota no está en el archivo",
  noType: "Cartas cuyo tipo de nota no está en el archivo",
  noTemplate: "Cartas cuya plantilla no está en el archivo",
  tags: "Etiquetas de más de 50 caracteres, o más de 20 en una carta",
  noColumns: "Filas sin pregunta o sin respuesta",
  hiddenSheet: "Hojas ocultas de la hoja de cálculo: muéstralas en Excel o LibreOffice para traerlas",
  noteLine: "Líneas que no son una carta: escribe Pregunta::Respuesta, o P: y R: en dos líneas",
  schedule: "Fechas de repaso que Obsidian guarda en las notas: las cartas llegan como nuevas",
  badRow: "Filas que no se pueden leer",
  badCard: "Cartas que no se pueden leer",
  badRecord: "Datos de la cuenta que no se pueden leer",
  subscription: "La suscripción: es de la cuenta copiada y no viene",
  messages: "Mensajes que enviaste a Repasa: se quedan en la cuenta copiada",
  learned: "Lo aprendido de tu memoria: se vuelve a calcular con tus repasos",
} as const;

export type Loss = keyof typeof LOSSES;

const OF_WHOLE_CARDS: readonly Loss[] = [
  ...(["occlusion", "noFront", "noBack", "noGap", "gapNumber", "tooLong", "noNote", "noType", "noTemplate"] as const),
  ...(["noColumns", "badRow", "badCard"] as const),
];
const WHOLE_CARDS: ReadonlySet<string> = new Set(OF_WHOLE_CARDS.map((loss) => LOSSES[loss]));

/** Whether what is lost for a reason of a preview is cards, and not only a part of them. */
export function takesCards(reason: string): boolean {
  return WHOLE_CARDS.has(reason);
}

const SAMPLE_LONGEST = 120;

/** Counts what is lost: a loss of a card once, however often it occurs there, and a file's once. */
export class Losses {
  readonly #counts = new Map<Loss, { count: number; sample: string; seen: Set<string>; lastCard: number }>();
  #card = 0;

  beginCard(): void {
    this.#card++;
  }

  ofCard(loss: Loss, sample: string): void {
    const entry = this.#entry(loss, sample);
    if (entry.lastCard === this.#card) return;
    entry.lastCard = this.#card;
    entry.count++;
  }

  ofFile(loss: Loss, name: string): void {
    const entry = this.#entry(loss, name);
    if (entry.seen.has(name)) return;
    entry.seen.add(name);
    entry.count++;
  }

  add(loss: Loss, count: number, sample: string): void {
    if (count > 0) this.#entry(loss, sample).count += count;
  }

  clear(): void {
    this.#counts.clear();
    this.#card = 0;
  }

  list(): ImportPreview["unsupported"] {
    return [...this.#counts].map(([loss, { count, sample }]) => ({ reason: LOSSES[loss], count, sample }));
  }

  #entry(loss: Loss, sample: string) {
    const known = this.#counts.get(loss);
    if (known) return known;
    const entry = { count: 0, sample: shorten(sample), seen: new Set<string>(), lastCard: -1 };
    this.#counts.set(loss, entry);
    return entry;
  }
}

/** What is known around a piece of HTML. */
export interface ElementContext {
  readonly losses: Losses;
  /** The card, in a few words. */
  sample(): string;
  /** The id of the media file of a name, or why there is none. */
  media(name: string): { readonly id: string } | { readonly loss: Loss };
  /** What is lost with the classes that the note's style sheet gives a look of their own. */
  readonly classes?: ReadonlyMap<string, Loss>;
}

function shorten(text: string): string {
  const line = text
    .slice(0, 4 * SAMPLE_LONGEST)
    .replace(/\s+/g, " ")
    .trim()
    .toWellFormed();
  return line.length > SAMPLE_LONGEST ? `${line.slice(0, SAMPLE_LONGEST - 1).toWellFormed()}…` : line;
}
