import { useQuery } from "@tanstack/react-query";
import { Monitor, Moon, Sun } from "lucide-react";
import { preferencesQuery, useSetPreferences } from "#features/account/account.api.ts";
import { retentionExplanation, retentionOptions } from "#features/account/account.retention.ts";
import type { Theme } from "#lib/theme.ts";
import { ChoiceField } from "#ui/choice-field.tsx";
import { ErrorState } from "#ui/error-state.tsx";
import { SelectField } from "#ui/select-field.tsx";
import { Skeleton, SkeletonGroup } from "#ui/skeleton.tsx";
import { SwitchField } from "#ui/switch-field.tsx";

const themes = [
  { value: "system", label: "Sistema", icon: <Monitor aria-hidden /> },
  { value: "light", label: "Claro", icon: <Sun aria-hidden /> },
  { value: "dark", label: "Oscuro", icon: <Moon aria-hidden /> },
] as const satisfies readonly { value: Theme; label: string; icon: unknown }[];

export function PreferencesCard() {
  const { data: preferences, isPending, isFetching, refetch } = useQuery(preferencesQuery());
  const set = useSetPreferences();
  return (
    <section aria-labelledby="preferencias" className="surface-card p-4 md:p-5">
      <h2 id="preferencias" className="mb-4 text-lg">
        Preferencias
      </h2>
      {preferences ? (
        <div className="flex flex-col gap-6">
          <ChoiceField
            label="Tema"
            choices={themes}
            value={preferences.theme}
            onChange={(theme) => set.mutate({ theme })}
          />
          <SwitchField
            label="Atajos de una tecla"
            hint="Al estudiar, 1, 2 y 3 valoran la carta y U deshace."
            checked={preferences.shortcuts}
            onCheckedChange={(shortcuts) => set.mutate({ shortcuts })}
          />
          <SelectField
            label="Cuánto quieres recordar"
            hint={retentionExplanation(preferences.desiredRetention)}
            value={String(preferences.desiredRetention)}
            onChange={(event) => set.mutate({ desiredRetention: Number(event.currentTarget.value) })}
          >
            {retentionOptions(preferences.desiredRetention).map(({ value, label }) => (
              <option key={value} value={String(value)}>
                {label}
              </option>
            ))}
          </SelectField>
        </div>
      ) : isPending ? (
        <SkeletonGroup className="flex flex-col gap-6">
          <Skeleton className="h-21 rounded-control" />
          <Skeleton className="h-11 rounded-control" />
          <Skeleton className="h-24 rounded-control" />
        </SkeletonGroup>
      ) : (
        <ErrorState
          title="No se pudieron cargar tus preferencias"
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      )}
    </section>
  );
}
