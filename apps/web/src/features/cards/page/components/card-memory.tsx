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
import { type Figure, FigureList } from "#ui/figure-list.tsx";

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
          <Figures history={history} memory={memory} today={today} />
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

type FiguresProps = { history: CardHistory; memory: Memory; today: string };

function Figures({ history: { card }, memory, today }: FiguresProps) {
  const late = memory.todayDays > memory.dueDays;
  const due = late
    ? { value: "Pendiente", more: `desde el ${shortDay(memory.dueDate)}` }
    : { value: formatDue(card, today), more: shortDay(memory.dueDate) };
  const figures: Figure[] = [
    { name: "Recuerdo hoy", value: percent(memory.recallToday) },
    { name: "Próximo repaso", ...due },
    { name: "Intervalo", value: counted(card.interval, "día", "días") },
    { name: "Repasos", value: formatCount(card.reviewCount) },
  ];
  return <FigureList figures={figures} />;
}

const loadCurve = async () => (await import("#features/cards/page/components/forgetting-curve.tsx")).ForgettingCurve;

function Curve({ history, memory, today }: FiguresProps) {
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
