import type { Preferences } from "@repasa/contract/account.ts";
import { useQuery } from "@tanstack/react-query";
import { Check, Monitor, Moon, Sun } from "lucide-react";
import { QuietDaysField } from "#features/preferences/components/quiet-days-field.tsx";
import { RetentionField } from "#features/preferences/components/retention-field.tsx";
import { preferencesQuery, useSetPreferences } from "#features/preferences/preferences.api.ts";
import {
  buildNewCardOptions,
  buildReviewOptions,
  dayStartOptions,
  formatReminderValue,
  formatTimeZone,
  NO_LIMIT,
  parseLimit,
  parseReminderTime,
  reminderTimeOptions,
} from "#features/preferences/preferences.options.ts";
import { useLinkTarget } from "#features/preferences/use-link-target.ts";
import { useSavedNotice } from "#features/preferences/use-saved-notice.ts";
import { useUser } from "#features/session/use-session.ts";
import type { Theme } from "#lib/theme.ts";
import { useNow } from "#lib/use-now.ts";
import { ChoiceField } from "#ui/choice-field.tsx";
import { cx } from "#ui/cx.ts";
import { ErrorState } from "#ui/error-state.tsx";
import { SelectField } from "#ui/select-field.tsx";
import { Skeleton, SkeletonGroup } from "#ui/skeleton.tsx";
import { SwitchField } from "#ui/switch-field.tsx";

/** Target of links from where new cards are waiting. */
const NEW_CARDS = "#cartas-nuevas";

/** Target of links from the statistics about the learner's memory. */
const MEMORY = "#tu-memoria";

/** Target of the link in the notice that reminders have stopped. */
const REMINDER = "#recordatorio";

const themes = [
  { value: "system", label: "Sistema", icon: <Monitor aria-hidden /> },
  { value: "light", label: "Claro", icon: <Sun aria-hidden /> },
  { value: "dark", label: "Oscuro", icon: <Moon aria-hidden /> },
] as const satisfies readonly { value: Theme; label: string; icon: unknown }[];

export function PreferencesCard() {
  const { data: preferences, error, isPending, isFetching, refetch } = useQuery(preferencesQuery());
  const { mutateAsync, isSuccess, submittedAt } = useSetPreferences();
  const saved = useSavedNotice(isSuccess, submittedAt);
  return (
    <section aria-labelledby="preferencias" className="surface-card p-4 md:p-5">
      <div className="mb-4 flex flex-wrap items-center justify-between gap-x-4">
        <h2 id="preferencias" className="text-lg">
          Preferencias
        </h2>
        <span
          aria-hidden
          className={cx(
            "flex items-center gap-1 font-semibold text-easy text-sm transition-opacity duration-200",
            !saved && "opacity-0",
          )}
        >
          <Check className="size-4" />
          Guardado
        </span>
      </div>
      {preferences ? (
        <Fields preferences={preferences} save={mutateAsync} />
      ) : isPending ? (
        <SkeletonGroup className="flex flex-col gap-7">
          <Skeleton className="h-21 rounded-control" />
          <Skeleton className="h-12 rounded-control" />
          <Skeleton className="h-41 rounded-control" />
          <Skeleton className="h-30 rounded-control" />
          <Skeleton className="h-12 rounded-control" />
          <Skeleton className="h-16 rounded-control" />
        </SkeletonGroup>
      ) : (
        <ErrorState
          title="No se pudieron cargar tus preferencias"
          error={error}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      )}
    </section>
  );
}

type FieldsProps = { preferences: Preferences; save: (change: Partial<Preferences>) => Promise<unknown> };

