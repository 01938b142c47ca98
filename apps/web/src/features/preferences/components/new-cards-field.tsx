import { LimitField } from "#features/preferences/components/limit-field.tsx";
import type { PreferenceFields } from "#features/preferences/components/preferences-section.tsx";
import { buildNewCardOptions } from "#features/preferences/preferences.options.ts";
import { useLinkTarget } from "#lib/use-link-target.ts";

/** Target of links from where new cards are waiting. */
const NEW_CARDS = "#cartas-nuevas";

export function NewCardsField({ preferences: { newCardsPerDay }, set }: Pick<PreferenceFields, "preferences" | "set">) {
  return (
    <div className="surface-card p-4 md:p-5">
      <LimitField
        ref={useLinkTarget(NEW_CARDS)}
        label="Cartas nuevas por día"
        hint="Las que no entren hoy esperan su día."
        value={newCardsPerDay}
        options={buildNewCardOptions(newCardsPerDay)}
        onChange={(limit) => set({ newCardsPerDay: limit })}
      />
    </div>
  );
}
