import type { Card, CardVersion } from "@repasa/contract/cards.ts";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useId, useRef, useState } from "react";
import { MarkedSide } from "#features/cards/text/components/marked-text.tsx";
import { useRestoreVersion } from "#features/cards/versions/use-restore-version.ts";
import { createVersionSide, findDifferences, versionsQuery } from "#features/cards/versions/versions.texts.ts";
import { counted } from "#lib/plural.ts";
import { timeAgo } from "#lib/relative-time.ts";
import { useNow } from "#lib/use-now.ts";
import { Badge } from "#ui/badge.tsx";
import { Button } from "#ui/button.tsx";
import { cx } from "#ui/cx.ts";
import { Folded } from "#ui/folded.tsx";

const SHOWN_AT_FIRST = 5;

/** What edits of the last 30 days replaced, newest first. Shown only if there is something to restore. */
export function CardVersions({ card }: { card: Card }) {
  const { data } = useQuery(versionsQuery(card.id));
  const [all, setAll] = useState(false);
  const versions = data?.versions ?? [];
  if (versions.length === 0) return null;
  const shown = all ? versions : versions.slice(0, SHOWN_AT_FIRST);
  return (
    <Folded title="Versiones anteriores" hint="Lo que decía en los últimos 30 días.">
      <ol aria-label="Versiones anteriores">
        {shown.map((version) => (
          <Version key={version.versionId} card={card} version={version} />
        ))}
      </ol>
      {shown.length < versions.length && (
        <Button variant="ghost" onClick={() => setAll(true)}>
          Ver las {counted(versions.length, "versión", "versiones")}
        </Button>
      )}
    </Folded>
  );
}

function Version({ card, version }: { card: Card; version: CardVersion }) {
  const line = useRef<HTMLLIElement>(null);
  const heading = useId();
  const restore = useRestoreVersion(card);
  const changed = `Cambió ${timeAgo(version.at, useNow())}`;
  const isPresent = findDifferences(version, card).size === 0;
  const onSuccess = () => {
    // The button is removed, so the focus would be lost.
    if (line.current?.contains(document.activeElement)) line.current.focus({ preventScroll: true });
  };
  return (
    <li
      ref={line}
      tabIndex={-1}
      aria-labelledby={heading}
      className="border-line border-t py-3 outline-offset-4 first:border-t-0"
    >
      <div className="flex min-h-11 items-center gap-3">
        <p id={heading} className="min-w-0 flex-1 font-semibold">
          <time dateTime={version.at} title={instantFormat.format(new Date(version.at))}>
            {changed}
          </time>
        </p>
        {isPresent ? (
          <Badge>Igual que ahora</Badge>
        ) : (
          <Button
            variant="outline"
            size="sm"
            aria-label={`Recuperar lo que ${changed.toLowerCase()}`}
            loading={restore.isPending}
            onClick={() => restore.isPending || restore.mutate(version.versionId, { onSuccess })}
          >
            Recuperar
          </Button>
        )}
      </div>
      {!isPresent && <Fields card={card} version={version} />}
    </li>
  );
}

const instantFormat = new Intl.DateTimeFormat("es", { dateStyle: "full", timeStyle: "short" });

/** The fields of a version; those that equal the present card take one line each. */
function Fields({ card, version }: { card: Card; version: CardVersion }) {
  const { front, back, tags, format } = version;
  const differences = findDifferences(version, card);
  const side = (text: string) =>
    text === "" ? "Vacío" : <MarkedSide side={createVersionSide(text, format)} terms={[]} />;
  return (
    <dl className="mt-1 grid gap-2.5">
      <Field name="Pregunta" differs={differences.has("front")} line={front}>
        {side(front)}
      </Field>
      <Field name="Respuesta" differs={differences.has("back")} line={back}>
        {side(back)}
      </Field>
      {differences.has("format") && (
        <Field name="Formato" differs>
          {format === "markdown" ? "Con formato" : "Sin formato"}
        </Field>
      )}
      {(tags.length > 0 || differences.has("tags")) && (
        <Field name="Etiquetas" differs={differences.has("tags")} line={tags.join(", ")}>
          {tags.length === 0 ? "Sin etiquetas" : tags.join(", ")}
        </Field>
      )}
    </dl>
  );
}

type FieldProps = { name: string; differs: boolean; line?: string; children: ReactNode };

function Field({ name, differs, line = "", children }: FieldProps) {
  return (
    <div className={cx("min-w-0 border-l-2 pl-3", differs ? "border-brand" : "border-line")}>
      <dt className="font-semibold text-ink-soft text-xs">
        {name} · {differs ? "con cambios" : "igual que ahora"}
      </dt>
      {differs ? (
        <dd dir="auto" className="mt-0.5 whitespace-pre-wrap wrap-anywhere">
          {children}
        </dd>
      ) : (
        <dd dir="auto" className="truncate text-ink-soft text-sm">
          {line}
        </dd>
      )}
    </div>
  );
}
