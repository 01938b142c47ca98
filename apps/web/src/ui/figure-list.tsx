export type Figure = { name: string; value: string; more?: string | undefined };

/** Shows figures in two columns, a last one alone across both, each with what explains it in smaller letters. */
export function FigureList({ figures }: { figures: readonly Figure[] }) {
  return (
    <dl className="mt-3 grid grid-cols-2 gap-x-4 gap-y-3">
      {figures.map(({ name, value, more }) => (
        <div key={name} className="flex flex-col last:odd:col-span-2">
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
