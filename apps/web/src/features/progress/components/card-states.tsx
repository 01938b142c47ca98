import { useQuery } from "@tanstack/react-query";
import { ChartState } from "#features/progress/components/chart-state.tsx";
import { cardStatesQuery } from "#features/progress/progress.api.ts";
import { type Difficulty, difficulties } from "#lib/difficulty.ts";
import { counted, formatCount } from "#lib/plural.ts";
import { percent } from "#lib/wording.ts";
import { ChartCard } from "#ui/chart-card.tsx";
import { cx } from "#ui/cx.ts";
import { DifficultyDot } from "#ui/difficulty-dot.tsx";

const TITLE = "Tus cartas";

const looks: Record<Difficulty, { name: string; fill: string }> = {
  new: { name: "Nuevas", fill: "bg-new-mark" },
  hard: { name: "Difíciles", fill: "bg-hard-mark" },
  medium: { name: "Medias", fill: "bg-medium-mark" },
  easy: { name: "Fáciles", fill: "bg-easy-mark" },
};

export function CardStatesChart() {
  const states = useQuery(cardStatesQuery());
  if (!states.data) return <ChartState title={TITLE} query={states} />;
  const { mature, ...counts } = states.data;
  const total = difficulties.reduce((sum, difficulty) => sum + counts[difficulty], 0);
  if (total === 0)
    return <ChartCard title={TITLE} summary="Ya no tienes cartas. Lo que has repasado sigue contando." />;
  return (
    <ChartCard
      title={TITLE}
      summary={`${counted(mature, "carta madura", "cartas maduras")} de ${formatCount(total)}: ${
        mature === 1 ? "tardará" : "tardarán"
      } 21 días o más en volver.`}
    >
      <div aria-hidden className="mt-5 flex h-4 gap-0.5 overflow-hidden rounded-full forced-color-adjust-none">
        {difficulties.map(
          (difficulty) =>
            counts[difficulty] > 0 && (
              <span
                key={difficulty}
                style={{ flexGrow: counts[difficulty] }}
                className={cx("min-w-1.5 basis-0", looks[difficulty].fill)}
              />
            ),
        )}
      </div>
      <table className="tabular mt-4 w-full">
        <caption className="sr-only">Cartas por estado</caption>
        <thead className="sr-only">
          <tr>
            <th scope="col">Estado</th>
            <th scope="col">Cartas</th>
            <th scope="col">Porcentaje</th>
          </tr>
        </thead>
        <tbody>
          {difficulties.map((difficulty, index) => (
            <tr key={difficulty} className={cx(index > 0 && "border-line border-t")}>
              <th scope="row" className="py-2.5 text-left font-semibold">
                <span className="flex items-center gap-2.5">
                  <DifficultyDot difficulty={difficulty} decorative />
                  {looks[difficulty].name}
                </span>
              </th>
              <td className="py-2.5 text-right">{formatCount(counts[difficulty])}</td>
              <td className="w-16 py-2.5 text-right text-ink-soft">{percent(counts[difficulty] / total)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ChartCard>
  );
}
