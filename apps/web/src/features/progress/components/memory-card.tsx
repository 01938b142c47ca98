import { useQuery } from "@tanstack/react-query";
import { ChartState } from "#features/progress/components/chart-state.tsx";
import { memoryQuery } from "#features/progress/progress.api.ts";
import { describeMemory } from "#features/progress/progress.memory.ts";
import { formatCount } from "#lib/plural.ts";
import { paths } from "#paths.ts";
import { ChartCard } from "#ui/chart-card.tsx";
import { Link, textLink } from "#ui/link.tsx";
import { ProgressBar } from "#ui/progress-bar.tsx";

/** Shows how well the learner's memory was fitted, or how many reviews are missing for that. */
export function MemoryCard() {
  const memory = useQuery(memoryQuery());
  if (!memory.data) return <ChartState title="Tu memoria" query={memory} />;
  const { on, reviews, needed, learned } = memory.data;
  const { title, text } = describeMemory(memory.data);
  return (
    <ChartCard title={title} summary={text}>
      {on && !learned && (
        <ProgressBar
          className="mt-4"
          value={Math.min(reviews, needed)}
          max={needed}
          label="Repasos para aprender de tu memoria"
          valueText={`${formatCount(reviews)} de ${formatCount(needed)}`}
        />
      )}
      <p className="mt-2">
        <Link href={`${paths.settingsStudy()}#tu-memoria`} className={textLink}>
          {on ? "Cambiar en Ajustes" : "Activar en Ajustes"}
        </Link>
      </p>
    </ChartCard>
  );
}
