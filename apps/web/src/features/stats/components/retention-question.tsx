import { useSetPreferences } from "#features/preferences/preferences.api.ts";
import { formatRetention, RECOMMENDED_RETENTION } from "#features/preferences/preferences.retention.ts";
import { focusPageTitle } from "#lib/page-title.ts";
import { Button } from "#ui/button.tsx";

/** Asks whether to raise the retention that was chosen at an import. Both answers set it, so it is asked only once. */
export function RetentionQuestion({ retention }: { retention: number }) {
  const { mutate } = useSetPreferences();
  const choose = (desiredRetention: number) => {
    focusPageTitle();
    mutate({ desiredRetention });
  };
  const recommended = formatRetention(RECOMMENDED_RETENTION);
  return (
    <section
      aria-labelledby="subir-retencion"
      className="surface-card mb-5 flex flex-col gap-3 p-4 md:mb-7 md:flex-row md:items-center md:justify-between md:px-5"
    >
      <h2 id="subir-retencion" className="text-base">
        Recuerdas cerca del {formatRetention(retention)}, como en Anki. ¿Lo subimos al {recommended}?
      </h2>
      <div className="flex shrink-0 gap-2">
        <Button variant="outline" onClick={() => choose(RECOMMENDED_RETENTION)} className="max-md:grow">
          Subir al {recommended}
        </Button>
        <Button variant="ghost" onClick={() => choose(retention)} className="max-md:grow">
          Dejarlo así
        </Button>
      </div>
    </section>
  );
}
