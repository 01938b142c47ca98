import { useEffect, useEffectEvent, useState } from "react";
import {
  describeRetentionCost,
  explainRetention,
  formatRetention,
  HIGHEST_RETENTION,
  LOWEST_RETENTION,
} from "#features/preferences/preferences.retention.ts";
import { useWorkload } from "#features/preferences/use-workload.ts";
import { RangeField } from "#ui/range-field.tsx";

/** In milliseconds: how long the slider must rest on a value before it is saved. */
const SAVE_DELAY_MS = 500;

type RetentionFieldProps = {
  value: number;
  onChange: (retention: number) => Promise<unknown>;
};

export function RetentionField({ value, onChange }: RetentionFieldProps) {
  const workloads = useWorkload();
  const [draft, setDraft] = useState<number | null>(null);
  const save = useEffectEvent(() => {
    const chosen = draft;
    const done = () => setDraft((now) => (now === chosen ? null : now));
    if (chosen === null || chosen === value) done();
    else void onChange(chosen).then(done, done);
  });
  useEffect(() => {
    if (draft === null) return;
    const timer = setTimeout(save, SAVE_DELAY_MS);
    return () => clearTimeout(timer);
  }, [draft]);
  // Saves a pending choice when the page is left.
  useEffect(() => () => save(), []);

  const shown = draft ?? value;
  return (
    <RangeField
      label="Cuánto quieres recordar"
      valueText={formatRetention(shown)}
      min={LOWEST_RETENTION}
      max={HIGHEST_RETENTION}
      step={0.01}
      value={shown}
      onChange={(next) => setDraft(Math.round(next * 100) / 100)}
      ends={["Menos repasos", "Recordar más"]}
      hint={
        <>
          <p className="min-h-5 font-semibold text-ink">{describeRetentionCost(shown, workloads)}</p>
          <p className="mt-1">{explainRetention(shown)}</p>
        </>
      }
    />
  );
}
