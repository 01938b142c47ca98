import { useQuery } from "@tanstack/react-query";
import { ChevronDown, Play } from "lucide-react";
import { useSetPreferences } from "#features/preferences/preferences.api.ts";
import { preferencesQuery } from "#features/preferences/preferences.loading.ts";
import {
  isDivided,
  type SessionSize as Size,
  sessionSizes,
  sessionSizeText,
} from "#features/preferences/preferences.portion.ts";
import { paths } from "#paths.ts";
import { ButtonLink } from "#ui/button-link.tsx";

type SessionSizeProps = {
  /** The number of due cards that this button starts. */
  due: number;
  /** Null for all folders. */
  folderId: number | null;
  label?: string;
};

/** Starts a session. If many cards are due, the size of the session can be chosen beside the button. */
export function SessionSize({ due, folderId, label = "Comenzar revisión" }: SessionSizeProps) {
  const { data: preferences } = useQuery(preferencesQuery());
  const { mutate: save } = useSetPreferences();
  const href = paths.study(folderId);
  if (!isDivided(due)) {
    return (
      <ButtonLink href={href} size="lg" icon={<Play />} className="w-full md:w-auto">
        {label}
      </ButtonLink>
    );
  }
  const size = preferences?.sessionSize;
  return (
    <div className="flex w-full gap-px md:w-auto">
      <ButtonLink href={href} size="lg" icon={<Play />} className="min-h-14 flex-1 rounded-r-none">
        <span className="flex flex-col">
          {label} <span className="font-medium text-sm">{size !== undefined && sessionSizeText(size, due)}</span>
        </span>
      </ButtonLink>
      <SizeSelect size={size} due={due} onChange={(sessionSize) => save({ sessionSize })} />
    </div>
  );
}

type SizeSelectProps = { size: Size | undefined; due: number; onChange: (size: Size) => void };

const ALL = "all";

/** The second half of the button. Only its arrow is visible; the first half shows the chosen size. */
function SizeSelect({ size, due, onChange }: SizeSelectProps) {
  return (
    <span
      className={
        "relative grid min-w-13 place-items-center rounded-r-control border border-transparent bg-brand text-on-brand hover:bg-brand-hover " +
        "has-focus-visible:outline-2 has-focus-visible:outline-brand has-focus-visible:outline-offset-2"
      }
    >
      <ChevronDown aria-hidden className="size-5" />
      <select
        aria-label="Cartas por sesión"
        disabled={size === undefined}
        value={size ?? ALL}
        onChange={({ target }) => onChange(sessionSizes.find((known) => String(known ?? ALL) === target.value) ?? null)}
        className="absolute inset-0 cursor-pointer opacity-0"
      >
        {sessionSizes.map((known) => (
          <option key={known ?? ALL} value={known ?? ALL}>
            {sessionSizeText(known, due)}
          </option>
        ))}
      </select>
    </span>
  );
}
