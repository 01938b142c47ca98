import { LimitField } from "#features/preferences/components/limit-field.tsx";
import type { PreferenceFields } from "#features/preferences/components/preferences-section.tsx";
import { QuietDaysField } from "#features/preferences/components/quiet-days-field.tsx";
import { RetentionField } from "#features/preferences/components/retention-field.tsx";
import { buildNewCardOptions, buildReviewOptions, dayStartOptions } from "#features/preferences/preferences.options.ts";
import { useLinkTarget } from "#features/preferences/use-link-target.ts";
import { Folded } from "#ui/folded.tsx";
import { SelectField } from "#ui/select-field.tsx";
import { SwitchField } from "#ui/switch-field.tsx";

/** Target of links from where new cards are waiting. */
const NEW_CARDS = "#cartas-nuevas";

/** Target of links from the statistics about the learner's memory. */
const MEMORY = "#tu-memoria";

/** How much is asked per day, and when cards come back. Open if the address leads to one of the fields. */
export function AdvancedFields({ preferences, set, save }: PreferenceFields) {
  const { desiredRetention, refit, newCardsPerDay, reviewsPerDay, quietDays, dayStartHour } = preferences;
  return (
    <Folded
      title="Avanzado"
      hint="Límites por día y cuándo vuelven tus cartas"
      open={[NEW_CARDS, MEMORY].includes(window.location.hash)}
    >
      <div className="flex flex-col gap-7 pt-2 pb-1">
        <LimitField
          ref={useLinkTarget(NEW_CARDS)}
          label="Cartas nuevas por día"
          hint="Las que no entren hoy esperan su día."
          value={newCardsPerDay}
          options={buildNewCardOptions(newCardsPerDay)}
          onChange={(limit) => set({ newCardsPerDay: limit })}
        />
        <LimitField
          label="Repasos por día"
          hint="Si tocan más, primero los que antes olvidarías."
          value={reviewsPerDay}
          options={buildReviewOptions(reviewsPerDay)}
          onChange={(limit) => set({ reviewsPerDay: limit })}
        />
        <RetentionField value={desiredRetention} onChange={(retention) => save({ desiredRetention: retention })} />
        <SwitchField
          ref={useLinkTarget(MEMORY)}
          label="Ajustar el calendario a tu memoria"
          hint="Desde tus 1.000 repasos, según cómo olvidas tú."
          checked={refit}
          onCheckedChange={(checked) => set({ refit: checked })}
        />
        <QuietDaysField value={quietDays} onChange={(chosen) => set({ quietDays: chosen })} />
        <SelectField
          label="Tu día empieza a las"
          hint="Lo que estudies antes cuenta para ayer."
          value={String(dayStartHour)}
          onChange={(event) => set({ dayStartHour: Number(event.currentTarget.value) })}
        >
          {dayStartOptions.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </SelectField>
      </div>
    </Folded>
  );
}