function Fields({ preferences, save }: FieldsProps) {
  const { theme, shortcuts, desiredRetention, refit, newCardsPerDay, reviewsPerDay, quietDays, dayStartHour } =
    preferences;
  const now = useNow();
  const set = (change: Partial<Preferences>) => void save(change).catch(() => {});
  return (
    <div className="flex flex-col gap-7">
      <ChoiceField label="Tema" choices={themes} value={theme} onChange={(chosen) => set({ theme: chosen })} />
      <SwitchField
        label="Atajos de una tecla"
        hint="Al estudiar, A, S, D y F valoran la carta (también 3, 2, 1 y 0), U deshace y E la edita."
        checked={shortcuts}
        onCheckedChange={(checked) => set({ shortcuts: checked })}
      />
      <RetentionField value={desiredRetention} onChange={(retention) => save({ desiredRetention: retention })} />
      <MemoryField refit={refit} set={set} />
      <SelectField
        ref={useLinkTarget(NEW_CARDS)}
        label="Cartas nuevas por día"
        hint="Las que no entren hoy esperan su día."
        value={newCardsPerDay === null ? NO_LIMIT : String(newCardsPerDay)}
        onChange={(event) => set({ newCardsPerDay: parseLimit(event.currentTarget.value) })}
      >
        {buildNewCardOptions(newCardsPerDay).map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </SelectField>
      <SelectField
        label="Repasos por día"
        hint="Si vencen más, hoy tocan los que antes olvidarías y el resto espera su día."
        value={reviewsPerDay === null ? NO_LIMIT : String(reviewsPerDay)}
        onChange={(event) => set({ reviewsPerDay: parseLimit(event.currentTarget.value) })}
      >
        {buildReviewOptions(reviewsPerDay).map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </SelectField>
      <QuietDaysField value={quietDays} onChange={(chosen) => set({ quietDays: chosen })} />
      <DayStartField dayStartHour={dayStartHour} set={set} />
      <ReminderFields preferences={preferences} set={set} />
      <dl>
        <dt className="font-semibold">Zona horaria</dt>
        <dd className="mt-0.5 text-ink-soft text-sm">
          {formatTimeZone(now)}. Es la de este dispositivo, también de viaje.
        </dd>
      </dl>
    </div>
  );
}

type DayStartFieldProps = Pick<Preferences, "dayStartHour"> & { set: (change: Partial<Preferences>) => void };

function DayStartField({ dayStartHour, set }: DayStartFieldProps) {
  return (
    <SelectField
      label="Tu día empieza a las"
      hint="Hasta esa hora sigues en el día anterior: lo que estudies de madrugada cuenta para él."
      value={String(dayStartHour)}
      onChange={(event) => set({ dayStartHour: Number(event.currentTarget.value) })}
    >
      {dayStartOptions.map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </SelectField>
  );
}

function MemoryField({ refit, set }: { refit: boolean; set: (change: Partial<Preferences>) => void }) {
  return (
    <SwitchField
      ref={useLinkTarget(MEMORY)}
      label="Ajustar el calendario a tu memoria"
      hint="A partir de 1.000 repasos, tus cartas vuelven según cómo olvidas tú. Las fechas que ya tienen no cambian."
      checked={refit}
      onCheckedChange={(checked) => set({ refit: checked })}
    />
  );
}

type ReminderFieldsProps = { preferences: Preferences; set: (change: Partial<Preferences>) => void };

function ReminderFields({ preferences, set }: ReminderFieldsProps) {
  const { reminder, reminderStop } = preferences;
  const { email, isEmailVerified } = useUser();
  return (
    <div className="flex flex-col gap-3">
      <SwitchField
        ref={useLinkTarget(REMINDER)}
        label="Recordatorio diario por correo"
        hint="Un correo al día, a tu hora, solo si tienes cartas pendientes y aún no has repasado. Si pasas 14 días sin entrar, se detiene hasta que vuelvas."
        checked={reminder}
        onCheckedChange={(checked) => set({ reminder: checked })}
      />
      {reminderStop && !reminder && (
        <p className="text-medium text-sm [overflow-wrap:anywhere]">
          Los detuvimos porque el buzón de {email} nos los devolvió tres días. Si ya recibe correo, actívalos de nuevo;
          si no, cambia de correo arriba.
        </p>
      )}
      {reminder && (
        <SelectField
          label="Hora del recordatorio"
          value={formatReminderValue(preferences)}
          onChange={(event) => set(parseReminderTime(event.currentTarget.value))}
        >
          {reminderTimeOptions.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </SelectField>
      )}
      {reminder && !isEmailVerified && (
        <p className="text-ink-soft text-sm">
          Tu correo está sin confirmar: confírmalo arriba para asegurarte de que te llega.
        </p>
      )}
    </div>
  );
}
