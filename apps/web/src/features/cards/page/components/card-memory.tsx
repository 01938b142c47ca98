import type { CardHistory } from "@repasa/contract/study.ts";
import { useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import { formatDue } from "#features/cards/cards.due.ts";
import { computeMemory, type CardMemory as Memory, summarizeLastReview } from "#features/cards/cards.memory.ts";
import { describeRecall, explainWhyToday } from "#features/cards/cards.wording.ts";
import { preferencesQuery } from "#features/preferences/preferences.loading.ts";
import { useToday } from "#features/preferences/use-today.ts";
import { counted, formatCount } from "#lib/plural.ts";
import { useLateComponent } from "#lib/use-late-component.ts";
import { percent, shortDay } from "#lib/wording.ts";

/** Shows the card's recall today and its forgetting curve. */
export function CardMemory({ history }: { history: CardHistory }) {
  const heading = useId();
  const today = useToday();
  const memory = computeMemory(history, today);
  return (
    <section aria-labelledby={heading} className="surface-card min-w-0 p-4 md:p-5">
      <h2 id={heading} className="text-lg">
        Tu memoria
      </h2>
      {memory ? (
        <>
          <Facts history={history} memory={memory} today={today} />
          <Curve history={history} memory={memory} today={today} />
        </>
      ) : (
        <p className="mt-1 text-ink-soft">
          Cuando la repases por primera vez, aquí verás cómo la recuerdas y cuándo vuelve.
        </p>
      )}
    </section>
  );
}

type FactsProps = { history: CardHistory; memory: Memory; today: string };

function Facts({ history: { card }, memory, today }: FactsProps) {
  const late = memory.todayDays > memory.dueDays;
  const due = late
    ? { value: "Pendiente", more: `desde el ${shortDay(memory.dueDate)}` }
    : { value: formatDue(card, today), more: shortDay(memory.dueDate) };
  const facts = [
    { name: "Recuerdo hoy", value: percent(memory.recallToday), more: undefined },
    { name: "Próximo repaso", ...due },
    { name: "Intervalo", value: counted(card.interval, "día", "días"), more: undefined },
    { name: "Repasos", value: formatCount(card.reviewCount), more: undefined },
  ];
  return (
    <dl className="mt-3 grid grid-cols-2 gap-x-4 gap-y-3">
      {facts.map(({ name, value, more }) => (
        <div key={name} className="flex flex-col">
          <dt className="text-ink-soft text-sm">{name}</dt>
          <dd className="tabular flex flex-wrap items-baseline gap-x-1.5 font-bold text-lg">
            {value}
            {more && <span className="font-normal text-ink-soft text-sm">{more}</span>}
          </dd>
        </div>
      ))}
    </dl>
  );
}

const loadCurve = async () => (await import("#features/cards/page/components/forgetting-curve.tsx")).ForgettingCurve;

function Curve({ history, memory, today }: FactsProps) {
  const [failed, setFailed] = useState(false);
  const ForgettingCurve = useLateComponent(!failed, loadCurve, 0, () => setFailed(true));
  const { data: preferences } = useQuery(preferencesQuery());
  const { card, recall, reviews, exam } = history;
  const seen = summarizeLastReview(card, recall, reviews);
  const known = { today, retention: preferences?.desiredRetention ?? null, recallDue: memory.recallDue, exam };
  const why = seen && seen.dueDate > today ? describeRecall(seen, known) : explainWhyToday(seen, known);
  return (
    <>
      {!failed && (
        <div className="mt-4 h-44">
          {ForgettingCurve && <ForgettingCurve memory={memory} label={`Curva del olvido. ${why}`} />}
        </div>
      )}
      <p className="mt-3 text-ink-soft text-sm">{why}</p>
    </>
  );
}
