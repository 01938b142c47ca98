import type { ReactNode } from "react";
import { sampleCards, sampleRatings } from "#features/landing/landing.samples.ts";
import { Button } from "#ui/button.tsx";
import { cx } from "#ui/cx.ts";
import { DifficultyDot } from "#ui/difficulty-dot.tsx";

const looks: Record<(typeof sampleRatings)[number]["difficulty"], string> = {
  easy: "border-easy-mark/35 bg-easy-soft text-easy hover:border-easy-mark",
  medium: "border-medium-mark/35 bg-medium-soft text-medium hover:border-medium-mark",
  hard: "border-hard-mark/35 bg-hard-soft text-hard hover:border-hard-mark",
};

const marks: typeof looks = { easy: "bg-easy-mark", medium: "bg-medium-mark", hard: "bg-hard-mark" };

/** `landing.behaviour.ts` makes it interactive. */
export function SampleDeck() {
  return (
    <section data-deck="" aria-label="Prueba una carta" className="relative mx-auto w-full min-w-0 max-w-md">
      <div aria-hidden className="surface-card absolute inset-0 translate-x-2 -translate-y-2 rotate-3 bg-brand-soft" />
      <div className="surface-card relative grid min-h-88 grid-cols-[minmax(0,1fr)]">
        {sampleCards.map((card, index) => (
          <SampleCard key={card.question} index={index} />
        ))}
        {sampleRatings.map((rating) => (
          <Result key={rating.difficulty} {...rating} />
        ))}
      </div>
    </section>
  );
}

type FaceProps = { name: string; label: string; shown?: boolean; withoutScripts?: string; children: ReactNode };

function Face({ name, label, shown = false, withoutScripts = "", children }: FaceProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms
    <div
      role="group"
      data-face={name}
      data-shown={shown ? "" : undefined}
      aria-label={label}
      tabIndex={-1}
      className={cx("invisible col-start-1 row-start-1 flex flex-col p-5 data-shown:visible md:p-6", withoutScripts)}
    >
      {children}
    </div>
  );
}

/** The longest word must fit on a phone at double text size. */
const cardText = "font-semibold text-[min(1.375rem,6vw)]/[1.3]";

function SampleCard({ index }: { index: number }) {
  const card = sampleCards[index];
  if (!card) return null;
  const { question, answer } = card;
  return (
    <>
      <Face
        name={`question ${index}`}
        label="Pregunta"
        shown={index === 0}
        withoutScripts="noscript:data-shown:invisible"
      >
        <Place index={index} />
        <p className={cx("m-auto py-6 text-center", cardText)}>{question}</p>
        <Button variant="outline" size="lg" full data-to={`answer ${index}`}>
          Mostrar Respuesta
        </Button>
      </Face>
      <Face name={`answer ${index}`} label="Respuesta" withoutScripts={index === 0 ? "noscript:visible" : ""}>
        <Place index={index} />
        <div className="m-auto py-4 text-center">
          <p className="text-ink-soft">{question}</p>
          <hr className="mx-auto my-4 w-16 border-line-strong/50" />
          <p className={cardText}>{answer}</p>
        </div>
        {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be a grid in every browser */}
        <div
          role="group"
          aria-label="¿Qué tal la recordaste?"
          className="grid grid-cols-[repeat(auto-fit,minmax(5.5em,1fr))] gap-2"
        >
          {sampleRatings.map(({ difficulty, label, interval }) => (
            <button
              key={difficulty}
              type="button"
              data-to={difficulty}
              className={cx(
                "flex min-h-16 select-none flex-col items-center justify-center rounded-control border px-1 font-semibold",
                "transition-[border-color,scale] duration-100 active:scale-[0.985]",
                looks[difficulty],
              )}
            >
              <span className="inline-flex items-center gap-1.5 text-input">
                <DifficultyDot difficulty={difficulty} decorative />
                {label}
              </span>{" "}
              <span className="tabular font-medium text-sm">
                <span className="sr-only">próxima revisión en </span>
                {interval}
              </span>
            </button>
          ))}
        </div>
      </Face>
    </>
  );
}

function Place({ index }: { index: number }) {
  const share = ["w-1/3", "w-2/3", "w-full"][index];
  return (
    <>
      <p className="font-semibold text-ink-soft text-sm">
        {sampleCards[index]?.folder} · Carta {index + 1} de {sampleCards.length}
      </p>
      <div aria-hidden className="mt-3 h-1 rounded-full bg-brand-soft">
        <div className={cx("h-full rounded-full bg-brand", share)} />
      </div>
    </>
  );
}

const week = [0, 1, 2, 3, 4, 5, 6, 7];

function Result({ difficulty, days, result, reason }: (typeof sampleRatings)[number]) {
  return (
    <Face name={difficulty} label="Próxima revisión">
      <div className="m-auto w-full py-4 text-center">
        <p className="font-semibold text-xl">{result}</p>
        <p className="mt-2 text-ink-soft">{reason}</p>
        <div aria-hidden className="mx-auto mt-6 flex max-w-72 items-end justify-between">
          {week.map((day) => (
            <Day key={day} label={day === 0 ? "Hoy" : `+${day}`} state={stateOf(day, days)} mark={marks[difficulty]} />
          ))}
        </div>
      </div>
      <Button variant="outline" size="lg" full data-to="next">
        Probar otra carta
      </Button>
    </Face>
  );
}

function stateOf(day: number, due: number): "before" | "due" | "after" {
  if (day === due) return "due";
  return day < due ? "before" : "after";
}

function Day({ label, state, mark }: { label: string; state: "before" | "due" | "after"; mark: string }) {
  const looks = { before: "mb-2 size-3 bg-line-strong/50", due: `size-7 ${mark}`, after: "mb-2 size-3 bg-line" };
  return (
    <span className="tabular flex w-8 flex-col items-center gap-1.5 text-ink-soft text-xs">
      <span className={cx("rounded-full", looks[state])} />
      <span className={state === "due" ? "font-semibold text-ink" : undefined}>{label}</span>
    </span>
  );
}
