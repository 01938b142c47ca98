import type { Card, CardVersion } from "@repasa/contract/cards.ts";
import { UserPen } from "lucide-react";
import { type ReactNode, useId } from "react";
import { useSuspendCard } from "#features/cards/cards.api.ts";
import { MarkedSide } from "#features/cards/text/components/marked-text.tsx";
import { describeUpstream } from "#features/cards/upstream/upstream.wording.ts";
import { useChooseText } from "#features/cards/upstream/use-choose-text.ts";
import { createVersionSide, findDifferences } from "#features/cards/versions/versions.texts.ts";
import { focusPageTitle } from "#lib/page-title.ts";
import { useOffline } from "#lib/use-offline.ts";
import { Button } from "#ui/button.tsx";
import { NoticeButton } from "#ui/notice-button.tsx";

/** What the author of a followed card has changed against the student's text, or that it is gone; nothing if both are alike. */
export function UpstreamNotice({ card }: { card: Card }) {
  const heading = useId();
  const text = describeUpstream(card);
  const { upstream } = card;
  if (text === null || upstream === null) return null;
  return (
    <section
      aria-labelledby={heading}
      className="rounded-t-card border-line border-b bg-brand-soft/50 px-4 py-3.5 md:px-6"
    >
      <h2 id={heading} tabIndex={-1} className="flex items-center gap-2 text-base">
        <UserPen aria-hidden className="size-5 shrink-0 text-brand-ink" />
        {text}
      </h2>
      {upstream.state === "changed" ? <Texts card={card} author={upstream} /> : <Deleted card={card} />}
    </section>
  );
}

type AuthorText = Pick<Card, "front" | "back" | "format">;

function Texts({ card, author }: { card: Card; author: AuthorText }) {
  const choose = useChooseText(card);
  const isOffline = useOffline();
  const differences = findDifferences({ ...author, tags: card.tags }, card);
  // The notice disappears with the button, so the focus would be lost.
  const button = (take: "mine" | "author", label: string) => (
    <Button
      variant="outline"
      size="sm"
      loading={choose.isPending && choose.variables === take}
      disabled={isOffline}
      onClick={() => choose.isPending || choose.mutate(take, { onSuccess: focusPageTitle })}
    >
      {label}
    </Button>
  );
  return (
    <>
      <div className="mt-2 grid gap-3 sm:grid-cols-2">
        <Version name="Tu texto" text={card} differences={differences}>
          {button("mine", "Quedarme con el mío")}
        </Version>
        <Version name="Texto del autor" text={author} differences={differences}>
          {button("author", "Usar el del autor")}
        </Version>
      </div>
      {isOffline && <p className="mt-2 text-ink-soft text-sm">Para elegir hace falta conexión.</p>}
    </>
  );
}

type VersionProps = {
  name: string;
  text: AuthorText;
  differences: ReadonlySet<keyof CardVersion>;
  children: ReactNode;
};

const fields = [
  { name: "front", label: "Pregunta" },
  { name: "back", label: "Respuesta" },
] as const;

/** One of both texts: only the fields in which they differ. */
function Version({ name, text, differences, children }: VersionProps) {
  return (
    <div className="flex min-w-0 flex-col rounded-control bg-surface p-3">
      <h3 className="text-sm">{name}</h3>
      <dl className="mt-1 mb-3 grid gap-2">
        {fields.map(
          (field) =>
            differences.has(field.name) && (
              <div key={field.name}>
                <dt className="text-ink-soft text-xs">{field.label}</dt>
                <dd dir="auto" className="whitespace-pre-wrap wrap-anywhere">
                  {text[field.name] === "" ? (
                    "Vacío"
                  ) : (
                    <MarkedSide side={createVersionSide(text[field.name], text.format)} terms={[]} />
                  )}
                </dd>
              </div>
            ),
        )}
        {differences.has("format") && (
          <div>
            <dt className="text-ink-soft text-xs">Formato</dt>
            <dd>{text.format === "markdown" ? "Con formato" : "Sin formato"}</dd>
          </div>
        )}
      </dl>
      <div className="mt-auto">{children}</div>
    </div>
  );
}

function Deleted({ card }: { card: Card }) {
  const suspend = useSuspendCard();
  return (
    <div className="mt-1.5 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <p className="min-w-48 flex-1 text-ink-soft">
        {card.suspended
          ? "Por eso está suspendida y no se pregunta. Si la reanudas, pasa a ser tuya."
          : "Sigue contigo, con tus repasos."}
      </p>
      {card.suspended && (
        <NoticeButton change={suspend} input={card}>
          Reanudar
        </NoticeButton>
      )}
    </div>
  );
}
