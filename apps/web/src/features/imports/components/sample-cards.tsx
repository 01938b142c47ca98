import type { CardFormat } from "@repasa/contract/cards.forms.ts";
import { useState } from "react";
import { SampleText } from "#features/imports/components/sample-text.tsx";
import { counted } from "#lib/plural.ts";
import { Button } from "#ui/button.tsx";

type Sample = { folder: string; front: string; back: string; format: CardFormat };

const FIRST = 3;

/** Shows some of the cards as they will be after the import. */
export function SampleCards({ samples }: { samples: readonly Sample[] }) {
  const [all, setAll] = useState(false);
  if (samples.length === 0) return null;
  const shown = all ? samples : samples.slice(0, FIRST);
  const hidden = samples.length - shown.length;
  return (
    <section aria-labelledby="muestras">
      <h2 id="muestras" className="mb-2 text-lg">
        Así quedarán
      </h2>
      <ul className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
        {shown.map((sample, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: samples have no ids, and their order does not change
          <li key={index} className="surface-card flex min-w-0 flex-col p-4">
            <SampleText text={sample.front} format={sample.format} className="font-semibold text-input" />
            <hr className="my-3 border-line" />
            <SampleText text={sample.back} format={sample.format} className="text-ink-soft" />
          </li>
        ))}
      </ul>
      {hidden > 0 && (
        <Button variant="ghost" size="sm" onClick={() => setAll(true)} className="mt-2">
          Ver {counted(hidden, "muestra más", "muestras más")}
        </Button>
      )}
    </section>
  );
}
