import type { ImportedStudy } from "@repasa/contract/imports.ts";
import { describeCatchUp, describeComingDays, describeRecall } from "#features/imports/imports.study.ts";
import type { ImportChoices } from "#features/imports/use-import-options.ts";
import { formatRetention } from "#features/preferences/preferences.retention.ts";
import { ChoiceField } from "#ui/choice-field.tsx";

type PastStudyProps = { study: ImportedStudy; choices: ImportChoices };

/** Shows how much was recalled so far, and what the next weeks will ask for; a new student may keep that recall. */
export function PastStudy({ study, choices: { retention, setRetention } }: PastStudyProps) {
  const { recall, retentions, catchUp } = study;
  const chosen = retentions.find((one) => one.retention === retention) ?? retentions[0];
  return (
    <div>
      {retentions.length > 1 ? (
        <ChoiceField
          label={describeRecall(recall)}
          choices={retentions.map((one) => ({
            value: String(one.retention),
            label: `Recordar el ${formatRetention(one.retention)}`,
          }))}
          value={String(retention)}
          onChange={(value) => setRetention(Number(value))}
        />
      ) : (
        <p className="font-semibold">{describeRecall(recall)}</p>
      )}
      <div className="mt-1.5 flex flex-col gap-1 text-ink-soft text-sm">
        {chosen && <p>{describeComingDays(chosen.perDay)}</p>}
        {catchUp && <p>{describeCatchUp(catchUp)}</p>}
      </div>
    </div>
  );
}
