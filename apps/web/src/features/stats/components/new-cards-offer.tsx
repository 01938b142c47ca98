import { useSetPreferences } from "#features/preferences/preferences.api.ts";
import { computePaces, describeAllAtOnce, describePace, recommendPace } from "#features/stats/stats.new-cards.ts";
import { focusPageTitle } from "#lib/page-title.ts";
import { counted } from "#lib/plural.ts";
import { Badge } from "#ui/badge.tsx";

/** Asks how many new cards per day to study. Any answer is final, so it is asked only once. */
export function NewCardsOffer({ unseen }: { unseen: number }) {
  const { mutate } = useSetPreferences();
  const recommended = recommendPace(unseen).perDay;
  const choose = (newCardsPerDay: number | null) => {
    focusPageTitle();
    mutate({ newCardsPerDay, newCardsOffered: true });
  };
  return (
    <section aria-labelledby="ritmo" className="surface-card p-4 md:p-5">
      <h2 id="ritmo" className="text-lg">
        Tienes {counted(unseen, "carta nueva", "cartas nuevas")}. ¿Cuántas quieres al día?
      </h2>
      <p className="mt-0.5 text-ink-soft">Podrás cambiarlo en Ajustes cuando quieras.</p>
      <ul className="mt-3 grid gap-2 sm:grid-cols-2 xl:grid-cols-4">
        {computePaces(unseen).map((pace) => (
          <li key={pace.perDay} className="grid">
            <Choice
              title={`${pace.perDay} al día`}
              text={describePace(pace)}
              recommended={pace.perDay === recommended}
              onChoose={() => choose(pace.perDay)}
            />
          </li>
        ))}
        <li className="grid">
          <Choice title="Todas a la vez" text={describeAllAtOnce(unseen)} onChoose={() => choose(null)} />
        </li>
      </ul>
    </section>
  );
}

type ChoiceProps = { title: string; text: string; recommended?: boolean; onChoose: () => void };

function Choice({ title, text, recommended = false, onChoose }: ChoiceProps) {
  return (
    <button
      type="button"
      onClick={onChoose}
      className="flex min-h-15 flex-col justify-center rounded-control border border-line-strong/60 px-4 py-2 text-left hover:border-line-strong hover:bg-sunken"
    >
      <span className="flex flex-wrap items-center gap-x-2 font-semibold">
        {title}
        {recommended && <Badge tone="brand">Recomendado</Badge>}
      </span>
      <span className="text-ink-soft text-sm">{text}</span>
    </button>
  );
}
