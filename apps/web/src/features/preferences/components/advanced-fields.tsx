import { LimitField } from "#features/preferences/components/limit-field.tsx";
import type { PreferenceFields } from "#features/preferences/components/preferences-section.tsx";
import { QuietDaysField } from "#features/preferences/components/quiet-days-field.tsx";
import { RetentionField } from "#features/preferences/components/retention-field.tsx";
import { buildReviewOptions, dayStartOptions } from "#features/preferences/preferences.options.ts";
import { useLinkTarget } from "#lib/use-link-target.ts";
import { Folded } from "#ui/folded.tsx";
import { SelectField } from "#ui/select-field.tsx";
import { SelectOptions } from "#ui/select-options.tsx";
import { SwitchField } from "#ui/switch-field.tsx";

/** Target of links from the statistics about the learner's memory. */
const MEMORY = "#tu-memoria";

/** What few students change: open if the address leads to one of the fields. */
export function AdvancedFields({ preferences, set, save }: PreferenceFields) {
  const { desiredRetention, refit, reviewsPerDay, quietDays, dayStartHour, shortcuts } = preferences;
  return (
    <Folded title="Avanzado" hint="Repasos por día y cuándo vuelven tus cartas" open={window.location.hash === MEMORY}>
      <div className="flex flex-col gap-7 pt-2 pb-1">
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
          hint="Según tus olvidos, tras 1.000 repasos."
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
          <SelectOptions options={dayStartOptions} />
        </SelectField>
        <SwitchField
          label="Atajos de una tecla"
          hint="A, S, D y F valoran, U deshace y E edita."
          checked={shortcuts}
          onCheckedChange={(checked) => set({ shortcuts: checked })}
        />
      </div>
    </Folded>
  );
}
