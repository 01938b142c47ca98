import type { AnswerMode } from "@repasa/contract/folders.choices.ts";
import type { PreferenceFields } from "#features/preferences/components/preferences-section.tsx";
import { answerModeOptions, explainAnswerMode } from "#features/preferences/preferences.options.ts";
import { SelectField } from "#ui/select-field.tsx";
import { SelectOptions } from "#ui/select-options.tsx";

/** How cards are asked in folders that leave it to the settings. */
export function AnswerModeField({ preferences, set }: Pick<PreferenceFields, "preferences" | "set">) {
  return (
    <div className="surface-card p-4 md:p-5">
      <SelectField
        label="Al estudiar"
        hint={["En las carpetas que no digan otra cosa.", explainAnswerMode(preferences.answerMode)]
          .filter(Boolean)
          .join(" ")}
        value={preferences.answerMode}
        onChange={(event) => set({ answerMode: event.currentTarget.value as AnswerMode })}
      >
        <SelectOptions options={answerModeOptions} />
      </SelectField>
    </div>
  );
}
