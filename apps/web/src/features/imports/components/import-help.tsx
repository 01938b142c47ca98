import { ChevronDown } from "lucide-react";

const guides = [
  {
    title: "Desde Anki",
    steps: [
      "En el ordenador, abre Anki y elige Archivo, Exportar.",
      "Deja «Mazo de Anki (.apkg)» y marca «Incluir información de programación» y «Incluir multimedia».",
      "Trae aquí el archivo: llegan tus cartas, sus imágenes y tu historial de repasos.",
    ],
  },
  {
    title: "Desde Quizlet",
    steps: [
      "En el ordenador, abre tu conjunto y elige los tres puntos, Exportar.",
      "Pulsa «Copiar texto» sin cambiar nada más.",
      "Pégalo aquí.",
    ],
  },
  {
    title: "Desde una hoja de cálculo",
    steps: [
      "Pon la pregunta en una columna y la respuesta en la siguiente.",
      "Selecciona las dos columnas, cópialas y pégalas aquí; o elige el archivo de Excel o LibreOffice.",
    ],
  },
  {
    title: "Desde ChatGPT u otro asistente",
    steps: [
      "Pídele tarjetas con «Anverso:» y «Reverso:», o una tabla de dos columnas.",
      "Copia la respuesta entera y pégala aquí: se leen las tarjetas y se deja fuera lo demás.",
    ],
  },
  {
    title: "Desde RemNote, Mochi u Obsidian",
    steps: [
      "Copia tus notas y pégalas aquí, o elige el archivo Markdown (.md) o el .zip que exportan.",
      "Una carta es una línea como Pregunta::Respuesta o Pregunta >> Respuesta, o dos partes con --- en una línea entre ellas.",
    ],
  },
  {
    title: "Desde Moodle",
    steps: [
      "En el banco de preguntas, elige Exportar y el formato GIFT o Aiken.",
      "Trae aquí el archivo: cada pregunta llega con su respuesta correcta.",
    ],
  },
] as const;

/** Explains how to export cards from other apps. */
export function ImportHelp() {
  return (
    <section aria-label="Cómo traer tus cartas" className="mt-4 surface-card divide-y divide-line">
      {guides.map(({ title, steps }) => (
        <details key={title} className="group">
          <summary className="-outline-offset-2 flex min-h-13 list-none items-center gap-3 px-4 font-semibold md:px-5 [&::-webkit-details-marker]:hidden">
            <span className="flex-1">{title}</span>
            <ChevronDown aria-hidden className="size-5 text-ink-soft group-open:rotate-180" />
          </summary>
          <ol className="list-decimal space-y-1.5 pr-4 pb-4 pl-9 text-ink-soft md:pl-10">
            {steps.map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ol>
        </details>
      ))}
    </section>
  );
}
