import type { Preferences } from "@repasa/contract/account.ts";
import { useQuery } from "@tanstack/react-query";
import { Check } from "lucide-react";
import type { ReactNode } from "react";
import { useSetPreferences } from "#features/preferences/preferences.api.ts";
import { preferencesQuery } from "#features/preferences/preferences.loading.ts";
import { useSavedNotice } from "#features/preferences/use-saved-notice.ts";
import { failureOf } from "#lib/query-failure.ts";
import { paths } from "#paths.ts";
import { cx } from "#ui/cx.ts";
import { LoadFailure } from "#ui/load-failure.tsx";
import { PageHeader } from "#ui/page-header.tsx";
import { Skeleton, SkeletonGroup } from "#ui/skeleton.tsx";

/** What the fields of a page show and change. */
export type PreferenceFields = {
  preferences: Preferences;
  /** Saves a change; a failure is shown as a toast. */
  set: (change: Partial<Preferences>) => void;
  /** Like `set`, for a field that must know when its change is saved or has failed. */
  save: (change: Partial<Preferences>) => Promise<unknown>;
};

type PreferencesSectionProps = {
  title: string;
  /** The height of the fields, as a class, so that nothing moves when they are loaded. */
  height: string;
  children: (fields: PreferenceFields) => ReactNode;
};

/** A page of the settings whose fields are saved when they are changed. */
export function PreferencesSection({ title, height, children }: PreferencesSectionProps) {
  const query = useQuery(preferencesQuery());
  const { data: preferences, isPending } = query;
  const { mutateAsync, isSuccess, submittedAt } = useSetPreferences();
  const saved = useSavedNotice(isSuccess, submittedAt);
  return (
    <>
      <PageHeader title={title} backHref={paths.settings()} actions={<SavedNotice shown={saved} />} />
      <section aria-label={title} className="flex w-full max-w-2xl flex-col gap-4">
        {preferences ? (
          children({
            preferences,
            set: (change) => void mutateAsync(change).catch(() => {}),
            save: mutateAsync,
          })
        ) : isPending ? (
          <SkeletonGroup>
            <Skeleton className={cx("rounded-card", height)} />
          </SkeletonGroup>
        ) : (
          <LoadFailure what="tus preferencias" {...failureOf(query)} />
        )}
      </section>
    </>
  );
}

function SavedNotice({ shown }: { shown: boolean }) {
  return (
    <span
      aria-hidden
      className={cx(
        "flex min-h-11 items-center gap-1 font-semibold text-easy text-sm transition-opacity duration-200",
        !shown && "opacity-0",
      )}
    >
      <Check className="size-4" />
      Guardado
    </span>
  );
}
